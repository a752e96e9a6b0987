from __future__ import annotations

import asyncio
from typing import Any

import pytest

from pilothouse.contracts.errors import ProviderUnavailable, UsageError
from pilothouse.speech import RemoteRecogniser, RemoteSynthesiser, encode, read, silence

from .server import SpeechServer
from .voice import tone


async def test_that_the_recording_and_the_hotwords_arrive_and_the_text_comes_back() -> None:
    async with SpeechServer(body={"text": " 来一份麻辣香锅 "}) as server:
        ear = RemoteRecogniser(server.url + "/", "whisper-1", "sk-secret")
        heard = await ear.transcribe(tone(1, rate=24_000), hotwords=["麻辣香锅", "回锅肉"])
        await ear.close()
    assert (heard.text, heard.seconds, heard.confidence) == ("来一份麻辣香锅", 1.0, None)
    path, headers, body = server.requests[0]
    assert path == "/v1/audio/transcriptions"
    assert headers["authorization"] == "Bearer sk-secret"
    assert "麻辣香锅 回锅肉".encode() in body
    assert read(body[body.index(b"RIFF") : body.rindex(b"\r\n--")]).rate == 16_000


async def test_that_only_as_many_hotwords_go_as_fit() -> None:
    async with SpeechServer(body={"text": "好"}) as server:
        await RemoteRecogniser(server.url, "m").transcribe(tone(1), hotwords=[f"第{n}道菜名" for n in range(500)])
    assert server.requests[0][2].decode("utf-8", "replace").count("道菜名") < 100


async def test_that_no_key_sends_no_header_and_the_environment_names_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PILOTHOUSE_SPEECH_KEY", raising=False)
    async with SpeechServer(body={"text": "好"}) as server:
        ear = RemoteRecogniser(server.url, "m")
        await ear.transcribe(tone(1))
        monkeypatch.setenv("PILOTHOUSE_SPEECH_KEY", "sk-env")
        await ear.transcribe(tone(1))
    assert "authorization" not in server.requests[0][1]
    assert server.requests[1][1]["authorization"] == "Bearer sk-env"


async def test_that_what_nobody_said_is_an_empty_text() -> None:
    for said in ("请不吝点赞 订阅 转发", "谢谢" * 200, "", "麻辣香锅 回锅肉 水煮鱼 米饭"):
        async with SpeechServer(body={"text": said}) as server:
            hotwords = ["麻辣香锅", "回锅肉", "水煮鱼", "米饭"]
            heard = await RemoteRecogniser(server.url, "m").transcribe(tone(1), hotwords=hotwords)
        assert heard.text == "" or len(heard.text) < 8


async def test_that_a_moment_of_sound_is_not_sent() -> None:
    assert (await RemoteRecogniser("http://127.0.0.1:9", "m").transcribe(silence(0.05))).text == ""


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"status": 401}, "PILOTHOUSE_SPEECH_KEY"),
    ({"status": 429}, "too many"),
    ({"status": 500}, "500"),
    ({"body": b"<html>"}, "understood|usable"),
    ({"body": {"no": "text"}}, "understood|usable"),
    ({"body": {"text": 5}}, "understood|usable"),
    ({"body": b"[" * 5_000 + b"]" * 5_000, "cut": 100}, "reached"),
    ({"wait_s": 5}, "no answer in 0.3 s"),
    ({"body": b"x" * 6_400, "drip_s": 0.1}, "no answer in 0.3 s"),
]


@pytest.mark.parametrize(("fault", "sentence"), FAULTS)
async def test_that_every_fault_is_one_typed_sentence_without_the_key(fault: dict[str, Any], sentence: str) -> None:
    async with SpeechServer(**fault) as server:
        timeout_s = 0.3 if "0.3 s" in sentence else 60
        ear = RemoteRecogniser(server.url, "m", "sk-secret", timeout_s=timeout_s)
        voice = RemoteSynthesiser(server.url, "m", "sk-secret", timeout_s=timeout_s)
        for call in (ear.transcribe(tone(1)), voice.speak("好")):
            with pytest.raises(ProviderUnavailable, match=sentence) as caught:
                await call
            assert "sk-secret" not in str(caught.value) + repr(ear)
        await ear.close()
        await voice.close()


async def test_that_nobody_listening_is_a_typed_error() -> None:
    with pytest.raises(ProviderUnavailable, match="reached"):
        await RemoteSynthesiser("http://127.0.0.1:9", "m").speak("好")


async def test_that_a_sentence_comes_back_as_sound() -> None:
    async with SpeechServer(body=encode(tone(0.5, rate=24_000))) as server:
        voice = RemoteSynthesiser(server.url, "tts-1", voice="nova", speed=1.2)
        sound = await voice.speak("好的。")
        assert (await voice.speak("  ")).seconds == 0
    assert (sound.rate, sound.seconds) == (24_000, 0.5)
    path, _, body = server.requests[0]
    assert path == "/v1/audio/speech"
    assert b'"nova"' in body
    assert b'"wav"' in body
    assert len(server.requests) == 1


def test_that_one_recogniser_serves_several_event_loops() -> None:
    async def once() -> str:
        async with SpeechServer(body={"text": "好"}) as server:
            ear.base_url = server.url
            return (await ear.transcribe(tone(1))).text

    ear = RemoteRecogniser("http://127.0.0.1:9", "m")
    assert [asyncio.run(once()), asyncio.run(once())] == ["好", "好"]


def test_that_impossible_settings_are_refused() -> None:
    for wrong in (("ftp://a", "m"), ("http://a", "")):
        with pytest.raises(UsageError):
            RemoteRecogniser(*wrong)
    with pytest.raises(UsageError):
        RemoteSynthesiser("http://a", "m", speed=9)
