"""Numbers told by what they become, by their places, or by the units they are put together from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from pilothouse.assistants.tutor.guard.measure import base, comparable
from pilothouse.assistants.tutor.guard.mention import Mention, number
from pilothouse.assistants.tutor.guard.spelled import english


@dataclass(frozen=True, slots=True)
class Derived:
    """``value`` follows from the characters ``start:end``."""

    value: Fraction
    start: int
    end: int


_IT = (
    r"(?:如果|要是|答案|结果|得数|谜底|它|这个数|那个数|未知数|(?<![a-z\d.)])[a-z](?![a-z])"
    r"|(?:the )?(?:answer|result|number)|\bit)"
)
_IS = r"\s*(?:就|正好|刚好|恰好|等于|得到?|是|为|=|is|equals|makes|gives|[ ,，]){1,3}\s*"
_BEFORE = re.compile(rf"{_IT}\s*(?:再|先)?\s*(?P<sign>[-+*/]|多|少|的)\s*$")
_TIMES = re.compile(r"(?:的?\s*(?P<double>两|双|一)?倍|\s*times)")
_AFTER = re.compile(rf"(?:[^\W\d_]{{0,2}}?){_IS}$")
_SQUARE = re.compile(rf"{_IT}\s*(?:的平方|\^2|squared){_IS}$")
_COEFFICIENT = re.compile(r"\s*\*?\s*[a-z]\s*=\s*")
_DOUBLED = re.compile(rf"{_IT}\s*的?(?P<part>两倍|双倍|一半|2倍){_IS}$")
_SUBJECT = re.compile(rf"{_IT}\s*$")
_DIGIT = r"([\d一二两三四五六七八九])\s*"
_TENS = re.compile(
    rf"(?:{_DIGIT}个百\W?)?{_DIGIT}(?:个十|tens?)\s*(?:和|与|加上?|and|[,，、+ ])*\s*{_DIGIT}(?:个一|ones?)"
)
_SHARES = re.compile(r"(?<![\d.])(\d{1,3}) (halves|thirds?|quarters?|fourths?|fifths?|sixths?|eighths?|tenths?)\b")
_OVER = re.compile(r"\s+over\s+")
_HUNDREDTHS = {"小时": "分钟", "元": "cents", "角": "cents"}  # 分 is a part of both
_NUMERATOR = re.compile(r"分子\s*(?:是|为|[:=])?\s*$")
_DENOMINATOR = re.compile(r"分母\s*(?:是|为|[:=])?\s*$")


def described(text: str, said: Sequence[Mention]) -> Iterator[Derived]:
    """答案加1是24, 2x=46, 2个十和3个一, 分子是3，分母是4, 3千克500克, in lower case and with operators as signs."""
    for mention in said:
        head = text[max(0, mention.start - 20) : mention.start]
        if _SQUARE.search(head) and (value := root(mention.value)) is not None:
            yield Derived(value, mention.start, mention.end)
        if found := _DOUBLED.search(head):
            yield Derived(
                mention.value * (2 if found["part"] == "一半" else Fraction(1, 2)), mention.start, mention.end
            )
    for match in _TENS.finditer(text):
        digits = [number(digit) or Fraction(0) for digit in match.groups() if digit]
        yield Derived(sum((digit * 10**at for at, digit in enumerate(reversed(digits))), Fraction(0)), *match.span())
    for match in _SHARES.finditer(text):
        yield Derived(int(match[1]) * (english(f"a {match[2]}") or Fraction(0)), *match.span())
    for first, second in pairwise(said):
        if (told := _related(text, first, second)) is not None:
            yield Derived(told, first.start, second.end)


def _related(text: str, first: Mention, second: Mention) -> Fraction | None:
    """The number that two mentions tell together; ``None`` when they tell none."""
    a, b, gap = first.value, second.value, text[first.end : second.start]
    head = text[max(0, first.start - 20) : first.start]
    if _COEFFICIENT.fullmatch(gap) and a:
        return b / a
    if (sign := _BEFORE.search(head)) and _AFTER.fullmatch(_TIMES.sub("", gap)):
        if sign["sign"] == "的":
            return b / a if a and _TIMES.match(gap) else None
        return _undone(sign["sign"], a, b)
    if a < 0 and text[first.start] == "-" and _SUBJECT.search(head) and _AFTER.fullmatch(gap):
        return b - a  # 答案减3是20
    if _OVER.fullmatch(gap) and b:
        return a / b
    if _NUMERATOR.search(head) and _DENOMINATOR.search(gap) and b:
        return a / b
    if _DENOMINATOR.search(head) and _NUMERATOR.search(gap) and a:
        return b / a
    if gap.strip() in ("多", "少") and not first.unit:
        return a + b if gap.strip() == "多" else a - b
    return compound(text, first, second)


def compound(text: str, first: Mention, second: Mention) -> Fraction | None:
    """3.5 for 3千克500克: both together, in the unit of the first; ``None`` when they don't stand together."""
    gap = text[first.end : second.start].removeprefix(first.unit).strip(" 又零")
    small = _HUNDREDTHS.get(first.unit, second.unit) if second.unit == "分" else second.unit
    one, whole, part = base(Fraction(1), first.unit), base(first.value, first.unit), base(second.value, small)
    if gap or one is None or whole is None or part is None or part[1] >= one[1]:
        return None
    return (whole[1] + part[1]) / one[1] if comparable(first.unit, small) else None


def _undone(sign: str, a: Fraction, b: Fraction) -> Fraction | None:
    if sign in "+多":
        return b - a
    if sign in "-少":
        return b + a
    return (b / a if a else None) if sign == "*" else b * a


def root(value: Fraction) -> Fraction | None:
    """The square root of a square number."""
    if value < 0 or value > 10**12 or value.denominator != 1:
        return None
    whole = round(float(value) ** 0.5)
    return Fraction(whole) if whole * whole == value else None
