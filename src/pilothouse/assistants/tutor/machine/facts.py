"""What guards and bookkeeping may know about a turn."""

from __future__ import annotations

from dataclasses import dataclass

from pilothouse.assistants.tutor.problems.problem import Problem


@dataclass(frozen=True, slots=True)
class Facts:
    """``found``: the step whose value was said, from 0. ``said``: the answer as the pupil wrote it. ``other``: the
    part whose answer it is, when it isn't the current one's. ``givable``: the current step's conclusion tells no
    answer that is still to be found. ``hints``: how many the open question has."""

    problem: Problem
    found: int | None = None
    said: str = ""
    other: str = ""
    givable: bool = False
    hints: int = 1
