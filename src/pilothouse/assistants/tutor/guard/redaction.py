"""A turn without the sentences that leak."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pilothouse.assistants.tutor.guard.leak import Leak, leaks
from pilothouse.assistants.tutor.guard.secret import Secret
from pilothouse.assistants.tutor.turn.contract import Turn

_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Redacted:
    """``enough``: what is left can be sent: a bubble and a question where there were some, and a button if there were
    any. ``leaks``: what was found in the turn as it was written."""

    turn: Turn
    leaks: tuple[Leak, ...]
    enough: bool


def turn_text(turn: Turn) -> str:
    """Everything that the pupil reads, each piece on lines of its own."""
    return "\n".join((turn.bubble, turn.question, *(option.label for option in turn.options)))


def redact(turn: Turn, secrets: Sequence[Secret], known: Sequence[str] = ()) -> Redacted:
    """Remove the sentences and buttons that leak, whole, and nothing else (T7)."""
    first = found = leaks(turn_text(turn), secrets, known)
    left = turn
    for _ in range(_ROUNDS):
        if not found:
            break
        left = _without(left, found)
        found = leaks(turn_text(left), secrets, known)
    if found:  # what is spread over everything
        left = turn.model_copy(update={"bubble": "", "question": "", "options": ()})
    enough = (
        bool(left.bubble.strip() or not turn.bubble.strip())
        and bool(left.question.strip() or not turn.question.strip())
        and bool(left.options or not turn.options)
        and bool(left.bubble.strip() or left.question.strip())
    )
    return Redacted(left, tuple(first), enough)


def _without(turn: Turn, found: Sequence[Leak]) -> Turn:
    pieces = [turn.bubble, turn.question, *(option.label for option in turn.options)]
    at, kept = 0, []
    for piece in pieces:
        gone = {n for leak in found for n in range(max(leak.start, at) - at, min(leak.end, at + len(piece)) - at)}
        kept.append("".join(mark for n, mark in enumerate(piece) if n not in gone).strip() if gone else piece)
        at += len(piece) + 1
    options = tuple(o for o, label in zip(turn.options, kept[2:], strict=True) if label == o.label)
    return turn.model_copy(update={"bubble": kept[0], "question": kept[1], "options": options})
