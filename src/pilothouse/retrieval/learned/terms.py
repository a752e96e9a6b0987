"""Terms of a question, looked up in texts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache

from pilothouse.retrieval.learned.candidate import Corpus
from pilothouse.retrieval.learned.inflection import forms, stem
from pilothouse.retrieval.learned.page import Text

K1, B = 1.2, 0.75  # the usual constants of BM25
LONGEST = 24  # characters of a phrase; a longer one says no more


class Terms:
    """Terms of one sort, looked up in texts. A mask has bit k for term k."""

    def __init__(self, terms: Sequence[str], corpus: Corpus) -> None:
        # Whether a term stands there at all is asked first: mostly it doesn't, and the answer comes without a call.
        self.finders = [(1 << k, stem(term), finder(term)) for k, term in enumerate(terms)]
        self.weights = [corpus.weight(term) for term in terms]
        self.total = sum(self.weights)
        self.length = corpus.length
        self._shares: dict[int, float] = {0: 0.0}

    def share(self, mask: int) -> float:
        """The weight of the terms in the mask, as a share of all."""
        known = self._shares.get(mask)
        if known is None:
            weight = sum(weight for k, weight in enumerate(self.weights) if mask >> k & 1)
            known = self._shares[mask] = weight / self.total if self.total else 0.0
        return known

    def mask(self, plain: str) -> int:
        return sum(bit for bit, term, find in self.finders if term in plain and find(plain))

    def read(self, text: Text, title: str) -> tuple[list[int], int, float]:
        """Masks of the sentences, mask of the title, and BM25 over its largest value, in 0..1. A term in the title
        counts as two more in the text."""
        masks = [0] * len(text.ends)
        in_title = 0
        scale = K1 * (1 - B + B * len(text.plain) / self.length)
        score = 0.0
        plain, ends = text.plain, text.ends
        for (bit, term, find), weight in zip(self.finders, self.weights, strict=True):
            times = 0
            if term in plain:
                positions = find(plain)
                times = len(positions)
                for position in positions:
                    masks[bisect_right(ends, position)] |= bit
            if term in title and find(title):
                in_title |= bit
                times += 2
            if times:
                score += weight * times / (times + scale)
        return masks, in_title, score / self.total if self.total else 0.0


def longest(question: str, plain: str) -> float:
    """The longest part of the question that stands in the text as it is, as a share of the question."""
    if not plain or not question:
        return 0.0
    most, best, start = min(len(question), LONGEST), 0, 0
    while best < most and start + best < len(question):
        if question[start : start + best + 1] in plain:
            best += 1
        else:
            start += 1
    return best / most


def share_of(terms: Sequence[str], plain: str) -> float:
    """Share of the terms that occur; -1..1 so that "none of some" differs from "none asked"."""
    if not terms:
        return 0.0
    return 2.0 * sum(bool(finder(term)(plain)) for term in terms) / len(terms) - 1.0


@lru_cache(maxsize=4096)
def finder(term: str) -> Callable[[str], list[int]]:
    """Positions of a term in a text. Latin words are found whole, in all their forms."""
    if term.isascii():
        whole, beginning = forms(term), stem(term)
        return lambda plain: [match.start() for match in whole.finditer(plain)] if beginning in plain else []

    def find(plain: str) -> list[int]:
        found, position = [], plain.find(term)
        while position >= 0:
            found.append(position)
            position = plain.find(term, position + len(term))
        return found

    return find
