"""Saying a text to one client, sentence by sentence, until it was heard or somebody barges in."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import NamedTuple

import numpy as np

from pilothouse.server.voice.outbox import Outbox
from pilothouse.speech import Audio, Synthesiser, sentence_stream
from pilothouse.speech.conversation import ear_for

LEAD_S = 3.0  # so much sound lies with the client before it is heard; more would be made for nothing at a barge-in
CHUNK_S = 0.1


class _Told(NamedTuple):
    written: str
    heard_at: float  # on the clock of the loop, when the client will have played it


class Unheard(NamedTuple):
    """``spoken``: what was heard to its end; ``cut``: the sentence that was broken off; ``rest``: all from there on."""

    spoken: str
    cut: str
    rest: str


class Mouth:
    """Speaks one text at a time. Where the client is in it is reckoned by the clock."""

    def __init__(self, synthesiser: Synthesiser, outbox: Outbox) -> None:
        self._synthesiser, self._outbox = synthesiser, outbox
        self._task: asyncio.Task[None] | None = None
        self._text = ""
        self._told: list[_Told] = []

    @property
    def speaking(self) -> bool:
        return self._task is not None

    async def say(self, text: str, since: float | None = None) -> None:
        """Until the text was heard, or interrupted. ``since``: from when on it was waited for, on the loop's clock.

        Raises ``ProviderUnavailable`` when the voice fails.
        """
        self._text, self._told = text, []
        self._task = task = asyncio.create_task(self._run(text, since))
        try:
            await asyncio.wait({task})
        finally:
            if self._task is task:
                self._task = None
            if not task.done():
                task.cancel()
                await asyncio.wait({task})
        if not task.cancelled():
            task.result()

    def interrupt(self) -> Unheard | None:
        """Be silent now. What was not heard; ``None`` when nothing was being said."""
        if self._task is None:
            return None
        self._task.cancel()
        self._task = None
        self._outbox.hush()
        now = asyncio.get_running_loop().time()
        end = 0
        for written, heard_at in self._told:
            if heard_at > now:
                return Unheard(self._text[:end], written, self._text[end:])
            found = self._text.find(written, end)
            end = found + len(written) if found >= 0 else end
        return Unheard(self._text[:end], "", self._text[end:])

    async def _run(self, text: str, since: float | None) -> None:
        loop = asyncio.get_running_loop()
        ends = loop.time()
        async with aclosing(sentence_stream(text, self._synthesiser, ear=ear_for(text))) as sentences:
            async for sentence in sentences:
                sound = sentence.audio
                if not sound.seconds:
                    continue
                ends = max(ends, loop.time()) + sound.seconds
                about = {"format": "pcm16", "rate": sound.rate, "seconds": round(sound.seconds, 3)}
                if since is not None and not self._told:
                    about["after_ms"] = round((loop.time() - since) * 1000)
                self._told.append(_Told(sentence.written, ends))
                await self._outbox.sound(("audio", {**about, "sentence": sentence.written}))
                for piece in _chunks(sound):
                    await self._outbox.sound(piece)
                await asyncio.sleep(max(0.0, ends - loop.time() - LEAD_S))
        await self._outbox.sound(("audio_end", {}))
        await asyncio.sleep(max(0.0, ends - loop.time()))


def _chunks(sound: Audio) -> list[bytes]:
    body = np.round(np.clip(sound.samples, -1, 1) * 32_767).astype("<i2").tobytes()
    size = 2 * max(1, round(sound.rate * CHUNK_S))
    return [body[place : place + size] for place in range(0, len(body), size)]
