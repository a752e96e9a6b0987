"""Simple rankers to compare with: BM25 over words, BM25 over character pairs, vectors, and ranks fused equally."""

from __future__ import annotations

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pilothouse.contracts.caller import Caller
from pilothouse.evaluation.stock import Mask, Stock
from pilothouse.retrieval.tokenizer import bigrams, normalise, words

DEPTH = 50  # chunks that a ranker gives
RRF_K = 60  # Cormack, Clarke and Büttcher, 2009

_OTHER = re.compile(r"[a-z0-9]+")


class Ranker(Protocol):
    """Chunk ids, best first; nothing that the caller may not see."""

    def __call__(self, query: str, caller: Caller) -> list[str]: ...


def word_tokens(text: str) -> list[str]:
    """Words, none left out."""
    return words(normalise(text))


def pair_tokens(text: str) -> list[str]:
    """Pairs of neighbouring Chinese characters; words of other scripts as they are."""
    plain = normalise(text)
    return [*bigrams(plain), *_OTHER.findall(plain)]


class Bm25:
    """Okapi BM25 (Robertson and Zaragoza, 2009) over ``texts``; ``k1`` and ``b`` as in rank_bm25 and LangChain."""

    def __init__(
        self, texts: Iterable[str], tokens: Callable[[str], list[str]], *, k1: float = 1.5, b: float = 0.75
    ) -> None:
        self._tokens = tokens
        postings: dict[str, tuple[array[int], array[int]]] = defaultdict(lambda: (array("I"), array("I")))
        lengths: list[int] = []
        for number, text in enumerate(texts):
            found = tokens(text)
            lengths.append(len(found))
            for token, count in Counter(found).items():
                numbers, counts = postings[token]
                numbers.append(number)
                counts.append(count)
        self._count = len(lengths)
        norm = k1 * (1 - b + b * np.asarray(lengths) / max(float(np.mean(lengths)) if lengths else 1.0, 1e-9))
        self._postings: dict[str, tuple[NDArray[np.uint32], NDArray[np.float32]]] = {}
        for token, (numbers, counts) in postings.items():
            rows, often = np.asarray(numbers, dtype=np.uint32), np.asarray(counts, dtype=np.float64)
            idf = np.log1p((self._count - len(rows) + 0.5) / (len(rows) + 0.5))
            weights = idf * often * (k1 + 1) / (often + norm[rows])
            self._postings[token] = (rows, weights.astype(np.float32))

    def scores(self, query: str) -> NDArray[np.float64]:
        """Shape (texts,)."""
        scores = np.zeros(self._count)
        for token in self._tokens(query):
            if token in self._postings:
                numbers, weights = self._postings[token]
                scores[numbers] += weights
        return scores


def best(scores: NDArray[np.float64], seen: Mask, depth: int) -> list[int]:
    """Positions of the ``depth`` best that are seen and score above 0; equal scores keep their order."""
    allowed = np.flatnonzero(seen & (scores > 0))
    order = np.argsort(-scores[allowed], kind="stable")[:depth]
    return [int(position) for position in allowed[order]]


def fused(rankings: Sequence[Sequence[str]], depth: int) -> list[str]:
    """Reciprocal rank fusion with equal weights."""
    scores: dict[str, float] = defaultdict(float)
    for ranking in rankings:
        for place, id_ in enumerate(ranking, 1):
            scores[id_] += 1.0 / (RRF_K + place)
    return sorted(scores, key=lambda id_: -scores[id_])[:depth]


@dataclass
class Baselines:
    """The rankers by name, over one stock."""

    stock: Stock
    depth: int = DEPTH

    def rankers(self) -> Mapping[str, Ranker]:
        texts = [chunk.text for chunk in self.stock.chunks]
        by_words, by_pairs = Bm25(texts, word_tokens), Bm25(texts, pair_tokens)

        def words_first(query: str, caller: Caller) -> list[str]:
            return self._lexical(by_words, query, caller)

        def both(query: str, caller: Caller) -> list[str]:
            return fused([words_first(query, caller), self._dense(query, caller)], self.depth)

        return {
            "bm25_words": words_first,
            "bm25_bigrams": lambda query, caller: self._lexical(by_pairs, query, caller),
            "dense": self._dense,
            "equal_rrf": both,
        }

    def _lexical(self, index: Bm25, query: str, caller: Caller) -> list[str]:
        found = best(index.scores(query), self.stock.visible(caller), self.depth)
        return [self.stock.chunks[position].id for position in found]

    def _dense(self, query: str, caller: Caller) -> list[str]:
        library, audiences = self.stock.library, self.stock.audiences(caller)
        if not audiences:
            return []
        filters = {"field": "meta.audience", "operator": "in", "value": audiences}
        vector = library.embedder.embed([query])[0]
        return [found.id for found in library.store.vector_search(vector, filters, self.depth)]
