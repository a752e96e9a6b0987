"""The deadlock gate: every turn leaves the pupil something that he can do (T7)."""

from __future__ import annotations

import re

from pilothouse.assistants.tutor.turn.contract import Turn
from pilothouse.assistants.tutor.turn.interface import INTERFACES
from pilothouse.assistants.tutor.turn.processed import Processed
from pilothouse.assistants.tutor.turn.situation import Situation

_EMPTY = re.compile(
    r"[\W_]*(?:明白了?吗|懂了?吗|知道了?吗|对吗|好吗|是吗|ok(?:ay)?|right|understand|do you understand)?[\W_]*",
    re.IGNORECASE,
)


def gate(turn: Turn, situation: Situation) -> Processed:
    """Refused when nothing is asked where something must be; a question that asks nothing counts as none."""
    if INTERFACES[situation.state].asks and _EMPTY.fullmatch(turn.question):
        return Processed(turn, ("最后要有一个学生能回答的问题。 End with a question that the pupil can answer.",))
    if not turn.bubble.strip() and not turn.question.strip():
        return Processed(turn, ("什么都没有说。 Nothing was said.",))
    return Processed(turn)
