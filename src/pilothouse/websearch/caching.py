"""Searches done before, for whoever searches the same: one file in the home directory."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pilothouse.retrieval.semantic import SemanticCache
from pilothouse.websearch.provider import SearchAnswer, WebPage

if TYPE_CHECKING:
    from pilothouse.embedding.embedder import Embedder
    from pilothouse.websearch.settings import SearchSettings

FILE = "searched.db"  # in the home directory
SIZE = 1000  # answers, about 20 kB each


def open_cache(
    settings: SearchSettings,
    home: Path,
    embedder: Embedder | None,
    clock: Callable[[], datetime] | None = None,
) -> SemanticCache[SearchAnswer] | None:
    """``None`` when it is switched off. What is public on the web is shared by all users of this home.

    The place of a search must name provider, its version, and the options; see ``SemanticCache``. Nothing is opened
    before the first search. ``clock`` gives the local time; by default the system's.
    """
    if not settings.semantic_cache:
        return None
    seconds = time.time if clock is None else lambda: clock().timestamp()
    return SemanticCache(
        home / FILE, embedder, dump=_dump, load=_load, size=SIZE, hours=settings.cache_hours, clock=seconds
    )


def forget(home: Path) -> None:
    """Forget all searches: a user is removed, whose words they may hold. Raises ``DataError``."""
    SemanticCache[SearchAnswer](home / FILE, None).clear()


def _dump(answer: SearchAnswer) -> str:
    return json.dumps(asdict(answer), ensure_ascii=False, default=date.isoformat)


def _load(text: str) -> SearchAnswer:
    """Raises ``ValueError``, ``KeyError`` or ``TypeError`` for what isn't an answer."""
    found = json.loads(text)
    pages = [
        WebPage(**{**page, "date": date.fromisoformat(page["date"]) if page["date"] else None})
        for page in found.pop("pages")
    ]
    return SearchAnswer(tuple(pages), **found)
