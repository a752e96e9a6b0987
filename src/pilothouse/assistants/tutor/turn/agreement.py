"""A turn must not praise a wrong answer, nor correct a right one: the checker has judged it."""

from __future__ import annotations

import re

from pilothouse.assistants.tutor.machine.states import Event
from pilothouse.assistants.tutor.turn.contract import Turn
from pilothouse.assistants.tutor.turn.processed import Processed
from pilothouse.assistants.tutor.turn.situation import Situation

_PRAISE = re.compile(
    r"(?<![不没])(?:答|算|说|做|写)(?:得|的)?(?:完全|很|都)?对(?:了|的|啦|！|。|$)|(?:^|[。！，,!\s])(?:对[了的，。！!]|正确[。！!，,]|没错|完全正确|很好，?(?:答案)?(?:正确|对了)|就是这样|是的[，。！!])|"
    r"\b(?:that'?s (?:right|correct|it)|correct[.!]|exactly[.!]|well done|you(?:'re| are) right|perfect[.!]|yes[,!.])",
    re.IGNORECASE,
)
_BLAME = re.compile(
    r"(?:还)?不(?:太)?(?:对|正确)(?![吗么])|错了|算错|有误|不是这个|再(?:算|试)一(?:次|遍)|"
    r"\b(?:not (?:quite|right|correct|yet)|wrong|incorrect|try again)\b",
    re.IGNORECASE,
)
_RIGHT = (Event.RIGHT, Event.SOLVED)


def agree(turn: Turn, situation: Situation) -> Processed:
    """Refused when it contradicts the verdict on the pupil's answer."""
    reading = situation.reading
    if reading.event is Event.WRONG and _PRAISE.search(turn.bubble) and not _BLAME.search(turn.bubble):
        return Processed(turn, ("学生的答案是错的，不能说对。 The pupil's answer is wrong: don't confirm it.",))
    if reading.event in _RIGHT and reading.check.verdict == "right" and _BLAME.search(turn.bubble):
        return Processed(turn, ("学生的答案是对的，要确认。 The pupil's answer is right: confirm it.",))
    return Processed(turn)
