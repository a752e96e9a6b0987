"""Haystack components that ask the store. Each also gives its scores by document id, for ranking and tracing."""

from __future__ import annotations

from typing import Any

from haystack.core.component import component
from haystack.core.serialization import default_from_dict, default_to_dict
from haystack.dataclasses import Document

from pilothouse.embedding.embedder import Embedder, Vectors, load
from pilothouse.retrieval.scores import Scores
from pilothouse.retrieval.store import SQLiteDocumentStore


@component
class QueryEmbedder:
    """A query as a vector, shape (dimension,).

    An array, not a list: Haystack copies lists number by number between components, 5 ms for 512 of them.
    """

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder

    @component.output_types(embedding=Vectors)
    def run(self, text: str) -> dict[str, Any]:
        return {"embedding": self.embedder.embed([text])[0]}

    def to_dict(self) -> dict[str, Any]:
        return default_to_dict(self, embedder=self.embedder.to_dict())

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> QueryEmbedder:
        return cls(load(data["init_parameters"]["embedder"]))


class StoreComponent:
    """What the components share that ask a store. Raises ``ValueError`` when ``top_k`` is below 1."""

    def __init__(self, document_store: SQLiteDocumentStore, top_k: int = 20) -> None:
        if top_k < 1:
            raise ValueError("top_k must be greater than 0.")
        self.document_store = document_store
        self.top_k = top_k

    def to_dict(self) -> dict[str, Any]:
        return default_to_dict(self, document_store=self.document_store.to_dict(), top_k=self.top_k)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Any:
        parameters = dict(data["init_parameters"])
        parameters["document_store"] = SQLiteDocumentStore.from_dict(parameters["document_store"])
        return default_from_dict(cls, {**data, "init_parameters": parameters})


@component
class VectorRetriever(StoreComponent):
    """Nearest documents by cosine."""

    @component.output_types(documents=list[Document], scores=Scores)
    def run(
        self,
        query_embedding: list[float] | Vectors,
        filters: dict[str, Any] | None = None,
        top_k: int | None = None,
    ) -> dict[str, Any]:
        return _output(self.document_store.vector_search(query_embedding, filters, top_k or self.top_k))


@component
class KeywordRetriever(StoreComponent):
    """Documents with the query's words, by BM25."""

    @component.output_types(documents=list[Document], scores=Scores)
    def run(self, query: str, filters: dict[str, Any] | None = None, top_k: int | None = None) -> dict[str, Any]:
        return _output(self.document_store.keyword_search(query, filters, top_k or self.top_k))


@component
class ExactRetriever(StoreComponent):
    """Documents whose name, alias or category the query names."""

    @component.output_types(documents=list[Document], scores=Scores)
    def run(self, query: str, filters: dict[str, Any] | None = None, top_k: int | None = None) -> dict[str, Any]:
        return _output(self.document_store.exact_search(query, filters, top_k or self.top_k))


def _output(documents: list[Document]) -> dict[str, Any]:
    return {"documents": documents, "scores": Scores.of(documents)}
