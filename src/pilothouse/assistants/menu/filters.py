"""Structured conditions that a dish must meet."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

SpiceWish = Literal["any", "不辣", "微辣", "不太辣", "中辣", "特辣", "辣"]
Sort = Literal["relevance", "price_asc", "price_desc", "prep"]


@dataclass(frozen=True, slots=True)
class Filters:
    """Prices in yuan, ``max_prep`` in minutes. Empty fields don't restrict."""

    category: str | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()  # allergies: like exclude, and the menu's allergen field counts too
    spice: SpiceWish = "any"
    min_price: Decimal | None = None
    max_price: Decimal | None = None
    max_prep: int | None = None
    sort: Sort = "relevance"
    signature: bool = False

    @property
    def empty(self) -> bool:
        return self == Filters()
