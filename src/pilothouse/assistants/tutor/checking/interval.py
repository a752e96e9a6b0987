"""Sets of real numbers as inequalities and intervals write them: x>3, -1<x≤2, x<-1 或 x>3, [1,3), x≠2, 大于3."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from pilothouse.assistants.tutor.checking.algebra import approximate, exact
from pilothouse.assistants.tutor.checking.formula import FormulaError, parse
from pilothouse.contracts.numerals import NUMERAL, parse_number

Bound = Fraction | float
Piece = tuple[Bound, bool, Bound, bool]  # low, is it included, high, is it included

_INFINITY = float("inf")
_PHRASES = (
    (
        r"大于或?等于|不小于|不少于|不低于|至少(?:是|为)?|最小(?:是|为)|(?:is\s+)?(?:at\s+least|greater\s+than\s+or\s+equal\s+to)",
        "≥",
    ),
    (
        r"小于或?等于|不大于|不超过|不多于|不高于|至多(?:是|为)?|最多(?:是|为)?|最大(?:是|为)|(?:is\s+)?(?:at\s+most|less\s+than\s+or\s+equal\s+to)",
        "≤",
    ),
    (r"大于|多于|超过|高于|(?:is\s+)?(?:greater|more|bigger|larger)\s+than", ">"),
    (r"小于|少于|低于|不到|(?:is\s+)?(?:less|smaller|fewer)\s+than", "<"),
    (r"不能?等于|不能?为|不能?是", "≠"),
    (r"<=|⩽", "≤"),
    (r">=|⩾", "≥"),
    (r"!=|<>", "≠"),
)
_REPLACE = [(re.compile(pattern, re.IGNORECASE), symbol) for pattern, symbol in _PHRASES]
_BOUND = r"[-+]?[0-9√π](?:[0-9/√π]|\.(?=[0-9]))*"
_NAME = r"[A-Za-z](?![A-Za-z])"
_BOTH = re.compile(rf"({_BOUND})\s?([<>≤≥])\s?({_NAME})\s?([<>≤≥])\s?({_BOUND})")
_ONE = re.compile(rf"({_NAME})\s?(?:的值|的取值(?:范围)?)?\s?([<>≤≥≠])\s?({_BOUND})|({_BOUND})\s?([<>≤≥≠])\s?({_NAME})")
_BARE = re.compile(rf"(?<![A-Za-z0-9)])([<>≤≥≠])\s?({_BOUND})")
_INTERVAL = re.compile(rf"([\[(])\s?([-+]?∞|{_BOUND})\s?[,，]\s?([-+]?∞|{_BOUND})\s?([\])])")
_OTHER = re.compile(
    r"或者?|\bor\b|∪|[,，;；]|且|\band\b|[\s{}|:：]|解集|解|范围|取值|不等式|的|是|为|∈|[RA-Za-z]|=|小?组|,"
)
_NUMERAL = re.compile(rf"(?<=[<>≤≥≠负])([{NUMERAL}]{{1,8}})(?![{NUMERAL}])")
_CHAINED = re.compile(rf"((?<![A-Za-z])[A-Za-z]\s?[<>≤≥]\s?{_BOUND})\s?(?=([<>≤≥]))")  # x≥-1<2: x大于等于-1小于2
_AND = re.compile(r"且|并且|\band\b|同时")


@dataclass(frozen=True, slots=True)
class Region:
    """A union of ``pieces`` in order, none touching the next."""

    pieces: tuple[Piece, ...]
    name: str = ""


def read_region(text: str, *, strict: bool = False, brackets: bool = True) -> Region | None:
    """The set a text describes. ``strict``: nothing else may be said; ``brackets``: (1,3) is an interval, not a
    point."""
    for pattern, symbol in _REPLACE:
        text = pattern.sub(symbol, text)
    text = _NUMERAL.sub(lambda match: _arabic(match[1]), text)
    text = _CHAINED.sub(r"\1且", text)
    text = text.replace("负无穷", "-∞").replace("正无穷", "+∞").replace("无穷", "∞").replace("负", "-")
    found: list[tuple[int, int, list[Piece], str]] = []
    for reader, pattern in ((_both, _BOTH), (_one, _ONE), (_bare, _BARE), (_interval, _INTERVAL)):
        for match in pattern.finditer(text):
            taken = any(start < match.end() and match.start() < end for start, end, _, _ in found)
            if taken or (reader is _interval and not brackets and not re.search(r"[\[\]∞]", match[0])):
                continue
            read = reader(match)
            if read is not None:
                found.append((match.start(), match.end(), read[0], read[1]))
    if not found:
        return None
    found.sort()
    names = {name for *_, name in found if name}
    if len(names) > 1:
        return None
    rest, at = "", 0
    for start, end, _, _ in found:
        rest, at = rest + text[at:start], end
    if strict and _OTHER.sub("", rest + text[at:]).strip(" .。"):
        return None
    pieces = found[0][2]
    for (_, end, _, _), (start, _, more, _) in pairwise(found):
        gap = text[end:start]
        listed = not re.search(r"或|\bor\b|∪", gap) and not _AND.search(gap)
        if listed and len(pieces) == len(more) == 1 and _alike(pieces[0], more[0]):
            return None  # x>3，x>5: which
        joined = bool(_AND.search(gap)) or (not re.search(r"或|\bor\b|∪", gap) and _overlap(pieces, more))
        pieces = _both_of(pieces, more) if joined else pieces + more
    return Region(tuple(_merge(pieces)), next(iter(names), ""))


def inside(a: Region, b: Region) -> bool:
    """Whether every number of ``a`` is in ``b``."""
    return tuple(_merge(_both_of(list(a.pieces), list(b.pieces)))) == a.pieces


def mirrored(a: Region) -> Region:
    """The region with the direction of its inequality turned round (x>3 → x<3)."""
    pieces: list[Piece] = []
    for low, low_in, high, high_in in a.pieces:
        if high == _INFINITY and low != -_INFINITY:
            pieces.append((-_INFINITY, False, low, low_in))
        elif low == -_INFINITY and high != _INFINITY:
            pieces.append((high, high_in, _INFINITY, False))
        else:
            pieces.append((low, low_in, high, high_in))
    return Region(tuple(_merge(pieces)), a.name)


def _arabic(text: str) -> str:
    value = parse_number(text)
    return text if value is None else f"{value.normalize():f}"


def _bound(text: str) -> Bound | None:
    if "∞" in text:
        return -_INFINITY if text.startswith("-") else _INFINITY
    try:
        node = parse(text)
    except FormulaError:
        return None
    value = exact(node)
    return value if value is not None else approximate(node)


def _half(symbol: str, bound: Bound) -> list[Piece]:
    if symbol in "<≤":
        return [(-_INFINITY, False, bound, symbol == "≤")]
    if symbol in ">≥":
        return [(bound, symbol == "≥", _INFINITY, False)]
    return [(-_INFINITY, False, bound, False), (bound, False, _INFINITY, False)]


_TURNED = {"<": ">", ">": "<", "≤": "≥", "≥": "≤", "≠": "≠"}


def _both(match: re.Match[str]) -> tuple[list[Piece], str] | None:
    low, high = _bound(match[1]), _bound(match[5])
    if low is None or high is None:
        return None
    return _both_of(_half(_TURNED[match[2]], low), _half(match[4], high)), match[3]


def _one(match: re.Match[str]) -> tuple[list[Piece], str] | None:
    symbol = match[2] or _TURNED[match[5]]
    bound = _bound(match[3] or match[4])
    return None if bound is None else (_half(symbol, bound), match[1] or match[6])


def _bare(match: re.Match[str]) -> tuple[list[Piece], str] | None:
    bound = _bound(match[2])
    return None if bound is None else (_half(match[1], bound), "")


def _interval(match: re.Match[str]) -> tuple[list[Piece], str] | None:
    low, high = _bound(match[2]), _bound(match[3])
    if low is None or high is None or low > high:
        return None
    return [(low, match[1] == "[", high, match[4] == "]")], ""


def _both_of(a: list[Piece], b: list[Piece]) -> list[Piece]:
    pieces: list[Piece] = []
    for low, low_in, high, high_in in a:
        for other, other_in, top, top_in in b:
            start = max((low, not low_in), (other, not other_in))
            end = min((high, high_in), (top, top_in))
            if start[0] < end[0] or (start[0] == end[0] and not start[1] and end[1]):
                pieces.append((start[0], not start[1], end[0], end[1]))
    return pieces


def _overlap(a: list[Piece], b: list[Piece]) -> bool:
    return bool(_both_of(a, b)) and not (len(a) == len(b) == 1 and a[0][0] == b[0][0] == -_INFINITY)


def _alike(a: Piece, b: Piece) -> bool:
    return (a[0] == b[0] == -_INFINITY) or (a[2] == b[2] == _INFINITY)


def _merge(pieces: list[Piece]) -> list[Piece]:
    merged: list[Piece] = []
    for piece in sorted(pieces, key=lambda p: (p[0], not p[1])):
        if merged:
            low, low_in, high, high_in = merged[-1]
            touching = piece[0] < high or (piece[0] == high and (piece[1] or high_in))
            if touching:
                end = max((high, high_in), (piece[2], piece[3]))
                merged[-1] = (low, low_in, end[0], end[1])
                continue
        merged.append(piece)
    return merged
