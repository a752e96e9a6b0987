"""Baselines, and figures of a ranking."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import numpy as np
from reranker_data import Asked

from pilothouse.retrieval.tokenizer import normalise

CANDIDATES = 50


class Ranked(Protocol):
    """One question with the documents of its candidates, their features, and the baselines' orders."""

    asked: Asked
    ids: list[str]
    rows: np.ndarray
    orders: dict[str, list[str]]


class BM25:
    """The textbook's, over tokens of one sort: the baselines."""

    def __init__(self, texts: Iterable[str], tokens: Callable[[str], list[str]]) -> None:
        self.tokens = tokens
        self.postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        lengths = []
        for n, text in enumerate(texts):
            found = tokens(normalise(text))
            lengths.append(len(found))
            counts: dict[str, int] = defaultdict(int)
            for token in found:
                counts[token] += 1
            for token, times in counts.items():
                self.postings[token].append((n, times))
        self.lengths = np.array(lengths, dtype=float)
        self.mean = self.lengths.mean()

    def order(self, query: str, top: int = 100) -> list[int]:
        scores = np.zeros(len(self.lengths))
        for token in self.tokens(normalise(query)):
            posting = self.postings.get(token)
            if posting:
                idf = np.log1p((len(scores) - len(posting) + 0.5) / (len(posting) + 0.5))
                for n, times in posting:
                    scores[n] += idf * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * self.lengths[n] / self.mean))
        return [int(n) for n in np.argsort(-scores, kind="stable")[:top] if scores[n] > 0]


def equal_rrf(*orders: Sequence[str]) -> list[str]:
    scores: dict[str, float] = defaultdict(float)
    for order in orders:
        for rank, owner in enumerate(order[:CANDIDATES], 1):
            scores[owner] += 1 / (60 + rank)
    return sorted(scores, key=lambda owner: -scores[owner])


def folded(owners: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(owners))


def place(order: Sequence[str], gold: frozenset[str]) -> int:
    return next((rank for rank, owner in enumerate(order, 1) if owner in gold), 0)


def measured(gathered: Sequence[Ranked], score: Callable[[np.ndarray], np.ndarray]) -> dict[str, dict[str, float]]:
    places: dict[str, list[int]] = defaultdict(list)
    for one in gathered:
        for name, order in one.orders.items():
            places[name].append(place(order, one.asked.gold))
        if len(one.rows):
            best = np.argsort(-score(one.rows), kind="stable")
            places["learned"].append(place(folded(one.ids[n] for n in best), one.asked.gold))
        else:
            places["learned"].append(0)
    return {name: _figures(np.array(found)) for name, found in places.items()}


def _figures(places: np.ndarray) -> dict[str, float]:
    found = places > 0
    reciprocal = np.where(found, 1 / np.maximum(places, 1), 0)
    gain = np.where(found & (places <= 10), 1 / np.log2(np.maximum(places, 1) + 1), 0)
    at = {f"R@{k}": float((found & (places <= k)).mean()) for k in (1, 5, 20)}
    return {**at, "MRR": float(reciprocal.mean()), "nDCG@10": float(gain.mean()), "recall": float(found.mean())}


def report(name: str, figures: dict[str, dict[str, float]], count: int) -> None:
    print(f"\n{name} ({count} questions)")
    for stage, values in figures.items():
        print(f"  {stage:14}" + "  ".join(f"{key} {value:.3f}" for key, value in values.items()))
