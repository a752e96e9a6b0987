"""Words that people use for what they want, whatever the thing is: qualities, persons, scenes. They never decide what
kind of product is meant."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Entry:
    """``name``: as pages say it. ``group``: ``quality``, ``person`` or ``scene``. ``good`` and ``bad`` find its words:
    the wish, and the complaint that stands for the wish."""

    name: str
    group: str
    good: re.Pattern[str]
    bad: re.Pattern[str] | None


def lines(name: str) -> list[str]:
    """The lines of a word file without its comments."""
    text = (files(__package__) / name).read_text(encoding="utf-8")
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def pattern(words: Iterable[str]) -> re.Pattern[str]:
    """Finds any of the words, longest first; Latin ones as whole words, ``-`` for any gap."""
    found = sorted(set(words), key=len, reverse=True)
    return re.compile("|".join(map(_word, found)) or r"(?!)", re.IGNORECASE)


def _word(word: str) -> str:
    if not word.isascii():
        return re.escape(word)
    inner = r"[\s-]*".join(map(re.escape, word.split("-")))
    return rf"(?<![A-Za-z0-9]){inner}(?![A-Za-z0-9])"


@cache
def qualities() -> tuple[Entry, ...]:
    made = []
    for line in lines("aspects.txt"):
        name, good, bad = (part.strip() for part in line.split("|"))
        made.append(Entry(name, "quality", pattern([name, *good.split()]), pattern(bad.split()) if bad else None))
    return tuple(made)


@cache
def situations() -> tuple[Entry, ...]:
    made = []
    for line in lines("situations.txt"):
        group, name, words = (part.strip() for part in line.split("|"))
        made.append(Entry(name, group, pattern(words.split()), None))
    return tuple(made)


@cache
def everyday() -> frozenset[str]:
    """Latin words in a Chinese sentence that name no product."""
    return frozenset(word for line in lines("latin.txt") for word in line.split())


@cache
def wishes() -> re.Pattern[str]:
    """Any word of a quality, a person or a scene."""
    parts = [p.pattern for e in (*qualities(), *situations()) for p in (e.good, e.bad) if p is not None]
    return re.compile("|".join(sorted("|".join(parts).split("|"), key=len, reverse=True)), re.IGNORECASE)
