from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from pilothouse.embedding.embedder import Vectors
from pilothouse.websearch.caching import FILE, forget, open_cache
from pilothouse.websearch.provider import SearchAnswer, WebPage
from pilothouse.websearch.settings import SearchSettings

ANSWER = SearchAnswer(
    (
        WebPage("https://a.example/1", "静音风扇横评", "摘要", 0.91, "全文", date(2026, 3, 1)),
        WebPage("https://b.example", "t", "", None),
    ),
    "tavily",
    1.0,
    12.5,
)


class Alike:
    """Every text has the same vector: only the gate decides."""

    id = "alike@1"
    dimension = 2

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.tile(np.array([1, 0], dtype=np.float32), (len(texts), 1))

    def to_dict(self) -> dict[str, Any]:
        return {}


def test_a_search_is_kept_as_it_was(tmp_path: Path) -> None:
    cache = open_cache(SearchSettings(), tmp_path, Alike())
    assert cache is not None
    cache.put("静音 桌面小风扇 口碑推荐 2026", "p", ANSWER)
    again = open_cache(SearchSettings(), tmp_path, Alike())
    assert again is not None
    assert again.get("静音 桌面小风扇 口碑推荐 2026", "p") == ANSWER
    assert again.get("安静 桌面小风扇 口碑推荐 2026", "p") == ANSWER
    assert again.get("静音 桌面小风扇 口碑推荐 2025", "p") is None


def test_a_search_is_kept_for_the_hours_that_are_set(tmp_path: Path) -> None:
    now = datetime(2026, 11, 30, 12)
    cache = open_cache(SearchSettings(cache_hours=6), tmp_path, None, lambda: now)
    assert cache is not None
    cache.put("a", "p", ANSWER)
    now += timedelta(hours=5)
    assert cache.get("a", "p") == ANSWER
    now += timedelta(hours=2)
    assert cache.get("a", "p") is None


def test_switched_off_nothing_is_kept(tmp_path: Path) -> None:
    assert open_cache(SearchSettings(semantic_cache=False), tmp_path, Alike()) is None
    assert not (tmp_path / FILE).exists()


def test_removing_a_user_forgets_all_searches(tmp_path: Path) -> None:
    forget(tmp_path)
    assert not (tmp_path / FILE).exists()
    cache = open_cache(SearchSettings(), tmp_path, None)
    assert cache is not None
    cache.put("a", "p", ANSWER)
    forget(tmp_path)
    assert cache.get("a", "p") is None
