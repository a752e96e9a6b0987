"""The conditions of a search one by one, and the order in which a guest wants the dishes."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from pilothouse.assistants.menu import ontology
from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.filters import Filters
from pilothouse.assistants.menu.found import Found
from pilothouse.assistants.menu.suitability import holds, safe_without
from pilothouse.assistants.menu.understanding import Request

_LAST = Decimal(10**9)


Test = Callable[[Dish], bool]


def lacks(term: str) -> Test:
    return lambda dish: not holds(dish, term)


def safe(term: str) -> Test:
    return lambda dish: safe_without(dish, term)


def in_order(rows: list[Found], filters: Filters) -> list[Found]:
    if filters.sort == "price_asc":
        return sorted(rows, key=lambda row: row.price if row.price is not None else _LAST)
    if filters.sort == "price_desc":
        return sorted(rows, key=lambda row: -(row.price if row.price is not None else Decimal(-1)))
    if filters.sort == "prep":
        return sorted(rows, key=lambda row: row.dish.prep_minutes if row.dish.prep_minutes is not None else 10**6)
    return rows


def together(filters: Filters, request: Request) -> Filters:
    """Conditions given as arguments win; those written into the query count as well."""
    said = request.filters
    return Filters(
        category=filters.category or said.category,
        include=tuple(dict.fromkeys((*filters.include, *said.include))),
        exclude=tuple(dict.fromkeys((*filters.exclude, *said.exclude))),
        avoid=tuple(dict.fromkeys((*filters.avoid, *said.avoid))),
        spice=filters.spice if filters.spice != "any" else said.spice,
        min_price=filters.min_price if filters.min_price is not None else said.min_price,
        max_price=filters.max_price if filters.max_price is not None else said.max_price,
        max_prep=filters.max_prep if filters.max_prep is not None else said.max_prep,
        sort=filters.sort if filters.sort != "relevance" else said.sort,
        signature=filters.signature or said.signature,
    )


def kind_of(word: str) -> str:
    """素 or 荤 when the word means dishes without or with meat: then the ingredients tell, if no category does."""
    words = ontology.categories().get(word, (word,))
    return "素" if "素菜" in words else "荤" if "荤菜" in words else ""


def of_kind(dish: Dish, word: str) -> bool:
    """True when the name says what kind of dish it is: 番茄蛋汤 is a soup on a menu without that category."""
    return any((len(kind) > 1 and kind in dish.name) or dish.name.endswith(kind) for kind in ontology.endings(word))


def describes(words: str) -> bool:
    """True for words that describe and don't name: several of them, or a sentence's worth of text."""
    return (words.isascii() and len(words.split()) > 3) or len(words) > 9 or "的" in words
