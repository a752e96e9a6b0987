"""The last ranking: light, deterministic, without a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from haystack.core.component import component
from haystack.core.serialization import default_from_dict, default_to_dict
from haystack.dataclasses import Document

from pilothouse.retrieval.scores import Scores, Trace
from pilothouse.retrieval.tokenizer import normalise, query_tokens


@component
class LexicalReranker:
    """Weighs what the retrievers found with the overlap between the query and a document's names and text.

    The parts are each in 0..1: ``vector`` the cosine; ``keyword`` BM25 as a share of the best; ``overlap`` tokens
    shared with a name (F1, three quarters) and with the text (one quarter); ``exact`` the exact table's score. The
    result is their weighted mean, so it is in 0..1 and comparable between queries. Raises ``ValueError`` for negative
    weights, weights that sum to zero, or ``top_k`` below 1.
    """

    def __init__(
        self,
        top_k: int = 5,
        vector_weight: float = 0.4,
        keyword_weight: float = 0.15,
        overlap_weight: float = 0.25,
        exact_weight: float = 0.2,
        title_fields: Sequence[str] = ("title", "name", "name_en", "aliases", "aliases_en"),
    ) -> None:
        weights = (vector_weight, keyword_weight, overlap_weight, exact_weight)
        if top_k < 1:
            raise ValueError("top_k must be greater than 0.")
        if min(weights) < 0 or sum(weights) <= 0:
            raise ValueError("Weights must not be negative and must not sum to zero.")
        self.top_k = top_k
        self.vector_weight, self.keyword_weight, self.overlap_weight, self.exact_weight = weights
        self.title_fields = tuple(title_fields)

    @component.output_types(documents=list[Document], trace=Trace)
    def run(
        self,
        query: str,
        documents: list[Document],
        vector_scores: Scores,
        keyword_scores: Scores,
        exact_scores: Scores,
        top_k: int | None = None,
    ) -> dict[str, Any]:
        """``documents`` in fused order, which breaks ties. ``trace``: how each stage ranked them."""
        tokens = frozenset(query_tokens(query))
        best_keyword = keyword_scores.best or 1.0
        total = self.vector_weight + self.keyword_weight + self.overlap_weight + self.exact_weight
        overlaps = {document.id: self._overlap(tokens, document) for document in documents}
        ranked = []
        for document in documents:
            score = (
                self.vector_weight * _vector_part(vector_scores, document.id)
                + self.keyword_weight * keyword_scores.by_id.get(document.id, 0.0) / best_keyword
                + self.overlap_weight * overlaps[document.id]
                + self.exact_weight * exact_scores.by_id.get(document.id, 0.0)
            ) / total
            ranked.append(replace(document, score=score))
        ranked.sort(key=lambda document: -(document.score or 0.0))  # stable: the fused order decides between equals
        # Traced here: asking the pipeline for the outputs of each stage would copy all documents once more.
        stages = {"vector": vector_scores, "keyword": keyword_scores, "exact": exact_scores}
        stages |= {"fused": Scores.of(documents)}
        trace = Trace({stage: scores.places() for stage, scores in stages.items()})
        return {"documents": ranked[: top_k or self.top_k], "trace": trace}

    def to_dict(self) -> dict[str, Any]:
        return default_to_dict(
            self,
            top_k=self.top_k,
            vector_weight=self.vector_weight,
            keyword_weight=self.keyword_weight,
            overlap_weight=self.overlap_weight,
            exact_weight=self.exact_weight,
            title_fields=list(self.title_fields),
        )

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> LexicalReranker:
        return default_from_dict(cls, data)

    def _overlap(self, tokens: frozenset[str], document: Document) -> float:
        if not tokens:
            return 0.0
        name = 0.0
        for title in _titles(document.meta, self.title_fields):
            own = frozenset(query_tokens(title))
            shared = len(tokens & own)
            name = max(name, 2 * shared / (len(tokens) + len(own)))
        text = normalise(document.content or "")
        return 0.75 * name + 0.25 * sum(token in text for token in tokens) / len(tokens)


def _vector_part(scores: Scores, id_: str) -> float:
    # A document outside the nearest candidates is at most as near as the last of them; only the order is unknown.
    found = scores.by_id.get(id_, 0.9 * scores.worst)
    return min(max(found, 0.0), 1.0)


def _titles(meta: Mapping[str, Any], fields: Sequence[str]) -> list[str]:
    values = [meta.get(field) for field in fields]
    return [
        text for value in values for text in (value if isinstance(value, list) else [value]) if isinstance(text, str)
    ]
