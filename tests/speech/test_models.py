"""The real models: Kokoro speaks, Whisper listens."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from pilothouse.contracts.errors import ProviderUnavailable, UsageError
from pilothouse.speech import Audio, KokoroSynthesiser, WhisperRecogniser, for_ear, read, sentence_stream, silence
from pilothouse.speech.kokoro import _pieces

from .voice import noise

SHELF = Path(os.environ.get("PILOTHOUSE_MODELS") or "~/.cache/pilothouse/models").expanduser()
RECORDINGS = Path("/work/shared/data/speech_zh")
MENU = ["麻辣香锅", "回锅肉", "水煮鱼", "宫保鸡丁", "米饭"]

pytestmark = pytest.mark.model


@pytest.fixture
async def voice() -> AsyncIterator[KokoroSynthesiser]:
    pytest.importorskip("onnxruntime")
    pytest.importorskip("misaki")
    if not (SHELF / "kokoro" / "kokoro.onnx").is_file():
        pytest.skip(f"no kokoro model in {SHELF}")
    voice = KokoroSynthesiser()
    yield voice
    await voice.close()


@pytest.fixture
async def ear() -> AsyncIterator[WhisperRecogniser]:
    pytest.importorskip("faster_whisper")
    if not (SHELF / "whisper-base" / "model.bin").is_file():
        pytest.skip(f"no whisper-base model in {SHELF}")
    ear = WhisperRecogniser()
    yield ear
    await ear.close()


async def test_that_a_spoken_dish_is_heard_with_hotwords(voice: KokoroSynthesiser, ear: WhisperRecogniser) -> None:
    sound = await voice.speak("来一份麻辣香锅，少放辣。")
    assert 1.5 < sound.seconds < 5
    heard = await ear.transcribe(sound, hotwords=MENU)
    assert "麻辣香锅" in heard.text
    assert heard.confidence is not None
    assert heard.confidence > 0.4
    assert "鍋" not in (await ear.transcribe(sound)).text


async def test_that_an_utterance_has_several_readings_and_its_text_is_one(
    voice: KokoroSynthesiser, ear: WhisperRecogniser
) -> None:
    heard = await ear.transcribe(await voice.speak("来一份回锅肉。"), hotwords=["来一份，再来两碗。多少钱?", *MENU])
    assert len(heard.readings) > 3
    assert heard.readings[0].text == heard.text
    assert len(set(heard.readings)) == len(heard.readings)
    assert all(reading.score < 0 for reading in heard.readings)
    assert not any("鍋" in reading.text for reading in heard.readings)


async def test_that_silence_and_noise_are_nobody_speaking(ear: WhisperRecogniser) -> None:
    for sound in (silence(2), noise(3, 0.05), silence(0.01), silence(0)):
        assert (await ear.transcribe(sound, hotwords=MENU)).text == ""


async def test_that_hotwords_beyond_the_prompt_are_left_out(ear: WhisperRecogniser) -> None:
    words = [f"招牌菜{number}号" for number in range(500)]
    taken = ear.fitting(words)
    assert 10 < len(taken) < 100
    assert taken == words[: len(taken)]


async def test_that_recognition_keeps_its_time_limit(ear: WhisperRecogniser) -> None:
    await ear.warm()
    ear.timeout_s = 1e-6
    with pytest.raises(ProviderUnavailable, match=r"longer than 1e-06 s"):
        await ear.transcribe(noise(1, 0.2), hotwords=MENU)
    if (RECORDINGS / "manifest.jsonl").is_file():
        row = json.loads((RECORDINGS / "manifest.jsonl").read_text("utf-8").splitlines()[0])
        with pytest.raises(ProviderUnavailable):
            await ear.transcribe(read(RECORDINGS / row["file"]))


async def test_that_a_cancelled_sentence_stops_computing(
    voice: KokoroSynthesiser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await voice.warm()
    session, begun, ends = voice._session, threading.Event(), []

    class Watched:
        def run(self, *given: Any) -> Any:
            begun.set()
            try:
                result = session.run(*given)
            except Exception:
                ends.append("stopped")
                raise
            ends.append("finished")
            return result

    monkeypatch.setattr(voice, "_session", Watched())
    task = asyncio.create_task(voice.speak("这句话很长，" * 12))
    await asyncio.to_thread(begun.wait)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await voice.speak("好。")
    assert ends == ["stopped", "finished"]


async def test_that_long_text_is_said_in_parts_within_the_limit(voice: KokoroSynthesiser) -> None:
    text = "附近有一家小面馆，距离一点五公里。" * 40
    pieces = _pieces(text)
    assert len(pieces) > 3
    assert max(map(len, pieces)) <= 500
    assert _pieces("🎉。，") == []
    assert (await voice.speak("。！")).seconds == 0


async def test_that_an_unknown_voice_names_those_there_are(voice: KokoroSynthesiser) -> None:
    voice.voice = "nobody"
    with pytest.raises(UsageError, match="jf_alpha"):
        await voice.speak("好")


async def test_that_english_words_are_said_not_dropped(voice: KokoroSynthesiser, ear: WhisperRecogniser) -> None:
    sound = await voice.speak(for_ear("Hello, your order is ready."))
    heard = await ear.transcribe(sound, language="en")
    assert "order" in heard.text.lower()


async def test_that_the_first_sentence_sounds_before_the_rest_is_made(
    voice: KokoroSynthesiser, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak, asked = voice.speak, []

    async def watched(text: str) -> Audio:
        asked.append(text)
        return await speak(text)

    monkeypatch.setattr(voice, "speak", watched)
    stream = sentence_stream("好的，麻辣香锅一份，三十八元。大约二十分钟送到。还要别的吗？", voice)
    first = await anext(stream)
    assert first.audio.seconds > 0
    assert len(asked) <= 2
    assert len([sentence async for sentence in stream]) == len(asked) - 1 >= 3
