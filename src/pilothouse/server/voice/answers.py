"""What becomes of what was said: heard, asked and spoken, one after the other."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from pilothouse.server.errors import ApiError, api_error
from pilothouse.server.voice.messages import Say, Text
from pilothouse.server.voice.outbox import Outbox
from pilothouse.server.voice.partner import Partner
from pilothouse.speech import Audio

WAITING = 4  # sentences that wait for their turn


class Utterance(NamedTuple):
    """Sound, and when it ended on the clock of the loop."""

    audio: Audio
    ended: float


Work = Utterance | Text | Say


class Refused(Exception):
    """The client may not go on; the error was told."""


class Answers:
    """The work for one client. ``talking``: somebody speaks right now.

    Nothing that was ``heard`` is lost: a turn that somebody speaks into goes on; its reply is told and not spoken, and
    what was said meanwhile is answered next. If that was nobody (a cough), what remained to be spoken is spoken.
    """

    def __init__(self, partner: Partner, outbox: Outbox, *, answer: bool) -> None:
        self._partner, self._outbox, self._answer = partner, outbox, answer
        self.talking = False
        self._work: asyncio.Queue[Work | None] = asyncio.Queue()
        self._doing: asyncio.Task[None] | None = None
        self._finishing = self._ending = False
        self._unheard = ""

    @property
    def busy(self) -> bool:
        """Whether anything is being done, said or waiting."""
        return self._doing is not None or self._waiting > 0

    @property
    def _waiting(self) -> int:
        return self._work.qsize() - self._finishing

    def put(self, work: Work) -> None:
        """Raises ``ApiError`` 429 when too much waits already. After ``finish`` nothing is taken."""
        if self._finishing:
            return
        if self._waiting >= WAITING:
            sentence = f"已有 {WAITING} 句在等回答。 {WAITING} sentences wait for their answers already."
            raise ApiError(429, "too_many_waiting", sentence)
        self._work.put_nowait(work)

    async def interrupt(self, *, wanted: bool = False) -> None:
        """Be silent. ``wanted``: the client asked for it; he is always answered, and nothing of it is said later."""
        unheard = self._partner.mouth.interrupt() if self._partner.mouth is not None else None
        spoken, cut = (unheard.spoken, unheard.cut) if unheard is not None else ("", "")
        what = "speech" if unheard is not None else "turn" if self._partner.asking else "nothing"
        if unheard is not None:
            self._unheard = unheard.rest
        if wanted:
            self._unheard = ""
        if wanted or what != "nothing":
            await self._outbox.tell("interrupted", what=what, spoken=spoken, cut=cut, wanted=wanted)

    async def cancel(self) -> None:
        """Give up what is being done: the session of a turn stays as it was."""
        await self.interrupt(wanted=True)
        if self._doing is not None:
            self._doing.cancel()

    def finish(self, *, now: bool = False) -> None:
        """Let ``run`` return: when all is done; or, ``now``, after what is being done, and without a word."""
        if now:
            self._ending = True
            if self._partner.mouth is not None:
                self._partner.mouth.interrupt()
        if not self._finishing:
            self._finishing = True
            self._work.put_nowait(None)

    async def run(self) -> None:
        """Do what comes, until finished. Raises ``Refused``."""
        await self._partner.open()
        while not self._ending:
            if not self._waiting and not self.talking:
                await self._outbox.tell("listening")
            if (work := await self._work.get()) is None or self._ending:
                return
            await self._one(work)

    async def _one(self, work: Work) -> None:
        self._doing = task = asyncio.create_task(self._do(work))
        try:
            await asyncio.wait({task})
        finally:
            self._doing = None
            if not task.done():
                task.cancel()
                await asyncio.wait({task})
        if task.cancelled():
            await self._outbox.tell("cancelled")
        elif (fault := task.exception()) is not None:
            error = api_error(fault)
            await self._outbox.tell("error", **error.body())
            if error.status == 401:
                raise Refused

    async def _do(self, work: Work) -> None:
        match work:
            case Utterance(audio, ended):
                if text := await self._partner.hear(audio):
                    self._unheard = ""
                    if self._answer:
                        await self._say(await self._partner.ask(text, counted=True), ended)
                elif self._unheard:
                    await self._say(self._unheard, None)
            case Text(text=text):
                self._unheard = ""
                began = asyncio.get_running_loop().time()
                await self._say(await self._partner.ask(text, counted=False), began)
            case Say(text=text):
                await self._partner.may_say()
                await self._say(text, None)

    async def _say(self, text: str, since: float | None) -> None:
        """Speak, unless somebody else does. ``since``: from when on the listener has waited."""
        self._unheard = text
        if self._partner.mouth is None or self._ending or self.talking or self._waiting:
            return
        self._unheard = ""
        await self._partner.mouth.say(text, since)
