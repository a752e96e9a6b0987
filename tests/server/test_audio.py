"""Hearing and speaking over HTTP, with ears and a voice that play a script."""

from __future__ import annotations

import io
import wave
from collections.abc import Iterator, Sequence

import httpx
import numpy as np
import pytest

from pilothouse.speech import Audio, Transcript, encode, read, silence

from .kit import Served, serving

openai = pytest.importorskip("openai", reason="needs the extra [openai]")


class Ears:
    """Hears the number of seconds, and notes what words were expected."""

    def __init__(self) -> None:
        self.expected: list[Sequence[str]] = []

    async def transcribe(self, audio: Audio, *, hotwords: Sequence[str] = (), language: str = "zh") -> Transcript:
        self.expected.append(list(hotwords))
        return Transcript(f"{audio.seconds:g} 秒", audio.seconds, language, 0.9)

    async def warm(self) -> None: ...

    async def close(self) -> None: ...


class Voice:
    """A tone, a tenth of a second for each character."""

    async def speak(self, text: str) -> Audio:
        t = np.arange(round(2400 * len(text))) / 24_000
        return Audio((0.2 * np.sin(2 * np.pi * 440 * t)).astype(np.float32), 24_000)

    async def warm(self) -> None: ...

    async def close(self) -> None: ...


@pytest.fixture(scope="module")
def speaking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Ears]]:
    from pilothouse.server.audio import Speech
    from pilothouse.speech.settings import SpeechSettings

    ears = Ears()
    with serving(tmp_path_factory.mktemp("home"), speech=Speech(SpeechSettings(), ears, Voice())) as served:
        yield served, ears


def post(client: httpx.Client, sound: bytes, **fields: str) -> httpx.Response:
    return client.post("/v1/audio/transcriptions", files={"file": ("x.wav", io.BytesIO(sound))}, data=fields)


def test_that_the_openai_client_gets_what_was_said(speaking: tuple[Served, Ears]) -> None:
    served, ears = speaking
    client = openai.OpenAI(base_url=f"{served.url}/v1", api_key=served.key("anna"), max_retries=0)
    file = ("speech.wav", encode(silence(2)))
    assert client.audio.transcriptions.create(model="whisper-1", file=file, prompt="回锅肉 水煮鱼").text == "2 秒"
    assert ears.expected[-1] == ["回锅肉", "水煮鱼"]
    assert client.audio.transcriptions.create(model="whisper-1", file=file, response_format="text").strip() == "2 秒"
    full = client.audio.transcriptions.create(
        model="whisper-1", file=file, response_format="verbose_json", language="en"
    )
    assert (full.duration, full.language) == (2, "en")


def test_that_the_words_of_a_session_are_expected(speaking: tuple[Served, Ears]) -> None:
    served, ears = speaking
    client = served.client("ben")
    answered = client.post(
        "/v1/audio/transcriptions",
        files={"file": ("x.wav", io.BytesIO(encode(silence(1))))},
        data={"model": "menu"},
        headers={"X-Session": "table"},
    )
    assert answered.status_code == 200
    assert "麻辣香锅" in ears.expected[-1]


def test_that_the_openai_client_gets_speech(speaking: tuple[Served, Ears]) -> None:
    served, _ = speaking
    client = openai.OpenAI(base_url=f"{served.url}/v1", api_key=served.key("carl"), max_retries=0)

    def say(kind: str) -> bytes:
        return client.audio.speech.create(model="tts-1", voice="alloy", input="您好", response_format=kind).read()

    with wave.open(io.BytesIO(say("wav"))) as sound:
        frames = sound.getnframes()
    assert len(say("pcm")) == 2 * frames > 0
    assert client.audio.speech.create(model="tts-1", voice="alloy", input="您好").read()
    with pytest.raises(openai.BadRequestError):
        say("aac")


def test_that_speech_without_a_wish_is_something_that_can_be_read(speaking: tuple[Served, Ears]) -> None:
    said = speaking[0].client("dora").post("/v1/audio/speech", json={"input": "您好"})
    assert said.headers["content-type"] in ("audio/mpeg", "audio/wav")
    assert read(said.content).seconds > 0.1


@pytest.mark.parametrize("sound", [b"", b"RIFF", b"no sound at all", b"\xff" * 1000])
def test_that_what_is_no_sound_is_an_error_of_the_client(speaking: tuple[Served, Ears], sound: bytes) -> None:
    refused = post(speaking[0].client("emil"), sound)
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_audio")


def test_that_a_sound_that_is_too_long_or_too_large_is_refused(speaking: tuple[Served, Ears]) -> None:
    client = speaking[0].client("fred")
    assert post(client, encode(silence(130))).status_code == 400
    assert post(client, b"\0" * 26_000_000).status_code == 413


def test_that_speech_that_is_not_set_up_says_so(served: Served) -> None:
    client = served.client("gina")
    assert post(client, encode(silence(1))).status_code == 400
    assert client.post("/v1/audio/speech", json={"input": "您好"}).status_code == 400
