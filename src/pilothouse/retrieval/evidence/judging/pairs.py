"""Pairs of neighbouring characters: what a question and a piece share without knowing its words."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from pilothouse.retrieval.evidence.asking import Ask
from pilothouse.retrieval.evidence.coverage import Reading
from pilothouse.retrieval.learned.question import read_question
from pilothouse.retrieval.learned.terms import longest
from pilothouse.retrieval.tokenizer import bigrams, normalise

K1, B = 1.2, 0.75  # the usual constants of BM25
_LATIN = re.compile(r"[a-z0-9][a-z0-9.+#-]*")


class Pairs:
    """The pairs of a question, looked up in all pieces of the readings."""

    def __init__(self, ask: Ask, readings: Sequence[Reading]) -> None:
        question = read_question(ask.text)
        lent = [pair for word in ask.words if word.text not in question.text for pair in units(word.text)]
        self.asked = tuple(dict.fromkeys([*question.pairs, *question.latin, *question.numbers, *lent]))
        self.text = normalise(ask.text)
        self.readings = readings
        self.counts = [[Counter(units(text)) for text in reading.texts] for reading in readings]
        every = [counts for reading in self.counts for counts in reading]
        self.mean = sum(sum(counts.values()) for counts in every) / max(1, len(every)) or 1.0
        hits = {pair: sum(pair in counts for counts in every) for pair in self.asked}
        self.weight = {pair: math.log(1 + (len(every) - n + 0.5) / (n + 0.5)) for pair, n in hits.items()}
        self.known = sum(weight for pair, weight in self.weight.items() if hits[pair]) or 1.0
        self.total = sum(self.weight.values()) or 1.0
        self.heads = [frozenset(units(reading.head)) for reading in readings]

    def row(self, number: int, index: int) -> dict[str, float]:
        reading, counts = self.readings[number], self.counts[number][index]
        above = frozenset(units(reading.above[index])) if reading.above[index] else frozenset()
        own = [pair for pair in self.asked if pair in counts]
        headed = [pair for pair in self.asked if pair in counts or pair in above or pair in self.heads[number]]
        size = sum(counts.values())
        scale = K1 * (1 - B + B * size / self.mean)
        count = max(1, len(self.asked))
        return {
            "pairs_own": len(own) / count,
            "pairs_headed": len(headed) / count,
            "pairs_rare": sum(self.weight[pair] for pair in headed) / self.known,
            "pairs_passage": sum(any(pair in c for c in self.counts[number]) for pair in self.asked) / count,
            "phrase": longest(self.text, reading.texts[index]),
            "told": len(own) / max(1, len(counts)),
            "bm25": sum(self.weight[pair] * counts[pair] / (counts[pair] + scale) for pair in own) / self.total,
        }


@lru_cache(maxsize=8192)
def units(text: str) -> tuple[str, ...]:
    """Pairs of Chinese characters, and Latin words, of a normalised text."""
    return (*bigrams(text), *_LATIN.findall(text))
