"""Which words of two texts differ."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

LONGEST = 800  # words that are compared one by one; the time grows with their square

Kind = Literal["same", "gone", "new"]
Piece = tuple[Kind, str]
_WORD = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff]|\w+|\s+|[^\w\s]")


def pieces(then: str, now: str) -> tuple[list[Piece], list[Piece]]:
    """Both texts in pieces: ``same``, and ``gone`` in the first or ``new`` in the second. Chinese by the character."""
    before, after = _WORD.findall(then), _WORD.findall(now)
    start = _shared(before, after)
    end = _shared(before[start:][::-1], after[start:][::-1])
    middle = list(_compared(before[start : len(before) - end], after[start : len(after) - end]))
    same: list[tuple[Kind, str]] = [("same", word) for word in before[:start]]
    last: list[tuple[Kind, str]] = [("same", word) for word in before[len(before) - end :]]
    marked = [*same, *middle, *last]
    return _joined(marked, "gone"), _joined(marked, "new")


def _shared(before: Sequence[str], after: Sequence[str]) -> int:
    """How many words both begin with."""
    most = min(len(before), len(after))
    return next((n for n in range(most) if before[n] != after[n]), most)


def _compared(before: Sequence[str], after: Sequence[str]) -> Iterator[Piece]:
    """The words of both, by their longest common subsequence; of very long texts, what comes later as it is."""
    rows, columns = min(len(before), LONGEST), min(len(after), LONGEST)
    common = [array("H", bytes(2 * (columns + 1))) for _ in range(rows + 1)]
    for a in range(rows - 1, -1, -1):
        here, below = common[a], common[a + 1]
        for b in range(columns - 1, -1, -1):
            here[b] = below[b + 1] + 1 if before[a] == after[b] else max(below[b], here[b + 1])
    a = b = 0
    while a < rows and b < columns:
        if before[a] == after[b]:
            yield "same", before[a]
            a, b = a + 1, b + 1
        elif common[a + 1][b] >= common[a][b + 1]:
            yield "gone", before[a]
            a += 1
        else:
            yield "new", after[b]
            b += 1
    yield from (("gone", word) for word in before[a:])
    yield from (("new", word) for word in after[b:])


def _joined(marked: Sequence[Piece], wanted: Kind) -> list[Piece]:
    own = [piece for piece in marked if piece[0] in ("same", wanted)]
    return [(kind, "".join(word for _, word in group)) for kind, group in groupby(own, lambda piece: piece[0])]
