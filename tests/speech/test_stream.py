from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.contracts.errors import UsageError
from pilothouse.speech import Audio, Player, SilentSynthesiser, sentence_stream, speak_stream
from pilothouse.speech.sentences import Sentences

from .voice import SlowVoice

REPLY = "好的，麻辣香锅一份三十八元。大约二十分钟送到。还要别的吗？"


async def trickle(text: str, pause_s: float = 0.0, size: int = 3) -> AsyncIterator[str]:
    for place in range(0, len(text), size):
        await asyncio.sleep(pause_s)
        yield text[place : place + size]


def cut(text: str, size: int = 1) -> list[str]:
    sentences = Sentences()
    pieces = [piece for place in range(0, len(text), size) for piece in sentences.feed(text[place : place + size])]
    return pieces + sentences.finish()


@pytest.mark.parametrize("size", [1, 2, 5, 1_000])
def test_that_the_stream_is_cut_at_sentences_and_the_first_clause(size: int) -> None:
    assert cut("好的，麻辣香锅大份微辣，三十八元。二十分钟送到！还要吗", size) == [
        "好的，", "麻辣香锅大份微辣，", "三十八元。", "二十分钟送到！", "还要吗",
    ]  # fmt: skip


def test_that_closing_quotes_stay_with_their_sentence_when_they_are_there() -> None:
    assert cut("他答“好的。”然后走了。", 1_000) == ["他答“好的。”", "然后走了。"]
    assert cut("他答“好的。”然后走了。", 1) == ["他答“好的。", "”然后走了。"]


@pytest.mark.parametrize("size", [1, 4, 1_000])
def test_that_decimals_lists_thousands_and_abbreviations_do_not_end_a_sentence(size: int) -> None:
    assert cut("It is 3.5 km away. Mr. Li waits.", size) == ["It is 3.5 km away.", " Mr. Li waits."]
    assert cut("1. 香锅\n2. 米饭", size) == ["1. 香锅\n", "2. 米饭"]
    assert cut("一共是人民币1,288元，谢谢。", size)[0] == "一共是人民币1,288元，"


@given(st.text(alphabet="菜饭一a1 。，.,!?！\n”（", max_size=300), st.integers(1, 7))
def test_that_nothing_is_lost_and_no_piece_is_long(text: str, size: int) -> None:
    pieces = cut(text, size)
    assert "".join(pieces).strip() == text.strip()
    assert all(len(piece) < 130 for piece in pieces)


async def test_that_the_first_sound_comes_while_the_text_is_still_arriving() -> None:
    heard = asyncio.Event()

    async def waiting() -> AsyncIterator[str]:
        yield REPLY[:5]
        await heard.wait()
        yield REPLY[5:]

    async with asyncio.timeout(60):  # without overlap both sides wait for ever
        stream = sentence_stream(waiting(), SlowVoice(takes_s=0))
        assert (await anext(stream)).written == "好的，"
        heard.set()
        assert [sentence.written async for sentence in stream][-1] == "还要别的吗？"


async def test_that_the_next_sentence_is_made_while_one_is_spoken() -> None:
    made: asyncio.Queue[str] = asyncio.Queue()

    class Announced(SlowVoice):
        async def speak(self, text: str) -> Audio:
            sound = await super().speak(text)
            made.put_nowait(text)
            return sound

    spoken = []
    async with asyncio.timeout(60):
        async for sentence in sentence_stream(REPLY, Announced(takes_s=0)):
            if not spoken:
                assert await made.get() == "好的。"
            spoken.append(sentence.spoken)
            if len(spoken) < 4:
                await made.get()  # this one still sounds
    assert len(spoken) == 4


async def test_that_the_sounds_alone_can_be_had() -> None:
    assert [audio.seconds async for audio in speak_stream(REPLY, SlowVoice(takes_s=0))] == [0.05] * 4


async def test_that_no_more_than_one_finished_sentence_waits() -> None:
    voice = SlowVoice(takes_s=0)
    stream = sentence_stream("一。二。三。四。五。六。七。八。", voice)
    await anext(stream)
    await asyncio.sleep(0.05)
    assert len(voice.asked) <= 3
    await stream.aclose()


async def test_that_an_interruption_stops_at_once_and_tells_what_was_heard() -> None:
    voice = SlowVoice(takes_s=0.03, lasts_s=0.06)
    heard: list[float] = []

    async def play(audio: Audio) -> None:
        heard.append(audio.seconds)
        if len(heard) == 2:
            asyncio.get_running_loop().call_later(0.01, player.interrupt)
        await asyncio.sleep(audio.seconds)

    player = Player(voice, play)
    delivery = await player.say(trickle(REPLY * 5, 0.001))
    assert delivery.interrupted
    assert delivery.spoken == ("好的，",)
    assert delivery.cut == "麻辣香锅一份三十八元。"
    assert delivery.first_sound_s is not None
    assert len(voice.asked) < 6
    asked = len(voice.asked)
    await asyncio.sleep(0.1)
    assert len(voice.asked) == asked
    assert not player.speaking
    assert not player.interrupt()


async def test_that_an_interruption_cancels_synthesis_before_the_first_sound() -> None:
    voice = SlowVoice(takes_s=10)
    player = Player(voice)
    task = asyncio.create_task(player.say(REPLY))
    await asyncio.sleep(0.02)
    assert player.interrupt()
    delivery = await asyncio.wait_for(task, 1)
    assert (delivery.spoken, delivery.cut, delivery.first_sound_s) == ((), "", None)
    assert voice.cancelled == ["好的。"]


async def test_that_the_same_player_speaks_again_and_only_one_text_at_a_time() -> None:
    player = Player(SlowVoice())
    first = asyncio.create_task(player.say(REPLY))
    await asyncio.sleep(0.01)
    with pytest.raises(UsageError, match="still being spoken"):
        await player.say("二。")
    player.interrupt()
    assert (await first).interrupted
    second = await player.say("再来一份。")
    assert (second.spoken, second.interrupted) == (("再来一份。",), False)


async def test_that_cancelling_the_caller_cancels_and_is_not_swallowed() -> None:
    voice = SlowVoice(takes_s=10)
    task = asyncio.create_task(Player(voice).say(REPLY))
    await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.sleep(0.01)
    assert voice.cancelled


async def test_that_errors_come_after_the_sentences_before_them() -> None:
    written: list[str] = []

    async def collect(text: str | AsyncIterator[str], voice: SlowVoice) -> None:
        async for sentence in sentence_stream(text, voice):
            written.append(sentence.written)

    with pytest.raises(RuntimeError, match="broken voice"):
        await collect(REPLY, SlowVoice(fails_at=3))
    assert written == ["好的，", "麻辣香锅一份三十八元。"]

    async def breaks() -> AsyncIterator[str]:
        yield "一句。"
        raise ValueError("model gone")

    written.clear()
    with pytest.raises(ValueError, match="model gone"):
        await collect(breaks(), SlowVoice())
    assert written == ["一句。"]


async def test_that_no_task_stays_behind() -> None:
    stream = sentence_stream(trickle(REPLY * 20, 0.01), SlowVoice())
    await anext(stream)
    await stream.aclose()
    assert len(asyncio.all_tasks()) == 1


async def test_that_without_a_voice_the_text_still_comes_sentence_by_sentence() -> None:
    delivery = await Player(SilentSynthesiser()).say(REPLY + "🎉")
    assert "".join(delivery.spoken) == REPLY
    assert delivery.first_sound_s is None


async def test_that_what_is_spoken_is_written_for_the_ear() -> None:
    voice = SlowVoice()
    await Player(voice).say(trickle("**麻辣香锅** 38元，21:30送到。"))
    assert voice.asked == ["麻辣香锅三十八元。", "晚上九点半送到。"]
