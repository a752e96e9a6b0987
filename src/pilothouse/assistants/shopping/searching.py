"""The searches of one question: at the same time, each with its time limit, one's failure its own affair (S4)."""

from __future__ import annotations

import asyncio
import inspect
import logging
import time
from collections.abc import Awaitable, Callable, Container, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, TypeVar

from pilothouse.assistants.shopping.filters import Hit, Step
from pilothouse.assistants.shopping.services import Services
from pilothouse.contracts.errors import PilothouseError
from pilothouse.contracts.plain import canonical as written
from pilothouse.websearch.canonical import canonical
from pilothouse.websearch.errors import Kind, SearchFailed
from pilothouse.websearch.provider import QUERY_LIMIT, SearchAnswer, WebPage

log = logging.getLogger(__name__)

Result = TypeVar("Result")

EXTRACTED = 5  # thin pages whose whole text is fetched: each costs time and credits


@dataclass(frozen=True, slots=True)
class Search:
    """One sub-query as it went. ``error`` is empty when it went well; ``elapsed_ms`` as the asker waited."""

    query: str
    engine: str
    pages: tuple[WebPage, ...] = ()
    credits: float = 0.0
    cached: bool = False
    elapsed_ms: float = 0.0
    error: Kind | str = ""


async def search_all(
    services: Services, queries: Sequence[str], user: str, arrived: Callable[[Search], None] | None = None
) -> list[Search]:
    """All sub-queries side by side, in their order. Never raises for what a provider does.

    ``arrived`` is told of each but the last, as they come.
    """
    left = len(queries)

    async def one(query: str) -> Search:
        nonlocal left
        made = await search(services, query, user)
        left -= 1
        if arrived is not None and left:
            arrived(made)
        return made

    return list(await asyncio.gather(*(one(query) for query in queries)))


async def search(services: Services, query: str, user: str) -> Search:
    """One sub-query: from the cache, else paid for and searched. Raises ``DataError`` when usage can't be counted."""
    begun = time.perf_counter()
    made = Search(query, services.provider.engine)
    try:
        if len(query) > QUERY_LIMIT:
            raise SearchFailed("query_too_long")
        answer = await _kept(services, query)
        if answer is not None:
            await _count(services, "saved", user)
            made = replace(made, pages=answer.pages, engine=answer.engine, cached=True)
        else:
            answer = await _paid(services, services.provider.search(query, services.options), user)
            made = replace(made, pages=answer.pages, engine=answer.engine, credits=answer.credits)
        if not answer.pages:
            raise SearchFailed("nothing_found")
    except SearchFailed as failed:
        log.info("Search failed (%s): %s", failed.kind, failed.detail)
        made = replace(made, error=failed.kind)
    except PilothouseError:
        raise
    except Exception:  # a provider raises SearchFailed only; whatever a bug raises costs this sub-query alone
        log.exception("A search raised what it doesn't declare")
        made = replace(made, error="unavailable")
    return replace(made, elapsed_ms=round((time.perf_counter() - begun) * 1000, 1))


async def _kept(services: Services, query: str) -> SearchAnswer | None:
    """What is kept for ``query``. In a thread: the cache reads a file and compares meanings."""
    if services.cache is None:
        return None
    return await asyncio.to_thread(services.cache.get, query, _place(services))


def keep(services: Services, searches: Sequence[Search], hits: Sequence[Hit]) -> None:
    """Keep what was found for whoever asks again, with the texts that were filled in since.

    Nothing found is not kept: it may be there tomorrow.
    """
    if services.cache is None:
        return
    filled = {hit.url: hit.page.raw_content for hit in hits}
    for search in searches:
        if search.pages and not search.cached:
            pages = tuple(_longer(page, filled.get(canonical(page.url)) or "") for page in search.pages)
            services.cache.put(search.query, _place(services), SearchAnswer(pages, search.engine, search.credits))


async def whole(
    services: Services, hits: Sequence[Hit], user: str, tried: Container[str] = ()
) -> tuple[list[Hit], Step | None, float]:
    """``hits`` with thin ones filled in from their pages (the second step: search, then extract), and its credits.

    A page that can't be had keeps its snippet. ``tried``: canonical URLs for which that was tried before.
    """
    thin = [hit for hit in hits if hit.thin and hit.url not in tried][:EXTRACTED]
    if not thin:
        return list(hits), None, 0.0
    note = ""
    texts: dict[str, str] = {}
    spent = 0.0
    try:
        answer = await _paid(services, services.provider.extract([hit.page.url for hit in thin]), user)
        spent = answer.credits
        texts = {canonical(page.url): page.text for page in answer.pages if page.text.strip()}
    except SearchFailed as failed:
        note = failed.kind
    except PilothouseError:
        raise
    except Exception:
        log.exception("Extraction raised what it doesn't declare")
        note = "unavailable"
    filled = [_filled(hit, texts.get(hit.url, "")) for hit in hits]
    done = sum(a is not b for a, b in zip(hits, filled, strict=True))
    return filled, Step("extract", done, len(thin) - done, note=note), spent


async def limited(work: Awaitable[Result], seconds: float) -> Result:
    """The result of ``work``. Raises ``SearchFailed("timeout")`` when it takes longer."""
    try:
        async with asyncio.timeout(seconds):
            return await work
    except TimeoutError:
        raise SearchFailed("timeout", f"no answer within {seconds:g} s") from None


async def _paid(services: Services, work: Awaitable[SearchAnswer], user: str) -> SearchAnswer:
    """The answer of ``work``, its credits counted. Raises ``SearchFailed``."""
    try:
        # Before: two searches side by side must not both take the last credit.
        await _count(services, "spend", user, services.cost)
    except BaseException:
        if inspect.iscoroutine(work):
            work.close()
        raise
    cost = 0.0
    try:
        answer = await limited(work, services.timeout_s)
        cost = answer.credits
    except SearchFailed as failed:
        # A service that was too slow, or said what can't be read, has done the work all the same.
        cost = services.cost if failed.kind in ("timeout", "bad_response") else 0.0
        raise
    finally:
        if cost != services.cost:
            await _count(services, "correct", user, cost - services.cost)
    return answer


async def _count(services: Services, how: Literal["spend", "correct", "saved"], user: str, *credits: float) -> None:
    budget = services.budget
    if budget is not None:  # in a thread: the file may be held by another process
        note = partial(getattr(budget, how), *credits, user, services.today, engine=services.provider.engine)
        await asyncio.to_thread(note)


def _filled(hit: Hit, text: str) -> Hit:
    page = _longer(hit.page, text)
    return hit if page is hit.page else replace(hit, page=page)


def _longer(page: WebPage, text: str) -> WebPage:
    return replace(page, raw_content=text) if len(text) > len(page.text) else page


def _place(services: Services) -> str:
    o = services.options
    parts = [
        services.provider.engine, services.provider.version, o.max_results, o.depth, o.topic, o.time_range,
        o.start_date and o.start_date.isoformat(), o.end_date and o.end_date.isoformat(), o.include_domains,
        o.exclude_domains, o.country, o.exact_match, o.raw_content,
    ]  # fmt: skip
    return written(parts)
