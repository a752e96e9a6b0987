"""The plain Haystack pipeline that knowledge_indexing.py compares with: one file after another, in one process."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from haystack import Pipeline, component
from haystack.components.writers import DocumentWriter
from haystack.dataclasses import Document
from haystack.document_stores.types import DuplicatePolicy

from pilothouse.embedding.use import EmbeddedEmbedder
from pilothouse.retrieval.documents.chunker import chunk
from pilothouse.retrieval.documents.material import Unreadable
from pilothouse.retrieval.documents.reading import read_document
from pilothouse.retrieval.store import SQLiteDocumentStore


@component
class Reader:
    @component.output_types(materials=list)
    def run(self, paths: list[Path]) -> dict[str, Any]:
        found = []
        for place in paths:
            try:
                found.append((place, read_document(place)))
            except Unreadable:
                continue
        return {"materials": found}


@component
class Chunker:
    @component.output_types(documents=list[Document])
    def run(self, materials: list) -> dict[str, Any]:  # type: ignore[type-arg]
        return {"documents": [
            Document(content=piece.content, meta={"title": material.title, "path": str(place), "n": piece.n,
                                                  "section": " > ".join(piece.section)})
            for place, material in materials for piece in chunk(material)
        ]}  # fmt: skip


@component
class Embedder:
    """As Haystack's own embedders do it: a list of numbers on each document."""

    def __init__(self) -> None:
        self.embedder = EmbeddedEmbedder()

    @component.output_types(documents=list[Document])
    def run(self, documents: list[Document]) -> dict[str, Any]:
        texts = [f"{d.meta['title']} {d.meta['section']}\n{d.content}" for d in documents]
        vectors = self.embedder.embed(texts) if texts else []
        return {"documents": [replace(d, embedding=v.tolist()) for d, v in zip(documents, vectors, strict=True)]}


def plain(folder: Path, path: Path) -> tuple[int, float]:
    """Chunks and seconds."""
    store = SQLiteDocumentStore(path)
    pipeline = Pipeline()
    for name, part in (("reader", Reader()), ("chunker", Chunker()), ("embedder", Embedder()),
                       ("writer", DocumentWriter(store, DuplicatePolicy.OVERWRITE))):  # fmt: skip
        pipeline.add_component(name, part)
    pipeline.connect("reader.materials", "chunker.materials")
    pipeline.connect("chunker.documents", "embedder.documents")
    pipeline.connect("embedder.documents", "writer.documents")
    pipeline.get_component("embedder").embedder.embed(["warm"])  # loading the model is nobody's work here
    started = time.perf_counter()
    for file in sorted(place for place in folder.rglob("*") if place.is_file()):
        pipeline.run({"reader": {"paths": [file]}})
    seconds = time.perf_counter() - started
    chunks = store.count_documents()
    store.close()
    return chunks, seconds
