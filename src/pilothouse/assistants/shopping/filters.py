"""Which of the pages found go on (S6): once each, relevant, of use to the business; the best and longest first.

Every step is noted, so that whoever asks why a page is missing can read it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pilothouse.assistants.shopping.validity import invalid
from pilothouse.websearch.canonical import canonical, domain
from pilothouse.websearch.provider import WebPage

MIN_SCORE = 0.7  # shopping article, 4.1: pages above it count
LADDER = (0.6, 0.5, 0.4)  # lower thresholds, tried in turn while too little is left
ENOUGH_PAGES = 3
ENOUGH_DOMAINS = 2
THIN = 160  # characters: a snippet, not a review


@dataclass(frozen=True, slots=True)
class Hit:
    """A page with its canonical URL and the sub-queries that found it."""

    page: WebPage
    url: str
    queries: tuple[str, ...]

    @property
    def thin(self) -> bool:
        return len(self.page.text.strip()) < THIN


@dataclass(frozen=True, slots=True)
class Step:
    """What a filter did: ``threshold`` of a score step; ``note`` tells the reasons with their counts."""

    step: str
    kept: int
    dropped: int
    threshold: float | None = None
    note: str = ""


def merged(found: Iterable[tuple[str, WebPage]]) -> tuple[list[Hit], Step]:
    """One hit for each canonical URL: the best score, the longest text, all its sub-queries.

    ``found``: sub-query and page, in any order of arrival; the order of the hits is that of the first finds.
    """
    hits: dict[str, Hit] = {}
    total = 0
    for query, page in found:
        total += 1
        url = canonical(page.url)
        if not url:
            continue
        known = hits.get(url)
        if known is None:
            hits[url] = Hit(page, url, (query,))
            continue
        scores = [score for score in (known.page.score, page.score) if score is not None]
        longest = max(known.page, page, key=lambda p: len(p.text))
        best = replace(longest, score=max(scores, default=None), date=known.page.date or page.date)
        hits[url] = Hit(best, url, tuple(dict.fromkeys((*known.queries, query))))
    return list(hits.values()), Step("merge", len(hits), total - len(hits))


def relevant(hits: Sequence[Hit], min_score: float = MIN_SCORE) -> tuple[list[Hit], list[Step]]:
    """Hits scored above ``min_score``; above lower thresholds in turn while too few are left (the ladder).

    A search engine that gives no scores leaves nothing to choose by: all its hits stay, which is noted.
    """
    if hits and all(hit.page.score is None for hit in hits):
        return list(hits), [Step("unscored", len(hits), 0)]
    steps: list[Step] = []
    kept: list[Hit] = []
    for threshold in (min_score, *(lower for lower in LADDER if lower < min_score)):
        kept = [hit for hit in hits if hit.page.score is not None and hit.page.score > threshold]
        steps.append(Step("score", len(kept), len(hits) - len(kept), threshold))
        if enough(kept):
            break
    return kept, steps


def enough(hits: Sequence[Hit]) -> bool:
    """Whether so many may be of use that less relevant ones aren't needed."""
    useful = [hit for hit in hits if hit.thin or invalid(_words(hit)) is None]
    return len(useful) >= ENOUGH_PAGES and len({domain(hit.url) for hit in useful}) >= ENOUGH_DOMAINS


def valid(hits: Sequence[Hit]) -> tuple[list[Hit], Step]:
    """Hits whose text speaks of the reputation of products."""
    reasons = [invalid(_words(hit)) for hit in hits]
    kept = [hit for hit, reason in zip(hits, reasons, strict=True) if reason is None]
    counted = Counter(reason for reason in reasons if reason is not None)
    note = ", ".join(f"{reason}: {count}" for reason, count in sorted(counted.items()))
    return kept, Step("validity", len(kept), len(hits) - len(kept), note=note)


def ordered(hits: Iterable[Hit]) -> list[Hit]:
    """By score, then by length of the text, both from high to low (shopping article, 4.2)."""
    return sorted(hits, key=lambda hit: (-(hit.page.score or 0.0), -len(hit.page.text), hit.url))


def _words(hit: Hit) -> str:
    return f"{hit.page.title}\n{hit.page.text}"
