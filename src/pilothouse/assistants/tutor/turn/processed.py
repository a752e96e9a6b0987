"""What a stage of the pipeline returns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pilothouse.assistants.tutor.turn.contract import Turn
from pilothouse.assistants.tutor.turn.situation import Situation


@dataclass(frozen=True, slots=True)
class Processed:
    """``problems``: why the turn must be written anew, as sentences; empty when it may be shown."""

    turn: Turn
    problems: tuple[str, ...] = ()


Stage = Callable[[Turn, Situation], Processed]
