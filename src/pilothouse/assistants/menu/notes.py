"""What was done to an order, or could not be done and why, as typed data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

NoteKind = Literal[
    "added",
    "removed",
    "changed",
    "replaced",
    "quantity",
    "sold_out",
    "not_served",
    "absent",
    "which",
    "beyond",
    "amount",
    "drop",
    "option",
    "too_many",
    "too_long",
    "few_left",
    "not_in_cart",
    "service",
    "deadline",
    "note",
    "show",
    "cancelled",
    "empty",
    "allergy",
    "hot",
    "ask_confirm",
    "repriced",
    "gone",
]
# With one of these the order is not what the guest wished: he is asked before it is placed.
OPEN: frozenset[NoteKind] = frozenset(
    (
        "which",
        "beyond",
        "amount",
        "drop",
        "absent",
        "sold_out",
        "not_served",
        "few_left",
        "too_many",
        "too_long",
        "option",
        "repriced",
        "gone",
    )
)


@dataclass(frozen=True, slots=True)
class Note:
    """``names`` are dishes; ``words`` what was asked for or how it is made."""

    kind: NoteKind
    name: str = ""
    words: str = ""
    names: tuple[str, ...] = ()
    count: int = 0
    minutes: int = 0
