"""Time to first sound over the voice socket, on the real models: a client sends spoken orders at the pace of speech.

Orders are made by Kokoro, heard by whisper-base, answered by the menu assistant and spoken by Kokoro, with silence
between them until the reply begins. Milliseconds, p50 and p90, from the last sample of speech as the client sent it,
and from the server's finding that it had ended (``speech_ended``, half a second of silence later), to the first byte
of sound. ``interrupted``: from the first sample that the client speaks into a reply to the server's being silent.

    PILOTHOUSE_MODELS=… python benchmarks/voice_socket.py [--sentences 12] [--json]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from websockets.sync.client import connect

from pilothouse import Pilothouse
from pilothouse.server import background
from pilothouse.server.audio import Speech
from pilothouse.speech import Audio, KokoroSynthesiser, SpeechSettings, encode

ORDERS = (
    "麻辣香锅多少钱？",
    "来一份回锅肉。",
    "有没有不辣的素菜？",
    "再来两碗米饭。",
    "水煮鱼有大份的吗？",
    "我对花生过敏。",
    "你们几点关门？",
    "来一份宫保鸡丁，少放辣。",
    "鱼香肉丝多少钱？",
    "有哪些干锅？",
    "来一份麻婆豆腐。",
    "附近能停车吗？",
)
STAGES = {"end found": "speech_ended", "heard": "heard", "reply": "reply", "first sound": "sound"}
FRAME = 640  # bytes: 20 ms
LIMIT_S = 60


class Line:
    """A client that speaks at the pace of speech; silence goes on until it speaks again."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self._pieces: list[bytes] = []
        self._ready = threading.Condition()
        self.over = False
        self.marks: dict[str, float] = {}
        threading.Thread(target=self._send, daemon=True).start()

    def say(self, sound: Audio) -> None:
        """Begin to speak; ``marks`` gets ``begun`` and ``spoken``."""
        body = encode(sound.at(16_000))[44:]
        with self._ready:
            self.marks = {}
            self._pieces = [body[place : place + FRAME] for place in range(0, len(body), FRAME)]

    def _send(self) -> None:
        due = time.perf_counter()
        while not self.over:
            with self._ready:
                speaking = bool(self._pieces)
                piece = self._pieces.pop(0) if speaking else bytes(FRAME)
                if speaking:
                    self.marks.setdefault("begun", time.perf_counter())
                    self.marks["spoken"] = time.perf_counter()
            self.socket.send(piece)
            due += 0.02
            time.sleep(max(0.0, due - time.perf_counter()))

    def until(self, *kinds: str) -> tuple[str, Any]:
        """The next event of these kinds; ``sound`` is the first byte of it."""
        while True:
            message = self.socket.recv(timeout=LIMIT_S)
            event = {"type": "sound"} if isinstance(message, bytes) else json.loads(message)
            if event["type"] in kinds:
                return event["type"], event


@contextmanager
def line(url: str) -> Iterator[Line]:
    with connect(f"{url.replace('http', 'ws')}/v1/assistants/menu/voice", max_size=None) as socket:
        socket.send(json.dumps({"type": "start", "language": "zh"}))
        made = Line(socket)
        try:
            made.until("listening")
            yield made
        finally:
            made.over = True


def spread(values: list[float]) -> dict[str, float]:
    return {f"p{n}": round(float(np.percentile(values, n)) * 1000) for n in (50, 90)}


def speak(texts: list[str]) -> list[Audio]:
    async def made() -> list[Audio]:
        voice = KokoroSynthesiser()
        try:
            return [trimmed(await voice.speak(text)) for text in texts]
        finally:
            await voice.close()

    return asyncio.run(made())


def trimmed(sound: Audio) -> Audio:
    """Without the silence at its end, so that the last sample is one of speech."""
    loud = np.flatnonzero(np.abs(sound.samples) > 0.02)
    return Audio(sound.samples[: loud[-1] + 1], sound.rate)


def measure(count: int) -> dict[str, Any]:
    sounds = speak([ORDERS[place % len(ORDERS)] for place in range(count)])
    stages: dict[str, list[float]] = {name: [] for name in (*STAGES, "first sound after end found")}
    silent: list[float] = []
    settings = SpeechSettings(recogniser="whisper", synthesiser="kokoro")
    with tempfile.TemporaryDirectory() as home, background(
        Pilothouse(Path(home)), warm=True, speech=Speech(settings)
    ) as url:  # fmt: skip
        for sound in sounds:
            with line(url) as talk:
                talk.say(sound)
                at = {}
                while "sound" not in at:
                    kind, event = talk.until("speech_ended", "heard", "reply", "sound", "error")
                    if kind == "error" or (kind == "heard" and not event["text"]):
                        break
                    at.setdefault(kind, time.perf_counter())
                if "sound" not in at:
                    continue
                spoken = talk.marks["spoken"]
                for name, kind in STAGES.items():
                    stages[name].append(at[kind] - spoken)
                stages["first sound after end found"].append(at["sound"] - at["speech_ended"])
                talk.say(sound)
                if talk.until("interrupted", "audio_end")[0] == "interrupted":
                    silent.append(time.perf_counter() - talk.marks["begun"])
    result: dict[str, Any] = {name: spread(took) for name, took in stages.items() if took}
    result["interrupted"] = spread(silent) if silent else None
    return result | {"answered": f"{len(stages['reply'])}/{count}", "interruptions": len(silent)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sentences", type=int, default=12)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    load = round(os.getloadavg()[0], 2)
    result = {"load_average before": load, "cores": os.cpu_count(), **measure(given.sentences)}
    result["load_average after"] = round(os.getloadavg()[0], 2)
    if given.json:
        print(json.dumps(result, ensure_ascii=False))
        return
    for name, value in result.items():
        print(f"{name}: {value}")


if __name__ == "__main__":
    main()
