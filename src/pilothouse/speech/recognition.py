"""Speech to text: the protocol, what comes back, and the guards against what recognisers invent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from pilothouse.speech.audio import Audio

_CREDITS = re.compile(r"明镜与点点|点点栏目|字幕\s*(?:by|志愿者|由|制作)|amara\.org|请不吝点赞|优优独播", re.IGNORECASE)
_NOISE = re.compile(r"[\s，。、！？；：,.!?;:·…~\-]+")
_MARK = re.compile(r"[，。！？；、,!?;]")
_FASTEST = 14.0  # characters per second: twice the pace of fast Mandarin
_FASTEST_LATIN = 35.0
_SLOWEST = 3.0  # half the pace of slow speech, pauses left out
_SLOWEST_LATIN = 6.0


class Reading(NamedTuple):
    """One way to read an utterance; ``score`` is the natural logarithm of its probability to the recogniser."""

    text: str
    score: float


@dataclass(frozen=True)
class Transcript:
    """What was heard; ``text`` is empty when nobody spoke.

    ``seconds`` is the length of the recording, ``took_s`` how long recognition lasted, ``confidence`` 0 to 1 or
    ``None`` when the recogniser doesn't say. ``readings`` are the ways in which it could be read, ``text`` among them,
    for those who know better what can be meant; empty when the recogniser gives no more than its text.
    """

    text: str
    seconds: float
    language: str
    confidence: float | None = None
    took_s: float = 0.0
    readings: tuple[Reading, ...] = ()


class Recogniser(Protocol):
    """Turns one utterance into text. Knows no business: ``hotwords`` are just words to expect, best first.

    Those with punctuation are samples of how people talk here (see ``samples``).
    """

    async def transcribe(self, audio: Audio, *, hotwords: Sequence[str] = (), language: str = "zh") -> Transcript:
        """Raises ``ProviderUnavailable`` when the recogniser can't be used or takes too long."""

    async def warm(self) -> None:
        """Load now what the first utterance would have to wait for."""

    async def close(self) -> None:
        """Give threads and connections back."""


def collapse(text: str) -> str:
    """``text`` with loops written once: 2–20 characters four times or more, or one letter ten times.

    >>> collapse("我要米饭米饭米饭米饭米饭"), collapse("电话 88888888"), collapse("来来来")
    ('我要米饭', '电话 88888888', '来来来')
    """
    text = re.sub(r"([^\W\d_])\1{9,}", r"\1", text)
    # A piece of digits only may be a number that somebody dictates.
    return re.sub(r"(\S.{1,19}?)\1{3,}", lambda loop: loop[0] if loop[1].isdigit() else loop[1], text)


def samples(hotwords: Sequence[str]) -> tuple[list[str], list[str]]:
    """Samples of how people talk (the hotwords with punctuation), and the words proper.

    >>> samples(["来一份，不要了。", "回锅肉"])
    (['来一份，不要了。'], ['回锅肉'])
    """
    words = list(dict.fromkeys(word.strip() for word in hotwords if word.strip()))
    return [word for word in words if _MARK.search(word)], [word for word in words if not _MARK.search(word)]


def nearest(heard: Sequence[str], words: Sequence[str]) -> list[str]:
    """``words``, those first that sound like a part of what was ``heard``; all characters count by their syllables."""
    from pypinyin import lazy_pinyin
    from rapidfuzz import fuzz

    sounds = [sound for text in heard if (sound := "".join(lazy_pinyin(text.lower())))]

    def likeness(word: str) -> float:
        spelt = "".join(lazy_pinyin(word.lower()))
        return sum(fuzz.partial_ratio(spelt, sound) for sound in sounds)

    return sorted(words, key=likeness, reverse=True)


def plausible(text: str, seconds: float, hotwords: Sequence[str] = ()) -> bool:
    """Whether somebody may have said ``text`` in ``seconds``.

    Not: subtitle credits (whisper's training data speaking), more than a tongue can do, and the expected words
    recited in their order or one of them again and again (the prompt coming back out of noise).
    """
    bare = _NOISE.sub("", text)
    if not bare or _CREDITS.search(text):
        return False
    latin = sum(char.isascii() for char in bare)
    if (len(bare) - latin) / _FASTEST + latin / _FASTEST_LATIN > seconds + 0.5:
        return False
    run = re.split(_NOISE, text.strip("，。、！？；：,.!?;: "))
    words = [part for word in hotwords for part in re.split(_NOISE, word) if part]
    if len(run) >= 3 and len(set(run)) == 1 and run[0] in words:
        return False
    return not (len(run) >= 4 and _follows(run, words))


def thin(text: str, seconds: float) -> bool:
    """Whether ``text`` is too little for ``seconds`` in which somebody speaks: a part of it was not heard.

    >>> thin("多少钱？", 2.0), thin("麻辣香锅多少钱？", 2.0), thin("喂", 0.6)
    (True, False, False)
    """
    bare = _NOISE.sub("", text)
    latin = sum(char.isascii() for char in bare)
    return (len(bare) - latin) / _SLOWEST + latin / _SLOWEST_LATIN < seconds - 0.4


def recited(text: str, sample: str) -> bool:
    """Whether ``text`` is two or more pieces of ``sample`` in their order: the prompt coming back.

    >>> recited("多少钱？还有吗？", "来一份，不要了。多少钱？还有吗？"), recited("多少钱？", "多少钱？还有吗？")
    (True, False)
    """
    run = [part for part in re.split(_NOISE, text) if part]
    return len(run) >= 2 and _follows(run, [part for part in re.split(_NOISE, sample) if part])


def _follows(run: Sequence[str], words: Sequence[str]) -> bool:
    return any(list(words[place : place + len(run)]) == list(run) for place in range(len(words)))
