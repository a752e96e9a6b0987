"""Tastes that the menu itself offers: sizes, sugar, ice, noodles, how a steak is done. No list of them is written here.

A guest says them as the menu does or nearly so: 大的 for 大碗, 半糖 for 五分糖, no ice for 去冰.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pilothouse.assistants.menu.dish import SPICE_ORDER
from pilothouse.assistants.menu.lexicon import Lexicon

_LONGEST = 16
_MEASURES = "杯碗份号盘"
# What trade calls by several names.
_ALIKE: tuple[tuple[str, ...], ...] = (
    ("无糖", "不加糖", "零糖", "不另外加糖", "不另加糖", "no sugar", "unsweetened", "0糖"),
    ("微糖", "三分糖", "少少糖", "quarter sugar"),
    ("半糖", "五分糖", "half sugar", "50% sugar"),
    ("少糖", "七分糖", "less sugar"),
    ("全糖", "正常糖", "标准糖", "十分糖", "normal sugar", "regular sugar", "full sugar"),
    ("去冰", "无冰", "不加冰", "不要冰", "走冰", "免冰", "no ice", "without ice"),
    ("少冰", "微冰", "less ice", "light ice"),
    ("正常冰", "标准冰", "全冰", "加冰", "regular ice", "normal ice"),
    ("热", "热饮", "热的", "做热", "hot"),
    ("冰", "冰的", "冷的", "冷饮", "iced", "正常冰"),
    ("常温", "常温的", "room temperature"),
    ("大杯", "大碗", "大份", "大号", "大盘", "大", "大的", "large", "big"),
    ("中杯", "中碗", "中份", "中号", "中", "中的", "medium", "regular"),
    ("小杯", "小碗", "小份", "小号", "小盘", "小", "小的", "small"),
    ("超大杯", "超大碗", "超大份", "特大杯", "特大", "超大", "extra large"),
    ("medium rare", "medium-rare"),
    ("well done", "well-done", "全熟"),
)  # fmt: skip
_SAME = {word: group for group in reversed(_ALIKE) for word in group}
_SIZE = re.compile(rf"(?:超|特)?[大中小](?:[{_MEASURES}]|的)?|large|small|big|regular|extra large")
_SWEET = re.compile(r".{1,4}糖|.*\bsugar|unsweetened")
_COLD = re.compile(r".{0,3}冰的?|热[饮的]?|常温|温的?|冷的|.*\bice|iced|hot")
_DONE = frozenset(("rare", "medium rare", "medium", "medium well", "well done"))
_CUT = re.compile(r"[宽细粗中毛韭]{1,2}[面粉叶]|[宽细粗]的?")


def taste_at(text: str, at: int, end: int, lexicon: Lexicon) -> int:
    """Length of the taste of this menu that begins at ``at``, 0 when there is none."""
    if at + 1 == end and text[at] in "冰热" and any(kind_of(taste) == "ice" for taste in lexicon.tastes):
        return 1  # 冰美式
    for size in range(min(_LONGEST, end - at), 0, -1):
        word = text[at : at + size]
        if word not in lexicon.tastes and word not in sayings(lexicon):
            continue
        after, before = text[at + size : at + size + 1], text[at - 1 : at]
        if word.isascii() and (_latin(before) or _latin(after)):
            continue
        if size > 1:
            return size + (after == "的")
        if after in ("的", "") or at + size == end or not after.isalnum():
            return size + (after == "的")
    return 0


def sayings(lexicon: Lexicon) -> frozenset[str]:
    """Other words for the tastes of this menu; single characters are left to the menu's own tastes."""
    return _sayings(lexicon.tastes)


_KNOWN: dict[frozenset[str], frozenset[str]] = {}


def _sayings(tastes: frozenset[str]) -> frozenset[str]:
    if tastes not in _KNOWN:
        if len(_KNOWN) > 32:
            _KNOWN.clear()
        words = {word for taste in tastes for word in _SAME.get(taste, ()) if len(word) > 1} - (_DONE - tastes)
        words |= {f"{taste[0]}的" for taste in tastes if _CUT.fullmatch(taste) and len(taste) == 2}
        _KNOWN[tastes] = frozenset(words - {"hot", "冷的"} | ({"hot"} if "hot" in tastes else set()))
    return _KNOWN[tastes]


def offered(wish: str, tastes: Sequence[str]) -> str:
    """The taste among ``tastes`` (of one dish) that ``wish`` means; ``""`` when it has none.

    >>> offered("大的", ["小碗", "大碗"]), offered("半糖", ["三分糖", "五分糖"]), offered("热的", ["热", "去冰"])
    ('大碗', '五分糖', '热')
    """
    bare = wish.removesuffix("的") or wish
    for word in (wish, bare):
        if word in tastes:
            return word
    same = {other for group in _ALIKE if wish in group or bare in group for other in group}
    held = [taste for taste in tastes if taste in same]
    if not held and len(bare) < 3:
        held = [taste for taste in tastes if taste.startswith(bare) and len(taste) <= len(bare) + 1]
    return held[0] if len(held) == 1 else ""


def kind_of(taste: str) -> str:
    """What of a dish the taste says: of each kind a dish has one; ``""`` for a taste that goes with any other."""
    if taste in SPICE_ORDER:
        return "spice"
    if taste in _DONE:
        return "done"
    for kind, pattern in (("size", _SIZE), ("sugar", _SWEET), ("ice", _COLD), ("cut", _CUT)):
        if pattern.fullmatch(taste):
            return kind
    return ""


def kinds(tastes: Iterable[str]) -> frozenset[str]:
    """Every kind of taste that occurs."""
    return frozenset(kind for taste in tastes if (kind := kind_of(taste)))


def _latin(mark: str) -> bool:
    return bool(mark) and mark.isascii() and mark.isalnum()
