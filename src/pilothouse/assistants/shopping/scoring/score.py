"""The score of each product, by code, from typed evidence alone (S8)."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Literal

from pilothouse.assistants.shopping.scoring.hazard import hazards
from pilothouse.assistants.shopping.scoring.nearness import Near, nearness, says_more
from pilothouse.assistants.shopping.scoring.nearness import meanings as nearness_meanings
from pilothouse.assistants.shopping.scoring.units import Voice, voices
from pilothouse.assistants.shopping.scoring.weight import Weighed, weigh
from pilothouse.assistants.shopping.scoring.wish import Wish, wish_of

if TYPE_CHECKING:
    from pilothouse.assistants.shopping.evidence.record import Evidence, Product
    from pilothouse.assistants.shopping.need import Need
    from pilothouse.embedding.embedder import Embedder
    from pilothouse.websearch.provider import WebPage

PRIOR, PRIOR_GOOD = 1.0, 0.4  # voices that every product starts with, and how many of them are good
HALF = 0.65  # of the doubt that each full voice leaves
WHOLE, ASIDE = 0.1, 0.03  # relevance of praise for the whole product, and for what nobody asked
NAMED = 0.9  # relevance of what judges an aspect that is wanted
PARTICULAR = 0.85  # what is said to the need, against what is said at all
FOREIGN = 0.3  # relevance of a page about another form of the thing
CLOSE = 0.45  # relevance from which praise is for what is wanted
MEETS = 0.45  # nearness from which a quotation speaks of a requirement
OTHERS = 0.3  # what advice to others in another case (小个子选它) counts
UNSPOKEN = 0.6  # fit of an aspect that nobody mentions
SEVERAL, UNCOMPARED = 3, 0.4  # products of a page that compares; what praise is worth that no such page shares
RECALLED_ALONE = 0.75  # one voice says that it was recalled

Bar = Literal["", "brand", "kind", "product", "budget", "recalled"]


@dataclass(frozen=True, slots=True)
class Fit:
    """How an aspect that is wanted is judged: ``good`` and ``bad`` in voices; ``score`` 0 to 1. ``must``: a
    requirement in the asker's own words, which has to be met."""

    aspect: str
    good: float
    bad: float
    domains: int
    score: float
    must: bool = False

    @property
    def met(self) -> bool:
        return self.good > self.bad


@dataclass(frozen=True, slots=True)
class Opinion:
    """``good`` and ``bad`` in voices; ``share`` of the good, with the prior, and ``confidence``, both 0 to 1."""

    good: float
    bad: float
    share: float
    confidence: float

    @property
    def value(self) -> float:
        return self.share * self.confidence


@dataclass(frozen=True, slots=True)
class Scored:
    """A product with its ``score`` (0 to 100) and everything it was computed from.

    ``general``: what is said of it at all; ``special``: what is said to the need. ``fitness`` 0 to 1: how the
    wanted aspects are judged. ``addressed``: domains that praise it for what is wanted. ``domains`` that say
    something good or bad of it, ``backers`` those that can be believed and speak for it; ``copies`` pages that only
    repeat another; ``promotional`` and ``recency`` 0 to 1, means over the evidence. ``bar``: why it can't be
    chosen, or empty.
    """

    product: Product
    score: float
    general: Opinion
    special: Opinion
    fitness: float
    addressed: int
    domains: int
    backers: int
    recency: float
    copies: int
    promotional: float
    fits: tuple[Fit, ...]
    compared: bool
    bar: Bar
    recalls: int
    voices: tuple[Voice, ...]

    @property
    def evidence(self) -> list[Weighed]:
        return [item for voice in self.voices for item in voice.items]


def score(
    evidence: Sequence[Evidence],
    products: Sequence[Product],
    need: Need,
    today: date,
    encoder: Embedder | None = None,
    pages: Sequence[WebPage] = (),
) -> list[Scored]:
    """All products, best first; those that can't be chosen come with their bar, last.

    ``encoder`` tells which evidence speaks of the asker's case in other words than his; ``pages``, to which the
    evidence refers by number, tell what they are about.
    """
    near = nearness(need, _backed(evidence), encoder, pages)
    wish = replace(wish_of(need), particular=says_more(need))
    return rank(evidence, products, wish, today, near)


def meanings(need: Need, evidence: Sequence[Evidence], pages: Sequence[WebPage]) -> list[str]:
    """The texts of which ``score`` asks the encoder what they mean."""
    return nearness_meanings(need, _backed(evidence), pages)


def _backed(evidence: Sequence[Evidence]) -> list[Evidence]:
    """What is said of products that two domains praise: the others can't be chosen, and meaning takes time to read."""
    domains: defaultdict[str, set[str]] = defaultdict(set)
    for record in evidence:
        if record.polarity == "positive":
            domains[record.product].add(record.domain)
    return [record for record in evidence if len(domains[record.product]) > 1]


def rank(
    evidence: Sequence[Evidence],
    products: Sequence[Product],
    wish: Wish,
    today: date,
    near: Near = Near(),  # noqa: B008  (it can't be changed)
) -> list[Scored]:
    """``score`` for what of a need matters to it."""
    items: defaultdict[str, list[Weighed]] = defaultdict(list)
    for item in weigh(evidence, today):
        items[item.evidence.product].append(item)
    compared = _compared(evidence)
    # Where no page compares, that a product is in no comparison says nothing against it.
    found = [
        _scored(product, items[product.key], wish, near, not compared or product.key in compared)
        for product in products
    ]
    return sorted(found, key=lambda s: (bool(s.bar), -s.score, -s.backers, s.product.name))


def _compared(evidence: Sequence[Evidence]) -> set[str]:
    """Products that a page praises which judges several others too."""
    judged: defaultdict[int, set[str]] = defaultdict(set)
    for record in evidence:
        judged[record.page].add(record.product)
    return {r.product for r in evidence if r.polarity == "positive" and len(judged[r.page]) >= SEVERAL}


def _scored(product: Product, items: Sequence[Weighed], wish: Wish, near: Near, compared: bool) -> Scored:
    heard = voices(items, lambda item: _bearing(item, wish, near))
    general = _opinion(heard)
    fits = tuple(_fit(aspect, items, wish) for aspect in wish.aspects)
    fits += tuple(_met(must, items, near.musts[must]) for must in near.musts)
    special, addressed = general, len(heard)
    if wish.particular:
        told = voices(items, lambda item: _relevance(item, wish, near))
        special, addressed = _opinion(told), sum(_addresses(voice, wish, near) for voice in told)
    fitness = _fitness(fits)
    recalls = hazards(heard)
    value = ((1 - PARTICULAR) * general.value + PARTICULAR * special.value) * fitness
    value *= (1.0 if compared else UNCOMPARED) * (RECALLED_ALONE if recalls == 1 else 1.0)
    bar: Bar = wish.bar(product) or ("recalled" if recalls > 1 else "")
    return Scored(
        product=product,
        score=round(100 * value, 1),
        general=general,
        special=special,
        fitness=round(fitness, 3),
        addressed=addressed,
        domains=sum(bool(voice.good or voice.bad) for voice in heard),
        backers=sum(voice.good > voice.bad and voice.counts > 0 for voice in heard),
        recency=round(_mean([item.recency for item in items]), 3),
        copies=len({w.evidence.page for w in items if w.evidence.page != w.evidence.copy_of}),
        promotional=round(_mean([item.evidence.promotional for item in items]), 3),
        fits=fits,
        compared=compared,
        bar=bar,
        recalls=recalls,
        voices=tuple(heard),
    )


def _opinion(heard: Sequence[Voice]) -> Opinion:
    good = math.fsum(voice.good for voice in heard)
    bad = math.fsum(voice.bad for voice in heard)
    share = (good + PRIOR * PRIOR_GOOD) / (good + bad + PRIOR)
    confidence = 1 - HALF ** math.fsum(voice.counts for voice in heard)
    return Opinion(round(good, 3), round(bad, 3), round(share, 3), round(confidence, 3))


def _bearing(item: Weighed, wish: Wish, near: Near) -> float:
    """How far a record bears on whoever buys the thing: what is advised to others in a case of theirs, little."""
    if wish.ignores(item.evidence):
        return 0.0
    return OTHERS if item.evidence.case and _relevance(item, wish, near) < CLOSE else 1.0


def _relevance(item: Weighed, wish: Wish, near: Near) -> float:
    """How much a record matters to who asks: all of it where it judges what he wants, or speaks of his case."""
    if wish.ignores(item.evidence):
        return 0.0
    said = NAMED if wish.concerns(item.evidence) else 0.0
    least = ASIDE if item.evidence.aspect else WHOLE
    value = max(said, least + (1 - least) * near.of(item.evidence))
    return value * FOREIGN if item.evidence.page in near.foreign else value


def _addresses(voice: Voice, wish: Wish, near: Near) -> bool:
    """Whether the domain praises the product for what is wanted."""
    good = [item for item in voice.items if item.evidence.polarity == "positive"]
    return voice.good > voice.bad and any(_relevance(item, wish, near) >= CLOSE for item in good)


def _fit(aspect: str, items: Sequence[Weighed], wish: Wish) -> Fit:
    return _judged(aspect, [item for item in items if wish.concerns(item.evidence, aspect)])


def _met(must: str, items: Sequence[Weighed], near: Mapping[str, float]) -> Fit:
    """A requirement that no list of aspects knows: what counts is what is near to its words or meaning."""
    return _judged(must, [item for item in items if near.get(item.evidence.quotation, 0.0) >= MEETS], must=True)


def _judged(aspect: str, items: Sequence[Weighed], must: bool = False) -> Fit:
    heard = voices(items, lambda item: 1.0)
    good, bad = math.fsum(voice.good for voice in heard), math.fsum(voice.bad for voice in heard)
    backers = sum(voice.good > 0 and voice.counts > 0 for voice in heard)
    value = 0.3 + 0.7 * (good + 0.1) / (good + bad + 0.2) if good or bad else UNSPOKEN
    return Fit(aspect, round(good, 3), round(bad, 3), backers, round(value, 3), must)


def _fitness(fits: Sequence[Fit]) -> float:
    """Half the mean, half the worst: what is wanted must all be there."""
    if not fits:
        return 1.0
    values = [fit.score for fit in fits]
    return 0.5 * _mean(values) + 0.5 * min(values)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0
