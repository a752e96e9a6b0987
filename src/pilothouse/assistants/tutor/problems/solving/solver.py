"""All readings of a problem text; an answer only when exactly one is found."""

from __future__ import annotations

from collections.abc import Callable

from pilothouse.assistants.tutor.problems.solving import (
    amounts,
    calculation,
    english,
    english_groups,
    equation,
    groups,
    kinds,
    measures,
    motion,
    rates,
    relations,
    stories,
)
from pilothouse.assistants.tutor.problems.solving.solution import Solution
from pilothouse.assistants.tutor.problems.solving.wording import Statement, statement

_STORIES: tuple[Callable[[Statement], Solution | None], ...] = (
    kinds.two_kinds,
    relations.relations,
    motion.motion,
    motion.meeting,
    measures.conversions,
    measures.percents,
    measures.rectangles,
    rates.rates,
    groups.products,
    groups.shares,
    groups.averages,
    amounts.missing,
    amounts.before,
    amounts.short,
    amounts.groups,
    amounts.days,
    amounts.times,
    stories.changes,
    stories.totals,
    stories.differences,
)


def solve(text: str) -> Solution | None:
    """The answer of a problem with one question, or ``None`` when its reading is not certain: two readings that
    differ, a number that no reading uses, or words that change what a number means."""
    for read in (calculation.sums, equation.equations, english.english, english_groups.groups):
        if (found := read(text)) is not None:
            return found
    told = statement(text)
    if told is None:
        return None
    found_all = [solution for read_story in _STORIES if (solution := read_story(told)) is not None]
    answers = {solution.expected.answer for solution in found_all}
    return found_all[0] if len(answers) == 1 else None
