"""A web of a few pages, for tests: whatever is asked, these are found; what a sub-query does can be set."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime

from pilothouse.assistants.shopping.services import Services
from pilothouse.websearch.errors import SearchFailed
from pilothouse.websearch.provider import SearchAnswer, SearchOptions, WebPage

TODAY = date(2026, 11, 30)
Behaviour = Exception | asyncio.Event | None


def now() -> datetime:
    return datetime(2026, 11, 30, 12, tzinfo=UTC)


def page(
    domain: str,
    text: str,
    *,
    path: str = "1",
    score: float | None = 0.9,
    when: str | None = "2026-08-01",
    title: str = "",
) -> WebPage:
    return WebPage(
        url=f"https://{domain}/{path}",
        title=title or text[:20],
        content=text[:120],
        score=score,
        raw_content=text,
        date=date.fromisoformat(when) if when else None,
    )


@dataclass
class Web:
    """A provider. ``behave`` gives what a sub-query does instead of answering; ``texts`` what extraction knows."""

    pages: Sequence[WebPage] = ()
    behave: Callable[[str], Behaviour] = lambda query: None
    texts: dict[str, str] = field(default_factory=dict)
    credits: float = 0.0
    engine: str = "fake"
    version: str = "1"
    asked: list[str] = field(default_factory=list)
    extracted: list[str] = field(default_factory=list)
    running: int = 0
    most: int = 0

    async def search(self, query: str, options: SearchOptions) -> SearchAnswer:
        self.asked.append(query)
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            await asyncio.sleep(0)
            done = self.behave(query)
            if isinstance(done, asyncio.Event):
                await done.wait()
            if isinstance(done, Exception):
                raise done
        finally:
            self.running -= 1
        return SearchAnswer(tuple(self.pages), self.engine, self.credits, 1.0)

    async def extract(self, urls: Sequence[str]) -> SearchAnswer:
        self.extracted += urls
        known = {p.url: p for p in self.pages}
        found = [replace(known[url], raw_content=self.texts[url]) for url in urls if url in self.texts]
        return SearchAnswer(tuple(found), self.engine, self.credits)

    async def close(self) -> None: ...


@dataclass
class Purse:
    """Credits of one day."""

    left: float = 100.0
    spent: float = 0.0
    saves: int = 0
    users: list[str] = field(default_factory=list)

    def spend(self, credits: float, user: str, day: date, *, engine: str = "") -> None:
        if credits > self.left:
            raise SearchFailed("budget")
        self.left -= credits
        self.spent += credits
        self.users.append(user)

    def correct(self, credits: float, user: str, day: date, *, engine: str = "") -> None:
        self.left -= credits
        self.spent += credits

    def saved(self, user: str, day: date, *, engine: str = "") -> None:
        self.saves += 1


class Cache(dict[tuple[str, str], SearchAnswer]):
    def get(self, query: str, place: str) -> SearchAnswer | None:  # type: ignore[override]
        return super().get((query, place))

    def put(self, query: str, place: str, answer: SearchAnswer) -> None:
        self[query, place] = answer


def services(web: Web, **given: object) -> Services:
    return Services(provider=web, options=SearchOptions(), clock=now, **given)  # type: ignore[arg-type]
