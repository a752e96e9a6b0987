"""Haystack components that find candidates. Ids and scores travel between them; documents are read once, at the end:
Haystack copies whatever passes from one component to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from haystack.core.component import component
from haystack.dataclasses import Document

from pilothouse.embedding.embedder import Vectors
from pilothouse.retrieval.learned.candidate import Corpus
from pilothouse.retrieval.learned.question import read_question
from pilothouse.retrieval.retriever import StoreComponent
from pilothouse.retrieval.scores import Scores
from pilothouse.retrieval.store import SQLiteDocumentStore


@dataclass(frozen=True, slots=True)
class Shortlist:
    """The candidates, best first, and what a reranker wants to know. ``stages[stage]`` are the scores of each stage;
    ``cosines`` of the candidates' nearest windows by id."""

    documents: tuple[Document, ...] = ()
    stages: Mapping[str, Scores] = field(default_factory=dict)
    corpus: Corpus = field(default_factory=Corpus)
    cosines: Mapping[str, float] = field(default_factory=dict)

    def __deepcopy__(self, memo: dict[int, Any]) -> Shortlist:
        return self  # nobody changes it


class _Asking(StoreComponent):
    """Of the candidates, more are asked for than of results."""

    def __init__(self, document_store: SQLiteDocumentStore, top_k: int = 50) -> None:
        super().__init__(document_store, top_k)


@component
class WordFinder(_Asking):
    """BM25 over the question's words, what offices call the same thing, and character pairs where words fail."""

    @component.output_types(scores=Scores)
    def run(self, query: str, filters: dict[str, Any] | None = None, top_k: int | None = None) -> dict[str, Any]:
        tokens = read_question(query).searched
        return {"scores": Scores(self.document_store.lookup.by_words(tokens, filters, top_k or self.top_k))}


@component
class VectorFinder(_Asking):
    """Nearest by cosine."""

    @component.output_types(scores=Scores)
    def run(
        self, query_embedding: list[float] | Vectors, filters: dict[str, Any] | None = None, top_k: int | None = None
    ) -> dict[str, Any]:
        return {"scores": Scores(self.document_store.lookup.by_vector(query_embedding, filters, top_k or self.top_k))}


@component
class Shortlister(_Asking):
    """Reads the best ``top_k`` documents of a fused ranking, and what is known of the question's words and of them."""

    @component.output_types(shortlist=Shortlist)
    def run(
        self,
        query: str,
        query_embedding: list[float] | Vectors,
        keyword_scores: Scores,
        vector_scores: Scores,
        fused_scores: Scores,
        filters: dict[str, Any] | None = None,
        top_k: int | None = None,
    ) -> dict[str, Any]:
        lookup = self.document_store.lookup
        ids = list(fused_scores.by_id)[: top_k or self.top_k]
        documents = lookup.documents(ids)
        total, frequencies = lookup.frequencies(read_question(query).tokens, filters)
        length = sum(len(document.content or "") for document in documents) / max(len(documents), 1)
        return {
            "shortlist": Shortlist(
                documents=tuple(documents),
                stages={"keyword": keyword_scores, "vector": vector_scores, "fused": fused_scores},
                corpus=Corpus(total, frequencies, max(length, 1.0)),
                cosines=lookup.similarities(query_embedding, ids),
            )
        }
