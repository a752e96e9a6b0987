"""From what the client sends to utterances."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from pilothouse.contracts.errors import PilothouseError
from pilothouse.server.audio import LONGEST_S
from pilothouse.server.errors import ApiError
from pilothouse.server.voice.messages import Start
from pilothouse.server.voice.resampler import Resampler
from pilothouse.speech import Detector, Endpointer, Event, read
from pilothouse.speech.audio import HEARING, Samples

LARGEST_FRAME = 1_000_000  # bytes: ten seconds at the highest rate
AHEAD_S = 120.0  # so much more sound than time has passed a client may send
_INLINE = 1_600  # samples that are looked at without a thread of their own: 0.1 s


class Ears:
    """One client's stream of sound.

    Raises ``ApiError`` in ``feed``: 413 for a frame that is too large, 422 for what is no sound, 429 for more sound
    than anybody can say in that time.
    """

    def __init__(self, start: Start, detector: Callable[[], Detector], largest: int) -> None:
        self._endpointer = Endpointer(detector())
        self._wav = start.encoding == "wav"
        self._rate, self._resampler = start.rate, Resampler(start.rate)
        self._largest = largest if self._wav else LARGEST_FRAME
        self._odd = b""
        self._began, self._sent_s = time.monotonic(), 0.0

    async def feed(self, data: bytes) -> list[Event]:
        """What the next bytes made known."""
        if len(data) > self._largest:
            sentence = f"一帧最多 {self._largest:,} 字节。 A frame holds at most {self._largest:,} bytes."
            raise ApiError(413, "too_large", sentence)
        if self._wav:
            return await self._file(data)
        data = self._odd + data
        even = len(data) // 2 * 2
        self._odd = data[even:]
        self._count(even / 2 / self._rate)
        samples = np.asarray(np.frombuffer(data[:even], "<i2") / 32_768, np.float32)
        if len(samples) <= _INLINE:
            return self._notice(samples)
        return await asyncio.to_thread(self._notice, samples)

    def finish(self) -> list[Event]:
        """No more sound comes: an utterance that was begun ends here."""
        return self._endpointer.finish()

    def _notice(self, samples: Samples) -> list[Event]:
        return self._endpointer.feed(self._resampler.feed(samples))

    async def _file(self, data: bytes) -> list[Event]:
        """A whole file is an utterance, whatever pauses are in it."""
        try:
            sound = await asyncio.to_thread(partial(read, data, longest_s=LONGEST_S))
        except PilothouseError as error:
            raise ApiError(422, "bad_audio", str(error)) from error
        self._count(sound.seconds)
        sound = await asyncio.to_thread(sound.at, HEARING)
        return [Event("end", sound.seconds, sound)] if sound.seconds else []

    def _count(self, seconds: float) -> None:
        self._sent_s += seconds
        if self._sent_s > time.monotonic() - self._began + AHEAD_S:
            sentence = "声音送得比说话快得多。 Sound arrives much faster than anybody speaks."
            raise ApiError(429, "too_fast", sentence)
