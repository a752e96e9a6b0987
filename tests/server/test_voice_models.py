"""The voice socket with the real models: Kokoro orders, Whisper listens, Kokoro answers."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import numpy as np
import pytest

from .kit import serving
from .voice_kit import Callers, quiet

from pilothouse.server.audio import Speech  # isort: skip
from pilothouse.speech import Audio, KokoroSynthesiser, SpeechSettings, WhisperRecogniser, encode  # isort: skip

SHELF = Path(os.environ.get("PILOTHOUSE_MODELS") or "~/.cache/pilothouse/models").expanduser()
RATE = 24_000

pytestmark = pytest.mark.model


@pytest.fixture(autouse=True)
def models() -> None:
    for module in ("faster_whisper", "onnxruntime", "misaki"):
        pytest.importorskip(module)
    for file in ("whisper-base/model.bin", "kokoro/kokoro.onnx"):
        if not (SHELF / file).is_file():
            pytest.skip(f"no {file} in {SHELF}")


async def spoken(text: str) -> Audio:
    voice = KokoroSynthesiser()
    try:
        return await voice.speak(text)
    finally:
        await voice.close()


async def recognised(sound: Audio) -> str:
    ear = WhisperRecogniser()
    try:
        return (await ear.transcribe(sound)).text
    finally:
        await ear.close()


def test_that_a_spoken_order_is_taken_and_answered_aloud_and_an_interruption_is_understood(tmp_path: Path) -> None:
    order, more = (asyncio.run(spoken(text)).at(RATE) for text in ("来一份麻辣香锅。", "再来两碗米饭。"))
    speech = Speech(SpeechSettings(recogniser="whisper", synthesiser="kokoro"))
    with serving(tmp_path, speech=speech) as served:
        callers = Callers(served)
        caller = callers.start("menu", rate=RATE)
        caller.send(encode(order)[44:], quiet(1, RATE))
        assert "麻辣香锅" in caller.until("heard")["text"]
        assert "麻辣香锅1份" in caller.until("reply")["data"]["reply"]
        first = caller.until("audio")
        assert first["after_ms"] > 0
        caller.socket.recv()
        caller.send(encode(more)[44:], quiet(1, RATE))
        assert caller.until("interrupted")["what"] == "speech"
        assert "米饭" in caller.until("heard")["text"]
        assert "麻辣香锅1份、米饭2碗" in caller.until("reply")["data"]["reply"]
        about = caller.until("audio")
        pieces = [caller.socket.recv()]
        while isinstance(piece := caller.socket.recv(), bytes):
            pieces.append(piece)
        samples = np.frombuffer(b"".join(pieces), "<i2").astype(np.float32) / 32_768
        assert len(samples) / about["rate"] == pytest.approx(about["seconds"], abs=0.01)
        callers.close()
    heard = asyncio.run(recognised(Audio(samples, about["rate"])))
    assert len(set(heard) & set(about["sentence"])) >= 2
