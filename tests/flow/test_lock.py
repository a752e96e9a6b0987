"""A lock is held by one at a time, whatever vanishes meanwhile."""

from __future__ import annotations

import asyncio
import fcntl
from pathlib import Path

import pytest

from pilothouse.flow import lock
from pilothouse.flow.lock import Locks


async def test_that_tasks_are_served_one_at_a_time_in_order(tmp_path: Path) -> None:
    locks, order = Locks(tmp_path), []

    async def work(n: int) -> None:
        async with locks.hold("a"):
            order.append((n, "in"))
            await asyncio.sleep(0)
            order.append((n, "out"))

    await asyncio.gather(*(work(n) for n in range(4)))
    assert order == [(n, way) for n in range(4) for way in ("in", "out")]


async def test_that_other_names_are_free(tmp_path: Path) -> None:
    locks = Locks(tmp_path)
    async with locks.hold("a"), locks.hold("b"):
        assert len(_files(tmp_path)) == 2
    assert _files(tmp_path) == []


async def test_that_a_lock_whose_file_was_removed_in_between_is_taken_on_the_new_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vanished: list[int] = []

    def flock(descriptor: int, how: int) -> None:
        if not vanished:  # its last holder finishes between our opening and our locking
            vanished.extend(path.unlink() or 1 for path in tmp_path.iterdir())
        fcntl.flock(descriptor, how)

    monkeypatch.setattr(lock, "fcntl", _Fcntl(flock))
    async with Locks(tmp_path).hold("a"):
        assert vanished == [1]
        assert len(_files(tmp_path)) == 1


async def test_that_a_cancelled_wait_leaves_the_lock_usable(tmp_path: Path) -> None:
    locks = Locks(tmp_path)
    for waiter in (locks, Locks(tmp_path)):
        async with locks.hold("a"):
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.01), waiter.hold("a"):
                    raise AssertionError
        async with waiter.hold("a"):
            pass
    assert _files(tmp_path) == []


class _Fcntl:
    LOCK_EX = fcntl.LOCK_EX
    LOCK_NB = fcntl.LOCK_NB

    def __init__(self, flock: object) -> None:
        self.flock = flock


def _files(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]
