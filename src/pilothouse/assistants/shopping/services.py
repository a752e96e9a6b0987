"""What the shopping assistant's tool and nodes work with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Protocol

from pilothouse.websearch.provider import SearchAnswer, SearchOptions, SearchProvider

if TYPE_CHECKING:
    from pilothouse.embedding.embedder import Embedder

TIMEOUT_S = 12.0  # of one sub-query: a search service that takes longer is not worth waiting for


class Purse(Protocol):
    """The daily budget of credits: ``websearch.budget.Budget``."""

    def spend(self, credits: float, user: str, day: date, *, engine: str = "") -> None: ...

    def correct(self, credits: float, user: str, day: date, *, engine: str = "") -> None: ...

    def saved(self, user: str, day: date, *, engine: str = "") -> None: ...


class Shelf(Protocol):
    """Searches done before. ``place`` names everything but the query that the answer depends on."""

    def get(self, query: str, place: str) -> SearchAnswer | None: ...

    def put(self, query: str, place: str, answer: SearchAnswer) -> None: ...


@dataclass(frozen=True)
class Services:
    """``clock`` gives the local time. ``timeout_s``: of one sub-query, and of fetching thin pages. ``cost``: credits that
    one search is expected to cost. ``encoder`` compares what need and evidence mean, beside their words."""  # noqa: E501

    provider: SearchProvider
    options: SearchOptions
    clock: Callable[[], datetime]
    min_score: float = 0.7
    timeout_s: float = TIMEOUT_S
    cost: float = 0.0
    budget: Purse | None = None
    cache: Shelf | None = None
    encoder: Embedder | None = None

    @property
    def today(self) -> date:
        return self.clock().date()
