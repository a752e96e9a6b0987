"""Pages that are copies of another one, told by the letters they share."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from pilothouse.retrieval.tokenizer import normalise

SHINGLE = 5  # characters
ALIKE = 0.5  # share of the shorter text's shingles; two people who write on the same product share a twentieth
LOOKED_AT = 6000  # characters

_MARKS = re.compile(r"[\W_]+")


class Copies:
    """The texts seen so far. ``of`` tells of which one a text is a copy."""

    def __init__(self) -> None:
        self._seen: list[frozenset[int]] = []

    def of(self, text: str) -> int | None:
        """The number, from 0, of the first text seen of which this is a copy; else it is added as a new one."""
        own = shingles(text)
        for number, other in enumerate(self._seen):
            if len(own & other) >= ALIKE * min(len(own), len(other)):
                return number
        self._seen.append(own)
        return None


@lru_cache(maxsize=1024)
def shingles(text: str) -> frozenset[int]:
    """Hashes of the runs of ``SHINGLE`` letters; never empty."""
    bare = _MARKS.sub("", normalise(text[:LOOKED_AT]))
    return frozenset(hash(bare[at : at + SHINGLE]) for at in range(max(1, len(bare) - SHINGLE + 1)))


def first_of(texts: Iterable[str]) -> list[int]:
    """For each text the number of the first one of which it is a copy, or its own."""
    seen, numbers, found = Copies(), [], []
    for number, text in enumerate(texts):
        known = seen.of(text)
        if known is None:
            numbers.append(number)
        found.append(number if known is None else numbers[known])
    return found
