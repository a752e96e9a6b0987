"""Where turns are taken in: access, limits, time, clients that go away."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Collection, Coroutine
from contextlib import AsyncExitStack, aclosing
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from fastapi import Request
from starlette.responses import StreamingResponse
from starlette.types import Send

from pilothouse.contracts.reply import Reply
from pilothouse.server.access import Access, Asker
from pilothouse.server.errors import GONE, ApiError
from pilothouse.server.jobs import Jobs
from pilothouse.server.limits import Rates, Slots
from pilothouse.server.uploads import Uploads
from pilothouse.telemetry import otlp
from pilothouse.telemetry.trace import Event

if TYPE_CHECKING:
    from pilothouse.house import Pilothouse
    from pilothouse.server.audio import Speech

COSTS = ("model_call",)  # what ``whole`` needs beside the reply
BEAT_S = 15.0  # proxies drop a connection that is silent for longer

Result = TypeVar("Result")


class Desk:
    """What all endpoints share; one for each application."""

    def __init__(self, house: Pilothouse) -> None:
        self.house = house
        self.settings = house.settings.server
        self.access = Access(house)
        self.rates = Rates(self.settings.rate_per_minute, self.settings.burst)
        self.slots = Slots(self.settings.concurrency, self.settings.max_turns)
        self.jobs = Jobs(house.settings.home)
        self.uploads = Uploads(house.settings.home)
        self.speech: Speech | None = None  # set by the application
        self.draining = False
        self.warm = threading.Event()

    async def asker(self, request: Request) -> Asker:
        """Who sends the request; counted. Raises ``ApiError`` 401 and 429."""
        address = request.client.host if request.client is not None else "unknown"
        try:
            found = await asyncio.to_thread(self.access.identify, request.headers.get("authorization"), address)
        except ApiError:
            self.rates.take(f"refused:{address}")
            raise
        self.rates.take(found.bucket)
        if self.settings.join_traces:
            found = replace(found, trace=request.headers.get("traceparent", ""))
        return found

    async def turn(
        self, asker: Asker, assistant: str, text: str, session: str, *, kinds: Collection[str] | None = None
    ) -> AsyncIterator[Event | None]:
        """The events of a turn, ``None`` after each ``BEAT_S`` of silence. Close it, and the turn is cancelled.
        ``kinds``: only these, and the reply.

        Raises ``ApiError`` 429 and 503 for want of a place, 504 when the turn takes too long.
        """
        loop = asyncio.get_running_loop()
        with self.slots.hold(asker.bucket):
            deadline = loop.time() + self.settings.turn_timeout_s
            stream = self.house.astream(assistant, text, session=session, user=asker.user, kinds=kinds)
            waiting: asyncio.Task[Event] | None = None
            try:
                while True:
                    with otlp.joined(asker.trace):  # the turn begins with the context of its first step
                        waiting = waiting or asyncio.create_task(_next(stream))
                    left = deadline - loop.time()
                    await asyncio.wait({waiting}, timeout=max(0.0, min(left, BEAT_S)))
                    if waiting.done():
                        try:
                            event = waiting.result()
                        except StopAsyncIteration:
                            return
                        waiting = None
                        yield event
                    elif left <= BEAT_S:
                        raise late(self.settings.turn_timeout_s)
                    else:
                        yield None
            finally:
                if waiting is not None and not waiting.done():
                    waiting.cancel()
                    await asyncio.wait({waiting})
                await stream.aclose()  # type: ignore[attr-defined]


class Stream(StreamingResponse):
    """A response whose source is closed whatever happens, so that nothing goes on for a client that has gone.

    ``turn``: what the source reads from, closed as well: a source that was never begun closes nothing.
    """

    def __init__(
        self,
        source: AsyncIterator[str],
        media_type: str,
        headers: dict[str, str],
        turn: AsyncIterator[Event | None] | None = None,
    ) -> None:
        self._closing = [source] if turn is None else [turn, source]
        super().__init__(
            source,
            media_type=media_type,
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no", **headers},
        )

    async def stream_response(self, send: Send) -> None:
        async with AsyncExitStack() as stack:
            for part in self._closing:
                await stack.enter_async_context(aclosing(part))  # type: ignore[type-var]
            await super().stream_response(send)


async def first_of(turn: AsyncIterator[Event | None]) -> Event | None:
    """The first event: what keeps a turn from beginning is raised while a status can still tell of it."""
    return await anext(turn)


async def whole(turn: AsyncIterator[Event | None]) -> tuple[Reply, int, int]:
    """The reply of a turn, with the tokens that models read and wrote for it."""
    read = written = 0
    async with aclosing(turn):  # type: ignore[type-var]
        async for event in turn:
            if event is not None and event.kind == "model_call":
                read, written = read + event.fields["tokens_in"], written + event.fields["tokens_out"]
            elif event is not None and event.kind == "reply":
                return Reply.model_validate(event.fields), read, written
    raise RuntimeError("A turn ended without a reply.")


async def unless_gone(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """The result of ``work``, which is cancelled when the client goes away."""
    task = asyncio.create_task(work)
    gone = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise ApiError(GONE, "client_gone", "The client has gone.")
    finally:
        gone.cancel()
        if not task.done():
            task.cancel()
            await asyncio.wait({task})


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _next(stream: AsyncIterator[Event]) -> Event:
    return await anext(stream)


def late(limit_s: float) -> ApiError:
    """The error of a turn that took too long."""
    return ApiError(
        504,
        "timeout",
        f"这一句处理超过 {limit_s:g} 秒，已取消。 The turn took more than {limit_s:g} s and was cancelled.",
    )
