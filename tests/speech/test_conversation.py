from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import numpy as np
import pytest

from pilothouse.contracts.errors import ProviderUnavailable, UsageError
from pilothouse.contracts.reply import Reply
from pilothouse.speech import (
    Audio,
    Conversation,
    Endpointer,
    EnergyDetector,
    Exchange,
    Player,
    Reading,
    Transcript,
    exchange,
    join,
    silence,
)
from pilothouse.speech.audio import Samples

from .voice import Ear, SlowVoice, tone


def reply(text: str) -> Reply:
    return Reply(reply=text, assistant="menu", session="s", turn=1, outcome="answered")


async def echo(text: str) -> Reply:
    return reply(f"您说{text}。38元一份。")


class Broken(SlowVoice):
    async def speak(self, text: str) -> Audio:
        if self.asked:
            raise ProviderUnavailable("voice gone")
        return await super().speak(text)


async def test_that_a_recording_is_heard_asked_and_said_sentence_by_sentence() -> None:
    ear, voice = Ear("来份香锅"), SlowVoice(takes_s=0)
    turn = await exchange(tone(1), ear, voice, echo, hotwords=["香锅"])
    assert turn.heard.text == "来份香锅"
    assert turn.reply is not None
    assert voice.asked == ["您说来份香锅。", "三十八元一份。"]
    assert turn.audio.seconds == pytest.approx(0.1)
    assert (ear.hotwords, voice.warmed, turn.fault) == ([["香锅"]], True, None)
    first, whole = turn.times.first_sentence, turn.times.synthesis
    assert first is not None
    assert whole is not None
    assert 0 < first <= whole
    assert turn.times.first_sound == turn.times.recognition + turn.times.turn + first


async def test_that_the_reading_that_was_chosen_is_asked_and_what_was_heard_is_kept() -> None:
    readings = (Reading("水煮鱼腰凉粉", -2.0), Reading("水煮鱼要两份", -3.0))
    given: list[Reading] = []

    class Hesitant(Ear):
        async def transcribe(self, audio: Audio, **_: object) -> Transcript:
            return Transcript(readings[0].text, audio.seconds, "zh", readings=readings)

    async def choose(found: Sequence[Reading]) -> str:
        given.extend(found)
        return found[1].text

    turn = await exchange(tone(1), Hesitant(), SlowVoice(takes_s=0), echo, choose=choose)
    assert tuple(given) == readings
    assert (turn.heard.text, turn.text) == ("水煮鱼腰凉粉", "水煮鱼要两份")
    assert turn.reply is not None
    assert "您说水煮鱼要两份" in turn.reply.reply


async def test_that_numbers_alone_are_said_in_the_language_of_the_reply() -> None:
    voice = SlowVoice(takes_s=0)
    await exchange(tone(1), Ear("多少钱"), voice, lambda _: echo("麻辣香锅"))
    assert "三十八元" in voice.asked[1]
    voice = SlowVoice(takes_s=0)

    async def english(_: str) -> Reply:
        return reply("It costs 38 yuan. Order 12.")

    await exchange(tone(1), Ear("how much"), voice, english, language="en")
    assert voice.asked == ["It costs 38 yuan.", "Order 12."]


async def test_that_nobody_speaking_asks_nothing() -> None:
    async def never(_: str) -> Reply:
        raise AssertionError

    turn = await exchange(silence(1), Ear(" "), SlowVoice(), never)
    assert (turn.reply, turn.audio.seconds, turn.times.first_sound) == (None, 0, None)


async def test_that_a_voice_that_fails_leaves_the_text_and_what_was_said() -> None:
    turn = await exchange(tone(1), Ear("好"), Broken(), echo)
    assert turn.reply is not None
    assert str(turn.fault) == "voice gone"
    assert turn.audio.seconds == pytest.approx(0.05)


async def test_that_other_faults_are_raised() -> None:
    async def refuse(_: str) -> Reply:
        raise UsageError("too long")

    with pytest.raises(UsageError, match="too long"):
        await exchange(tone(1), Ear("好"), SlowVoice(), refuse)
    with pytest.raises(ProviderUnavailable, match="no ear"):
        await exchange(tone(1), Ear(ProviderUnavailable("no ear")), SlowVoice(), echo)


def room(*speech: float) -> Samples:
    """Utterances of so many seconds with pauses around them."""
    parts = [silence(1)]
    for seconds in speech:
        parts += [tone(seconds), silence(1)]
    return join(parts).samples


def frames(samples: Samples) -> list[Samples]:
    return [np.asarray(samples[place : place + 480]) for place in range(0, len(samples), 480)]


class Talk:
    """A conversation whose loudspeaker holds a sentence until it is interrupted or ``go`` is set."""

    def __init__(self, ear: Ear, *, go: bool) -> None:
        self.turns: list[Exchange] = []
        self.begun, self.go = asyncio.Event(), asyncio.Event()
        self.heard_out = 0
        if go:
            self.go.set()
        self.voice = SlowVoice(takes_s=0)
        self.conversation = Conversation(
            ear, Player(self.voice, self._play), echo, self.turns.append, expect=self._words,
            endpointer=Endpointer(EnergyDetector()),
        )  # fmt: skip

    async def _words(self) -> list[str]:
        return [f"词{len(self.turns)}"]

    async def _play(self, audio: Audio) -> None:
        self.begun.set()
        await self.go.wait()
        self.heard_out += 1

    async def run(self, stream: AsyncIterator[Samples]) -> None:
        async with asyncio.timeout(60):
            await self.conversation.run(stream)


async def test_that_a_conversation_answers_every_utterance_with_the_hotwords_of_the_moment() -> None:
    ear = Ear("来份香锅", "", "再来米饭")
    talk = Talk(ear, go=True)

    async def stream() -> AsyncIterator[Samples]:
        for seconds in (1.0, 0.6, 1.0):
            for frame in frames(room(seconds)):
                yield frame
            for _ in range(50):
                await asyncio.sleep(0)

    await talk.run(stream())
    assert [turn.heard.text for turn in talk.turns] == ["来份香锅", "再来米饭"]
    assert ear.hotwords == [["词0"], ["词1"], ["词1"]]
    assert talk.heard_out == 4


async def test_that_who_begins_to_speak_interrupts_the_reply() -> None:
    talk = Talk(Ear("来份香锅", "不要了"), go=False)

    async def stream() -> AsyncIterator[Samples]:
        for frame in frames(room(1.0)):
            yield frame
        await talk.begun.wait()
        assert talk.conversation.player.speaking
        for frame in frames(room(1.0)):
            yield frame
            if not talk.go.is_set() and talk.conversation._talking:
                for _ in range(50):
                    await asyncio.sleep(0)
                assert not talk.conversation.player.speaking
                talk.go.set()

    await talk.run(stream())
    assert [turn.heard.text for turn in talk.turns] == ["来份香锅", "不要了"]
    assert talk.heard_out == 2  # the second reply, to its end


async def test_that_a_fault_is_shown_and_the_talk_goes_on() -> None:
    talk = Talk(Ear(ProviderUnavailable("too slow"), "再来米饭"), go=True)

    async def stream() -> AsyncIterator[Samples]:
        for frame in frames(room(1.0, 1.0)):
            yield frame

    await talk.run(stream())
    assert [str(turn.fault) for turn in talk.turns] == ["too slow", "None"]
    assert talk.turns[1].reply is not None
