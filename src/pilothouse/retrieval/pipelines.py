"""The two pipelines: building an index, and searching it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from haystack.components.joiners.document_joiner import DocumentJoiner
from haystack.core.errors import PipelineRuntimeError
from haystack.core.pipeline import Pipeline
from haystack.errors import FilterError

from pilothouse.contracts.errors import DataError, PilothouseError
from pilothouse.embedding.embedder import Embedder
from pilothouse.retrieval.cache import RetrievalCache
from pilothouse.retrieval.indexing import DocumentEmbedder, DocumentNormaliser, IndexWriter
from pilothouse.retrieval.reranker import LexicalReranker
from pilothouse.retrieval.retriever import ExactRetriever, KeywordRetriever, QueryEmbedder, VectorRetriever
from pilothouse.retrieval.store import SQLiteDocumentStore
from pilothouse.retrieval.versions import IndexVersion

STAGES = ("exact", "keyword", "vector")  # in the order in which Haystack hands them to the joiner: by name
MAX_QUERY = 500  # characters of a query that are looked at


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


class HybridSearch:
    """Vector, keyword and exact search, fused and ranked again.

    ``weights`` of the stages in the fusion. With ``cache`` equal questions over unchanged data are answered from it.
    """

    def __init__(
        self,
        store: SQLiteDocumentStore,
        embedder: Embedder,
        *,
        reranker: LexicalReranker | None = None,
        weights: Mapping[str, float] | None = None,
        cache: RetrievalCache[list[Hit]] | None = None,
    ) -> None:
        self.store = store
        self.embedder = embedder
        self.weights = {"exact": 1.0, "keyword": 1.0, "vector": 1.0, **(weights or {})}
        self.reranker = reranker or LexicalReranker()
        self.cache = cache
        self.pipeline = query_pipeline(store, embedder, self.reranker, self.weights)
        self._settings = repr((embedder.id, self.weights, self.reranker.to_dict()["init_parameters"]))

    def check(self, data_version: str = "") -> None:
        """Raises ``StaleIndex`` when the index was built by another embedder or tokenizer or from other data."""
        self.store.check(IndexVersion(data=data_version, embedder=self.embedder.id))

    def search(
        self,
        query: str,
        *,
        filters: Mapping[str, Any] | None = None,
        top_k: int = 5,
        candidates: int = 20,
        scopes: frozenset[str] = frozenset(),
    ) -> list[Hit]:
        """The ``top_k`` best of ``candidates`` per stage, best first; a blank query finds nothing.

        Filters are applied before anything is ranked. ``scopes`` of the asker only separate cache entries: what they
        allow is said by ``filters``. Raises ``FilterError`` (Haystack), ``ValueError``, ``StaleIndex``, ``DataError``.
        """
        if top_k < 1 or candidates < top_k:
            raise ValueError("top_k must be greater than 0 and candidates not smaller than top_k.")
        query = query[:MAX_QUERY]
        if not query.strip():
            return []
        if self.cache is None:
            return self._settled(query, filters, top_k, candidates)[1]
        settings = f"{self._settings} {top_k} {candidates}"
        key = self.cache.key(query, str(self.store.revision), scopes, settings, filters)
        known = self.cache.get(key)
        if known is None:
            revision, known = self._settled(query, filters, top_k, candidates)
            self.cache.put(self.cache.key(query, str(revision), scopes, settings, filters), known)
        return known

    def to_yaml(self) -> str:
        """The query pipeline as Haystack's YAML, without secrets."""
        return self.pipeline.dumps()

    def _settled(
        self, query: str, filters: Mapping[str, Any] | None, top_k: int, candidates: int
    ) -> tuple[int, list[Hit]]:
        """The revision searched and the hits; searched again when the data changed between the stages."""
        for _ in range(5):
            before = self.store.revision
            hits = self._run(query, filters, top_k, candidates)
            if self.store.revision == before:
                return before, hits
        raise DataError("索引正在不断更新，请稍后重试。The index keeps changing; try again in a moment.")

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
        return [
            Hit(
                id=document.id,
                score=document.score,
                content=document.content or "",
                meta=document.meta,
                stages=found["trace"].of(document.id),
            )
            for document in found["documents"]
        ]


def run(pipeline: Pipeline, data: dict[str, Any]) -> dict[str, Any]:
    """A pipeline's output. What a component raises for its caller comes as it is, not wrapped by Haystack."""
    try:
        return pipeline.run(data)
    except PipelineRuntimeError as error:
        if isinstance(error.__cause__, (PilothouseError, FilterError, ValueError)):
            raise error.__cause__ from error
        raise
