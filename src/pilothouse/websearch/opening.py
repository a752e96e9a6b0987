"""The search provider that the settings name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pilothouse.websearch.provider import SearchProvider

if TYPE_CHECKING:
    from pilothouse.websearch.settings import SearchSettings


def open_provider(settings: SearchSettings, embedded: Callable[[], SearchProvider]) -> SearchProvider:
    """``embedded`` opens the pages of this home, when they are what is searched. Nothing is sent by opening."""
    key = settings.api_key.get_secret_value() if settings.api_key is not None else None
    if settings.provider == "tavily":
        from pilothouse.websearch.tavily import Tavily

        return Tavily(key, address=settings.base_url, timeout_s=settings.timeout_s)
    if settings.provider == "searxng":
        from pilothouse.websearch.searxng import SearXNG

        return SearXNG(settings.base_url or "", timeout_s=settings.timeout_s)
    return embedded()
