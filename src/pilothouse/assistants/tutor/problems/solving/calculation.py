"""Sums written as signs ("3.5×(2+4)=？")."""

from __future__ import annotations

import re
import unicodedata

from pilothouse.assistants.tutor.problems.solving.polynomial import evaluate
from pilothouse.assistants.tutor.problems.solving.solution import Solution
from pilothouse.assistants.tutor.problems.solving.worked import Line, worked

_ASK = (
    r"(?:请|帮我|你)*(?:直接写出得数|计算下?列?各?题?|算一算|算出|计算|脱式计算|简便计算|用简便方法计算|口算|求值?|"
    r"解下?列?方程组?|解|"
    r"calculate|compute|evaluate|work out|what is|solve(?: for [a-z])?(?: the equations?)?)?\s*[:：]?\s*"
)
_TELL = (
    r"\s*(?:[=＝]\s*)?(?:[?？]|\(\s*\)|（\s*）|_+)?\s*"
    r"(?:(?:等于|得|是)(?:多少|几)|的?(?:值|结果|得数|和|差|积|商)?(?:是|等于)?(?:多少|几)?)?\s*[?？。.!！]*"
)
_SUM = re.compile(rf"{_ASK}(?P<sum>[\d(（\[［+\-−].*?[\d)）\]］%％²³]){_TELL}", re.IGNORECASE)
_OPERATOR = re.compile(r"[\d)%²³]\s*[+\-−×✕*/÷^]\s*[\d(（\[\-−]|[\d)]\s*[²³]")
_CHINESE = (
    "按运算顺序算一算，结果是多少？",
    ("先看有没有括号，再乘除、后加减，同级从左到右。", "一步一步写下来，每一步只算一个运算。"),
)
_ENGLISH = (
    "Work it out in the right order: what is the result?",
    ("Brackets first, then multiply and divide, then add and subtract.", "Write one operation a line."),
)


def sums(text: str) -> Solution | None:
    """A calculation that is nothing but one."""
    plain = unicodedata.normalize("NFKC", text.replace("²", "^2").replace("³", "^3")).strip()
    match = _SUM.fullmatch(plain)
    if match is None or not _OPERATOR.search(match["sum"]) or re.search(r"[\u4e00-\u9fff](?<!又)", match["sum"]):
        return None
    if re.fullmatch(r"\d+\s*/\s*\d+|\d{2,4}-\d{1,2}(?:-\d{1,2})?|[\d-]{7,}", match["sum"]):
        return None  # a fraction alone, a date, a telephone number
    value = evaluate(match["sum"])
    if value is None:
        return None
    english = re.search(r"[\u4e00-\u9fff]", text) is None and re.search("[a-zA-Z]{3}", text) is not None
    ask, hints = _ENGLISH if english else _CHINESE
    return worked("calculation", [Line(ask, hints, match["sum"], value)])
