"""Measures of a ranking, and means with the uncertainty that comes from the choice of questions."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

RESAMPLES = 1000
NDCG_AT = 10


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of ``n`` questions, and the interval that holds 95 of 100 means of questions drawn anew."""

    value: float
    low: float
    high: float
    n: int


def folded(ids: Sequence[str], known: Collection[str] = ()) -> list[str]:
    """Chunk ids (``DOCUMENT#N``) as documents, each at its best place. An id in ``known`` is a document as it is."""
    return list(dict.fromkeys(id_ if id_ in known else document(id_) for id_ in ids))


def document(id_: str) -> str:
    """The document of a chunk id; other ids stay."""
    head, mark, tail = id_.rpartition("#")
    return head if mark and head and tail.isdigit() else id_


def recall(ranking: Sequence[str], gold: Collection[str], k: int, *, every: bool = False) -> float:
    """Whether a gold document is among the first ``k``; with ``every`` the share of them that can be and are there.

    The share is of ``min(k, len(gold))``, so that 1 can be reached (the capped recall of BEIR, arXiv 2104.08663).
    """
    wanted = set(gold)
    hits = len(wanted.intersection(ranking[:k]))
    return hits / min(k, len(wanted)) if every and wanted else float(hits > 0)


def reciprocal_rank(ranking: Sequence[str], gold: Collection[str]) -> float:
    """1 / place of the first gold document, 0 when there is none."""
    return next((1.0 / place for place, id_ in enumerate(ranking, 1) if id_ in gold), 0.0)


def ndcg(ranking: Sequence[str], gold: Collection[str], k: int = NDCG_AT, *, every: bool = False) -> float:
    """Normalised discounted cumulative gain with gains of 0 and 1 (Järvelin and Kekäläinen, 2002).

    Where any one gold document will do, only the first that is found counts, and the ideal ranking has it on top.
    """
    places = [place for place, id_ in enumerate(ranking[:k], 1) if id_ in gold]
    ideal = min(k, len(set(gold))) if every else 1
    places = places if every else places[:1]
    best = sum(1.0 / math.log2(place + 1) for place in range(1, ideal + 1))
    return sum(1.0 / math.log2(place + 1) for place in places) / best if best else 0.0


def measured(ranking: Sequence[str], gold: Collection[str], ks: Sequence[int], *, every: bool) -> dict[str, float]:
    """All measures of one ranking of documents by name."""
    return {
        **{f"recall@{k}": recall(ranking, gold, k, every=every) for k in ks},
        "mrr": reciprocal_rank(ranking, gold),
        f"ndcg@{NDCG_AT}": ndcg(ranking, gold, every=every),
    }


def estimate(values: Sequence[float], *, resamples: int = RESAMPLES) -> Estimate:
    """The mean with its bootstrap interval (percentiles; Efron, 1979). Raises ``ValueError`` for no values."""
    if not values:
        raise ValueError("There is nothing to take the mean of.")
    data = np.asarray(values, dtype=np.float64)
    # The same seed each time: equal values give equal intervals.
    drawn = np.random.default_rng(0).integers(0, len(data), (resamples, len(data)))
    low, high = np.percentile(data[drawn].mean(axis=1), [2.5, 97.5])
    return Estimate(float(data.mean()), float(low), float(high), len(data))


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which ``share`` of all lie; 0 when there are none."""
    return float(np.quantile(values, share)) if values else 0.0
