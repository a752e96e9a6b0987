"""Building an index file from plain records, with progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from haystack.core.errors import PipelineRuntimeError
from haystack.dataclasses import Document

from pilothouse.contracts.errors import PilothouseError
from pilothouse.embedding.embedder import Embedder
from pilothouse.retrieval.known import KnownVectors
from pilothouse.retrieval.pipelines import index_pipeline
from pilothouse.retrieval.store import SQLiteDocumentStore

PART = 256  # records that go through the pipeline together: memory stays flat, however many there are


def build_index(
    path: Path,
    table: str,
    records: Iterable[Mapping[str, Any]],
    embedder: Embedder,
    data_version: str,
    progress: Callable[[int], object] = lambda done: None,
    older: Path | None = None,
) -> int:
    """Replace ``table`` of the index file by ``records`` (id, content, meta, windows); returns how many.

    Nobody may read the file yet. ``windows`` are the texts whose vectors stand for the record; those that the index
    ``older`` has are taken from it. ``progress`` gets the number of records done. Raises ``DataError`` when the file
    can't be written.
    """
    known = KnownVectors(older, table, embedder)
    store = SQLiteDocumentStore(path, table=table)
    done = 0
    try:
        pipeline = index_pipeline(store, known, window=0, fields=["windows"])
        rest = iter(records)
        while (part := [_document(record) for record in islice(rest, PART)]) or not done:
            writing = {"data_version": data_version, "append": done > 0}
            pipeline.run({"normaliser": {"documents": part}, "writer": writing})
            done += len(part)
            progress(done)
            if len(part) < PART:
                break
    except PipelineRuntimeError as error:
        if isinstance(error.__cause__, (PilothouseError, OSError)):
            raise error.__cause__ from error
        raise
    finally:
        store.close()
        known.close()
    return done


def _document(record: Mapping[str, Any]) -> Document:
    meta = {**record["meta"], "windows": list(record["windows"])}
    return Document(id=record["id"], content=record["content"], meta=meta)
