"""Stand-ins for the speech tests: voices without a model and synthetic sound."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np

from pilothouse.speech import Audio, Transcript, silence


def tone(seconds: float, frequency: float = 220.0, level: float = 0.3, rate: int = 16_000) -> Audio:
    """Several harmonics with a syllable-like envelope: loud, low, voiced."""
    times = np.arange(round(seconds * rate)) / rate
    wave = sum(np.sin(2 * np.pi * frequency * k * times) / k for k in (1, 2, 3))
    return Audio((level * wave * (0.55 + 0.45 * np.sin(2 * np.pi * 4 * times))).astype(np.float32), rate)


def noise(seconds: float, level: float, seed: int = 1, rate: int = 16_000) -> Audio:
    samples = np.random.default_rng(seed).standard_normal(round(seconds * rate)) * level
    return Audio(samples.astype(np.float32), rate)


class SlowVoice:
    """Takes ``takes_s`` for a sentence whose sound lasts ``lasts_s``; keeps what was asked, finished, cancelled."""

    def __init__(self, takes_s: float = 0.02, lasts_s: float = 0.05, fails_at: int = 0) -> None:
        self.takes_s, self.lasts_s, self.fails_at = takes_s, lasts_s, fails_at
        self.asked: list[str] = []
        self.finished: list[str] = []
        self.cancelled: list[str] = []
        self.open = True

    async def speak(self, text: str) -> Audio:
        self.asked.append(text)
        if len(self.asked) == self.fails_at:
            raise RuntimeError("broken voice")
        try:
            await asyncio.sleep(self.takes_s)
        except asyncio.CancelledError:
            self.cancelled.append(text)
            raise
        self.finished.append(text)
        return silence(self.lasts_s)

    async def warm(self) -> None:
        self.warmed = True

    async def close(self) -> None:
        self.open = False


class Ear:
    """Hears what the script says, whatever the sound; an exception in it is raised."""

    def __init__(self, *script: str | Exception) -> None:
        self.script = list(script)
        self.hotwords: list[list[str]] = []
        self.languages: list[str] = []
        self.open = True

    async def transcribe(self, audio: Audio, *, hotwords: Sequence[str] = (), language: str = "zh") -> Transcript:
        self.hotwords.append(list(hotwords))
        self.languages.append(language)
        await asyncio.sleep(0)
        text = self.script.pop(0)
        if isinstance(text, Exception):
            raise text
        return Transcript(text, audio.seconds, language, 0.9)

    async def warm(self) -> None:
        return None

    async def close(self) -> None:
        self.open = False
