"""The conditions of the transition table, by name. Each looks at the position before the turn, and at the facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pilothouse.assistants.tutor.machine.facts import Facts
from pilothouse.assistants.tutor.machine.position import EXTENSION, Position, open_parts, part_of

Guard = Callable[[Position, Facts], bool]

PATIENCE = 4  # fruitless turns beyond the hints of a question, before the tutor itself goes on


def _opened(position: Position, facts: Facts) -> bool:
    """The opening was said."""
    return position.turns > 0


def _stepped(position: Position, facts: Facts) -> bool:
    """A step's value was said."""
    return facts.found is not None


def _tried(position: Position, facts: Facts) -> bool:
    """The open question brought nothing before."""
    return position.tries > 0


def _broad(position: Position, facts: Facts) -> bool:
    """Nothing says what a good idea for this part is: any thought will do."""
    return facts.problem.idea is None or position.part > 0


def _spent(position: Position, facts: Facts) -> bool:
    """All hints were said, and a simpler question put."""
    return position.hints > facts.hints


def _givable(position: Position, facts: Facts) -> bool:
    """All hints were said, and the conclusion may be told: it isn't an answer."""
    return _spent(position, facts) and facts.givable


def _worn(position: Position, facts: Facts) -> bool:
    """Nothing helps: it is time to go on."""
    return position.tries >= facts.hints + PATIENCE


def _parts(position: Position, facts: Facts) -> bool:
    """Another part is still open."""
    return bool(open_parts(facts.problem, position))


def _variation(position: Position, facts: Facts) -> bool:
    """There is a variation, it wasn't asked yet, and something was found."""
    return facts.problem.extension is not None and EXTENSION not in position.asked and bool(position.solved)


def _checked(position: Position, facts: Facts) -> bool:
    """The hints of the check were said, or there was none to say."""
    return position.tries >= facts.hints


def _left(position: Position, facts: Facts) -> bool:
    """A part was left out."""
    return bool(position.skipped)


def _unjudged(position: Position, facts: Facts) -> bool:
    """Nobody knows the part's answer, and the pupil has named one."""
    return bool(facts.said) and not part_of(facts.problem, position).judged


def _recovered(position: Position, facts: Facts) -> bool:
    """The answer of a part that was left out was said."""
    return facts.other in position.skipped


GUARDS: Mapping[str, Guard] = {
    "opened": _opened,
    "stepped": _stepped,
    "tried": _tried,
    "broad": _broad,
    "givable": _givable,
    "worn": _worn,
    "parts": _parts,
    "variation": _variation,
    "checked": _checked,
    "left": _left,
    "unjudged": _unjudged,
    "recovered": _recovered,
}
