"""Where a lesson stands: plain data that is stored with the session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict

from pilothouse.assistants.tutor.machine.states import State
from pilothouse.assistants.tutor.problems.problem import Part, Problem, Step

EXTENSION = "extension"  # key of the variation among the solved; no part may be called so


class Position(BaseModel):
    """The lesson of one problem.

    ``part`` and ``step`` count from 0; ``step`` equal to the number of steps means that the part's own question is
    asked. ``back``: the state to which VIEW_DETAIL returns. ``tries``: turns of this question that brought nothing,
    ``hints``: how many of its hints were said, ``partly``: what is right of the answers so far. ``pool``: conclusions
    reached, in order. ``taught``: the steps behind them as ``PART.STEP``; those of ``told`` were given by the tutor,
    those of ``passed`` jumped over. ``solved``: the answers as the pupil said them. ``asked``: the variation, once put.
    """

    model_config = ConfigDict(extra="ignore", frozen=True)

    problem: str
    part: int = 0
    state: State = State.INIT
    back: State | None = None
    step: int = 0
    tries: int = 0
    hints: int = 0
    partly: str = ""
    pool: tuple[str, ...] = ()
    taught: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    solved: Mapping[str, str] = {}
    skipped: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    turns: int = 0

    @property
    def scene(self) -> State:
        """The state whose question is open: that behind VIEW_DETAIL."""
        return self.back if self.state is State.VIEW_DETAIL and self.back is not None else self.state

    def plain(self) -> dict[str, Any]:
        """As it is stored."""
        return self.model_dump(mode="json")


def part_of(problem: Problem, position: Position) -> Part:
    """The part that is discussed."""
    return problem.parts[min(position.part, len(problem.parts) - 1)]


def step_of(problem: Problem, position: Position) -> Step | None:
    """The step that is asked; ``None`` where the part's own question is."""
    steps = part_of(problem, position).steps
    return steps[position.step] if position.step < len(steps) else None


def reference(part: Part, step: Step) -> str:
    """``PART.STEP``."""
    return f"{part.id}.{step.id}"


def open_parts(problem: Problem, position: Position) -> list[int]:
    """Other parts that are neither solved nor left out, the following ones first."""
    count = len(problem.parts)
    order = [(position.part + shift) % count for shift in range(1, count)]
    done = {*position.solved, *position.skipped}
    return [index for index in order if problem.parts[index].id not in done]
