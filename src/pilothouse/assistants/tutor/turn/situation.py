"""All that decides what a turn may say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pilothouse.assistants.tutor.checking import equal
from pilothouse.assistants.tutor.guard import Secret, leaks, secrets_of
from pilothouse.assistants.tutor.lore import Fragment
from pilothouse.assistants.tutor.machine import EXTENSION, Moved, Position, State, part_of, reference, step_of
from pilothouse.assistants.tutor.problems.problem import Part, Problem, Step
from pilothouse.assistants.tutor.reading import Reading
from pilothouse.assistants.tutor.turn.contract import Option
from pilothouse.assistants.tutor.turn.interface import options


@dataclass(frozen=True)
class Situation:
    """A turn after the machine has moved: ``moved.position`` is where the lesson stands now.

    ``heard``: what the pupil found to be right in this turn. ``lore``: what the knowledge base says to it. ``advice``:
    what to mind because a mistake came back. ``slips``: this lesson's mistakes in words; ``mastery``: probability by
    topic. ``own``: the words are code's own, which may confirm a value that is another part's answer as well.
    ``foreign``: the pupil turns out to speak English and the problem is in Chinese: some that are in English.
    """

    problem: Problem
    moved: Moved
    reading: Reading
    chinese: bool = True
    heard: tuple[str, ...] = ()
    lore: tuple[Fragment, ...] = ()
    advice: str = ""
    slips: tuple[str, ...] = ()
    mastery: Mapping[str, float] = field(default_factory=dict)
    own: bool = False
    foreign: tuple[str, ...] | None = None

    @property
    def position(self) -> Position:
        return self.moved.position

    @property
    def state(self) -> State:
        return self.position.state

    @property
    def part(self) -> Part:
        return part_of(self.problem, self.position)

    @property
    def step(self) -> Step | None:
        return step_of(self.problem, self.position)

    @property
    def judged(self) -> bool:
        """Whether answers to the part can be judged at all."""
        return self.part.judged

    @property
    def several(self) -> bool:
        return len(self.problem.parts) > 1

    @property
    def reference(self) -> str:
        """``PART.STEP`` of the question that is open; ``PART`` for the part's own, "" where it is none."""
        if self.position.scene is State.STEP:
            return reference(self.part, self.step) if self.step is not None else self.part.id
        if self.position.scene in (State.INIT, State.SUMMARY, State.DONE):
            return ""
        return EXTENSION if self.position.scene is State.EXTEND else self.part.id

    @cached_property
    def options(self) -> tuple[Option, ...]:
        return options(self.problem, self.position, chinese=self.chinese)

    @cached_property
    def secrets(self) -> tuple[Secret, ...]:
        found = secrets(self.problem, self.position)
        if not self.own:
            return found
        told = (*self.position.solved.values(), *self.heard)
        return tuple(item for item in found if not any(equal(said, item.expected.answer) for said in told))

    @cached_property
    def known(self) -> tuple[str, ...]:
        """What may be said because the problem says it, or the lesson or the pupil did."""
        return known(self.problem, self.position, (*self.heard, *self.put))

    @property
    def put(self) -> tuple[str, ...]:
        """The pupil's own numbers in the conditions of the problem."""
        return tuple(item.put[0] for item in self.reading.check.conditions)

    def hides(self, text: str) -> bool:
        """Whether ``text`` says what the pupil has not found."""
        return bool(leaks(text, self.secrets, self.known))


def secrets(problem: Problem, position: Position) -> tuple[Secret, ...]:
    """What the pupil has not found."""
    found = (*position.taught, *position.passed)
    return secrets_of(problem, solved=tuple(position.solved), found=found)


def known(problem: Problem, position: Position, heard: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Statement, questions, conclusions reached, answers found, and what the pupil said."""
    questions = [part.question for part in problem.parts]
    step = step_of(problem, position)
    if step is not None and position.scene is State.STEP:
        questions += [step.ask, *step.hints]
    verify = part_of(problem, position).verify
    if verify is not None and position.scene is State.CHECK:
        questions += [verify.ask, *verify.hints]
    variation = [problem.extension.question] if problem.extension is not None else []
    return (
        problem.statement, *problem.given, *questions, *variation, *position.pool, *position.solved.values(), *heard,
    )  # fmt: skip
