"""The two pipelines: building an index, and searching it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from haystack.components.joiners.document_joiner import DocumentJoiner
from haystack.core.pipeline import Pipeline

from pilothouse.embedding.embedder import Embedder
from pilothouse.retrieval.cache import RetrievalCache
from pilothouse.retrieval.indexing import DocumentEmbedder, DocumentNormaliser, IndexWriter
from pilothouse.retrieval.noted import Ranked
from pilothouse.retrieval.reranker import LexicalReranker
from pilothouse.retrieval.retriever import ExactRetriever, KeywordRetriever, QueryEmbedder, VectorRetriever
from pilothouse.retrieval.search import Search, run
from pilothouse.retrieval.store import SQLiteDocumentStore

STAGES = ("exact", "keyword", "vector")  # in the order in which Haystack hands them to the joiner: by name


@dataclass(frozen=True, slots=True)
class Hit:
    """A document found. ``score`` in 0..1. ``stages`` maps a stage that found it to (rank from 1, its own score)."""

    id: str
    score: float
    content: str
    meta: Mapping[str, Any] = field(default_factory=dict)
    stages: Mapping[str, tuple[int, float]] = field(default_factory=dict)


def index_pipeline(
    store: SQLiteDocumentStore, embedder: Embedder, window: int = 120, fields: Sequence[str] = ()
) -> Pipeline:
    """normaliser → embedder → writer. Run it with
    ``{"normaliser": {"documents": [...]}, "writer": {"data_version": "..."}}``; it replaces the store's content."""
    pipeline = Pipeline()
    pipeline.add_component("normaliser", DocumentNormaliser())
    pipeline.add_component("embedder", DocumentEmbedder(embedder, window, list(fields)))
    pipeline.add_component("writer", IndexWriter(store, embedder.id))
    pipeline.connect("normaliser.documents", "embedder.documents")
    pipeline.connect("embedder.documents", "writer.documents")
    pipeline.connect("embedder.windows", "writer.windows")
    return pipeline


def query_pipeline(
    store: SQLiteDocumentStore, embedder: Embedder, reranker: LexicalReranker, weights: Mapping[str, float]
) -> Pipeline:
    """embedder → vector, keyword and exact side by side → joiner (RRF) → reranker."""
    pipeline = Pipeline()
    pipeline.add_component("embedder", QueryEmbedder(embedder))
    pipeline.add_component("exact", ExactRetriever(store))
    pipeline.add_component("keyword", KeywordRetriever(store))
    pipeline.add_component("vector", VectorRetriever(store))
    pipeline.add_component(
        "joiner",
        DocumentJoiner("reciprocal_rank_fusion", weights=[weights[stage] for stage in STAGES]),
    )
    pipeline.add_component("reranker", reranker)
    pipeline.connect("embedder.embedding", "vector.query_embedding")
    for stage in STAGES:
        pipeline.connect(f"{stage}.documents", "joiner.documents")
        pipeline.connect(f"{stage}.scores", f"reranker.{stage}_scores")
    pipeline.connect("joiner.documents", "reranker.documents")
    return pipeline


class HybridSearch(Search[Hit]):
    """Vector, keyword and exact search, fused and ranked again. ``weights`` of the stages in the fusion."""

    candidates = 20

    def __init__(
        self,
        store: SQLiteDocumentStore,
        embedder: Embedder,
        *,
        reranker: LexicalReranker | None = None,
        weights: Mapping[str, float] | None = None,
        cache: RetrievalCache[list[Hit]] | None = None,
    ) -> None:
        self.weights = {"exact": 1.0, "keyword": 1.0, "vector": 1.0, **(weights or {})}
        self.reranker = reranker or LexicalReranker()
        pipeline = query_pipeline(store, embedder, self.reranker, self.weights)
        super().__init__(store, embedder, pipeline, (self.weights, self.reranker.to_dict()["init_parameters"]), cache)

    def _run(self, query: str, filters: Mapping[str, Any] | None, top_k: int, candidates: int) -> list[Hit]:
        asked = {"filters": filters, "top_k": candidates}
        data: dict[str, Any] = {
            "embedder": {"text": query},
            "vector": asked,
            "keyword": {"query": query, **asked},
            "exact": {"query": query, **asked},
            "reranker": {"query": query, "top_k": top_k},
        }
        found = run(self.pipeline, data)["reranker"]
        hits = [
            Hit(
                id=document.id,
                score=document.score,
                content=document.content or "",
                meta=document.meta,
                stages=found["trace"].of(document.id),
            )
            for document in found["documents"]
        ]
        self._note(query, hits, found["trace"])
        return hits

    def _ranked(self, result: Hit) -> Ranked:
        title = next((str(result.meta[name]) for name in self.store.title_fields if result.meta.get(name)), "")
        return Ranked(result.id, title, result.score, result.stages)
