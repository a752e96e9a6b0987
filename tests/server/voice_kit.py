"""A client of the voice socket, and ears and a voice that play a script."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from pilothouse.contracts.errors import ProviderUnavailable
from pilothouse.server.audio import Speech
from pilothouse.speech import Audio, EnergyDetector, Reading, Transcript
from pilothouse.speech.settings import SpeechSettings

from .kit import SECONDS, Served

client = pytest.importorskip("websockets.sync.client", reason="needs the extra [web]")
exceptions = pytest.importorskip("websockets.exceptions")


def speech(seconds: float, rate: int = 16_000, level: float = 0.3) -> bytes:
    """Something like a voice, as PCM16."""
    times = np.arange(round(seconds * rate)) / rate
    wave = sum(np.sin(2 * np.pi * 220 * k * times) / k for k in (1, 2, 3))
    sound = level * wave * (0.55 + 0.45 * np.sin(2 * np.pi * 4 * times))
    return (np.clip(sound, -1, 1) * 32_767).astype("<i2").tobytes()


def quiet(seconds: float, rate: int = 16_000) -> bytes:
    return bytes(2 * round(seconds * rate))


class Ears:
    """Hears what the script says, one text for each utterance; then the number of tenths of seconds."""

    def __init__(self, *script: str) -> None:
        self.script = list(script)
        self.sounds: list[Audio] = []
        self.expected: list[Sequence[str]] = []
        self.broken = False

    async def transcribe(self, audio: Audio, *, hotwords: Sequence[str] = (), language: str = "zh") -> Transcript:
        self.sounds.append(audio)
        self.expected.append(list(hotwords))
        if self.broken:
            raise ProviderUnavailable("the ears fell off")
        text = self.script.pop(0) if self.script else f"{audio.seconds:.1f}"
        readings = (Reading(text, -1.0), Reading(f"{text}?", -2.0)) if text else ()
        return Transcript(text, audio.seconds, language, 0.9, 0.01, readings)

    async def warm(self) -> None:
        if self.broken:
            raise ProviderUnavailable("/secret/place has no model")

    async def close(self) -> None: ...


class Voice:
    """A tone of ``seconds`` for each sentence."""

    def __init__(self, seconds: float = 0.05) -> None:
        self.seconds = seconds
        self.said: list[str] = []
        self.broken = False

    async def speak(self, text: str) -> Audio:
        if self.broken:
            raise ProviderUnavailable("the voice is gone")
        self.said.append(text)
        times = np.arange(round(24_000 * self.seconds)) / 24_000
        return Audio((0.2 * np.sin(2 * np.pi * 440 * times)).astype(np.float32), 24_000)

    async def warm(self) -> None: ...

    async def close(self) -> None: ...


def scripted(ears: Ears | None, voice: Voice | None) -> Speech:
    return Speech(SpeechSettings(), ears, voice, EnergyDetector)


@dataclass
class Caller:
    """One end of a socket. ``until`` reads on to an event of that kind; ``sound`` is what came with it."""

    socket: Any
    events: list[dict[str, Any]] = field(default_factory=list)
    sound: int = 0

    def tell(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **fields}))

    def send(self, *pieces: bytes, frame: int = 960) -> None:
        """Sound, in frames of so many bytes."""
        sound = b"".join(pieces)
        for place in range(0, len(sound), frame):
            self.socket.send(sound[place : place + frame])

    def say(self, seconds: float = 0.6, rate: int = 16_000) -> None:
        """An utterance, and the silence that ends it."""
        self.send(speech(seconds, rate), quiet(0.8, rate))

    def next(self) -> dict[str, Any]:
        while isinstance(message := self.socket.recv(timeout=SECONDS), bytes):
            self.sound += len(message)
        event = json.loads(message)
        self.events.append(event)
        return event

    def until(self, kind: str) -> dict[str, Any]:
        self.sound = 0
        while (event := self.next())["type"] != kind:
            pass
        return event

    def kinds(self) -> list[str]:
        return [event["type"] for event in self.events]

    def closed(self) -> int:
        """The code with which the server closes, once all it still had to say was read."""
        try:
            while True:
                self.next()
        except exceptions.ConnectionClosed as over:
            return over.rcvd.code if over.rcvd else 1006


class Callers:
    """Opens sockets of a server; all are closed at the end of the test."""

    def __init__(self, served: Served) -> None:
        self._served, self._open = served, []
        self._lock = threading.Lock()

    def open(
        self, assistant: str = "echo", *, key: str | None = None, headers: dict[str, str] | None = None, **options: Any
    ) -> Caller:
        given = {"Authorization": f"Bearer {key}"} if key else {}
        address = f"{self._served.url.replace('http', 'ws')}/v1/assistants/{assistant}/voice"
        socket = client.connect(
            address, additional_headers=given | (headers or {}), max_size=None, close_timeout=1, legacy=True, **options
        )
        with self._lock:
            self._open.append(socket)
        return Caller(socket)

    def start(self, assistant: str = "echo", *, key: str | None = None, **fields: Any) -> Caller:
        """A socket on which the conversation has begun, and what is there is known."""
        caller = self.open(assistant, key=key)
        caller.tell("start", **fields)
        caller.until("listening")
        return caller

    def close(self) -> None:
        for socket in self._open:
            socket.close()
