"""Hints, from vague to plain, then a simpler question."""

from __future__ import annotations

from pilothouse.assistants.tutor.machine import Position, State, part_of, step_of
from pilothouse.assistants.tutor.problems.problem import Problem
from pilothouse.assistants.tutor.turn.situation import Situation
from pilothouse.assistants.tutor.wording.say import Voice


def hints(problem: Problem, position: Position) -> tuple[str, ...]:
    """The authored hints of the open question; empty where there are none."""
    scene, part, step = position.scene, part_of(problem, position), step_of(problem, position)
    if scene is State.STEP:
        if step is not None:
            return step.hints
        return part.steps[-1].hints if part.steps else ((problem.idea.hint,) if problem.idea is not None else ())
    if scene is State.CHECK:
        return part.verify.hints if part.verify is not None else ()
    if scene is State.EXTEND and problem.extension is not None:
        return problem.extension.hints
    if scene is State.THINK and problem.idea is not None and position.part == 0:
        return (problem.idea.hint,)
    return ()


def count(problem: Problem, position: Position) -> int:
    """How many hints the open question has, general ones included; 0 for a check that nobody prepared."""
    if position.scene is State.CHECK:
        return len(hints(problem, position))
    return max(1, len(hints(problem, position)))


def simpler(situation: Situation) -> bool:
    """Whether all hints were said and it is time for a smaller question."""
    position = situation.position
    over = position.tries - 1 - len(_own(situation))
    return position.state is State.STEP and "hint" in situation.moved.actions and over >= 0 and over % 2 == 0


def _own(situation: Situation) -> list[str]:
    """The authored hints that may be said."""
    return [item for item in hints(situation.problem, situation.position) if not situation.hides(item)]


def hint(situation: Situation, voice: Voice) -> str:
    """The next hint, or the simpler question once all were said."""
    position, scene = situation.position, situation.position.scene
    if scene is State.UNDERSTAND:
        return voice.say("understand.hint")
    if simpler(situation):
        return voice.say("simpler.turn")
    own = _own(situation)
    turn = max(position.tries - 1, 0)
    if turn < len(own):
        return voice.say("hint", hint=own[turn])
    if own:
        return voice.say("hint", hint=own[turn % len(own)])
    if scene is State.CHECK:
        return voice.say("check.hint")
    return voice.say("hint", hint=voice.say("think.hint"))
