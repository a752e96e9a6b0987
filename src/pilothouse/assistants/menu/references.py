# ruff: noqa: E501 -- a pattern is read as a whole
"""What a guest points at: 第二个, 最便宜的那个, 这个, 都要, 除了第二个. The list shown last, in the order shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from pilothouse.contracts.numerals import parse_number

_N = r"(\d{1,2}|[一二两三四五六七八九十]{1,3})"
_MEASURE = r"(?:个|道|份|样|款|种|盘|碗|家|项|条|位)"
_NTH = re.compile(
    rf"(?:第\s*{_N}\s*{_MEASURE}?|{_N}\s*号(?![桌台楼院街路线店门房室口馆公])|\bthe (first|second|third|fourth|fifth|sixth|last)\b(?: (?:one|dish)\b)?|\b(first|second|third|fourth|fifth|last) one\b)"
)
_LAST = re.compile(rf"(?:最后|末尾|最末|倒数第?一)(?:那|的)?(?:一)?{_MEASURE}?")
_FIRST_N = re.compile(rf"(?:前(?:面)?(?:的)?{_N}{_MEASURE}|the first (two|three|four|five))")
_ALL = re.compile(
    rf"(?:全部?|都|统统|通通)(?:要|点|来|上|给我|加)(?:了|上|吧|一份|一遍)*|(?:(?:这|那)(?:几|些|{_N})|[两二三四五六俩仨]){_MEASURE}?(?:我)?(?:都|全)(?:要|来|点|上|加)?|全(?:要|来|点|上)了?|(?:一样|每样|各|每{_MEASURE})(?:都)?(?:来|要|点|上)?一{_MEASURE}|都来一份|\bboth\b|all of (?:them|these|those)|one of each|everything"
)
_EXCEPT = re.compile(
    rf"(?:除了|不要|除去|去掉){{0,1}}(?:除了|不要)第\s*{_N}\s*{_MEASURE}?|except (?:for )?the (first|second|third|fourth|fifth|last)"
)
_CHEAPEST = re.compile(
    r"最便宜(?:的)?(?:那|这)?(?:个|道|份)?|便宜(?:一?点|些)?的(?:那(?:个|道|份|种)|(?=[来要][一两二三]))|the cheap(?:est|er)(?: one)?"
)
_DEAREST = re.compile(
    r"最贵(?:的)?(?:那|这)?(?:个|道|份)?|贵(?:一?点|些)?的那(?:个|道|份|种)|the most expensive(?: one)?"
)
_FASTEST = re.compile(
    r"快(?:一?点|些)?的那(?:个|道|份)|(?:最快|出餐最快|上菜最快)(?:的)?(?:那|这)?(?:个|道|份)?|the (?:fastest|quickest)(?: one)?"
)
_MILDEST = re.compile(r"最(?:不|少)辣(?:的)?(?:那|这)?(?:个|道|份)?|the mildest(?: one)?")
_THIS = re.compile(
    rf"(?:就|那就|我就|还是)?(?:要|来|点|选)?(?:这|那)(?:一)?(?:{_MEASURE}|道菜|个菜|菜)(?!人|时|样|么|钱|点)|(?<![其吉])它(?!们)|\b(?:this|that|it)(?: one)?\b(?! is\b)|\bone of (?:those|these|them)\b|(?<=of )(?:those|these|them)\b"
)
_JUST_NOW = re.compile(
    r"(?:刚才|刚刚|刚(?!好)|上一(?!份)|前一)(?:点|要|加|说|那)?(?:的)?(?:那|这)?(?:一)?(?:个|道|份|菜)(?:菜)?|(?:the )?last (?:one|dish|item) i (?:added|ordered)|(?<=remove )the last (?:one|item|dish)|(?<=delete )the last (?:one|item|dish)|(?<=cancel )the last (?:one|item|dish)|(?<=off )the last (?:one|item|dish)"
)
_WANTED = re.compile(r"的?(?:给我)?[来要][一两二三俩份]")  # 便宜的来一份
_WORDS = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A dish as it was shown: what a reference can be decided by."""

    dish: str
    name: str
    price: Decimal | None = None
    prep_minutes: int | None = None
    heat: int = 0


@dataclass(frozen=True, slots=True)
class Reference:
    """``dishes`` meant, in order. ``ambiguous``: something was pointed at, and it is not clear what; ask.

    ``kind``: ``nth`` by place or superlative, ``all``, ``this`` the dish spoken of last, ``just_now`` the line of the
    order touched last. ``start``/``end`` are the place of the words in the text.
    """

    dishes: tuple[str, ...]
    kind: str
    start: int
    end: int
    ambiguous: bool = False
    beyond: bool = False  # 第八个 of five


def find_reference(text: str, shown: Sequence[Shown], *, focus: str = "", touched: str = "") -> Reference | None:
    """The reference in normalised ``text``, or ``None``. ``focus`` is the dish spoken of last, ``touched`` the order's
    line changed last."""
    if match := _JUST_NOW.search(text):
        dish = touched or focus
        return Reference((dish,) if dish else (), "just_now", match.start(), match.end(), ambiguous=not dish)
    if match := _EXCEPT.search(text):
        left_out = _index(match, len(shown))
        kept = tuple(item.dish for n, item in enumerate(shown) if n != left_out)
        return Reference(kept, "all", match.start(), match.end(), ambiguous=not shown, beyond=left_out is None)
    if match := _FIRST_N.search(text):
        count = _number(match[1] or match[2]) or 0
        return Reference(
            tuple(item.dish for item in shown[:count]), "all", match.start(), match.end(), ambiguous=not shown
        )
    several = [_index(match, len(shown)) for match in _NTH.finditer(text)]
    if several:
        first, last = next(_NTH.finditer(text)), list(_NTH.finditer(text))[-1]
        ids = tuple(shown[index].dish for index in several if index is not None)
        return Reference(
            ids, "nth", first.start(), last.end(), ambiguous=not shown, beyond=None in several and bool(shown)
        )
    for pattern, key in ((_CHEAPEST, "price"), (_DEAREST, "dear"), (_FASTEST, "prep"), (_MILDEST, "heat")):
        # 最便宜的菜是什么 asks the whole menu; 最便宜的那个 points at the list.
        match = pattern.search(text)
        if match and shown and (re.search(r"那|这|个|道|份|one|er$", match[0]) or _WANTED.match(text, match.end())):
            return Reference(_extreme(shown, key), "nth", match.start(), match.end())
    if match := _ALL.search(text):
        return Reference(tuple(item.dish for item in shown), "all", match.start(), match.end(), ambiguous=not shown)
    if (match := _LAST.search(text)) and shown:
        return Reference((shown[-1].dish,), "nth", match.start(), match.end())
    if match := _THIS.search(text):
        if focus:
            return Reference((focus,), "this", match.start(), match.end())
        if len(shown) == 1:
            return Reference((shown[0].dish,), "this", match.start(), match.end())
        return Reference((), "this", match.start(), match.end(), ambiguous=True)
    return None


def _extreme(shown: Sequence[Shown], key: str) -> tuple[str, ...]:
    def measure(item: Shown) -> Decimal | int:
        if key in ("price", "dear"):
            return item.price if item.price is not None else Decimal(10**9)
        if key == "prep":
            return item.prep_minutes if item.prep_minutes is not None else 10**6
        return item.heat

    known = [item for item in shown if key not in ("price", "dear") or item.price is not None] or list(shown)
    best = max(known, key=measure) if key == "dear" else min(known, key=measure)
    return (best.dish,)


def _index(match: re.Match[str], size: int) -> int | None:
    """Index into the list, ``None`` when it has no such place."""
    word = next((group for group in match.groups() if group), "")
    if word == "last":
        return size - 1 if size else None
    number = _number(word)
    return number - 1 if number is not None and 1 <= number <= size else None


def _number(word: str | None) -> int | None:
    if not word:
        return None
    if word in _WORDS:
        return _WORDS[word]
    value = parse_number(word)
    return None if value is None else int(value)
