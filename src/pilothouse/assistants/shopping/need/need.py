"""A need as typed data."""

from __future__ import annotations

import re
from typing import Literal

from pydantic import BaseModel, ConfigDict

Currency = Literal["CNY", "USD", "EUR", "GBP", "JPY"]
LIMIT = 400  # characters of the sentence that is searched for


class Need(BaseModel):
    """``kind``: the kind of product in the user's words, empty when none is named. ``aspects``: everything that a
    product is to be judged by: ``qualities`` (静音, 续航 …), ``persons`` and ``scenes``. ``musts``: requirements in his
    own words that no list of qualities knows (会爬楼梯). ``indifferent``: qualities that don't matter to him.

    ``wanted_brands`` and ``wanted_products`` (two of them: a comparison) are wished for, ``excluded_…`` refused;
    ``excluded_kinds`` are forms that he doesn't want (入耳式). ``low`` and ``high``: the budget in yuan; one in
    another ``currency`` stands in ``foreign_low`` and ``foreign_high``, for prices in yuan can't be compared with it.
    ``unlimited``: he said that price doesn't matter. ``year``: a year that he named. ``text``: his words.
    ``confidence``: how sure the kind is, 0 to 1. ``merged``: whether follow-ups changed it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    text: str = ""
    kind: str = ""
    aspects: tuple[str, ...] = ()
    qualities: tuple[str, ...] = ()
    persons: tuple[str, ...] = ()
    scenes: tuple[str, ...] = ()
    musts: tuple[str, ...] = ()
    indifferent: tuple[str, ...] = ()
    wanted_brands: tuple[str, ...] = ()
    wanted_products: tuple[str, ...] = ()
    excluded_brands: tuple[str, ...] = ()
    excluded_products: tuple[str, ...] = ()
    excluded_kinds: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    foreign_low: float | None = None
    foreign_high: float | None = None
    currency: Currency = "CNY"
    unlimited: bool = False
    year: int | None = None
    confidence: float = 0.0
    merged: bool = False

    @property
    def vague(self) -> bool:
        """Whether it names nothing that could be searched for."""
        return not self.kind and not self.wanted_products and not self.excluded_products

    @property
    def names(self) -> tuple[str, ...]:
        """Every proper noun in it."""
        return (*self.wanted_brands, *self.wanted_products, *self.excluded_brands, *self.excluded_products)

    @property
    def chinese(self) -> bool:
        return re.search(r"[\u3400-\u9fff]", self.kind or self.text) is not None

    @property
    def query(self) -> str:
        """One sentence that says it all, at most ``LIMIT`` characters: the user's own unless follow-ups changed it."""
        return (self.sentence() if self.merged else self.text)[:LIMIT]

    def sentence(self) -> str:
        """The need put together again; reading it gives the same need."""
        return _chinese(self) if self.chinese else _english(self)


def _chinese(need: Need) -> str:
    wanted = need.kind or " 和 ".join(need.wanted_products)
    parts = [f"推荐{wanted}"]
    parts += [f"要{quality}" for quality in (*need.qualities, *need.musts)]
    parts += [f"给{person}用" for person in need.persons]
    parts += [f"{scene}用" for scene in need.scenes]
    parts += [f"要{brand}的" for brand in need.wanted_brands]
    parts += [f"不要{name}" for name in (*need.excluded_brands, *need.excluded_products, *need.excluded_kinds)]
    parts += [f"预算{amount(need.low)}-{amount(need.high)}元"] if need.low and need.high else []
    parts += [f"{amount(need.high)}元以内"] if need.high and not need.low else []
    parts += [f"{amount(need.low)}元以上"] if need.low and not need.high else []
    parts += ["预算不限"] if need.unlimited else []
    return "，".join(parts)


def _english(need: Need) -> str:
    parts = [f"recommend a {need.kind or ' or '.join(need.wanted_products)}"]
    parts += [f"for {name}" for name in (*need.persons, *need.scenes)]
    parts += [f"must be {quality}" for quality in (*need.qualities, *need.musts)]
    parts += [f"only {brand}" for brand in need.wanted_brands]
    parts += [f"not {name}" for name in (*need.excluded_brands, *need.excluded_products, *need.excluded_kinds)]
    parts += [f"between {amount(need.low)} and {amount(need.high)} yuan"] if need.low and need.high else []
    parts += [f"under {amount(need.high)} yuan"] if need.high and not need.low else []
    parts += [f"over {amount(need.low)} yuan"] if need.low and not need.high else []
    parts += ["price is no problem"] if need.unlimited else []
    return ", ".join(parts)


def amount(value: float | None) -> str:
    return f"{value or 0:g}" if (value or 0) < 1e6 else f"{value or 0:.0f}"
