"""Speaking sentence by sentence while the text still comes, and stopping when somebody barges in."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass

from pilothouse.contracts.errors import UsageError
from pilothouse.speech.audio import Audio
from pilothouse.speech.ear import for_ear
from pilothouse.speech.sentences import Sentences
from pilothouse.speech.synthesis import Synthesiser

Text = str | AsyncIterator[str]


@dataclass(frozen=True, eq=False)
class Sentence:
    """One spoken piece: ``written`` as it came, ``spoken`` for the ear, and its sound."""

    written: str
    spoken: str
    audio: Audio


async def _written(text: Text) -> AsyncGenerator[str, None]:
    sentences = Sentences()
    if isinstance(text, str):
        for piece in sentences.feed(text):
            yield piece
    else:
        async for chunk in text:
            for piece in sentences.feed(chunk):
                yield piece
    for piece in sentences.finish():
        yield piece


async def sentence_stream(
    text: Text, synthesiser: Synthesiser, *, ear: Callable[[str], str] = for_ear, ahead: int = 1
) -> AsyncGenerator[Sentence, None]:
    """Sentences with their sound, in order; the first as soon as it is synthesised.

    The text is read without waiting for the voice; ``ahead`` finished sentences wait while one is spoken. Closing
    the generator cancels everything. Errors of the voice or of ``text`` come after the sentences before them.

    Raises:
        UsageError: ``ahead`` is less than 1.
    """
    if ahead < 1:
        raise UsageError("ahead 必须大于 0。ahead must be greater than 0.")
    waiting: asyncio.Queue[str | None] = asyncio.Queue()
    ready: asyncio.Queue[Sentence | None] = asyncio.Queue(ahead)

    async def collect() -> None:
        try:
            async with aclosing(_written(text)) as pieces:
                async for piece in pieces:
                    waiting.put_nowait(piece)
        finally:
            waiting.put_nowait(None)

    async def voice() -> None:
        try:
            while (piece := await waiting.get()) is not None:
                if spoken := ear(piece):
                    await ready.put(Sentence(piece, spoken, await synthesiser.speak(spoken)))
        finally:
            if not asyncio.current_task().cancelling():  # type: ignore[union-attr]
                await ready.put(None)

    tasks = [asyncio.create_task(collect()), asyncio.create_task(voice())]
    try:
        while (sentence := await ready.get()) is not None:
            yield sentence
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def speak_stream(
    text: Text, synthesiser: Synthesiser, *, ear: Callable[[str], str] = for_ear
) -> AsyncGenerator[Audio, None]:
    """The sounds of ``sentence_stream`` alone."""
    async with aclosing(sentence_stream(text, synthesiser, ear=ear)) as sentences:
        async for sentence in sentences:
            yield sentence.audio


@dataclass(frozen=True)
class Delivery:
    """What the listener got, as written.

    ``spoken`` was heard to its end, ``cut`` is the sentence that was broken off (or ``""``). ``first_sound_s``:
    from the call of ``say`` to the first sound, ``None`` without one.
    """

    spoken: tuple[str, ...]
    cut: str
    interrupted: bool
    first_sound_s: float | None


async def pretend(audio: Audio) -> None:
    """A loudspeaker that isn't there: takes as long as the sound."""
    await asyncio.sleep(audio.seconds)


class Player:
    """Speaks one text at a time through ``play`` and can be interrupted at any moment.

    ``play`` takes one sentence's sound and returns when it has been heard; it is cancelled on an interruption.
    """

    def __init__(
        self,
        synthesiser: Synthesiser,
        play: Callable[[Audio], Awaitable[None]] = pretend,
        *,
        ear: Callable[[str], str] = for_ear,
    ) -> None:
        self.synthesiser, self.play, self.ear = synthesiser, play, ear
        self._task: asyncio.Task[None] | None = None
        self._interrupted = False

    @property
    def speaking(self) -> bool:
        return self._task is not None and not self._task.done()

    def interrupt(self) -> bool:
        """Somebody barges in: stop the sound and all pending synthesis. Whether anything was being said."""
        if self._task is None or self._task.done():
            return False
        self._interrupted = True
        self._task.cancel()
        return True

    async def say(self, text: Text) -> Delivery:
        """Speak ``text``; returns when it was heard or interrupted.

        Raises:
            UsageError: another text is being spoken.
            ProviderUnavailable: the voice failed.
        """
        if self.speaking:
            raise UsageError("上一段话还没说完。Another text is still being spoken.")
        started = time.perf_counter()
        spoken: list[str] = []
        current = ""
        first: float | None = None

        async def run() -> None:
            nonlocal current, first
            async with aclosing(sentence_stream(text, self.synthesiser, ear=self.ear)) as sentences:
                async for sentence in sentences:
                    current = sentence.written
                    if first is None and sentence.audio.seconds:
                        first = time.perf_counter() - started
                    await self.play(sentence.audio)
                    spoken.append(current)
                    current = ""

        self._interrupted = False
        self._task = asyncio.create_task(run())
        try:
            await self._task
        except asyncio.CancelledError:
            if not self._interrupted or asyncio.current_task().cancelling():  # type: ignore[union-attr]
                self._task.cancel()
                raise
        return Delivery(tuple(spoken), current, self._interrupted, first)
