"""Bookkeeping of a transition, by name. None of these touches the state: that is the table's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pilothouse.assistants.tutor.machine.facts import Facts
from pilothouse.assistants.tutor.machine.position import (
    EXTENSION,
    Position,
    open_parts,
    part_of,
    reference,
    step_of,
)

Action = Callable[[Position, Facts], Position]


def _with(position: Position, **changes: Any) -> Position:
    return position.model_copy(update=changes)


def _fresh(position: Position, facts: Facts) -> Position:
    """A new question: nothing was tried yet."""
    return _with(position, tries=0, hints=0, partly="")


def _miss(position: Position, facts: Facts) -> Position:
    return _with(position, tries=position.tries + 1)


def _keep(position: Position, facts: Facts) -> Position:
    """A true part of the answer, to be completed."""
    return _with(position, partly="，".join(item for item in (position.partly, facts.said) if item)[-200:])


def _hint(position: Position, facts: Facts) -> Position:
    return _with(position, tries=position.tries + 1, hints=min(position.hints + 1, facts.hints + 1))


def _take(position: Position, facts: Facts) -> Position:
    """The step that the pupil found; those before it need not be asked any more."""
    part = part_of(facts.problem, position)
    if facts.found is None:
        return position
    step = part.steps[facts.found]
    jumped = [reference(part, part.steps[index]) for index in range(position.step, facts.found)]
    return _fresh(
        _with(
            position,
            step=facts.found + 1,
            taught=_added(position.taught, reference(part, step)),
            pool=_added(position.pool, step.conclusion),
            passed=_added(position.passed, *jumped),
        ),
        facts,
    )


def _give(position: Position, facts: Facts) -> Position:
    """The step whose conclusion the tutor tells."""
    part, step = part_of(facts.problem, position), step_of(facts.problem, position)
    if step is None:
        return position
    name = reference(part, step)
    return _fresh(
        _with(
            position,
            step=position.step + 1,
            taught=_added(position.taught, name),
            told=_added(position.told, name),
            pool=_added(position.pool, step.conclusion),
        ),
        facts,
    )


def _solve(position: Position, facts: Facts) -> Position:
    """The part's answer was found: its other steps need not be asked any more."""
    part = part_of(facts.problem, position)
    missing = [reference(part, part.steps[index]) for index in range(position.step, len(part.steps))]
    return _fresh(
        _with(
            position,
            step=len(part.steps),
            passed=_added(position.passed, *missing),
            solved={**position.solved, part.id: facts.said},
            skipped=tuple(name for name in position.skipped if name != part.id),
        ),
        facts,
    )


def _offer(position: Position, facts: Facts) -> Position:
    """An answer that nobody can judge is taken as the pupil's own."""
    return _solve(position, facts)


def _skip(position: Position, facts: Facts) -> Position:
    """The part is left out, its answer unsaid."""
    return _with(position, skipped=_added(position.skipped, part_of(facts.problem, position).id))


def _next(position: Position, facts: Facts) -> Position:
    """The next part that is open."""
    ahead = open_parts(facts.problem, position)
    return _fresh(_with(position, part=ahead[0], step=0) if ahead else position, facts)


def _vary(position: Position, facts: Facts) -> Position:
    return _fresh(_with(position, asked=_added(position.asked, EXTENSION)), facts)


def _extend(position: Position, facts: Facts) -> Position:
    return _fresh(_with(position, solved={**position.solved, EXTENSION: facts.said}), facts)


def _recover(position: Position, facts: Facts) -> Position:
    """A part that was left out is solved after all."""
    return _with(
        position,
        solved={**position.solved, facts.other: facts.said},
        skipped=tuple(name for name in position.skipped if name != facts.other),
    )


def _reopen(position: Position, facts: Facts) -> Position:
    """Back to the first part that was left out, at the step that is still open."""
    ids = [part.id for part in facts.problem.parts]
    index = ids.index(position.skipped[0])
    part = facts.problem.parts[index]
    known = {*position.taught, *position.passed}
    step = next((n for n, item in enumerate(part.steps) if reference(part, item) not in known), len(part.steps))
    return _fresh(_with(position, part=index, step=step, skipped=position.skipped[1:]), facts)


def _leave(position: Position, facts: Facts) -> Position:
    """Into VIEW_DETAIL: remember where from."""
    return _with(position, back=position.state)


def _return(position: Position, facts: Facts) -> Position:
    return _with(position, back=None)


def _reset(position: Position, facts: Facts) -> Position:
    return Position(problem=position.problem, state=position.state)


def _added(known: tuple[str, ...], *new: str) -> tuple[str, ...]:
    return (*known, *dict.fromkeys(item for item in new if item not in known))


ACTIONS: Mapping[str, Action] = {
    "fresh": _fresh,
    "miss": _miss,
    "hint": _hint,
    "keep": _keep,
    "take": _take,
    "give": _give,
    "solve": _solve,
    "offer": _offer,
    "skip": _skip,
    "next": _next,
    "vary": _vary,
    "extend": _extend,
    "recover": _recover,
    "reopen": _reopen,
    "leave": _leave,
    "return": _return,
    "reset": _reset,
}
