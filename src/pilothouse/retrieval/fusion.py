"""Several rankings made one, each with its own weight."""

from __future__ import annotations

from typing import Any

from haystack.core.component import component
from haystack.core.serialization import default_from_dict, default_to_dict

from pilothouse.retrieval.scores import Scores


@component
class ScoreFusion:
    """Weighted sum of what keyword and vector search say of a document: BM25 as a share of the best, and the cosine.

    Scores and not ranks: a keyword hit far ahead of the others must stay so. A document that vector search left out
    gets the cosine of the last one it found, since it can be no nearer. The weights were chosen on held-out questions
    (scripts/train_reranker.py prints the comparison). Raises ``ValueError`` for negative weights and for weights that
    sum to zero.
    """

    def __init__(self, keyword_weight: float = 0.7, vector_weight: float = 0.3) -> None:
        if min(keyword_weight, vector_weight) < 0 or keyword_weight + vector_weight <= 0:
            raise ValueError("Weights must not be negative and must not sum to zero.")
        self.keyword_weight = keyword_weight
        self.vector_weight = vector_weight

    @component.output_types(scores=Scores)
    def run(self, keyword_scores: Scores, vector_scores: Scores) -> dict[str, Any]:
        """``scores`` in 0..1, best first."""
        keyword, vector = keyword_scores.by_id, vector_scores.by_id
        total = self.keyword_weight + self.vector_weight
        best, last = keyword_scores.best or 1.0, max(vector_scores.worst, 0.0)
        fused = {
            id_: (
                self.keyword_weight * keyword.get(id_, 0.0) / best
                + self.vector_weight * min(max(vector.get(id_, last), 0.0), 1.0)
            )
            / total
            for id_ in [*keyword, *vector]
        }
        return {"scores": Scores(dict(sorted(fused.items(), key=lambda item: -item[1])))}

    def to_dict(self) -> dict[str, Any]:
        return default_to_dict(self, keyword_weight=self.keyword_weight, vector_weight=self.vector_weight)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> ScoreFusion:
        return default_from_dict(cls, data)
