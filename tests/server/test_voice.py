"""Talking over a WebSocket, with ears and a voice that play a script."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from .kit import SECONDS, Served, serving
from .voice_kit import Callers, Ears, Voice, quiet, scripted, speech

from pilothouse.server.voice.outbox import Outbox  # isort: skip
from pilothouse.speech import Audio, encode  # isort: skip
import numpy as np  # isort: skip


@dataclass
class Line:
    served: Served
    ears: Ears
    voice: Voice
    callers: Callers = field(init=False)

    def __post_init__(self) -> None:
        self.callers = Callers(self.served)


@pytest.fixture(scope="module")
def speaking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Line]:
    ears, voice = Ears(), Voice()
    with serving(tmp_path_factory.mktemp("home"), speech=scripted(ears, voice)) as served:
        yield Line(served, ears, voice)


@pytest.fixture
def line(speaking: Line) -> Iterator[Line]:
    speaking.ears.__init__()  # type: ignore[misc]
    speaking.voice.__init__()  # type: ignore[misc]
    yield speaking
    speaking.served.gate.open()
    speaking.callers.close()


def test_that_what_is_said_is_heard_asked_told_and_spoken_sentence_by_sentence(line: Line) -> None:
    line.ears.script = ["两份香锅。要快"]
    caller = line.callers.start(key=line.served.key("anna"), session="table")
    ready = caller.events[0]
    assert (ready["type"], ready["ears"], ready["voice"], ready["session"]) == ("ready", True, True, "table")
    caller.say()
    caller.until("audio_end")
    kinds = caller.kinds()
    order = ["speech_begun", "speech_ended", "heard", "node", "token", "reply", "audio", "audio_end"]
    assert [kinds.index(kind) for kind in order] == sorted(kinds.index(kind) for kind in order)
    by_kind = {event["type"]: event for event in caller.events}
    assert by_kind["heard"]["text"] == "两份香锅。要快"
    assert by_kind["heard"]["alternatives"] == ["两份香锅。要快?"]
    assert by_kind["reply"]["data"]["reply"] == "anna: 两份香锅。要快"
    sentences = [event for event in caller.events if event["type"] == "audio"]
    assert "".join(event["sentence"] for event in sentences) == "anna: 两份香锅。要快"
    assert len(sentences) > 1
    assert sentences[0]["after_ms"] >= 0
    assert (sentences[0]["rate"], sentences[0]["format"]) == (24_000, "pcm16")
    assert caller.sound == sum(round(event["seconds"] * 24_000) * 2 for event in sentences)
    caller.until("listening")


@pytest.mark.parametrize(("rate", "frame"), [(8_000, 333), (11_025, 2_000), (44_100, 7), (48_000, 100_000)])
def test_that_any_rate_and_any_size_of_frames_gives_the_same_utterance(line: Line, rate: int, frame: int) -> None:
    caller = line.callers.start(rate=rate)
    caller.send(quiet(0.3, rate), speech(0.6, rate), quiet(0.8, rate), frame=frame)
    caller.until("reply")
    (heard,) = line.ears.sounds
    assert heard.rate == 16_000
    assert 0.9 < heard.seconds < 1.5
    spectrum = np.abs(np.fft.rfft(heard.samples * np.hanning(len(heard.samples))))
    assert abs(spectrum.argmax() / heard.seconds - 220) < 8


def test_that_the_words_of_the_assistant_are_expected_in_the_language_that_is_spoken(line: Line) -> None:
    caller = line.callers.start("menu", language="zh")
    caller.say()
    caller.until("heard")
    assert "麻辣香锅" in line.ears.expected[0]
    assert not any(word.isascii() for word in line.ears.expected[0])


def test_that_a_whole_recording_is_one_utterance(line: Line) -> None:
    line.ears.script = ["香锅"]
    caller = line.callers.start(encoding="wav")
    sound = np.frombuffer(speech(0.3, 22_050) + quiet(1, 22_050) + speech(0.3, 22_050), "<i2") / 32_768
    caller.socket.send(encode(Audio(sound.astype(np.float32), 22_050)))
    assert caller.until("reply")["data"]["reply"].endswith("香锅")
    assert line.ears.sounds[0].seconds == pytest.approx(1.6, abs=0.01)
    caller.socket.send(b"no sound at all")
    assert caller.until("error")["error"]["code"] == "bad_audio"
    caller.tell("text", text="still here")
    assert "still here" in caller.until("reply")["data"]["reply"]


def test_that_typed_and_spoken_sentences_are_one_conversation(line: Line) -> None:
    line.ears.script = ["two"]
    caller = line.callers.start()
    caller.tell("text", text="one")
    caller.until("audio_end")
    caller.say()
    assert caller.until("reply")["data"]["data"]["words"] == ["one", "two"]


def test_that_speaking_stops_the_voice_at_once_and_what_was_said_is_answered(line: Line) -> None:
    line.ears.script = ["next"]
    line.voice.seconds = 60
    caller = line.callers.start()
    caller.tell("text", text="long")
    caller.until("audio")
    caller.send(speech(0.6))
    caller.until("speech_begun")
    stopped = caller.until("interrupted")
    assert (stopped["what"], stopped["spoken"]) == ("speech", "")
    assert stopped["cut"]
    line.voice.seconds = 0.05
    caller.send(quiet(0.8))
    caller.until("heard")
    assert caller.sound == 0
    assert "audio_end" not in caller.kinds()
    assert caller.until("reply")["data"]["data"]["words"] == ["long", "next"]
    caller.until("audio_end")


async def test_that_speech_which_nobody_wants_to_hear_any_more_is_not_sent() -> None:
    sent: list[Any] = []

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message.get("bytes") or json.loads(message["text"])["type"])

    outbox = Outbox(send, SECONDS)
    await outbox.sound(("audio", {}))
    await outbox.sound(b"old")
    await outbox.tell("heard")
    outbox.hush()
    await outbox.sound(b"new")
    await outbox.close()
    await outbox.run()
    assert sent == ["heard", b"new"]


def test_that_speaking_into_a_turn_loses_neither_sentence(line: Line) -> None:
    line.ears.script = ["wait", "more"]
    caller = line.callers.start()
    caller.say()
    assert line.served.gate.reached.acquire(timeout=SECONDS)
    caller.until("heard")
    caller.send(speech(0.6))
    assert caller.until("interrupted")["what"] == "turn"
    line.served.gate.open()
    assert caller.until("reply")["data"]["data"]["words"] == ["wait"]
    caller.send(quiet(0.8))
    caller.until("heard")
    assert "audio" not in caller.kinds()
    assert line.voice.said == []
    assert caller.until("reply")["data"]["data"]["words"] == ["wait", "more"]
    caller.until("audio_end")
    assert "wait more" in "".join(line.voice.said)


def test_that_a_cough_costs_nobody_the_answer(line: Line) -> None:
    line.ears.script = ["wait", ""]
    caller = line.callers.start()
    caller.say()
    assert line.served.gate.reached.acquire(timeout=SECONDS)
    caller.send(speech(0.6))
    caller.until("interrupted")
    line.served.gate.open()
    caller.until("reply")
    caller.send(quiet(0.8))
    caller.until("audio_end")
    assert "wait" in "".join(line.voice.said)
    assert caller.kinds().count("reply") == 1


def test_that_a_turn_is_given_up_when_the_client_says_so(line: Line) -> None:
    caller = line.callers.start()
    caller.tell("text", text="wait")
    assert line.served.gate.reached.acquire(timeout=SECONDS)
    caller.tell("cancel")
    caller.until("cancelled")
    assert line.served.gate.cancelled.acquire(timeout=SECONDS)
    caller.tell("text", text="other")
    assert caller.until("reply")["data"]["data"]["words"] == ["other"]


def test_that_the_client_can_ask_for_silence(line: Line) -> None:
    line.voice.seconds = 60
    caller = line.callers.start()
    caller.tell("text", text="long")
    caller.until("audio")
    caller.tell("interrupt")
    caller.until("interrupted")
    caller.until("listening")
    assert caller.sound == 0


def test_that_a_client_that_asks_by_other_means_is_told_what_was_heard_and_has_texts_said(line: Line) -> None:
    line.ears.script = ["香锅"]
    caller = line.callers.start(answer=False)
    caller.say()
    assert caller.until("heard")["text"] == "香锅"
    caller.until("listening")
    assert "node" not in caller.kinds()
    caller.tell("say", text="好的。三十八元。")
    caller.until("audio_end")
    assert "".join(line.voice.said) == "好的。三十八元。"


def test_that_two_who_talk_at_once_do_not_mix(line: Line) -> None:
    one = line.callers.start(key=line.served.key("one"), session="s")
    two = line.callers.start(key=line.served.key("two"), session="s")
    for number in range(3):
        one.tell("text", text=f"a{number}")
        two.tell("text", text=f"b{number}")
    for caller, name, letter in ((one, "one", "a"), (two, "two", "b")):
        for _ in range(3):
            last = caller.until("reply")["data"]
        assert last["data"]["words"] == [f"{letter}{number}" for number in range(3)]
        assert last["reply"].startswith(f"{name}:")
        said = "".join(event.get("sentence", "") for event in caller.events)
        assert not set(said) & {"b" if letter == "a" else "a0"}


def test_that_stop_finishes_what_was_said_and_then_closes(line: Line) -> None:
    line.ears.script = ["last words"]
    caller = line.callers.start()
    caller.send(speech(0.6))
    caller.tell("stop")
    assert caller.until("heard")["text"] == "last words"
    caller.until("audio_end")
    assert caller.until("closing")["reason"] == "stop"
    assert caller.closed() == 1000


def test_that_a_client_that_goes_cancels_his_turn_and_leaves_nothing(line: Line) -> None:
    key = line.served.key("goer")
    caller = line.callers.start(key=key, session="gone")
    caller.tell("text", text="wait")
    assert line.served.gate.reached.acquire(timeout=SECONDS)
    caller.socket.close()
    assert line.served.gate.cancelled.acquire(timeout=SECONDS)
    again = line.callers.start(key=key, session="gone")
    again.tell("text", text="new")
    assert again.until("reply")["data"]["data"]["words"] == ["new"]


def test_that_a_fault_of_the_voice_or_the_ears_leaves_the_text(line: Line) -> None:
    caller = line.callers.start()
    line.voice.broken = True
    caller.tell("text", text="silent")
    caller.until("reply")
    assert caller.until("error")["error"]["code"] == "provider_unavailable"
    line.ears.broken = True
    caller.say()
    assert caller.until("error")["error"]["code"] == "provider_unavailable"
    caller.tell("text", text="typed")
    assert caller.until("reply")["data"]["data"]["words"][-1] == "typed"


def test_that_without_models_the_client_is_told_what_to_install_and_text_works(served: Served) -> None:
    callers = Callers(served)
    try:
        caller = callers.start()
        assert not caller.events[0]["ears"]
        errors = [event["error"] for event in caller.events if event["type"] == "error"]
        assert [error["code"] for error in errors] == ["no_recogniser", "no_voice"]
        assert all("pilothouse[speech]" in error["message"] for error in errors)
        caller.say()
        caller.tell("text", text="hello")
        assert caller.until("reply")["data"]["data"]["words"] == ["hello"]
        caller.tell("say", text="hello")
        assert caller.until("error")["error"]["code"] == "no_voice"
        quietly = callers.start(listen=False, speak=False)
        assert quietly.kinds() == ["ready", "listening"]
    finally:
        callers.close()
