# ruff: noqa: E501 -- a pattern is read as a whole
"""A table put together by kinds: 两荤两素一汤, 三菜一汤, two meat dishes and a soup."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from pilothouse.assistants.menu.catalogue import vegetarian
from pilothouse.assistants.menu.filters import Filters
from pilothouse.assistants.menu.found import Found
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.order import phrases
from pilothouse.retrieval.tokenizer import normalise

_N = r"(\d{1,2}|[一两二三四五六七八九十俩])"
_PART = re.compile(
    rf"{_N}\s*(?:个|道|份|样|碗|款|种|杯)?\s*(荤|素|凉菜|冷盘|热菜|凉|汤|主食|饮料|饮品|甜品|甜点|小吃|菜)(?:菜|的)?"
    r"|\b(\d{1,2}|an?|one|two|three|four|five|six) "
    r"(meat|vegetable|veggie|vegetarian|soup|cold|staple|drink|dessert)s?(?: dish(?:es)?)?\b"
)
_ALSO = re.compile(r"(?:带|加|配|再来|来)个(汤|凉菜|主食|甜品)")  # 一荤两素带个汤
_CUE = re.compile(r"配|搭|组合|安排|put together")
# 三个人帮我配一下, 你看着给我们六个人安排
_TABLE = re.compile(
    r"配(?:一?下|[一几]?个|菜|一桌)|搭(?:配|几个|一下)|组合|安排|看着(?:给|帮|点|上|来)|怎么点|点(?:几个|些|多少)(?:什么)?菜|点什么(?:菜)?(?:合适|好|够)|(?:来|上|点)一桌|put together|order for (?:us|a table)|what should we order"
)
_HEADS = re.compile(
    r"(\d{1,2}|[一两二三四五六七八九十俩仨]{1,3})(?:个|位|口)?(?:大?人|朋友|同事)(?![份均]|一[份个碗杯])|(?:for|of us|we are|we're) ?(\d{1,2}|two|three|four|five|six|seven|eight)|(\d{1,2}|two|three|four|five|six|seven|eight) (?:of us|people|persons)"
)
_KIND = {
    "荤": "荤菜", "热菜": "菜", "素": "素菜", "凉": "凉菜", "冷盘": "凉菜", "饮料": "饮品", "甜点": "甜品",
    "meat": "荤菜", "vegetable": "素菜", "veggie": "素菜", "vegetarian": "素菜", "soup": "汤", "cold": "凉菜",
    "staple": "主食", "drink": "饮品", "dessert": "甜品",
}  # fmt: skip
SIDES = ("汤", "凉菜", "主食", "饮品", "甜品", "小吃")  # no main dishes, whatever is in them
MOST = 12


def read_combo(text: str, lexicon: Lexicon) -> dict[str, int]:
    """How many dishes of which kind; empty when the sentence asks for no table.

    >>> read_combo("四个人吃，两荤两素一汤", Lexicon())
    {'荤菜': 2, '素菜': 2, '汤': 1}
    """
    plain = normalise(text)
    if lexicon.mentions(plain):
        return {}
    wanted: dict[str, int] = {}
    if not _PART.search(plain) and _TABLE.search(plain) and (heads := heads_in(plain)):
        return _for(heads, lexicon)
    for match in _PART.finditer(plain):
        number, word = match[1] or match[3], match[2] or match[4]
        kind = _KIND.get(word, word)
        wanted[kind] = wanted.get(kind, 0) + (phrases.count(number) or 1)
    for match in _ALSO.finditer(plain):
        wanted.setdefault(match[1], 1)
    whole = len(wanted) > 1 or (bool(wanted) and set(wanted) != {"菜"} and _CUE.search(plain))
    return wanted if whole and sum(wanted.values()) <= MOST else {}


def heads_in(plain: str) -> int:
    """How many are to eat; 0 when it is not said."""
    match = _HEADS.search(plain)
    return phrases.count(next(filter(None, match.groups()))) or 0 if match else 0


def budget_in(plain: str, limit: Decimal | None) -> Decimal | None:
    """What the whole table may cost, where ``limit`` was said for it or for each."""
    heads = heads_in(plain)
    each = limit is not None and heads and re.search(r"人均|每(?:个)?人|一个人|per (?:head|person)|each", plain)
    return limit * heads if each and limit is not None else limit


def _for(heads: int, lexicon: Lexicon) -> dict[str, int]:
    """A dish for everybody and one more, as waiters lay it; soup from three on. Empty where there are no such kinds."""
    if not (lexicon.category("荤菜") and lexicon.category("素菜")):
        return {}
    dishes = min(heads + (heads < 5), MOST - 1)
    meat = (dishes + 1) // 2
    wanted = {"荤菜": meat, "素菜": dishes - meat} if heads > 1 else {"荤菜": 1}
    return wanted | ({"汤": 1} if heads > 2 and lexicon.category("汤") else {})


@dataclass(frozen=True)
class Table:
    """The dishes chosen, kind by kind, and the kinds of which there were too few."""

    dishes: tuple[Found, ...]
    short: tuple[str, ...] = ()

    @property
    def total(self) -> Decimal:
        """What they cost together."""
        return sum((found.price or Decimal(0) for found in self.dishes), Decimal(0))


def lay(
    wanted: Mapping[str, int],
    find: Callable[[Filters], Sequence[Found]],
    *,
    budget: Decimal | None = None,
    ordered: Sequence[str] = (),
) -> Table:
    """A table of the dishes that ``find`` returns, best first; within ``budget`` where that is possible."""
    sides = {found.dish.id for kind in SIDES for found in find(Filters(category=kind))}
    pools = {kind: _pool(kind, find, sides, ordered) for kind in {*wanted, "荤菜", "素菜"} - {"菜"}}
    slots = [kind for kind, number in wanted.items() for kind in _slots(kind, number)]
    chosen: list[Found] = []
    places: list[str] = []
    for kind in slots:
        if (found := _next(pools[kind], chosen)) is not None:
            chosen.append(found)
            places.append(kind)
    short = tuple(dict.fromkeys(kind for kind in slots if places.count(kind) < slots.count(kind)))
    return Table(tuple(_within(chosen, places, pools, budget)), short)


def _slots(kind: str, number: int) -> list[str]:
    """Three dishes are two with meat and one without."""
    return [kind] * number if kind != "菜" else [("荤菜", "素菜")[n % 2] for n in range(number)]


def _pool(
    kind: str, find: Callable[[Filters], Sequence[Found]], sides: set[str], ordered: Sequence[str]
) -> list[Found]:
    found = [item for item in find(Filters(category=kind)) if item.dish.id not in ordered]
    if kind in SIDES:
        return found
    mains = [item for item in found if item.dish.id not in sides]
    return [item for item in mains if kind != "素菜" or vegetarian(item.dish) is not False]


def _next(pool: Sequence[Found], chosen: Sequence[Found]) -> Found | None:
    """The best of the pool, rather of a category that is not on the table yet."""
    left = [item for item in pool if item not in chosen]
    categories = {item.dish.category for item in chosen}
    return next((item for item in left if item.dish.category not in categories), left[0] if left else None)


def _within(
    chosen: list[Found], places: Sequence[str], pools: Mapping[str, Sequence[Found]], budget: Decimal | None
) -> list[Found]:
    """The dearest given up for the cheapest of its kind, one by one, until it is enough."""
    table = list(chosen)
    for n in sorted(range(len(table)), key=lambda n: -(table[n].price or Decimal(0))):
        if budget is None or sum((item.price or Decimal(0) for item in table), Decimal(0)) <= budget:
            break
        priced = [item for item in pools[places[n]] if item.price is not None and item not in table]
        cheapest = min(priced, key=lambda item: item.price or Decimal(0), default=None)
        if cheapest is not None and (cheapest.price or Decimal(0)) < (table[n].price or Decimal(0)):
            table[n] = cheapest
    return table
