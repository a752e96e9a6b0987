"""The corpus of this home as a search provider."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Any

from pilothouse.contracts.errors import DataError
from pilothouse.sentences import split
from pilothouse.websearch.canonical import canonical, domain, host
from pilothouse.websearch.copies import first_of
from pilothouse.websearch.corpus import Corpus, Found
from pilothouse.websearch.errors import SearchFailed
from pilothouse.websearch.page import Page, number
from pilothouse.websearch.provider import QUERY_LIMIT, RESULTS_LIMIT, SearchAnswer, SearchOptions, WebPage
from pilothouse.websearch.query import Query, read_query
from pilothouse.websearch.relevance import holds, plain

LEAST = 0.15  # relevance; what is below has nothing to do with the query
PER_DOMAIN = 2  # pages of one domain before those of others
COMPARED = 40  # pages among which copies are looked for
SNIPPET = 400  # characters
DAYS = {"day": 1, "week": 7, "month": 31, "year": 366}


class Embedded:
    """Searches ``corpus``. Of the options ``depth``, ``topic`` and ``country`` mean nothing here; pages without a date
    are left out where a time is asked for. ``today`` gives the local day."""

    engine = "embedded"

    def __init__(self, corpus: Corpus, today: Callable[[], date] = date.today) -> None:
        self.corpus = corpus
        self._today = today

    @property
    def version(self) -> str:
        """The corpus' version. Raises ``DataError`` when the corpus can't be used."""
        return self.corpus.version

    async def search(self, query: str, options: SearchOptions) -> SearchAnswer:
        """Pages most relevant first, at most ``RESULTS_LIMIT``: of copies the oldest, and of one domain ``PER_DOMAIN``
        unless others have too few."""
        if len(query) > QUERY_LIMIT:
            raise SearchFailed("query_too_long", f"{len(query)} characters")
        started = time.perf_counter()
        pages = await asyncio.to_thread(_explained, self._search, query, options)
        if not pages:
            raise SearchFailed("nothing_found")
        return SearchAnswer(tuple(pages), self.engine, elapsed_ms=(time.perf_counter() - started) * 1000)

    async def extract(self, urls: Sequence[str]) -> SearchAnswer:
        """The whole text of pages, in the order asked; unknown ones are left out."""
        started = time.perf_counter()
        pages = await asyncio.to_thread(_explained, self._extract, urls)
        return SearchAnswer(tuple(pages), self.engine, elapsed_ms=(time.perf_counter() - started) * 1000)

    async def close(self) -> None:
        self.corpus.close()

    def _search(self, query: str, options: SearchOptions) -> list[WebPage]:
        asked = read_query(query)
        self.corpus.ready()
        found = self.corpus.find(asked, self._filters(options))
        if options.exact_match:
            found = [each for each in found if _holds_all(each.page, asked)]
        found = [each for each in found if each.score >= LEAST][:COMPARED]
        wanted = min(options.max_results or RESULTS_LIMIT, RESULTS_LIMIT)
        chosen = _spread(_originals(found), max(wanted, 0))
        return [_web_page(each.page, asked, options.raw_content, each.score) for each in chosen]

    def _extract(self, urls: Sequence[str]) -> list[WebPage]:
        self.corpus.ready()
        nothing = read_query("")
        return [_web_page(page, nothing, True, None) for page in self.corpus.get([canonical(url) for url in urls])]

    def _filters(self, options: SearchOptions) -> dict[str, Any] | None:
        conditions: list[dict[str, Any]] = []
        since = options.start_date
        if options.time_range is not None:
            period = self._today() - timedelta(days=DAYS[options.time_range])
            since = max(since, period) if since else period
        for operator, day in ((">=", since), ("<=", options.end_date)):
            if day is not None:
                conditions.append({"field": "meta.day", "operator": operator, "value": number(day)})
        for domains, operator, joined in (
            (options.include_domains, "contains", "OR"),
            (options.exclude_domains, "not contains", "AND"),
        ):
            sites = [site for name in domains if (site := host(name))]
            if sites:
                each = [{"field": "meta.sites", "operator": operator, "value": site} for site in sites]
                conditions.append({"operator": joined, "conditions": each})
        return {"operator": "AND", "conditions": conditions} if conditions else None


def _explained(work: Callable[..., list[WebPage]], *args: Any) -> list[WebPage]:
    try:
        return work(*args)
    except DataError as error:
        raise SearchFailed("unavailable", str(error)) from error


def _holds_all(page: Page, query: Query) -> bool:
    text = plain(f"{page.title}\n{page.text}")
    return all(holds(text, phrase) for phrase in query.phrases)


def _originals(found: Sequence[Found]) -> list[Found]:
    """Of copies the oldest page; one without a date is taken for the youngest, of equals the better."""
    groups: dict[int, list[Found]] = {}
    for each, first in zip(found, first_of(each.page.text for each in found), strict=True):
        groups.setdefault(first, []).append(each)
    kept = [min(group, key=lambda each: each.page.date or date.max) for group in groups.values()]
    return sorted(kept, key=lambda each: -each.score)


def _spread(found: Sequence[Found], wanted: int) -> list[Found]:
    """The best ``wanted``, at most ``PER_DOMAIN`` of a domain while there are others."""
    taken: dict[str, int] = {}
    first: list[Found] = []
    later: list[Found] = []
    for each in found:
        site = domain(each.page.url)
        taken[site] = taken.get(site, 0) + 1
        (first if taken[site] <= PER_DOMAIN else later).append(each)
    return sorted([*first, *later][:wanted], key=lambda each: -each.score)


def _web_page(page: Page, query: Query, raw: bool, score: float | None) -> WebPage:
    return WebPage(
        url=page.url,
        title=page.title or domain(page.url),
        content=snippet(page.text, query),
        score=None if score is None else round(score, 4),
        raw_content=page.text if raw else None,
        date=page.date,
    )


def snippet(text: str, query: Query) -> str:
    """Whole sentences, those with most of the query's words, in their order, ``SNIPPET`` characters at most; a longer
    sentence stands alone."""
    if len(text) <= SNIPPET:
        return text
    sentences = [sentence.strip() for sentence in split(text)]
    worth = [sum(holds(plain(sentence), token) for token in query.tokens) for sentence in sentences]
    left = SNIPPET
    kept: set[int] = set()
    for at in sorted(range(len(sentences)), key=lambda at: (-worth[at], at)):
        if len(sentences[at]) <= left or not kept:
            kept.add(at)
            left -= len(sentences[at])
    return "\n".join(sentences[at] for at in sorted(kept))
