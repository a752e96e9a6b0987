"""Tavily's search through its own async client.

LangChain's tool returns errors as successes and forwards whatever a model writes to the API (libraries: TavilySearch);
the client raises, and only our options reach it.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Mapping, Sequence
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

import httpx

from pilothouse.websearch.answers import fetched_date, parsed, relevance
from pilothouse.websearch.errors import Kind, SearchFailed
from pilothouse.websearch.provider import QUERY_LIMIT, RESULTS, RESULTS_LIMIT, SearchAnswer, SearchOptions, WebPage

ADDRESS = "https://api.tavily.com"  # named by the user's choice of this provider; nothing is sent without a key
EXTRACTS = 20  # addresses in one extract request

_KINDS: Mapping[str, Kind] = {
    "InvalidAPIKeyError": "key_refused",
    "MissingAPIKeyError": "key_missing",
    "UsageLimitExceededError": "rate_limit",
    "TavilyKeylessLimitError": "key_missing",
    "ForbiddenError": "quota",  # 432 and 433: the plan's or the key's limit
    "TimeoutError": "timeout",
}


class Tavily:
    """``key`` of the account; without one every search fails with ``key_missing`` and nothing is sent: the client would
    go to the internet without. ``address`` replaces Tavily's. Times in seconds.

    Raises ``SearchFailed("unavailable")`` in ``search`` when the extra ``[tavily]`` isn't installed.
    """

    engine = "tavily"

    def __init__(self, key: str | None, *, address: str | None = None, timeout_s: float = 12.0) -> None:
        self._key = key
        self._address = address or ADDRESS
        self._timeout_s = timeout_s
        self._http: httpx.AsyncClient | None = None

    @property
    def version(self) -> str:
        """The day: what the web says today may be another thing tomorrow."""
        return f"{datetime.now(UTC):%Y-%m-%d}"

    async def search(self, query: str, options: SearchOptions) -> SearchAnswer:
        """At most ``options.max_results`` pages (``RESULTS`` by default, never above ``RESULTS_LIMIT``)."""
        if len(query) > QUERY_LIMIT:
            raise SearchFailed("query_too_long", f"{len(query)} characters")
        wanted = min(options.max_results or RESULTS, RESULTS_LIMIT)
        parameters: dict[str, Any] = {
            "query": query,
            "search_depth": options.depth,
            "topic": options.topic,
            "time_range": options.time_range,
            "start_date": options.start_date and options.start_date.isoformat(),
            "end_date": options.end_date and options.end_date.isoformat(),
            "max_results": wanted,
            "include_domains": list(options.include_domains) or None,
            "exclude_domains": list(options.exclude_domains) or None,
            "include_raw_content": options.raw_content,
            # The service knows countries for general searches only.
            "country": options.country if options.topic == "general" else None,
            "exact_match": options.exact_match or None,
            "include_usage": True,
            "timeout": self._timeout_s,
        }
        started = time.perf_counter()
        client = self._client()
        answer = await _answered(client.search(**parameters))
        pages = [page for row in _rows(answer, "results") if (page := _page(row)) is not None]
        return _measured(pages[:wanted], answer, started)

    async def extract(self, urls: Sequence[str]) -> SearchAnswer:
        """The whole text of the first ``EXTRACTS`` addresses."""
        started = time.perf_counter()
        client = self._client()
        answer = await _answered(
            client.extract(urls=list(urls)[:EXTRACTS], format="text", include_usage=True, timeout=self._timeout_s)
        )
        found = {page.url: page for row in _rows(answer, "results") if (page := _page(row)) is not None}
        return _measured([found[url] for url in urls if url in found], answer, started)

    async def close(self) -> None:
        if self._http is not None:
            await self._http.aclose()
            self._http = None

    def _client(self) -> Any:
        if not self._key:
            raise SearchFailed("key_missing")
        try:
            tavily = import_module("tavily")
        except ImportError as error:
            raise SearchFailed("unavailable", "the extra [tavily] is not installed") from error
        if self._http is None:
            # Our own HTTP client: the library's would read proxies and project names from the environment.
            self._http = httpx.AsyncClient(
                base_url=self._address,
                headers={"Authorization": f"Bearer {self._key}", "Content-Type": "application/json"},
                follow_redirects=False,
            )
        return tavily.AsyncTavilyClient(api_key=self._key, api_base_url=self._address, client=self._http)


async def _answered(work: Awaitable[Any]) -> Mapping[str, Any]:
    try:
        answer = await work
    except httpx.HTTPStatusError as error:
        raise SearchFailed("unavailable", f"HTTP {error.response.status_code}") from error
    except httpx.TimeoutException as error:
        raise SearchFailed("timeout", type(error).__name__) from error
    except httpx.HTTPError as error:
        raise SearchFailed("unavailable", type(error).__name__) from error
    except ValueError as error:  # no JSON
        raise SearchFailed("bad_response", type(error).__name__) from error
    except Exception as error:  # the library's own errors have no common base
        detail = str(error)[:200]
        kind: Kind = (
            "query_too_long" if "too long" in detail.lower() else _KINDS.get(type(error).__name__, "bad_response")
        )
        raise SearchFailed(kind, f"{type(error).__name__}: {detail}") from error
    if not isinstance(answer, Mapping):
        raise SearchFailed("bad_response", "no JSON object")
    return answer


def _rows(answer: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    rows = answer.get(name, [])
    if not isinstance(rows, list):
        raise SearchFailed("bad_response", f"{name} is no list")
    return [row for row in rows if isinstance(row, Mapping)]


def _page(row: Mapping[str, Any]) -> WebPage | None:
    return parsed(
        url=row.get("url"),
        title=row.get("title"),
        content=row.get("content"),
        raw_content=row.get("raw_content"),
        score=relevance(row.get("score")),
        date=fetched_date(row.get("published_date")),
    )


def _measured(pages: Sequence[WebPage], answer: Mapping[str, Any], started: float) -> SearchAnswer:
    usage = answer.get("usage")
    credits = usage.get("credits") if isinstance(usage, Mapping) else None
    spent = (
        float(credits) if isinstance(credits, int | float) and not isinstance(credits, bool) and credits > 0 else 0.0
    )
    return SearchAnswer(tuple(pages), "tavily", spent, round((time.perf_counter() - started) * 1000, 1))
