from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import threading
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from pilothouse.contracts.errors import DataError
from pilothouse.retrieval.semantic import SemanticCache

QUERY, SAME, OTHER = "推荐静音小风扇，200以内", "想买个安静的小风扇，不超过200元", "想买个安静的小风扇，不超过300元"


class Clock:
    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def test_the_same_query_hits_without_the_embedder(tmp_path: Path, embedder: Any) -> None:
    cache: SemanticCache[list[int]] = SemanticCache(tmp_path / "c.db", embedder)
    cache.put(QUERY, "p", [1])
    assert cache.get(" 推荐靜音 小风扇,２００以内", "p") == [1]
    assert embedder.calls == 0


def test_the_same_in_other_words_hits_and_another_budget_does_not(tmp_path: Path, embedder: Any) -> None:
    cache: SemanticCache[list[int]] = SemanticCache(tmp_path / "c.db", embedder, threshold=0.1)
    cache.put(QUERY, "p", [1])
    assert cache.get(SAME, "p") == [1]
    assert cache.get(OTHER, "p") is None
    assert (cache.hits, cache.near, cache.misses) == (1, 1, 1)


def test_what_passes_the_gate_must_also_be_near(tmp_path: Path, embedder: Any) -> None:
    cache: SemanticCache[list[int]] = SemanticCache(tmp_path / "c.db", embedder, threshold=1.0)
    cache.put(QUERY, "p", [1])
    assert cache.get(SAME, "p") is None


def test_without_an_embedder_only_the_same_query_hits() -> None:
    cache: SemanticCache[list[int]] = SemanticCache(None, None)
    cache.put(QUERY, "p", [1])
    assert cache.get(QUERY, "p") == [1]
    assert cache.get(SAME, "p") is None


def test_places_never_share(tmp_path: Path, embedder: Any) -> None:
    cache: SemanticCache[list[int]] = SemanticCache(tmp_path / "c.db", embedder, threshold=0.0)
    cache.put(QUERY, "scope a", [1])
    for query in (QUERY, SAME):
        assert cache.get(query, "scope b") is None
        assert cache.get(query, "") is None


def test_nobody_can_change_an_entry(embedder: Any) -> None:
    cache: SemanticCache[list[int]] = SemanticCache(None, embedder)
    given = [1]
    cache.put(QUERY, "p", given)
    given.append(2)
    taken = cache.get(QUERY, "p")
    assert taken == [1]
    taken.append(3)
    assert cache.get(QUERY, "p") == [1]


@pytest.mark.parametrize("query", [QUERY, SAME])
def test_an_answer_expires_by_the_clock(tmp_path: Path, embedder: Any, query: str) -> None:
    clock = Clock()
    cache: SemanticCache[int] = SemanticCache(tmp_path / "c.db", embedder, hours=2, threshold=0, clock=clock)
    cache.put(QUERY, "p", 1)
    clock.now += 2 * 3600 - 1
    assert cache.get(query, "p") == 1
    clock.now += 1
    assert cache.get(query, "p") is None
    clock.now -= 3 * 3600  # a clock set back: nothing was known then
    assert cache.get(query, "p") is None


def test_what_is_too_old_leaves_the_file(tmp_path: Path) -> None:
    clock = Clock()
    cache: SemanticCache[int] = SemanticCache(tmp_path / "c.db", None, hours=1, clock=clock)
    cache.put("a", "p", 1)
    clock.now += 3600
    cache.put("b", "p", 2)
    assert len(cache) == 1


def test_the_answers_used_longest_ago_make_room() -> None:
    clock = Clock()
    cache: SemanticCache[int] = SemanticCache(None, None, size=2, clock=clock)
    for query in "ab":
        clock.now += 1
        cache.put(query, "p", 1)
    clock.now += 1
    cache.get("a", "p")
    clock.now += 1
    cache.put("c", "p", 1)
    assert [cache.get(query, "p") for query in "abc"] == [1, None, 1]


def test_an_answer_outlives_the_process_and_the_newest_counts(tmp_path: Path) -> None:
    SemanticCache[int](tmp_path / "c.db", None).put("a", "p", 1)
    SemanticCache[int](tmp_path / "c.db", None).put("a", "p", 2)
    assert SemanticCache[int](tmp_path / "c.db", None).get("a", "p") == 2


def test_nothing_forgotten_stays_in_the_file(tmp_path: Path) -> None:
    cache: SemanticCache[str] = SemanticCache(tmp_path / "c.db", None)
    cache.put("给张三丰买的风扇", "p", "zhangsanfeng")
    cache.put("给张三丰买的风扇", "q", "zhangsanfeng")
    cache.forget("p")
    assert (cache.get("给张三丰买的风扇", "p"), cache.get("给张三丰买的风扇", "q")) == (None, "zhangsanfeng")
    cache.clear()
    assert len(cache) == 0
    for file in tmp_path.iterdir():
        assert b"zhangsanfeng" not in file.read_bytes()
        assert "张三丰".encode() not in file.read_bytes()


def test_a_file_that_is_no_cache_is_a_miss_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    path.write_bytes(b"not a database, " * 400)
    cache: SemanticCache[int] = SemanticCache(path, None)
    cache.put("a", "p", 1)
    assert cache.get("a", "p") is None
    assert path.read_bytes().startswith(b"not a database")
    with pytest.raises(DataError):
        cache.clear()


def test_an_entry_of_another_program_is_a_miss(tmp_path: Path) -> None:
    cache: SemanticCache[int] = SemanticCache(tmp_path / "c.db", None)
    cache.put("a", "p", 1)
    with sqlite3.connect(tmp_path / "c.db") as connection:
        connection.execute("UPDATE answer SET value = '{'")
    assert cache.get("a", "p") is None


def test_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    SemanticCache[int](tmp_path / "c.db", None).put("a", "p", 1)
    assert (tmp_path / "c.db").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("bad", [{"size": 0}, {"hours": 0}, {"threshold": 1.5}])
def test_settings_that_make_no_sense_are_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be"):
        SemanticCache[int](None, None, **bad)


def test_threads_share_a_cache(tmp_path: Path, embedder: Any) -> None:
    cache: SemanticCache[int] = SemanticCache(tmp_path / "c.db", embedder, threshold=0)
    wrong: list[object] = []

    def work(number: int) -> None:
        for turn in range(8):
            cache.put(f"风扇{number}号", "p", number)
            if (found := cache.get(f"推荐风扇{number}号" if turn % 2 else f"风扇{number}号", "p")) not in (
                number,
                None,
            ):
                wrong.append(found)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(100, 106)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(cache) == 6


def _write(path: Path, ready: Connection) -> None:
    cache: SemanticCache[int] = SemanticCache(path, None, size=50)
    for number in range(10_000):
        cache.put(f"q{number}", "p", number)
        if number == 20:
            ready.send(True)


def test_two_processes_write_and_one_is_killed(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    path = tmp_path / "c.db"
    mine, theirs = context.Pipe()
    process = context.Process(target=_write, args=(path, theirs))
    process.start()
    assert mine.recv()
    cache: SemanticCache[int] = SemanticCache(path, None, size=50)
    cache.put("mine", "p", 7)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    cache.put("after", "p", 8)
    assert cache.get("after", "p") == 8
    assert 1 < len(cache) <= 50
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
