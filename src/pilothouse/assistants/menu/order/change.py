"""A change that a guest wants made to the order, as typed data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pilothouse.assistants.menu.cart import Service

Verb = Literal[
    "add",
    "remove",
    "quantity",
    "more",
    "options",
    "replace",
    "service",
    "deadline",
    "note",
    "show",
    "confirm",
    "cancel",
    "unclear",
]


@dataclass(frozen=True, slots=True)
class Change:
    """One change. ``dish`` is an id (``""``: the line touched last); ``surface`` the words used.

    ``candidates``: more than one dish may be meant, somebody has to ask. ``quantity`` of ``more`` may be negative.
    ``unclear`` says in ``surface`` what was not understood: ``which`` or ``beyond``.
    """

    verb: Verb
    dish: str = ""
    surface: str = ""
    quantity: int | None = None
    options: tuple[str, ...] = ()
    exclusions: tuple[str, ...] = ()
    note: str = ""
    other: str = ""  # the new dish of ``replace``
    service: Service = ""
    place: str = ""
    minutes: int | None = None
    candidates: tuple[str, ...] = ()
    absent: bool = False  # named, and not on the menu
    sure: bool = False  # every word of its clause was understood, and none of them asks
    then: Verb = "add"  # what an ``unclear`` change wants once the dish is known
