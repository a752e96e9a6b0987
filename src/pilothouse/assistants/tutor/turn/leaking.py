"""The leak guard as a stage of the pipeline."""

from __future__ import annotations

from pilothouse.assistants.tutor.guard import redact
from pilothouse.assistants.tutor.turn.contract import Turn
from pilothouse.assistants.tutor.turn.processed import Processed
from pilothouse.assistants.tutor.turn.situation import Situation


def guard_leaks(turn: Turn, situation: Situation) -> Processed:
    """A turn without what the pupil has not found; refused when it said any, because a gap reads badly."""
    redacted = redact(turn, situation.secrets, situation.known)
    if not redacted.leaks:
        return Processed(turn)
    # The buttons are those of the UI contract: nothing of them is the model's.
    return Processed(
        redacted.turn.model_copy(update={"options": turn.options}),
        ("不能说出学生还没有得到的结论或答案。 Don't say a conclusion or an answer that the pupil has not found.",),
    )
