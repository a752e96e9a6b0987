"""One client's stay: what he sends is taken, what is done for him ends with him."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pilothouse.server.errors import ApiError, api_error
from pilothouse.server.voice.answers import Answers, Refused, Utterance
from pilothouse.server.voice.messages import Order, Start, parse
from pilothouse.server.voice.outbox import Outbox
from pilothouse.server.voice.partner import Partner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.websockets import WebSocket

    from pilothouse.server.audio import Speech
    from pilothouse.server.voice.ears import Ears
    from pilothouse.server.voice.guest import Guest
    from pilothouse.server.voice.line import Line
    from pilothouse.speech import Event

FAULTS = 20  # of a client's messages, then he is left
CLOSING = {"stop": 1000, "idle": 1000, "refused": 1008, "too_large": 1009, "internal": 1011, "shutdown": 1012}
GONE = 1006


class _End(Exception):
    """Why the stay is over: one of ``CLOSING``, or nothing when the client has gone."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason)
        self.reason = reason


class Visit:
    """Takes what a client sends while ``Answers`` works for him. ``run`` returns the code of the close."""

    def __init__(self, socket: WebSocket, guest: Guest, start: Start, speech: Speech, ears: Ears | None) -> None:
        settings = guest.desk.settings
        self._socket, self._ears = socket, ears
        self._idle_s = settings.voice_idle_s
        self._outbox = Outbox(socket.send, settings.write_timeout_s)  # type: ignore[arg-type]
        self._answers = Answers(Partner(guest, start, speech, self._outbox), self._outbox, answer=start.answer)
        self._faults = 0
        self._fatal: ApiError | None = None
        self._reason = "stop"

    async def run(self, line: Line) -> int:
        """Until the client goes, stops, is idle for too long, or the server ends; nothing is left running."""
        writing = asyncio.create_task(self._outbox.run())
        reading = asyncio.create_task(self._read())
        answering = asyncio.create_task(self._answers.run())
        ending = asyncio.create_task(self._await_end(line))
        tasks = (writing, reading, answering, ending)
        try:
            await asyncio.wait({writing, reading, answering}, return_when=asyncio.FIRST_COMPLETED)
            reason = "" if writing.done() else self._outcome(reading, answering)
            await self._leave(answering, reading)
            if reason and await self._farewell(reason, writing):
                return CLOSING[reason]
            line.cut()
            return GONE
        finally:
            line.taken = False
            await self._leave(*tasks)

    def _outcome(self, reading: asyncio.Task[None], answering: asyncio.Task[None]) -> str:
        """The reason for the end."""
        for task in (reading, answering):
            fault = task.exception() if task.done() else None
            if isinstance(fault, _End):
                return fault.reason
            if isinstance(fault, Refused):
                return "refused"
            if fault is not None:
                self._fatal = api_error(fault)
                return "internal"
        return self._reason

    async def _farewell(self, reason: str, writing: asyncio.Task[None]) -> bool:
        """Tell the reason, and close. Whether the client took it, within the limit for one message."""
        self._outbox.hush()
        telling = asyncio.create_task(self._tell_end(reason))
        await asyncio.wait({writing})
        await self._leave(telling)
        if writing.exception() is not None:
            return False
        await self._socket.close(CLOSING[reason], reason)
        return True

    async def _tell_end(self, reason: str) -> None:
        if self._fatal is not None:
            await self._outbox.tell("error", **self._fatal.body())
        await self._outbox.tell("closing", reason=reason)
        await self._outbox.close()

    async def _leave(self, *tasks: asyncio.Task[None]) -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _await_end(self, line: Line) -> None:
        await line.ending.wait()
        self._reason = "shutdown"
        self._answers.finish(now=True)

    # -- what the client sends -----------------------------------------------------------------------------

    async def _read(self) -> None:
        """Raises ``_End``."""
        self._active = asyncio.get_running_loop().time()
        while True:
            message = await self._next()
            try:
                if message["type"] == "websocket.disconnect":
                    raise _End
                if (data := message.get("bytes")) is not None:
                    if self._ears is not None:
                        await self._notice(await self._ears.feed(data))
                else:
                    await self._order(message.get("text") or "")
            except ApiError as error:
                await self._fault(error)

    async def _next(self) -> Any:
        """The next message. Raises ``_End`` when the client is idle for too long."""
        loop = asyncio.get_running_loop()
        while True:
            if self._answers.busy or self._answers.talking:
                self._active = loop.time()
            left = self._active + self._idle_s - loop.time()
            if left <= 0:
                raise _End("idle")
            try:
                async with asyncio.timeout(left):
                    return await self._socket.receive()
            except TimeoutError:
                continue

    async def _notice(self, events: Sequence[Event]) -> None:
        for event in events:
            self._answers.talking = event.kind == "start"
            self._active = asyncio.get_running_loop().time()
            if event.audio is None:
                await self._outbox.tell("speech_begun", at=round(event.at, 3))
                await self._answers.interrupt()
            else:
                await self._outbox.tell("speech_ended", at=round(event.at, 3), seconds=round(event.audio.seconds, 3))
                self._answers.put(Utterance(event.audio, self._active))

    async def _order(self, text: str) -> None:
        said = parse(text)
        self._active = asyncio.get_running_loop().time()
        match said:
            case Start():
                raise ApiError(422, "bad_message", "已经开始了。 The conversation has started already.")
            case Order(type="interrupt"):
                await self._answers.interrupt(wanted=True)
            case Order(type="cancel"):
                await self._answers.cancel()
            case Order():
                if self._ears is not None:
                    await self._notice(self._ears.finish())
                    self._ears = None
                self._answers.finish()
            case _:
                if said.type == "text":
                    await self._answers.interrupt()
                self._answers.put(said)

    async def _fault(self, error: ApiError) -> None:
        """Tell an error. Raises ``_End`` for one that ends the stay."""
        await self._outbox.tell("error", **error.body())
        self._faults += 1
        if error.code == "too_large":
            raise _End("too_large")
        if error.code == "too_fast" or self._faults >= FAULTS:
            raise _End("refused")
