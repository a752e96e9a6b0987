"""A dish as it was found in a store, the conditions that it does not meet, and the row that a tool returns for it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from pilothouse.assistants.menu.catalogue import Menu
from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.filters import Filters
from pilothouse.assistants.menu.naming import Match
from pilothouse.assistants.menu.store import Stock
from pilothouse.assistants.menu.suitability import holds, safe_without, suits_spice


@dataclass(frozen=True)
class Found:
    """A dish as found in a store. ``conflicts`` are conditions that a dish named by the guest doesn't meet."""

    dish: Dish
    price: Decimal | None
    stock: Stock
    served_now: bool
    match: Match | str
    score: float = 1.0
    surface: str = ""
    conflicts: tuple[str, ...] = ()
    stages: tuple[tuple[str, int, float], ...] = ()

    @property
    def available(self) -> bool:
        return self.stock.available


def conflicts(found: Found, filters: Filters) -> list[str]:
    """Which of the guest's conditions a named dish does not meet, as codes with the word: ``contains:香菜``."""
    dish = found.dish
    problems = [f"contains:{term}" for term in filters.exclude if holds(dish, term)]
    problems += [f"allergy:{term}" for term in filters.avoid if not safe_without(dish, term)]
    if filters.spice in ("不辣", "微辣", "不太辣", "中辣", "特辣") and not suits_spice(dish, filters.spice):
        problems.append(f"spice:{filters.spice}")
    if filters.max_price is not None and found.price is not None and found.price > filters.max_price:
        problems.append("price")
    if filters.max_prep is not None and (dish.prep_minutes is None or dish.prep_minutes > filters.max_prep):
        problems.append(f"prep:{filters.max_prep}")
    if not found.available:
        problems.append("sold_out")
    if not found.served_now:
        problems.append("not_served_now")
    return problems


def row(found: Found, menu: Menu, *, figures: bool) -> dict[str, Any]:
    """The result row; stock figures only for those who may see them."""
    dish = found.dish
    return {
        "dish_id": dish.id,
        "name": dish.name,
        "name_en": dish.name_en,
        "category": dish.category,
        "price": None if found.price is None else float(found.price),
        "price_label": menu.label(dish),
        "unit": dish.unit,
        "spice": dish.default_spice,
        "tastes": list(dish.tastes),
        "ingredients": list(dish.ingredients),
        "allergens": list(dish.allergens),
        "portion": dish.portion,
        "prep_minutes": dish.prep_minutes,
        "notes": dish.notes,
        "description": dish.description,
        "hours": dish.hours,
        "signature": dish.signature,
        "available": found.available,
        "served_now": found.served_now,
        "stock": found.stock.quantity if figures else None,
        "match": found.match,
        "asked": found.surface or None,
        "score": round(found.score, 4),
        "conflicts": list(found.conflicts),
        "store": menu.store.name,
    }
