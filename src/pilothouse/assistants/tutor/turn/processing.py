"""Post-processing of a turn as a row of small pure functions (T7)."""

from __future__ import annotations

from collections.abc import Sequence

from pilothouse.assistants.tutor.turn.agreement import agree
from pilothouse.assistants.tutor.turn.contract import Turn
from pilothouse.assistants.tutor.turn.contracted import contract
from pilothouse.assistants.tutor.turn.deadlock import gate
from pilothouse.assistants.tutor.turn.hints import correct_hints
from pilothouse.assistants.tutor.turn.leaking import guard_leaks
from pilothouse.assistants.tutor.turn.phrasing import phrase
from pilothouse.assistants.tutor.turn.processed import Processed, Stage
from pilothouse.assistants.tutor.turn.situation import Situation

# Leaks are looked for in what the pupil will read: after everything that changes words.
STAGES: Sequence[Stage] = (correct_hints, contract, phrase, guard_leaks, agree, gate)


def process(turn: Turn, situation: Situation) -> Processed:
    """The turn as it may be shown, and what is wrong with it as it was written. Pure."""
    problems: list[str] = []
    for stage in STAGES:
        result = stage(turn, situation)
        turn = result.turn
        problems += result.problems
    return Processed(turn, tuple(problems))
