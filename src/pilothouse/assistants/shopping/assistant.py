"""The shopping assistant put together: graph, tool, and the search provider behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pilothouse.assistants.shopping.corpus import open_corpus
from pilothouse.assistants.shopping.graph import FLOW
from pilothouse.assistants.shopping.services import Services
from pilothouse.assistants.shopping.tools import TOOLS
from pilothouse.rooms import Assistant, Resources
from pilothouse.websearch import caching
from pilothouse.websearch.budget import FILE, Budget
from pilothouse.websearch.embedded import Embedded
from pilothouse.websearch.opening import open_provider

if TYPE_CHECKING:
    from pilothouse.settings import Settings


def open_services(resources: Resources) -> Services:
    """The search provider that is set; the pages of this home when none is. Raises ``UsageError`` and ``DataError``."""
    settings = resources.settings
    search = settings.search

    def embedded() -> Embedded:
        corpus = open_corpus(settings.home, resources.embedder)
        corpus.ready()
        return Embedded(corpus, lambda: resources.clock().date())

    return Services(
        provider=open_provider(search, embedded),
        options=search.options,
        clock=resources.clock,
        min_score=search.min_score,
        timeout_s=search.timeout_s,
        cost=search.cost,
        budget=Budget(settings.home / FILE, search.daily_credits),
        cache=caching.open_cache(search, settings.home, resources.embedder, resources.clock),
        encoder=resources.embedder,
    )


def forget(settings: Settings, user: str) -> None:
    """What searches cost stays known, not who asked; nor do kept searches, which may be his words."""
    Budget(settings.home / FILE).forget(user)
    caching.forget(settings.home)


ASSISTANT = Assistant(name="shopping", flow=FLOW, tools=TOOLS, open=open_services, forget=forget)
