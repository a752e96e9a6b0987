"""What of a need the score looks at."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from pilothouse.assistants.shopping.need.lexicon import Entry, qualities, situations
from pilothouse.assistants.shopping.scoring.nearness import cases

if TYPE_CHECKING:
    from pilothouse.assistants.shopping.evidence.record import Evidence, Product
    from pilothouse.assistants.shopping.need import Need

OVER = 1.05  # of the budget: a price in a page is never exact
PRICED = ("价格", "性价比")  # the budget says what is cheap enough
_MARKS = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True)
class Wish:
    """``aspects`` that are wanted (静音, 续航 …) and have to be spoken of; ``cases``: persons and scenes, of which
    what is said counts more; ``aside``: aspects that don't matter. Names wanted and not; ``high`` in ``currency``: that
    a thing is cheaper than he thought is no reason against it. ``particular``: more is wanted than any good product
    of the kind."""

    aspects: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    high: float | None = None
    currency: str = "CNY"
    particular: bool = False

    def bar(self, product: Product) -> Literal["", "brand", "budget"]:
        """Why the product can't be chosen for this need."""
        named = {plain(name) for name in (product.name, product.brand, *product.names) if name}
        if any(word in name for word in map(plain, self.excluded) if word for name in named):
            return "brand"
        if self.wanted and not any(word in name for word in map(plain, self.wanted) if word for name in named):
            return "brand"
        price = self.price(product)
        if price is not None and self.high is not None and price > self.high * OVER:
            return "budget"
        return ""

    def price(self, product: Product) -> float | None:
        """The product's price in the money that the budget is in, as far as pages tell it."""
        return product.price if self.currency == "CNY" else product.foreign.get(self.currency)

    def concerns(self, evidence: Evidence, aspect: str | None = None) -> bool:
        """Whether the evidence judges an aspect that is wanted (or this one), or speaks of the asker's case."""
        aspects = (*self.aspects, *self.cases) if aspect is None else (aspect,)
        said = plain(evidence.quotation)
        return any(
            same(evidence.aspect, wanted) or plain(wanted) in said or _spoken(wanted, evidence) for wanted in aspects
        )

    def ignores(self, evidence: Evidence) -> bool:
        """Whether the evidence judges what the asker said doesn't matter."""
        return any(same(evidence.aspect, aspect) for aspect in self.aside)


_LACKING = re.compile(r"(?:[缺没无不少]有?|\b(?:no|without|lacks?|lacking|missing)\b)\W*\w{0,2}\s?$", re.IGNORECASE)


def _spoken(wanted: str, evidence: Evidence) -> bool:
    """Whether praise names what is wanted by another word for it (自带 GPS), or criticism complains of its want."""
    entry = _entries().get(wanted)
    if entry is None:
        return False
    said = evidence.quotation
    if evidence.polarity == "negative":
        return entry.bad is not None and entry.bad.search(said) is not None
    return any(not _LACKING.search(said[: found.start()]) for found in entry.good.finditer(said))


@cache
def _entries() -> dict[str, Entry]:
    return {entry.name: entry for entry in (*qualities(), *situations())}


def wish_of(need: Need) -> Wish:
    """The part of ``need`` that matters for the score."""
    excluded = (*need.excluded_brands, *need.excluded_products)
    return Wish(
        aspects=tuple(quality for quality in need.qualities if quality not in PRICED),
        cases=cases(need),
        aside=need.indifferent,
        wanted=tuple(name for name in (*need.wanted_brands, *need.wanted_products) if not _among(name, excluded)),
        excluded=excluded,
        high=need.high if need.high is not None else need.foreign_high,
        currency="CNY" if need.high is not None else need.currency,
    )


def plain(text: str) -> str:
    """``text`` for comparing: compatible forms, lower case, letters and digits only."""
    return _MARKS.sub("", unicodedata.normalize("NFKC", text).casefold()).replace("_", "")


def same(said: str, wanted: str) -> bool:
    """Whether two aspects are one: 静音 and 静音性."""
    a, b = plain(said), plain(wanted)
    return bool(a) and bool(b) and (a in b or b in a)


def _among(name: str, names: tuple[str, ...]) -> bool:
    """Whether a name holds one of the others: nobody wants what he refuses."""
    return any(plain(other) in plain(name) for other in names if plain(other))
