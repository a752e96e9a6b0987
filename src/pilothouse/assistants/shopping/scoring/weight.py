"""How much one piece of evidence weighs, and how far its page can be trusted."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from pilothouse.assistants.shopping.evidence.record import Evidence

HALF_LIFE = 365.0  # days in which a judgement loses half its weight: products and their makers change
UNDATED = 550.0  # days that a page without a date is taken to be old
ONE_SIDED = 0.3  # trust in a page that praises one product and finds no fault with it
PLAIN = 0.6  # in such a page where nearly all are so: people write what they think, and few write more
FAIR = 3  # domains with pages that compare or find faults, from which nearly all are not so
ALONE = 0.85  # in one that judges one product, with its faults
COPIED = 0.6  # in a page of which there are copies: independent people don't write the same words
DISSENT = 0.5  # in one that praises a product and runs down another which is held in esteem
ESTEEMED = 2.0  # pages of other domains for a product, less those against it
SPECIFIC = 0.6  # specificity at which praise of one product may be a measurement


@dataclass(frozen=True, slots=True)
class Weighed:
    """``weight`` 0 to 1: recency × specificity × strength × trust. ``trust`` 0 to 1 is the page's."""

    evidence: Evidence
    weight: float
    trust: float
    recency: float


def weigh(evidence: Sequence[Evidence], today: date) -> list[Weighed]:
    """Each record with its weight, in the same order."""
    trusts = trust(evidence)
    made = []
    for record in evidence:
        fresh = recency(record.date, today)
        believed = trusts[record.page]
        made.append(
            Weighed(record, fresh * (0.5 + 0.5 * record.specificity) * record.strength * believed, believed, fresh)
        )
    return made


def recency(written: date | None, today: date) -> float:
    """1 for today, half a half-life later. A date that is still to come is made up and counts like none."""
    days = UNDATED if written is None or written > today else float((today - written).days)
    return float(0.5 ** (days / HALF_LIFE))


def trust(evidence: Sequence[Evidence]) -> Mapping[int, float]:
    """How far each page can be believed, 0 to 1, from what stands in it and in others."""
    pages: defaultdict[int, list[Evidence]] = defaultdict(list)
    copies: defaultdict[int, set[int]] = defaultdict(set)
    for record in evidence:
        pages[record.page].append(record)
        copies[record.copy_of].add(record.page)
    one_sided = ONE_SIDED if len({r[0].domain for r in pages.values() if not _praises(r)}) >= FAIR else PLAIN
    found = {}
    for page, records in pages.items():
        promotional = max(record.promotional for record in records)
        copied = COPIED if len(copies[records[0].copy_of]) > 1 else 1.0
        found[page] = (1 - promotional) * copied * _balance(records, one_sided)
    return {page: value * (DISSENT if _dissents(page, pages, found) else 1.0) for page, value in found.items()}


def _dissents(page: int, pages: Mapping[int, Sequence[Evidence]], trusts: Mapping[int, float]) -> bool:
    """Whether the page runs down, beside a product that it praises, one of which other domains speak clearly well."""
    own = _verdicts(pages[page])
    if not any(value > 0 for value in own.values()):
        return False
    domain = pages[page][0].domain
    return any(value < 0 and _standing(product, domain, pages, trusts) >= ESTEEMED for product, value in own.items())


def _verdicts(records: Sequence[Evidence]) -> dict[str, float]:
    """What a page says of each product, all in all: above 0 for it, below 0 against it."""
    found: defaultdict[str, float] = defaultdict(float)
    for record in records:
        sign = {"positive": 1.0, "negative": -1.0}.get(record.polarity, 0.0)
        found[record.product] += sign * record.strength
    return found


def _standing(product: str, domain: str, pages: Mapping[int, Sequence[Evidence]], trusts: Mapping[int, float]) -> float:
    """How many pages of other domains speak for the product, less those against it, each as far as it can be believed."""  # noqa: E501
    return math.fsum(
        math.copysign(trusts[page], value)
        for page, records in pages.items()
        if records[0].domain != domain and (value := _verdicts(records).get(product, 0.0))
    )


def _praises(records: Sequence[Evidence]) -> bool:
    """Whether a page only praises, and only one product."""
    return len({record.product for record in records}) == 1 and all(r.polarity == "positive" for r in records)


def _balance(records: Sequence[Evidence], one_sided: float) -> float:
    """A page that compares, or finds faults, is worth more than one that only praises one product."""
    if not _praises(records):
        return 1.0 if len({record.product for record in records}) > 1 else ALONE
    measured = sum(record.specificity for record in records) / len(records)
    return (one_sided + ALONE) / 2 if measured >= SPECIFIC else one_sided
