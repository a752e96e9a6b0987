"""Threads for handlers that are plain functions."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

STUCK_LIMIT = 8


class Stuck(RuntimeError):
    """So many earlier calls of the tool still hang that no further one is begun."""


class Threads:
    """Runs each call in a thread of its own.

    A thread can't be killed. In a pool, a few hanging handlers would hold every worker and with them all later
    turns; here a hanging call costs its own thread only, which is a daemon and doesn't hold up the exit either.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stuck: Counter[str] = Counter()

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

        threading.Thread(target=body, name=f"tool-{name}", daemon=True).start()
        try:
            return await future
        except asyncio.CancelledError:
            with self._lock:
                if not finished:
                    abandoned = True
                    self._stuck[name] += 1
            raise


def _outcome(work: Callable[[], Any]) -> tuple[Any, Exception | None]:
    try:
        return work(), None
    except StopIteration as error:  # no future takes it
        return None, RuntimeError(repr(error))
    except Exception as error:
        return None, error
    except BaseException as error:  # a handler that calls sys.exit() must not end the server
        return None, RuntimeError(type(error).__name__)
