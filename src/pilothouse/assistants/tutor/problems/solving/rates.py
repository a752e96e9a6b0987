"""The same rate all along: "3 小时行 180 千米，照这样的速度，5 小时行多少千米"."""

from __future__ import annotations

import re

from pilothouse.assistants.tutor.problems.solving.solution import Solution, shown
from pilothouse.assistants.tutor.problems.solving.wording import CLASSIFIERS, N, Statement, neutral, number
from pilothouse.assistants.tutor.problems.solving.worked import Line, with_unit, worked

_U = rf"(?:千克|公斤|千米|公里|厘米|分米|毫升|平方米|小时|分钟|[{CLASSIFIERS}]|秒|吨|升)"
_W = r"[^\d,。;?]{0,10}?"
_TOLD = re.compile(rf"(?P<a>{_W})(?P<n>{N})(?P<p>{_U})(?P<b>{_W}),?(?P<m>{N})(?P<q>{_U})(?P<c>[^\d,。;?]{{0,6}})")
_SAME = re.compile(r"照这样(?:的?(?:速度|效率|价格))?(?:计算|算)?|以?同样的(?:速度|效率)|按这样的?(?:速度|计算|算)?")
_ASKED = re.compile(rf"(?P<a>{_W})(?P<n>{N})(?P<p>{_U})(?P<b>{_W})(?:多少|几)(?:个|只|条)?(?P<q>{_U})(?P<c>{_W})")


def rates(text: Statement) -> Solution | None:
    """Two quantities that grow together, and one of them again."""
    if not _SAME.search(text.text) or text.numbers != 3:
        return None
    clauses = [rest for clause in text.clauses if (rest := _SAME.sub("", clause).strip(","))]
    if len(clauses) < 2:
        return None
    told, asked = _TOLD.fullmatch(",".join(clauses[:-1])), _ASKED.fullmatch(clauses[-1])
    if told is None or asked is None or told["p"] == told["q"] or not number(told["n"]) or not number(told["m"]):
        return None
    words = "".join(match[name] for match in (told, asked) for name in "abc").replace("共", "").replace("需要", "要")
    if not neutral(re.sub(rf"^一[{CLASSIFIERS}]|零(?=件)", "", words)):
        return None
    forth = (asked["p"], asked["q"]) == (told["p"], told["q"])
    if not forth and (asked["p"], asked["q"]) != (told["q"], told["p"]):
        return None
    n, m, k = number(told["n"]), number(told["m"]), number(asked["n"])
    one, unit = m / n, asked["q"]
    first = Line(
        f"先看 1 {told['p']}：对应多少{told['q']}？",
        ("每一份都一样多，先求一份。", "用总的数量除以份数。"),
        f"{shown(m)} ÷ {shown(n)}",
        one,
        told["q"],
    )
    last = Line(
        f"再看 {with_unit(k, asked['p'])}：对应多少{unit}？",
        ("一份是多少已经知道了。", "用一份的数量乘份数。" if forth else "看里面有几个这样的一份，用除法。"),
        f"{shown(one)} × {shown(k)}" if forth else f"{shown(k)} ÷ {shown(one)}",
        one * k if forth else k / one,
        unit,
    )
    return worked("rate", [first, last], topic="math/word-problem")


__all__ = ["rates"]
