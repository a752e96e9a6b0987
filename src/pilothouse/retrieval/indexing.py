"""Haystack components that fill a store."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
from haystack.core.component import component
from haystack.core.serialization import default_from_dict, default_to_dict
from haystack.dataclasses import Document
from numpy.typing import NDArray

from pilothouse.embedding.embedder import Embedder, load
from pilothouse.retrieval.store import SQLiteDocumentStore
from pilothouse.retrieval.versions import IndexVersion

_UNUSABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufeff]")
_SENTENCE = re.compile(r"[^。！？!?；;\n]*[。！？!?；;\n]+|[^。！？!?；;\n]+")
Windows = dict[str, NDArray[np.float32]]


@component
class DocumentNormaliser:
    """Drops characters that no index can hold, blank documents and all but the first of equal ids."""

    @component.output_types(documents=list[Document])
    def run(self, documents: list[Document]) -> dict[str, Any]:
        kept: dict[str, Document] = {}
        for document in documents:
            content = usable(document.content or "")
            if content and document.id not in kept:
                kept[document.id] = replace(document, content=content, embedding=None)
        return {"documents": list(kept.values())}


@component
class DocumentEmbedder:
    """Vectors of the windows of each document, shape (windows, dimension), by document id.

    A content of up to ``window`` characters is one window; longer contents are cut at sentence ends; with 0 only
    ``fields`` are embedded: meta fields whose texts (name, aliases, title) become windows of their own. Vectors don't
    travel on the documents, because Haystack copies those at every hop.
    Raises ``ValueError`` when ``window`` is negative.
    """

    def __init__(self, embedder: Embedder, window: int = 120, fields: list[str] | None = None) -> None:
        if window < 0:
            raise ValueError("window must not be negative.")
        self.embedder = embedder
        self.window = window
        self.fields = list(fields or ())

    @component.output_types(documents=list[Document], windows=Windows)
    def run(self, documents: list[Document]) -> dict[str, Any]:
        parts = [self._parts(document) for document in documents]
        vectors = self.embedder.embed([text for texts in parts for text in texts])
        windows: Windows = {}
        start = 0
        for document, texts in zip(documents, parts, strict=True):
            windows[document.id] = vectors[start : start + len(texts)]
            start += len(texts)
        return {"documents": documents, "windows": windows}

    def to_dict(self) -> dict[str, Any]:
        return default_to_dict(self, embedder=self.embedder.to_dict(), window=self.window, fields=self.fields)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> DocumentEmbedder:
        parameters = dict(data["init_parameters"])
        return cls(load(parameters.pop("embedder")), **parameters)

    def _parts(self, document: Document) -> list[str]:
        named = [document.meta.get(field) for field in self.fields]
        texts = [text for value in named for text in (value if isinstance(value, list) else [value])]
        names = [text for text in texts if isinstance(text, str) and text.strip()]
        return list(dict.fromkeys([*names, *split_windows(document.content or "", self.window)]))


@component
class IndexWriter:
    """Replaces the whole content of the store, its windows and its version in one transaction.

    With ``append`` the documents are added to what was written before: for a file that nobody reads yet.
    """

    def __init__(self, document_store: SQLiteDocumentStore, embedder_id: str) -> None:
        self.document_store = document_store
        self.embedder_id = embedder_id

    @component.output_types(documents_written=int)
    def run(
        self, documents: list[Document], windows: Windows, data_version: str = "", append: bool = False
    ) -> dict[str, Any]:
        if append:
            written = self.document_store.write_documents(documents)
            self.document_store.write_windows(windows)
            return {"documents_written": written}
        version = IndexVersion.now(data_version, self.embedder_id)
        return {"documents_written": self.document_store.replace_all(documents, windows, version)}

    def to_dict(self) -> dict[str, Any]:
        return default_to_dict(self, document_store=self.document_store.to_dict(), embedder_id=self.embedder_id)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> IndexWriter:
        parameters = dict(data["init_parameters"])
        parameters["document_store"] = SQLiteDocumentStore.from_dict(parameters["document_store"])
        return default_from_dict(cls, {**data, "init_parameters": parameters})


def usable(text: str) -> str:
    """Without characters that no index can hold."""
    return _UNUSABLE.sub("", text).strip()


def split_windows(text: str, size: int) -> list[str]:
    """Neighbouring sentences joined up to ``size`` characters; longer sentences are cut. None for size 0."""
    if not size:
        return []
    windows: list[str] = []
    current = ""
    for match in _SENTENCE.finditer(text):
        sentence = match.group()
        if current and len(current) + len(sentence) > size:
            windows.append(current)
            current = ""
        while len(sentence) > size:
            windows.append(sentence[:size])
            sentence = sentence[size:]
        current += sentence
    return [window.strip() for window in [*windows, current] if window.strip()]
