"""Speech at the command line, with ears and a voice that need no model."""

from __future__ import annotations

import asyncio
import os
import sys
import types
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pilothouse import speech
from pilothouse.assistants.menu.hotwords import PHRASES
from pilothouse.contracts.errors import ProviderUnavailable, UsageError
from pilothouse.contracts.reply import Reply
from pilothouse.house import Pilothouse
from pilothouse.settings import load, unknown_variables
from pilothouse.speech import Audio, Reading, Transcript, read, silence, write

from .conftest import EMBEDDER, Run

SHELF = Path(os.environ.get("PILOTHOUSE_MODELS") or "~/.cache/pilothouse/models").expanduser()
EXTRA = ("heard", "asked", "understood", "confidence", "times_ms", "out", "fault")


class Ear:
    def __init__(self, *script: str) -> None:
        self.script, self.hotwords, self.languages = list(script), [], []
        self.readings: tuple[Reading, ...] = ()

    async def transcribe(self, audio: Audio, *, hotwords: Sequence[str] = (), language: str = "zh") -> Transcript:
        self.hotwords.append(list(hotwords))
        self.languages.append(language)
        return Transcript(self.script.pop(0), audio.seconds, language, 0.9, readings=self.readings)

    async def warm(self) -> None: ...

    async def close(self) -> None: ...


class Voice:
    """A fifth of a second for every sentence."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.fault, self.said = fault, []

    async def speak(self, text: str) -> Audio:
        if self.fault is not None:
            raise self.fault
        self.said.append(text)
        return Audio(np.full(3_200, 0.25, np.float32), 16_000)

    async def warm(self) -> None: ...

    async def close(self) -> None: ...


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    path = tmp_path / "in.wav"
    write(path, silence(1))
    return path


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Ears that hear a script, and a voice."""

    def use(*script: str, voice: Voice | None = None) -> tuple[Ear, Voice]:
        ear, voice = Ear(*script), voice or Voice()
        monkeypatch.setattr(speech, "open_recogniser", lambda settings: ear)
        monkeypatch.setattr(speech, "open_synthesiser", lambda settings: voice)
        return ear, voice

    return use


def test_that_a_recording_becomes_text_and_sound(run: Run, wire: Any, recording: Path, tmp_path: Path) -> None:
    ear, voice = wire("麻辣香锅多少钱")
    done = run("say", "menu", recording, "--out", tmp_path / "out.wav")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[0] == "听到 / heard: 麻辣香锅多少钱"
    assert "38元" in done.out
    assert any("三十八元" in sentence for sentence in voice.said)
    assert read(tmp_path / "out.wav").seconds == pytest.approx(0.2 * len(voice.said))
    assert ear.languages == ["zh"]
    assert ear.hotwords[0][len(PHRASES)] == "麻辣香锅"
    assert not any(word.isascii() for word in ear.hotwords[0])


def test_that_json_is_the_reply_with_what_was_heard_and_how_long_it_took(
    run: Run, wire: Any, recording: Path, tmp_path: Path
) -> None:
    wire("来份麻辣香果")
    done = run("say", "menu", recording, "--out", tmp_path / "out.wav", "--json", "--session", "a")
    extra = {name: done.json[name] for name in EXTRA}
    reply = Reply.model_validate({name: value for name, value in done.json.items() if name not in EXTRA})
    assert (extra["heard"], extra["confidence"], extra["fault"]) == ("来份麻辣香果", 0.9, None)
    assert (extra["asked"], extra["understood"]) == ("来份麻辣香果", "来份麻辣香锅")
    assert extra["out"] == str(tmp_path / "out.wav")
    times = extra["times_ms"]
    assert set(times) == {"recognition", "turn", "first_sentence", "synthesis", "first_sound"}
    assert all(took >= 0 for took in times.values())
    assert [line["dish"] for line in reply.data["cart"]["lines"]] == ["麻辣香锅"]
    assert reply.session == "a"


def test_that_a_session_goes_on_and_its_dishes_are_expected_first(run: Run, wire: Any, recording: Path) -> None:
    ear, _ = wire("来一份盐煎肉", "再来两碗米饭")
    for turn in (1, 2):
        assert run("say", "menu", recording, "--session", "t", "--json").json["turn"] == turn
    first, second = (words[len(PHRASES) :][:2] for words in ear.hotwords)
    assert first == ["麻辣香锅", "回锅肉"]
    assert "盐煎肉" in second
    assert len(ear.hotwords[0]) == len(set(ear.hotwords[0]))


def test_that_english_is_heard_with_english_words(
    run: Run, wire: Any, recording: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ear, _ = wire("how much is the spicy hot pot")
    monkeypatch.setenv("PILOTHOUSE_LANGUAGE", "en")
    assert run("say", "menu", recording).code == 0
    assert ear.languages == ["en"]
    assert ear.hotwords[0]
    assert all(word.isascii() for word in ear.hotwords[0])


def test_that_without_out_nothing_is_synthesised(run: Run, wire: Any, recording: Path) -> None:
    _, voice = wire("麻辣香锅多少钱")
    done = run("say", "menu", recording, "--json")
    assert voice.said == []
    assert (done.json["out"], done.json["times_ms"]["first_sound"]) == (None, None)


def test_that_without_a_recogniser_it_is_said_what_to_set(run: Run, recording: Path) -> None:
    assert "PILOTHOUSE_SPEECH__RECOGNISER" in run("say", "menu", recording).sentence
    done = run("say", "menu", recording, "--json")
    assert (done.code, set(done.json)) == (2, {"error", "code"})


def test_that_without_a_synthesiser_there_is_text_only(
    run: Run, wire: Any, recording: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire("麻辣香锅多少钱")
    monkeypatch.setattr(speech, "open_synthesiser", lambda settings: speech.SilentSynthesiser())
    done = run("say", "menu", recording, "--out", tmp_path / "out.wav")
    assert done.code == 0
    assert "38元" in done.out
    assert "PILOTHOUSE_SPEECH__SYNTHESISER" in done.err
    assert not (tmp_path / "out.wav").exists()


def test_that_of_several_readings_the_menu_chooses(run: Run, wire: Any, recording: Path) -> None:
    ear, _ = wire("来量份淡大面")
    ear.readings = (Reading("来量份淡大面", -2.0), Reading("来两份担担面", -3.0))
    done = run("say", "menu", recording, "--json").json
    assert (done["heard"], done["asked"]) == ("来量份淡大面", "来两份担担面")
    assert [(line["dish"], line["quantity"]) for line in done["data"]["cart"]["lines"]] == [("担担面", 2)]


def test_that_an_answer_that_cannot_be_written_is_still_told(
    run: Run, wire: Any, recording: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, audio: Audio) -> None:
        raise UsageError("写不了。 It can't be written.")

    wire("麻辣香锅多少钱", "麻辣香锅多少钱")
    monkeypatch.setattr(speech, "write", refuse)
    done = run("say", "menu", recording, "--out", tmp_path / "out.wav")
    assert (done.code, "38元" in done.out, "can't be written" in done.err) == (2, True, True)
    done = run("say", "menu", recording, "--out", tmp_path / "out.wav", "--json")
    assert (done.code, done.json["out"]) == (2, None)
    assert "can't be written" in done.json["fault"]


def test_that_the_recording_is_not_written_over_and_none_is_too_long(run: Run, wire: Any, recording: Path) -> None:
    wire()
    before = recording.read_bytes()
    assert "name another" in run("say", "menu", recording, "--out", recording).sentence
    assert recording.read_bytes() == before
    write(recording, silence(130))
    assert "longer than 120 seconds" in run("say", "menu", recording).sentence


def test_that_a_voice_that_fails_costs_the_sound_only(run: Run, wire: Any, recording: Path, tmp_path: Path) -> None:
    wire("麻辣香锅多少钱", "麻辣香锅多少钱", voice=Voice(ProviderUnavailable("没有声音。 No voice.")))
    done = run("say", "menu", recording, "--out", tmp_path / "out.wav")
    assert done.code == 5
    assert "38元" in done.out
    assert "No voice." in done.err
    assert not (tmp_path / "out.wav").exists()
    done = run("say", "menu", recording, "--out", tmp_path / "out.wav", "--json")
    assert (done.code, done.json["out"]) == (5, None)
    assert "No voice." in done.json["fault"]
    assert "38元" in done.json["reply"]


def test_that_what_is_wrong_with_files_and_names_is_one_sentence(
    run: Run, wire: Any, recording: Path, tmp_path: Path
) -> None:
    wire("")
    assert "nope.wav" in run("say", "menu", tmp_path / "nope.wav").sentence
    (tmp_path / "text.wav").write_text("no sound")
    assert run("say", "menu", tmp_path / "text.wav").code == 4
    assert "can't be written" in run("say", "menu", recording, "--out", tmp_path / "no" / "out.wav").sentence
    assert "menu" in run("say", "nope", recording).sentence
    assert "users add" in run("say", "menu", recording, "--user", "nobody").sentence
    assert "Nobody is heard" in run("say", "menu", recording).sentence


def test_that_speech_is_set_like_everything_else(
    run: Run, recording: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PILOTHOUSE_MODELS", str(tmp_path / "models"))
    monkeypatch.setenv("PILOTHOUSE_SPEECH__RECOGNISER", "whisper")
    done = run("say", "menu", recording)
    assert done.code == 5
    assert "nothing is downloaded" in done.sentence
    monkeypatch.setenv("PILOTHOUSE_SPEECH__RECOGNISER", "ears")
    assert "PILOTHOUSE_SPEECH__RECOGNISER" in run("say", "menu", recording).sentence
    monkeypatch.setenv("PILOTHOUSE_SPEECH__RECOGNISER", "remote")
    assert "recogniser_base_url" in run("say", "menu", recording).sentence


def test_that_the_variables_of_speech_are_known_and_its_keys_are_kept_secret(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("MODELS", "SPEECH_KEY", "SPEECH__VOICE", "SPEECH__RECOGNISER_KEY", "SPEECH__VOICES"):
        monkeypatch.setenv(f"PILOTHOUSE_{name}", "sk-secret")
    assert unknown_variables() == ("PILOTHOUSE_SPEECH__VOICES",)
    monkeypatch.delenv("PILOTHOUSE_SPEECH__VOICES")
    settings = load(home)
    assert settings.speech.voice == "sk-secret"
    assert "sk-secret" not in repr(settings.speech.recogniser_key)


async def test_that_hotwords_follow_the_store_of_the_session(tmp_path: Path) -> None:
    async with Pilothouse(tmp_path, embedder=EMBEDDER) as house:
        assert "白切鸡" not in await house.ahotwords("menu")
        await house.aask("menu", "我要去湖滨店", session="lake")
        words = await house.ahotwords("menu", session="lake")
        assert words.index("白切鸡") < words.index("蜜汁叉烧") < words.index("白斩鸡")


def test_that_without_a_microphone_voice_is_one_sentence(run: Run, wire: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    wire()
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    assert "pip install sounddevice" in run("chat", "menu", "--voice").sentence

    def none(**_: str) -> None:
        raise ValueError("No input device matching")

    monkeypatch.setitem(sys.modules, "sounddevice", types.SimpleNamespace(query_devices=none))
    assert "no microphone was found" in run("chat", "menu", "--voice").sentence


def test_that_voice_talks_through_microphone_and_loudspeaker(
    run: Run, wire: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ear, voice = wire("麻辣香锅多少钱")
    played: list[int] = []
    times = np.arange(480) / 16_000
    loud = (0.3 * np.sin(2 * np.pi * 220 * times)).astype(np.float32)[:, None]
    quiet = np.zeros((480, 1), np.float32)

    class Stream:
        def __init__(self, *, callback: Any, **_: Any) -> None:
            for block in [quiet] * 30 + [loud] * 40 + [quiet] * 40:
                callback(block, 480, None, None)

        def __enter__(self) -> None: ...

        def __exit__(self, *_: object) -> None: ...

    def play(samples: Any, rate: int) -> None:
        played.append(rate)
        if len(played) == len(voice.said) and not ear.script:
            raise KeyboardInterrupt  # the guest has heard enough

    devices = types.SimpleNamespace(query_devices=lambda kind: {}, InputStream=Stream, play=play, stop=lambda: None)
    monkeypatch.setitem(sys.modules, "sounddevice", devices)
    monkeypatch.setattr("pilothouse.speech.endpointer.open_detector", speech.EnergyDetector)
    done = run("chat", "menu", "--voice")
    assert done.code == 130
    assert "您 > 麻辣香锅多少钱" in done.out
    assert "38元" in done.out
    assert played[0] == 16_000


@pytest.mark.model
def test_that_a_spoken_order_goes_all_the_way(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("faster_whisper", "misaki", "onnxruntime"):
        pytest.importorskip(library)
    if not (SHELF / "kokoro" / "kokoro.onnx").is_file() or not (SHELF / "whisper-base" / "model.bin").is_file():
        pytest.skip(f"no speech models in {SHELF}")
    monkeypatch.setenv("PILOTHOUSE_SPEECH__RECOGNISER", "whisper")
    monkeypatch.setenv("PILOTHOUSE_SPEECH__SYNTHESISER", "kokoro")

    async def said(text: str) -> Audio:
        voice = speech.KokoroSynthesiser()
        try:
            return await voice.speak(text)
        finally:
            await voice.close()

    write(tmp_path / "in.wav", asyncio.run(said("来一份麻辣香锅。")))
    done = run("say", "menu", tmp_path / "in.wav", "--out", tmp_path / "out.wav", "--json")
    assert done.code == 0
    assert [line["dish"] for line in done.json["data"]["cart"]["lines"]] == ["麻辣香锅"]
    assert read(tmp_path / "out.wav").seconds > 2
