"""Spoken turns: one from a recording, or many from a stream of sound with barge-in."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from pilothouse.contracts.errors import PilothouseError
from pilothouse.speech.audio import Audio, Samples, join
from pilothouse.speech.ear import for_ear
from pilothouse.speech.endpointer import Endpointer, Event
from pilothouse.speech.markup import CJK
from pilothouse.speech.recognition import Reading, Recogniser, Transcript
from pilothouse.speech.stream import Player, sentence_stream
from pilothouse.speech.synthesis import Synthesiser

if TYPE_CHECKING:
    from pilothouse.contracts.reply import Reply

Ask = Callable[[str], Awaitable["Reply"]]
Expect = Callable[[], Awaitable[Sequence[str]]]
Choose = Callable[[Sequence[Reading]], Awaitable[str]]


@dataclass(frozen=True)
class Times:
    """Stages of one turn in seconds. ``first_sentence``: from the reply to its first sound, ``synthesis`` to its last;
    ``None`` when nothing was said."""

    recognition: float
    turn: float
    first_sentence: float | None = None
    synthesis: float | None = None

    @property
    def first_sound(self) -> float | None:
        """From the end of speech to the first sound."""
        return None if self.first_sentence is None else self.recognition + self.turn + self.first_sentence


@dataclass(frozen=True, eq=False)
class Exchange:
    """One spoken turn. ``text`` is what was asked: as heard, or the reading that was chosen. ``reply`` is ``None`` when
    nobody spoke; ``fault`` says what is missing."""

    heard: Transcript
    text: str = ""
    reply: Reply | None = None
    audio: Audio = field(default_factory=lambda: join(()))
    times: Times = Times(0.0, 0.0)
    fault: PilothouseError | None = None


def ear_for(reply: str) -> Callable[[str], str]:
    """``for_ear`` for the sentences of one reply: numbers alone are read in the language of the whole."""
    return partial(for_ear, chinese=bool(CJK.search(reply)))


async def exchange(
    audio: Audio,
    recogniser: Recogniser,
    synthesiser: Synthesiser,
    ask: Ask,
    *,
    hotwords: Sequence[str] = (),
    choose: Choose | None = None,
    language: str = "zh",
) -> Exchange:
    """Hear, ask, say sentence by sentence. The voice loads while the recogniser listens; its failure leaves the text.

    ``choose`` takes one of the ways to read what was heard; its time counts to the turn.

    Raises whatever ``ask`` raises, and ``ProviderUnavailable`` when the recogniser can't be used.
    """
    warming = asyncio.create_task(synthesiser.warm())
    try:
        started = time.perf_counter()
        heard = await recogniser.transcribe(audio, hotwords=hotwords, language=language)
        recognised = time.perf_counter()
        if not heard.text.strip():
            return Exchange(heard, times=Times(recognised - started, 0.0))
        text = await _chosen(heard, choose)
        reply = await ask(text)
        answered = time.perf_counter()
    finally:
        if not warming.done():
            warming.cancel()
        await asyncio.gather(warming, return_exceptions=True)  # the voice tells its faults when it speaks
    sounds: list[Audio] = []
    first: float | None = None
    fault: PilothouseError | None = None
    try:
        async with aclosing(sentence_stream(reply.reply, synthesiser, ear=ear_for(reply.reply))) as sentences:
            async for sentence in sentences:
                if first is None and sentence.audio.seconds:
                    first = time.perf_counter() - answered
                sounds.append(sentence.audio)
    except PilothouseError as error:
        fault = error
    whole = None if first is None else time.perf_counter() - answered
    times = Times(recognised - started, answered - recognised, first, whole)
    return Exchange(heard, text, reply, join(sounds), times, fault)


async def _chosen(heard: Transcript, choose: Choose | None) -> str:
    return await choose(heard.readings) if choose is not None and heard.readings else heard.text


async def _nothing() -> Sequence[str]:
    return ()


class Conversation:
    """Answers what is said into a stream of sound, one utterance after the other.

    Whoever begins to speak interrupts the reply; what was said meanwhile is answered first. ``expect`` gives the
    hotwords of the moment, ``choose`` takes one of the ways to read what was heard. ``show`` gets every turn before it
    is said; one that failed has a ``fault``.
    """

    def __init__(
        self,
        recogniser: Recogniser,
        player: Player,
        ask: Ask,
        show: Callable[[Exchange], None],
        *,
        expect: Expect = _nothing,
        choose: Choose | None = None,
        endpointer: Endpointer | None = None,
        language: str = "zh",
    ) -> None:
        self.recogniser, self.player, self.ask, self.show = recogniser, player, ask, show
        self.expect, self.choose, self.language = expect, choose, language
        self.endpointer = endpointer or Endpointer()
        self._talking = False
        self._waiting = 0  # utterances not yet taken up
        self._utterances: asyncio.Queue[Audio | None] = asyncio.Queue()

    async def run(self, frames: AsyncIterator[Samples]) -> None:
        """Until the frames (mono, 16 kHz) end and the last reply has been said."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._answer())
            async for frame in frames:
                self._notice(self.endpointer.feed(frame))
            self._notice(self.endpointer.finish())
            self._utterances.put_nowait(None)

    def _notice(self, events: Sequence[Event]) -> None:
        for event in events:
            self._talking = event.kind == "start"
            if event.audio is not None:
                self._waiting += 1
                self._utterances.put_nowait(event.audio)
            else:
                self.player.interrupt()

    async def _answer(self) -> None:
        while (audio := await self._utterances.get()) is not None:
            self._waiting -= 1
            heard = Transcript("", audio.seconds, self.language)
            try:
                started = time.perf_counter()
                heard = await self.recogniser.transcribe(audio, hotwords=await self.expect(), language=self.language)
                if not heard.text.strip():
                    continue
                recognised = time.perf_counter()
                text = await _chosen(heard, self.choose)
                reply = await self.ask(text)
                times = Times(recognised - started, time.perf_counter() - recognised)
                self.show(Exchange(heard, text, reply, times=times))
                if not self._talking and not self._waiting:
                    self.player.ear = ear_for(reply.reply)
                    await self.player.say(reply.reply)
            except PilothouseError as error:
                self.show(Exchange(heard, fault=error))
