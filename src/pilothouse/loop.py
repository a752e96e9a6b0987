"""An event loop in a thread of its own, for code that has none, has another, or has many threads."""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

from pilothouse.contracts.errors import UsageError

Result = TypeVar("Result")

CLOSE_S = 10.0


class Loop:
    """Starts with the first coroutine. Whatever thread or loop the work comes from, it all runs here, so
    connections and locks always meet the loop that they belong to.

    The thread is a daemon and is stopped at exit: a program that forgets ``close`` still ends.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._end: weakref.finalize[[asyncio.AbstractEventLoop, threading.Thread], Loop] | None = None

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """The result of ``work``, waited for. Raises ``UsageError`` inside a running event loop."""
        if _running() is not None:
            work.close()
            raise UsageError(
                "这里已有事件循环在运行，请改用 await house.aask(…)。 "
                "An event loop is running here: use await house.aask(…) instead."
            )
        return self.wait(work)

    def wait(self, work: Coroutine[Any, Any, Result]) -> Result:
        """As ``run``, but holds up a loop that runs in this thread."""
        future = self._submit(work)
        try:
            return future.result()
        except BaseException:  # Ctrl-C ends the work too
            future.cancel()
            raise

    async def arun(self, work: Coroutine[Any, Any, Result]) -> Result:
        """The result of ``work``, from any event loop. Cancelling this cancels the work."""
        if _running() is self._loop:
            return await work
        return await asyncio.wrap_future(self._submit(work))

    def close(self) -> None:
        """Cancel what still runs and end the thread. The next work starts another."""
        with self._lock:
            end, self._end, self._loop = self._end, None, None
        if end is not None:
            end()

    def _submit(self, work: Coroutine[Any, Any, Result]) -> Future[Result]:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                thread = threading.Thread(target=_serve, args=(self._loop,), name="pilothouse", daemon=True)
                thread.start()
                self._end = weakref.finalize(self, _stop, self._loop, thread)
            return asyncio.run_coroutine_threadsafe(work, self._loop)


def _running() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        loop.run_until_complete(loop.shutdown_asyncgens())
    finally:
        loop.close()


def _stop(loop: asyncio.AbstractEventLoop, thread: threading.Thread) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(loop.stop)
    if thread is not threading.current_thread():
        thread.join(CLOSE_S)
