"""What the independent domains say of one product: one voice each, however many pages and copies they have."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pilothouse.assistants.shopping.scoring.weight import Weighed

DOUBTFUL = 0.25  # trust below which a page lends no confidence at all
SURE = 0.35  # trust beyond that at which it lends all of it
FAIR = 0.4  # of what a domain says against its own verdict
LOUD = 0.25  # a voice that is worth counting whole


@dataclass(frozen=True, slots=True)
class Voice:
    """A domain: ``good`` and ``bad`` 0 to 1; ``counts`` 0 to 1, how far it adds to the confidence."""

    domain: str
    good: float
    bad: float
    counts: float
    recency: float
    items: tuple[Weighed, ...]


def voices(items: Sequence[Weighed], relevance: Callable[[Weighed], float]) -> list[Voice]:
    """The domains that speak about a product. Of pages that copy each other one counts, and one domain of theirs."""
    domains: defaultdict[str, list[Weighed]] = defaultdict(list)
    for cluster in _clusters(items):
        domains[cluster[0].evidence.domain].extend(cluster)
    return [_voice(domain, found, relevance) for domain, found in sorted(domains.items())]


def _clusters(items: Sequence[Weighed]) -> list[list[Weighed]]:
    """The evidence of one page for each group of copies: the original's where it says something, else the first's."""
    groups: defaultdict[int, defaultdict[int, list[Weighed]]] = defaultdict(lambda: defaultdict(list))
    for item in items:
        groups[item.evidence.copy_of][item.evidence.page].append(item)
    return [pages[root] if root in pages else pages[min(pages)] for root, pages in sorted(groups.items())]


def _voice(domain: str, items: Sequence[Weighed], relevance: Callable[[Weighed], float]) -> Voice:
    trust = max(item.trust for item in items)
    good, bad = _settled(_unit(items, "positive", relevance), _unit(items, "negative", relevance))
    believed = min(1.0, max(0.0, (trust - DOUBTFUL) / SURE))
    counts = believed * min(1.0, max(good, bad) / LOUD)
    return Voice(domain, good, bad, counts, max(item.recency for item in items), tuple(items))


def _settled(good: float, bad: float) -> tuple[float, float]:
    """Who recommends a thing names its faults too, and who warns of it its merits: that is fairness, not half a verdict."""  # noqa: E501
    return (good, bad * FAIR) if good >= bad else (good * FAIR, bad)


def _unit(items: Sequence[Weighed], polarity: str, relevance: Callable[[Weighed], float]) -> float:
    """At most 1, and at most the trust in its pages: a second sentence adds less than the first."""
    same = [item for item in items if item.evidence.polarity == polarity]
    if not same:
        return 0.0
    left = math.prod(1 - min(1.0, item.weight * relevance(item)) for item in same)
    return min(1 - left, max(item.trust for item in same))
