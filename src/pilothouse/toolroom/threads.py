"""Threads for handlers that are plain functions."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

STUCK_LIMIT = 8


class Stuck(RuntimeError):
    """So many earlier calls of the tool still hang that no further one is begun."""


Job = Callable[[], None]
IDLE_LIMIT = 16


class Threads:
    """Runs each call in a thread that does nothing else meanwhile.

    A thread can't be killed. In a pool of fixed size, a few hanging handlers would hold every worker and with them
    all later turns; here a call takes an idle thread or begins a new one, and a hanging call costs its own thread
    only, which is a daemon and doesn't hold up the exit either. Threads are used again, because handlers keep a
    database connection per thread.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stuck: Counter[str] = Counter()
        self._idle: list[SimpleQueue[Job | None]] = []

    def close(self) -> None:
        """Let the idle threads end."""
        with self._lock:
            idle, self._idle = self._idle, []
        for jobs in idle:
            jobs.put(None)

    async def run(self, name: str, work: Callable[[], Any]) -> Any:
        """The result of ``work``. When the caller is cancelled, the thread goes on and its result is dropped.

        Raises ``Stuck`` when ``STUCK_LIMIT`` abandoned calls of ``name`` have not come back.
        """
        if self._stuck[name] >= STUCK_LIMIT:
            raise Stuck(name)
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        finished = abandoned = False

        def settle(result: Any, error: Exception | None) -> None:
            if future.done():
                return
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

        def body() -> None:
            nonlocal finished
            result, error = _outcome(work)
            with self._lock:
                finished = True
                if abandoned:
                    self._stuck[name] -= 1
            with suppress(RuntimeError):  # the loop was closed meanwhile
                loop.call_soon_threadsafe(settle, result, error)

        self._begin(body)
        try:
            return await future
        except asyncio.CancelledError:
            with self._lock:
                if not finished:
                    abandoned = True
                    self._stuck[name] += 1
            raise

    def _begin(self, job: Job) -> None:
        with self._lock:
            jobs = self._idle.pop() if self._idle else None
        if jobs is None:
            jobs = SimpleQueue()
            threading.Thread(target=self._work, args=(jobs,), name="toolroom", daemon=True).start()
        jobs.put(job)

    def _work(self, jobs: SimpleQueue[Job | None]) -> None:
        while (job := jobs.get()) is not None:
            job()
            del job  # an idle thread keeps nothing of the last call alive
            with self._lock:
                if len(self._idle) >= IDLE_LIMIT:
                    return
                self._idle.append(jobs)


def _outcome(work: Callable[[], Any]) -> tuple[Any, Exception | None]:
    try:
        return work(), None
    except StopIteration as error:  # no future takes it
        return None, RuntimeError(repr(error))
    except Exception as error:
        return None, error
    except BaseException as error:  # a handler that calls sys.exit() must not end the server
        return None, RuntimeError(type(error).__name__)
