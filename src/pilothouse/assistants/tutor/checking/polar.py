"""Yes and no: 对/错, √/×, 能/不能, 够/不够, true/false."""

from __future__ import annotations

import re
from collections.abc import Set
from fractions import Fraction

from pilothouse.assistants.tutor.checking.answer import Polar
from pilothouse.assistants.tutor.checking.verdict import Check
from pilothouse.assistants.tutor.problems.problem import Expected

_VERB = "对|正确|能|可以|会|够|足够|成立|相等|平行|同意"
_NO = re.compile(
    rf"不是|不(?:{_VERB})|错误|(?<!没)错|✗|✘|(?<![0-9)])×(?![0-9(])|(?<![a-z])(?:false|no|f|n|can't|cannot|isn't|wrong)(?![a-z])"
)
_YES = re.compile(
    rf"(?:{_VERB})|没错|✓|✔|√(?![0-9(√a-z])|^\s*是的?(?:啊|呀|吧|呢)?\s*$|是的|(?<![a-z])(?:true|yes|t|y|correct|right)(?![a-z])"
)
_MASK = re.compile(
    r"(?<!不)对不对|是不是|能不能|可不可以|会不会|够不够|不知道|不确定|对吗|对吧|是吗|我不会|不会做|应该会|\bcan\s+(?:i|you)\b|\bright\?"
)
_CLAUSE = re.compile(r"[，。,.;；!！?？\n]")
_END = re.compile(r"[\s。.!！]*$")


def read_polar(text: str) -> Polar | None:
    """A teacher's 对 or 不能: the whole text and nothing else."""
    plain = _END.sub("", text.lower().strip())
    if (match := _NO.match(plain)) and re.fullmatch("[的了]?", plain[match.end() :]):
        return Polar(False)
    match = _YES.match(plain)
    return Polar(True) if match and re.fullmatch("[的了]?", plain[match.end() :]) else None


def judge_polar(text: str, answer: Polar, expected: Expected, known: Set[Fraction]) -> Check:
    """The first clause that takes a side counts; one that takes both is unclear."""
    masked = _MASK.sub("·", text.lower())
    for clause in _CLAUSE.split(masked):
        no = bool(_NO.search(clause))
        yes = bool(_YES.search(_NO.sub("·", clause)))
        if yes and no:
            return Check("unclear")
        if yes or no:
            right = yes == answer.yes
            return Check("right" if right else "wrong", "" if right else "value", said=text[:40])
    asked = len(text) < 2 or text.rstrip().endswith("?") or bool(re.search("不知道|不会|不懂|为什么|怎么", text))
    return Check("none" if asked else "unclear")
