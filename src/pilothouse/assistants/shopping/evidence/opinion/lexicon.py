"""Aspects and opinion words as data: what is judged, how it is wanted, and which words judge."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from pilothouse.assistants.shopping.evidence.opinion.trigger import holds, pieces
from pilothouse.assistants.shopping.evidence.text import Scanner

MASK = "\ue000"
"""Stands for the characters of a name while opinions are read: "Whisper" in a name is no praise."""


@dataclass(frozen=True, slots=True)
class Aspect:
    """``wanted``: whether a big or a small one is good."""

    name: str
    wanted: Literal["high", "low", ""]


@dataclass(frozen=True, slots=True)
class Word:
    """``sign`` +1 or -1, 0 for a word that only looks like one (影响 for 响); ``strength`` 0 to 1;
    ``aspect``: what the word speaks of by itself, or empty."""

    text: str
    sign: int
    strength: float
    aspect: str


def _lines(name: str) -> list[str]:
    lines = (files(__package__) / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@cache
def aspects() -> dict[str, Aspect]:
    """Every word for an aspect with its aspect."""
    found: dict[str, Aspect] = {}
    for line in _lines("aspects.txt"):
        name, wanted, words = line.split("|")
        aspect = Aspect(name, "high" if wanted == "high" else "low" if wanted == "low" else "")
        for word in [name, *words.split()]:
            found.setdefault(word, aspect)
    return found


@cache
def words() -> dict[str, Word]:
    """Every opinion word."""
    found: dict[str, Word] = {}
    for line in _lines("words.txt"):
        sign, strength, aspect, listed = line.split("|")
        for text in listed.split(";"):
            found.setdefault(text, Word(text, {"+": 1, "-": -1}.get(sign, 0), int(strength) / 10, aspect))
    return found


@cache
def word_scanner() -> Scanner:
    return Scanner(words())


@cache
def aspect_scanner() -> Scanner:
    return Scanner(aspects())


@dataclass(frozen=True, slots=True)
class Pattern:
    """A turn of phrase that judges as a whole; no negation turns it. ``pieces``: every match holds one, if there
    are any; ``named``: every match holds a name."""

    expression: re.Pattern[str]
    sign: int
    strength: float
    aspect: str
    pieces: frozenset[str]
    named: bool


@cache
def piece_scanner() -> Scanner:
    """Finds the pieces of all patterns."""
    return Scanner([MASK, *(piece for pattern in patterns() for piece in pattern.pieces)])


@cache
def patterns() -> tuple[Pattern, ...]:
    """Turns of phrase that no single word carries: 没断过, 缩不回去, 客服装死."""
    found = []
    for line in _lines("patterns.txt"):
        sign, strength, aspect, expression = line.split("|", 3)
        compiled = re.compile(expression)
        signed = 1 if sign == "+" else -1
        found.append(Pattern(compiled, signed, int(strength) / 10, aspect, pieces(compiled), holds(compiled, MASK)))
    return tuple(found)
