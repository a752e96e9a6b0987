"""One at a time, among the tasks of a process and among processes."""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import os
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

POLL_S = 0.02

Result = TypeVar("Result")


class Queues:
    """Queues by name, among the tasks of this process: one at a time, in order of arrival."""

    def __init__(self) -> None:
        self._busy: dict[str, tuple[asyncio.Lock, int]] = {}  # lock, tasks that hold or await it

    @asynccontextmanager
    async def pass_through(self, name: str) -> AsyncIterator[None]:
        lock, users = self._busy.get(name) or (asyncio.Lock(), 0)
        self._busy[name] = (lock, users + 1)
        try:
            async with lock:
                yield
        finally:
            lock, users = self._busy.pop(name)
            if users > 1:
                self._busy[name] = (lock, users - 1)


class Locks:
    """Locks by name. Tasks of this process are served in order; a lock of a killed process is free.

    Each held lock is a file in ``folder``, which vanishes with its holder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._queues = Queues()

    @asynccontextmanager
    async def hold(self, name: str) -> AsyncIterator[None]:
        """Wait for the lock ``name`` and hold it."""
        async with self._queues.pass_through(name):
            path = self._folder / hashlib.sha256(name.encode()).hexdigest()[:32]
            while (descriptor := _locked(path)) is None:  # noqa: ASYNC110  another process sets no event
                await asyncio.sleep(POLL_S)
            try:
                yield
            finally:
                path.unlink(missing_ok=True)  # while it is still ours
                os.close(descriptor)


def _locked(path: Path) -> int | None:
    """A descriptor that holds the lock, or ``None`` when another holds it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(descriptor).st_nlink:  # else its last holder has just removed it, and the next is another file
            return descriptor
    except BlockingIOError:
        pass
    os.close(descriptor)
    return None


async def whole(work: Coroutine[Any, Any, Result]) -> Result:
    """Await ``work`` to its end, even when cancelled meanwhile: no half transaction may stay open."""
    task = asyncio.create_task(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task})
        raise
