"""Searching documents: the pipeline from a question to ranked passages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from haystack.core.pipeline import Pipeline
from haystack.dataclasses import Document

from pilothouse.embedding.embedder import Embedder
from pilothouse.retrieval.cache import RetrievalCache
from pilothouse.retrieval.crossencoder import CrossEncoderReranker, OnnxPairScorer
from pilothouse.retrieval.fusion import ScoreFusion
from pilothouse.retrieval.learned.reranker import LearnedReranker
from pilothouse.retrieval.noted import Ranked
from pilothouse.retrieval.passage import Passage
from pilothouse.retrieval.retriever import QueryEmbedder
from pilothouse.retrieval.scores import Trace
from pilothouse.retrieval.search import Search, run
from pilothouse.retrieval.shortlist import Shortlister, VectorFinder, WordFinder
from pilothouse.retrieval.store import SQLiteDocumentStore

Reranker = LearnedReranker | CrossEncoderReranker


def knowledge_pipeline(
    store: SQLiteDocumentStore, embedder: Embedder, fusion: ScoreFusion, reranker: Reranker
) -> Pipeline:
    """embedder → vector and keyword side by side → fusion → shortlist → reranker."""
    pipeline = Pipeline()
    pipeline.add_component("embedder", QueryEmbedder(embedder))
    pipeline.add_component("keyword", WordFinder(store))
    pipeline.add_component("vector", VectorFinder(store))
    pipeline.add_component("fusion", fusion)
    pipeline.add_component("shortlist", Shortlister(store))
    pipeline.add_component("reranker", reranker)
    pipeline.connect("embedder.embedding", "vector.query_embedding")
    pipeline.connect("embedder.embedding", "shortlist.query_embedding")
    for stage in ("keyword", "vector"):
        pipeline.connect(f"{stage}.scores", f"fusion.{stage}_scores")
        pipeline.connect(f"{stage}.scores", f"shortlist.{stage}_scores")
    pipeline.connect("fusion.scores", "shortlist.fused_scores")
    pipeline.connect("shortlist.shortlist", "reranker.shortlist")
    return pipeline


class KnowledgeSearch(Search[Passage]):
    """Passages that answer a question, best first.

    Documents of the store are chunks with the meta fields ``document``, ``title``, ``section``, ``page``, ``date``,
    ``dept``, ``kind``, ``source``, ``overlap``; missing ones count as empty.
    """

    candidates = 50

    def __init__(
        self,
        store: SQLiteDocumentStore,
        embedder: Embedder,
        *,
        fusion: ScoreFusion | None = None,
        reranker: Reranker | None = None,
        cache: RetrievalCache[list[Passage]] | None = None,
    ) -> None:
        self.fusion = fusion or ScoreFusion()
        self.reranker = reranker or LearnedReranker()
        pipeline = knowledge_pipeline(store, embedder, self.fusion, self.reranker)
        super().__init__(store, embedder, pipeline, (self.fusion.to_dict(), self.reranker.to_dict()), cache)

    def _run(self, query: str, filters: Mapping[str, Any] | None, top_k: int, candidates: int) -> list[Passage]:
        asked = {"filters": filters, "top_k": candidates}
        data: dict[str, Any] = {
            "embedder": {"text": query},
            "vector": asked,
            "keyword": {"query": query, **asked},
            "shortlist": {"query": query, "filters": filters, "top_k": candidates + candidates // 5},
            "reranker": {"query": query, "top_k": top_k},
        }
        found = run(self.pipeline, data)["reranker"]["shortlist"]
        trace = Trace({stage: scores.places() for stage, scores in found.stages.items()})
        ranked = passages(found.documents, trace)
        self._note(query, ranked, trace)
        return ranked

    def _ranked(self, result: Passage) -> Ranked:
        return Ranked(result.id, result.title, result.score, result.stages)


def passages(documents: Sequence[Document], trace: Trace) -> list[Passage]:
    """Documents of a store as passages."""
    return [
        Passage(
            id=document.id,
            document=_text(document.meta, "document") or document.id.rpartition("#")[0] or document.id,
            content=document.content or "",
            title=_text(document.meta, "title"),
            source=_text(document.meta, "source"),
            section=_text(document.meta, "section"),
            page=_number(document.meta, "page"),
            date=_text(document.meta, "date"),
            dept=_text(document.meta, "dept"),
            kind=_text(document.meta, "kind") or "text",
            score=document.score or 0.0,
            overlap=_number(document.meta, "overlap") or 0,
            stages=trace.of(document.id),
        )
        for document in documents
    ]


def _text(meta: Mapping[str, Any], name: str) -> str:
    value = meta.get(name)
    return value if isinstance(value, str) else ""


def _number(meta: Mapping[str, Any], name: str) -> int | None:
    value = meta.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def windows_of(title: str, section: str, content: str) -> list[str]:
    """The texts whose vectors stand for a chunk: itself under its headings. One vector a chunk keeps scans fast."""
    heading = " ".join(part for part in (title, section) if part)
    return [f"{heading}\n{content}" if heading else content]


def chosen_reranker(model: str = "") -> Reranker:
    """The cross-encoder of the folder ``model`` on this machine, or the embedded reranker when none is named.

    Raises ``UsageError`` when the folder holds no model or the extra ``[rerank]`` isn't installed: better when the
    program starts than with the first question.
    """
    if not model.strip():
        return LearnedReranker()
    OnnxPairScorer(model).check()
    return CrossEncoderReranker(model)
