"""What every search provider takes and gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, Protocol

Depth = Literal["ultra-fast", "fast", "basic", "advanced"]
Topic = Literal["general", "news", "finance"]
Period = Literal["day", "week", "month", "year"]

QUERY_LIMIT = 400  # characters (shopping article, 2.1: the longest query that Tavily takes)
RESULTS = 3  # pages for one query: more dilute what is relevant (shopping article, 2.3)
RESULTS_LIMIT = 10


@dataclass(frozen=True, slots=True)
class WebPage:
    """A page as a provider found it. ``score``: relevance, 0 to 1, ``None`` when the provider gives none.

    ``content`` is the provider's snippet or summary, ``raw_content`` the whole text where there is one. ``date``: when
    the page says, or the provider knows, that it was published. All of it is data that anybody may have written.
    """

    url: str
    title: str
    content: str
    score: float | None = None
    raw_content: str | None = None
    date: date | None = None

    @property
    def text(self) -> str:
        """The most that is known of the page's text."""
        return self.raw_content or self.content


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How one search is done; the names are Tavily's. ``max_results`` ``None``: the provider's default
    (``RESULTS`` on the web)."""

    max_results: int | None = None
    depth: Depth = "fast"
    topic: Topic = "general"
    time_range: Period | None = None
    start_date: date | None = None
    end_date: date | None = None
    include_domains: tuple[str, ...] = ()
    exclude_domains: tuple[str, ...] = ()
    country: str | None = None
    exact_match: bool = False
    raw_content: bool = True


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What one search gave. ``credits``: what it cost in the provider's unit, 0 where it costs nothing."""

    pages: tuple[WebPage, ...]
    engine: str
    credits: float = 0.0
    elapsed_ms: float = 0.0


class SearchProvider(Protocol):
    """One way to search. Both methods raise ``SearchFailed`` and nothing else."""

    @property
    def engine(self) -> str:
        """``tavily``, ``searxng``, ``embedded``."""

    @property
    def version(self) -> str:
        """Changes when the same query may give something else (the corpus' version; for the web the day)."""

    async def search(self, query: str, options: SearchOptions) -> SearchAnswer: ...

    async def extract(self, urls: Sequence[str]) -> SearchAnswer:
        """The whole text of pages, in the order asked; a page that can't be had is left out."""

    async def close(self) -> None: ...
