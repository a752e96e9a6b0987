"""From a calculation to the steps of a lesson."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pilothouse.assistants.tutor.problems.problem import Expected, Idea, Step
from pilothouse.assistants.tutor.problems.solving.solution import Solution, shown


@dataclass(frozen=True)
class Line:
    """One calculation: ``left`` as written ("35 × 2"), what it gives, and how it is asked for without saying so."""

    ask: str
    hints: tuple[str, ...]
    left: str
    value: Fraction
    unit: str = ""


def with_unit(value: Fraction, unit: str) -> str:
    """``23 只``; without a blank where there is no unit."""
    return f"{shown(value)} {unit}".strip()


def step(number: int, line: Line) -> Step:
    """The step of a line."""
    answer = with_unit(line.value, line.unit)
    return Step(
        id=f"s{number}",
        ask=line.ask,
        expected=Expected(answer=answer),
        hints=line.hints,
        conclusion=f"{line.left} = {answer}",
    )


def worked(method: str, lines: Sequence[Line], *, topic: str = "", idea: Idea | None = None) -> Solution:
    """The solution whose last line gives the answer."""
    last = lines[-1]
    return Solution(
        method=method,
        expected=Expected(answer=with_unit(last.value, last.unit)),
        steps=tuple(step(number, line) for number, line in enumerate(lines, start=1)),
        idea=idea,
        topic=topic,
        value=last.value,
    )
