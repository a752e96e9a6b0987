"""A piece of a sentence with its label."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal[
    "dish", "part", "ref", "qty", "each", "option", "without", "term", "leave", "add", "again", "less", "remove",
    "keep", "total", "swap", "except", "others", "all", "yes", "place", "done", "cancel", "show", "ask", "polite",
    "if", "else", "correct", "sep", "stop", "fill", "class", "noun", "other",
]  # fmt: skip
TARGETS: tuple[Kind, ...] = ("dish", "part", "ref")  # what names or points at a dish
ORDERLY = frozenset({*TARGETS, "qty", "option", "without", "term"})


@dataclass(frozen=True, slots=True)
class Span:
    """A labelled part of the text. ``value``: a quantity, the mention of a dish, terms left out, tastes."""

    kind: Kind
    text: str
    start: int
    end: int
    value: Any = None
