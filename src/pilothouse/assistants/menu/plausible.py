"""How plausible a sentence is as it stands: the fewest nats in which words of the language and of the menu tell it.

The frequencies are those of rjieba's dictionary. A misheard name falls into rare words and single characters and so
costs much; correct Chinese costs little. That is what a repair has to beat.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

_TOTAL = math.log(60_101_967)
_LONGEST = 5
_FOREIGN = 4.0


@lru_cache(maxsize=1 << 17)
def surprise(word: str) -> float | None:
    """Nats for one word; ``None`` when it is not a word. Every single character is one."""
    from rjieba import has_word, suggest_freq

    if len(word) == 1:
        if not "\u3400" <= word <= "\u9fff":
            return _FOREIGN
        return _TOTAL - math.log(max(2, suggest_freq(word)))
    if not "\u3400" <= word[0] <= "\u9fff" or not has_word(word):
        return None
    return _TOTAL - math.log(max(2, suggest_freq(word)))


class Known(NamedTuple):
    """A term of the menu that stands in the text, and its cost as a word."""

    start: int
    end: int
    cost: float


class Reading:
    """The cheapest way to read a text. ``words`` are the spans of its words."""

    def __init__(self, text: str, known: Iterable[Known] = ()) -> None:
        size = len(text)
        edges: list[list[tuple[int, float]]] = [[] for _ in range(size)]
        for start in range(size):
            for end in range(start + 1, min(size, start + _LONGEST) + 1):
                cost = surprise(text[start:end])
                if cost is not None:
                    edges[start].append((end, cost))
        for term in known:
            edges[term.start].append((term.end, term.cost))
        self._ahead = [math.inf] * (size + 1)
        self._behind = [math.inf] * (size + 1)
        self._ahead[size] = self._behind[0] = 0.0
        back = [0] * (size + 1)
        for start in range(size):
            for end, cost in edges[start]:
                if (reached := self._behind[start] + cost) < self._behind[end]:
                    self._behind[end] = reached
                    back[end] = start
        for start in range(size - 1, -1, -1):
            self._ahead[start] = min(cost + self._ahead[end] for end, cost in edges[start])
        self.words = self._trace(back, size)

    @staticmethod
    def _trace(back: Sequence[int], end: int) -> list[tuple[int, int]]:
        spans: list[tuple[int, int]] = []
        while end:
            spans.append((back[end], end))
            end = back[end]
        return spans[::-1]

    @property
    def total(self) -> float:
        return self._ahead[0]

    def gain(self, start: int, end: int, cost: float) -> float:
        """Nats saved when ``start:end`` is one word of ``cost`` instead."""
        return self.total - (self._behind[start] + cost + self._ahead[end])
