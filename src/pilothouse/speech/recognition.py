"""Speech to text: the protocol, what comes back, and the guards against what recognisers invent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pilothouse.speech.audio import Audio

_CREDITS = re.compile(r"明镜与点点|点点栏目|字幕\s*(?:by|志愿者|由|制作)|amara\.org|请不吝点赞|优优独播", re.IGNORECASE)
_NOISE = re.compile(r"[\s，。、！？；：,.!?;:·…~\-]+")
_FASTEST = 14.0  # characters per second: twice the pace of fast Mandarin
_FASTEST_LATIN = 35.0


@dataclass(frozen=True)
class Transcript:
    """What was heard; ``text`` is empty when nobody spoke.

    ``seconds`` is the length of the recording, ``took_s`` how long recognition lasted, ``confidence`` 0 to 1 or
    ``None`` when the recogniser doesn't say.
    """

    text: str
    seconds: float
    language: str
    confidence: float | None = None
    took_s: float = 0.0


class Recogniser(Protocol):
    """Turns one utterance into text. Knows no business: ``hotwords`` are just words to expect, best first."""

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


def nearest(heard: str, words: Sequence[str]) -> list[str]:
    """``words``, those first that sound like a part of ``heard``; all characters count by their syllables."""
    from pypinyin import lazy_pinyin
    from rapidfuzz import fuzz

    sound = "".join(lazy_pinyin(heard.lower()))
    if not sound:
        return list(words)
    return sorted(words, key=lambda word: -fuzz.partial_ratio("".join(lazy_pinyin(word.lower())), sound))


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
    words = [_NOISE.sub("", word) for word in hotwords]
    if len(run) >= 3 and len(set(run)) == 1 and run[0] in words:
        return False
    return not (len(run) >= 4 and any(words[place : place + len(run)] == run for place in range(len(words))))
