"""The only place that sets a lesson's state: the table, read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pilothouse.assistants.tutor.machine.actions import ACTIONS
from pilothouse.assistants.tutor.machine.facts import Facts
from pilothouse.assistants.tutor.machine.guards import GUARDS
from pilothouse.assistants.tutor.machine.position import Position
from pilothouse.assistants.tutor.machine.states import Event, State
from pilothouse.assistants.tutor.machine.table import TABLE, Return, Row
from pilothouse.contracts.errors import ContractViolation


@dataclass(frozen=True, slots=True)
class Moved:
    """``start``: the position before. ``rows``: the row that was taken; two when VIEW_DETAIL handed the event back to
    where it came from."""

    start: Position
    position: Position
    before: State
    event: Event
    rows: tuple[Row, ...]

    @property
    def actions(self) -> tuple[str, ...]:
        """Everything that was done, in order."""
        return tuple(action for row in self.rows for action in row.actions)


def _indexed() -> Mapping[tuple[State, Event], tuple[Row, ...]]:
    found: dict[tuple[State, Event], tuple[Row, ...]] = {}
    for row in TABLE:
        found[row.state, row.event] = (*found.get((row.state, row.event), ()), row)
    return MappingProxyType(found)


ROWS = _indexed()


def choose(state: State, event: Event, holds: Callable[[str], bool]) -> Row:
    """The row of the table for which all guards hold. Raises ``ContractViolation`` when the table has a gap."""
    for row in ROWS.get((state, event), ()):
        if all(holds(guard) for guard in row.guards):
            return row
    raise ContractViolation(f"The table has no row for {state} and {event}.")


def advance(position: Position, event: Event, facts: Facts) -> Moved:
    """The position after ``event``. Total: every state takes every event."""
    start, before = position, position.state
    row = choose(position.state, event, lambda guard: GUARDS[guard](position, facts))
    rows = [row]
    if isinstance(row.target, Return):
        back = position.back or State.UNDERSTAND
        handed = row.target is Return.AS_BACK
        position = _done(position, row, facts, back)
        if handed:
            row = choose(back, event, lambda guard: GUARDS[guard](position, facts))
            rows.append(row)
    if not isinstance(row.target, Return):
        position = _done(position, row, facts, row.target)
    return Moved(start, position.model_copy(update={"turns": position.turns + 1}), before, event, tuple(rows))


def _done(position: Position, row: Row, facts: Facts, target: State) -> Position:
    for action in row.actions:
        position = ACTIONS[action](position, facts)
    return position.model_copy(update={"state": target})
