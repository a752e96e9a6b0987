"""Replacing the content of an index that others are reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from haystack.dataclasses import Document
from haystack.document_stores.errors import DuplicateDocumentError

from pilothouse.embedding.embedder import Embedder
from pilothouse.retrieval.database import Database
from pilothouse.retrieval.indexing import usable
from pilothouse.retrieval.known import KnownVectors
from pilothouse.retrieval.schema import Tables
from pilothouse.retrieval.store import SQLiteDocumentStore
from pilothouse.retrieval.tokenizer import TOKENIZER_ID
from pilothouse.retrieval.versions import IndexVersion

BATCH = 64  # texts embedded between two reports of progress


def replace_content(
    store: SQLiteDocumentStore,
    records: Iterable[Mapping[str, Any]],
    embedder: Embedder,
    data_version: str,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> int:
    """Put ``records`` (id, content, meta, windows) in place of all that the store holds; returns how many.

    One transaction: readers see all old or all new, and so they do when the process is killed. ``windows`` are the
    texts whose vectors stand for a record; those of texts that the store holds already are taken from it.
    ``progress`` gets texts embedded and all texts. Raises ``DataError``, and ``ValueError`` for ids that repeat.
    """
    documents: list[Document] = []
    windows: list[tuple[str, list[str]]] = []
    for record in records:
        texts = [text for text in map(usable, record["windows"]) if text]
        meta = {**record["meta"], "windows": texts}
        documents.append(Document(id=record["id"], content=usable(record["content"]), meta=meta))
        windows.append((record["id"], texts))
    wanted = list(dict.fromkeys(text for _, texts in windows for text in texts))
    known = KnownVectors(Path(store.path), store.table, embedder)
    try:
        vectors: dict[str, Any] = {}
        for start in range(0, len(wanted), BATCH):
            part = wanted[start : start + BATCH]
            vectors.update(zip(part, known.embed(part), strict=True))
            progress(min(start + BATCH, len(wanted)), len(wanted))
    finally:
        known.close()
    stacked = {id_: np.stack([vectors[text] for text in texts]) for id_, texts in windows if texts}
    _renew(store)
    try:
        return store.replace_all(documents, stacked, IndexVersion.now(data_version, embedder.id))
    except DuplicateDocumentError as error:
        raise ValueError(str(error)) from error


def _renew(store: SQLiteDocumentStore) -> None:
    """Words of an older tokenizer are about to go. Stopped here, the store states no data, and nobody takes it for
    whole."""
    tables = Tables.named(store.table)
    with store.reading() as connection:
        if tables.read(connection)["tokenizer"] == TOKENIZER_ID:
            return
    database = Database(store.path, store.busy_timeout_s, lambda connection: None)
    try:
        with database.writing() as connection:
            tables.note(connection, tokenizer=TOKENIZER_ID, data="")
    finally:
        database.close()
