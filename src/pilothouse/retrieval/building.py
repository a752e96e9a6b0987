"""Building an index file from plain records, with progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from haystack.dataclasses import Document
from numpy.typing import NDArray

from pilothouse.embedding.embedder import Embedder
from pilothouse.retrieval.pipelines import index_pipeline
from pilothouse.retrieval.store import SQLiteDocumentStore

BATCH = 64


class CountingEmbedder:
    """An embedder that works in batches and tells how many texts are done; vectors are the wrapped one's."""

    def __init__(self, embedder: Embedder, done: Callable[[int], object]) -> None:
        self._embedder = embedder
        self._done = done
        self.id = embedder.id
        self.dimension = embedder.dimension

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of shape (len(texts), dimension)."""
        parts = []
        for start in range(0, len(texts), BATCH):
            parts.append(self._embedder.embed(texts[start : start + BATCH]))
            self._done(min(start + BATCH, len(texts)))
        return np.concatenate(parts) if parts else self._embedder.embed([])

    def to_dict(self) -> dict[str, Any]:
        return self._embedder.to_dict()


def build_index(
    path: Path,
    table: str,
    records: Iterable[Mapping[str, Any]],
    embedder: Embedder,
    data_version: str,
    progress: Callable[[int], object] = lambda _: None,
) -> int:
    """Replace ``table`` of the index file by ``records`` (id, content, meta, windows); returns how many.

    ``windows`` are the texts whose vectors stand for the record. ``progress`` gets the number of records done.
    Raises ``DataError`` when the file can't be written.
    """
    documents = [
        Document(
            id=record["id"], content=record["content"], meta={**record["meta"], "windows": list(record["windows"])}
        )
        for record in records
    ]
    texts = sum(len(document.meta["windows"]) for document in documents) or 1
    counting = CountingEmbedder(embedder, lambda done: progress(min(len(documents), done * len(documents) // texts)))
    store = SQLiteDocumentStore(path, table=table)
    try:
        pipeline = index_pipeline(store, counting, window=0, fields=["windows"])
        pipeline.run({"normaliser": {"documents": documents}, "writer": {"data_version": data_version}})
    finally:
        store.close()
    progress(len(documents))
    return len(documents)
