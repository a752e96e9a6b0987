"""How a guest's taste orders a list of dishes, with the reasons that are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from pilothouse.assistants.menu.catalogue import Menu
from pilothouse.assistants.menu.dish import SPICE_ORDER, Dish
from pilothouse.assistants.menu.search import Found
from pilothouse.assistants.menu.suitability import heat, holds, safe_without, suits_spice
from pilothouse.assistants.menu.taste import HOT, Taste
from pilothouse.retrieval.tokenizer import normalise

USUAL = 2  # confirmed orders from which a dish is a usual one
NAMED = frozenset({"exact", "alias", "similar"})  # matches of dishes that the guest named himself

Row = TypeVar("Row", Found, Mapping[str, Any], dict[str, Any])


class Ranked(NamedTuple, Generic[Row]):
    """A row and why it stands where it stands: plain data with ``kind`` and ``effect`` (up, down, warn)."""

    row: Row
    reasons: list[dict[str, Any]]


def rank(rows: Sequence[Row], taste: Taste, menu: Menu, *, reorder: bool = True) -> list[Ranked[Row]]:
    """Usual and liked dishes first, disliked and too spicy ones last, equals as they came; without those that aren't
    known to be safe for the guest's allergies. Dishes that he named keep their places and are only flagged.

    ``reorder=False`` when he asked for an order, such as the cheapest first.
    """
    marked = [Ranked(row, reasons(menu.dishes.get(_id(row)), taste)) for row in rows]
    kept = [item for item in marked if _match(item.row) in NAMED or not _unsafe(item.reasons)]
    if not reorder:
        return kept
    free = iter(
        sorted((item for item in kept if _match(item.row) not in NAMED), key=lambda item: -_points(item.reasons))
    )
    return [item if _match(item.row) in NAMED else next(free) for item in kept]


def reasons(dish: Dish | None, taste: Taste) -> list[dict[str, Any]]:
    """What of the taste bears on the dish. An unknown dish isn't safe for any allergy."""
    if dish is None:
        return [{"kind": "allergy", "term": term, "effect": "warn"} for term in taste.allergies]
    found: list[dict[str, Any]] = []
    found += [{"kind": "allergy", "term": t, "effect": "warn"} for t in taste.allergies if not safe_without(dish, t)]
    found += [{"kind": "dislike", "term": t, "effect": "down"} for t in taste.dislikes if holds(dish, t)]
    if effect := _spice(dish, taste.spice):
        found.append({"kind": "spice", "level": taste.spice, "effect": effect})
    found += [{"kind": "like", "term": t, "effect": "up"} for t in taste.likes if _liked(dish, t)]
    if (times := taste.ordered.get(dish.id, 0)) >= USUAL:
        found.append({"kind": "usual", "times": times, "effect": "up"})
    return found


def _points(found: Sequence[Mapping[str, Any]]) -> int:
    worth = {"dislike": -3, "usual": 2, "like": 1}
    kinds = {reason["kind"]: reason for reason in found}
    spice = {"down": -2, "up": 1}.get(kinds["spice"]["effect"], 0) if "spice" in kinds else 0
    return spice + sum(worth.get(kind, 0) for kind in kinds)


def _spice(dish: Dish, wish: str) -> str:
    """``down`` for a dish that can't be had as mild as wished, ``up`` for a hot one for those who like it hot."""
    if wish == "":
        return ""
    if wish in ("不辣", "微辣", "中辣"):
        hotter = wish == "不辣" or heat(dish) > SPICE_ORDER.index(wish)
        return "down" if hotter and not suits_spice(dish, wish) else ""
    return "up" if suits_spice(dish, HOT if wish == HOT else wish) else ""


def _liked(dish: Dish, term: str) -> bool:
    return holds(dish, term) or (len(term) > 1 and normalise(term) in normalise(dish.category))


def _unsafe(found: Sequence[Mapping[str, Any]]) -> bool:
    return any(reason["kind"] == "allergy" for reason in found)


def _id(row: Found | Mapping[str, Any]) -> str:
    return row.dish.id if isinstance(row, Found) else str(row.get("dish_id", ""))


def _match(row: Found | Mapping[str, Any]) -> str:
    return str(row.match if isinstance(row, Found) else row.get("match", ""))
