"""SearXNG's JSON interface (docs.searxng.org, dev/search_api): one's own metasearch, without a key."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import httpx

from pilothouse.websearch.answers import fetched_date, parsed
from pilothouse.websearch.canonical import host
from pilothouse.websearch.errors import Kind, SearchFailed
from pilothouse.websearch.fetching import fetch
from pilothouse.websearch.provider import QUERY_LIMIT, RESULTS, RESULTS_LIMIT, SearchAnswer, SearchOptions, WebPage
from pilothouse.websearch.query import read_query
from pilothouse.websearch.relevance import holds, plain

_KINDS: Mapping[int, Kind] = {401: "key_refused", 403: "unavailable", 429: "rate_limit", 414: "query_too_long"}
_CATEGORIES = {"general": "general", "news": "news", "finance": "general"}


class SearXNG:
    """The instance at ``address``. Its results have ranks and no relevance: the score is the share of the query's words
    that title and snippet hold. Texts are fetched by ourselves, from public addresses only. Times in seconds."""

    engine = "searxng"

    def __init__(self, address: str, *, timeout_s: float = 12.0) -> None:
        self._address = address.rstrip("/")
        self._timeout_s = timeout_s
        self._http: httpx.AsyncClient | None = None

    @property
    def version(self) -> str:
        return f"{datetime.now(UTC):%Y-%m-%d}"

    async def search(self, query: str, options: SearchOptions) -> SearchAnswer:
        """The best ``options.max_results`` pages. ``depth``, ``country`` and ``raw_content`` mean nothing here."""
        if len(query) > QUERY_LIMIT:
            raise SearchFailed("query_too_long", f"{len(query)} characters")
        parameters = {"q": _query(query, options), "format": "json", "categories": _CATEGORIES[options.topic]}
        if options.time_range:
            parameters["time_range"] = options.time_range
        started = time.perf_counter()
        answer = await self._get(parameters)
        rows = answer.get("results")
        if not isinstance(rows, list):
            raise SearchFailed("bad_response", "results is no list")
        pages = [page for row in rows if isinstance(row, Mapping) and (page := _page(row, query, options)) is not None]
        wanted = min(options.max_results or RESULTS, RESULTS_LIMIT)
        best = sorted(pages, key=lambda page: -(page.score or 0.0))[:wanted]
        return SearchAnswer(tuple(best), self.engine, 0.0, round((time.perf_counter() - started) * 1000, 1))

    async def extract(self, urls: Sequence[str]) -> SearchAnswer:
        started = time.perf_counter()
        texts = await asyncio.gather(*(fetch(url, timeout_s=self._timeout_s) for url in urls), return_exceptions=True)
        pages = [page for page in texts if isinstance(page, WebPage)]
        return SearchAnswer(tuple(pages), self.engine, 0.0, round((time.perf_counter() - started) * 1000, 1))

    async def close(self) -> None:
        if self._http is not None:
            await self._http.aclose()
            self._http = None

    async def _get(self, parameters: Mapping[str, str]) -> Mapping[str, Any]:
        if self._http is None:
            self._http = httpx.AsyncClient(timeout=self._timeout_s, trust_env=False)
        try:
            response = await self._http.get(f"{self._address}/search", params=dict(parameters))
        except httpx.TimeoutException as error:
            raise SearchFailed("timeout", type(error).__name__) from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise SearchFailed("unavailable", type(error).__name__) from error
        if response.status_code != 200:
            hint = " (is the format json allowed in settings.yml?)" if response.status_code == 403 else ""
            kind = _KINDS.get(response.status_code, "unavailable")
            raise SearchFailed(kind, f"HTTP {response.status_code}{hint}")
        try:
            answer = response.json()
        except ValueError as error:
            raise SearchFailed("bad_response", "no JSON") from error
        if not isinstance(answer, Mapping):
            raise SearchFailed("bad_response", "no JSON object")
        return answer


def _query(query: str, options: SearchOptions) -> str:
    """Domains become words of the query, as the engines behind know them, as many as there is room for."""
    asked = query if options.exact_match else query.replace('"', " ")
    for sites, word, joint in ((options.include_domains, "site:", " OR "), (options.exclude_domains, "-site:", " ")):
        said = joint.join(f"{word}{site}" for site in sites[:8])
        asked = f"{asked} {said}".strip() if len(asked) + len(said) < QUERY_LIMIT else asked
    return " ".join(asked.split())


def _page(row: Mapping[str, Any], query: str, options: SearchOptions) -> WebPage | None:
    day = fetched_date(row.get("publishedDate"))
    page = parsed(
        url=row.get("url"),
        title=row.get("title"),
        content=row.get("content"),
        raw_content=None,
        score=_share(f"{row.get('title')} {row.get('content')}", query),
        date=day,
    )
    if page is None or not _wanted(page.url, options):
        return None
    after, before = options.start_date, options.end_date
    return None if day is not None and ((after and day < after) or (before and day > before)) else page


def _wanted(url: str, options: SearchOptions) -> bool:
    """Engines take domains as a wish only."""

    def within(sites: Sequence[str]) -> bool:
        return any(host(url) == host(site) or host(url).endswith(f".{host(site)}") for site in sites)

    return (not options.include_domains or within(options.include_domains)) and not within(options.exclude_domains)


def _share(text: str, query: str) -> float:
    asked, page = read_query(query), plain(text)
    own = [holds(page, token) for token in asked.own] or [False]
    every = [holds(page, token) for token in (*asked.tokens, *asked.judging)] or [False]
    return round(0.7 * sum(own) / len(own) + 0.3 * sum(every) / len(every), 4)
