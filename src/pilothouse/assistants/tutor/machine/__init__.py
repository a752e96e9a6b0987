"""The wheel: the transition table and the only function that reads it."""

from pilothouse.assistants.tutor.machine.facts import Facts
from pilothouse.assistants.tutor.machine.machine import Moved, advance
from pilothouse.assistants.tutor.machine.position import EXTENSION, Position, open_parts, part_of, reference, step_of
from pilothouse.assistants.tutor.machine.states import Event, State

__all__ = [
    "EXTENSION",
    "Event",
    "Facts",
    "Moved",
    "Position",
    "State",
    "advance",
    "open_parts",
    "part_of",
    "reference",
    "step_of",
]
