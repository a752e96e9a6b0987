"""A part of the answer: one of its digits, its parity, where it lies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pilothouse.assistants.tutor.guard.context import idioms
from pilothouse.assistants.tutor.guard.mention import CHINESE, number
from pilothouse.assistants.tutor.guard.secret import Forms

_LINK = r"(?:上|的|数字|数|那个|这个|那|digit|place|of|the|answer|is|was|就|应该|应|是|为|:|：|=|\s|\")"
_DIGIT = r"([\d零一二三四五六七八九])(?![\d十百千万])"
_PLACES = {
    "个位": -1, "十位": -2, "百位": -3, "千位": -4, "末位": -1, "尾数": -1, "最后一位": -1, "最后一个数字": -1,
    "首位": 0, "第一位": 0, "第1位": 0, "第一个数字": 0, "第二位": 1, "第2位": 1, "第二个数字": 1, "第三位": 2,
    "第3位": 2, "开头": 0, "结尾": -1, "first digit": 0, "last digit": -1, "second digit": 1, "third digit": 2,
    "ones": -1, "units": -1, "tens": -2, "hundreds": -3, "starts with": 0, "begins with": 0, "ends with": -1,
    "ends in": -1,
}  # fmt: skip
_PLACE = re.compile(rf"({'|'.join(sorted(_PLACES, key=len, reverse=True))}){_LINK}{{0,6}}{_DIGIT}")
_FRAMED = re.compile(r"以\s*([\d零一二三四五六七八九])\s*(开头|结尾)|([\d零一二三四五六七八九])\s*(开头|结尾|打头)")
_SUBJECT = r"(?:答案|结果(?!数)|得数|谜底|正确的数|the answer|the result|the solution)"
_PARITY = re.compile(
    r"(?:是|为)(?:一?个)?[^，,。是]{0,4}(?:奇数|偶数|单数|双数|质数|合数)(?!时|的时|的话|,?则)|^\W*(?:对|嗯"
r"|没错)?[,，]?(?:奇数|偶数|单数|双数|质数|合数)\W*$|"
    rf"\b(?:it|{_SUBJECT}|the number)(?: is|'s) (?:an? )?(?:odd|even|prime)\b", re.I
)  # fmt: skip
_N = rf"-?[\d{CHINESE}]+(?:\.\d+)?"
_PLACED = re.compile(
    rf"{_SUBJECT}[^。！？!?\d]{{0,8}}?(?P<how>大于|小于|超过|不到|不足|高于|低于|比|在|介于"
    rf"|greater|more|less|larger|smaller|"
    rf"between|above|below|over|under|bigger)[^。！？!?\d{CHINESE}]{{0,8}}(?P<first>{_N})(?:[^"
    rf"\W\d_]?\s*(?:到|至|和|与|~|-|and|to)\s*"
    rf"(?P<second>{_N}))?(?P<then>\s*[大高多小低少])?"
)
_HINTED = re.compile(
    (
        "位|头|尾|数|digit|place|ones|units|tens|hundreds|starts?|begins?|ends?|odd|even|prime"
        "|答案|结果|谜底|answer|result|solution"
    ),
    re.I,
)
_ASKED = re.compile(r"[?？吗]|还是|是否|是不是|whether|\bor\b", re.I)


@dataclass(frozen=True, slots=True)
class Part:
    """What a sentence tells about a number: digits by place, whether it is odd (``None``: nothing), where it lies."""

    digits: Sequence[tuple[int, str]] = ()
    odd: bool | None = None
    above: Fraction | None = None
    below: Fraction | None = None


_NOTHING = Part()


def parts(text: str) -> Part:
    """Read a sentence (as ``plain`` writes it). A question tells nothing."""
    low = text.lower()
    if not _HINTED.search(low) or _ASKED.search(low):
        return _NOTHING
    parity, placed = _PARITY.search(low), _PLACED.search(_masked(low))
    odd = None if parity is None else not re.search("偶|双|even", parity.group())
    above = below = None
    if placed is not None:
        first, second = number(placed["first"]), number(placed["second"]) if placed["second"] else None
        if second is not None and first is not None:
            above, below = min(first, second), max(first, second)
        elif re.search("大|超过|高|greater|more|larger|above|over|bigger", placed["how"] + (placed["then"] or "")):
            above = first
        else:
            below = first
    return Part(tuple(_named(low)), odd, above, below)


def _masked(text: str) -> str:
    """Without the words that only look like numbers: 放在一起."""
    for start, end in idioms(text):
        text = text[:start] + "…" * (end - start) + text[end:]
    return text


def partly(part: Part, form: Forms, known: str) -> str:
    """``partial`` when a true part of a number that is looked for is told, else ""."""
    if part is _NOTHING:
        return ""
    for value in (mention.value for mention in form.numbers):
        row = str(abs(value)) if value.denominator == 1 else ""
        if (
            len(row) > 1
            and row not in known
            and any(-len(row) <= at < len(row) and row[at] == digit for at, digit in part.digits)
        ):
            return "partial"
        if (
            part.odd is not None
            and value.denominator == 1
            and part.odd == bool(value % 2)
            and not _PARITY.search(known)
        ):
            return "partial"
        bounded = part.above is not None or part.below is not None
        if bounded and (part.above is None or value > part.above) and (part.below is None or value < part.below):
            return "partial"
    return ""


def _named(text: str) -> Iterator[tuple[int, str]]:
    for match in _PLACE.finditer(text):
        yield _PLACES[match[1]], _plain(match[2])
    for match in _FRAMED.finditer(text):
        yield (0 if "头" in (match[2] or match[4]) else -1), _plain(match[1] or match[3])


def _plain(digit: str) -> str:
    value = number(digit)
    return "" if value is None else str(value)
