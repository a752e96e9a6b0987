"""The pages with ears and a voice that play a script: ``python voiced.py HOME PORT``.

Ears hear what stands in HOME/heard.txt, whatever is said; every sentence sounds for as many seconds as HOME/lasts.txt
says. HOME/said.txt gets what was spoken.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import uvicorn

from pilothouse import Pilothouse
from pilothouse.server import create_app
from pilothouse.server.audio import Speech
from pilothouse.speech import Audio, EnergyDetector, Transcript
from pilothouse.speech.settings import SpeechSettings
from pilothouse.web import mount


class Ears:
    def __init__(self, home: Path) -> None:
        self.home = home

    async def transcribe(self, audio: Audio, *, hotwords: Sequence[str] = (), language: str = "zh") -> Transcript:
        return Transcript((self.home / "heard.txt").read_text("utf-8"), audio.seconds, language, 0.9)

    async def warm(self) -> None: ...

    async def close(self) -> None: ...


class Voice:
    def __init__(self, home: Path) -> None:
        self.home = home

    async def speak(self, text: str) -> Audio:
        with (self.home / "said.txt").open("a", encoding="utf-8") as file:
            file.write(text)
        times = np.arange(round(24_000 * float((self.home / "lasts.txt").read_text()))) / 24_000
        return Audio((0.1 * np.sin(2 * np.pi * 440 * times)).astype(np.float32), 24_000)

    async def warm(self) -> None: ...

    async def close(self) -> None: ...


def main(home: str, port: str) -> None:
    place = Path(home)
    house = Pilothouse(place)
    app = create_app(house, speech=Speech(SpeechSettings(), Ears(place), Voice(place), EnergyDetector))
    mount(app, house)
    uvicorn.run(app, host="127.0.0.1", port=int(port), log_level="warning", timeout_graceful_shutdown=2)


if __name__ == "__main__":
    main(*sys.argv[1:3])
