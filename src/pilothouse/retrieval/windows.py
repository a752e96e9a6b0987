"""The stored vectors of documents."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from pilothouse.embedding.embedder import Vectors
from pilothouse.retrieval.schema import Tables
from pilothouse.retrieval.store import SQLiteDocumentStore


def stored_windows(store: SQLiteDocumentStore, ids: Sequence[str]) -> dict[str, Vectors]:
    """Of each document its windows in the order of writing, shape (windows, dimension), rows of length 1. Documents
    without vectors are left out."""
    tables = Tables.named(store.table)
    with store.reading() as connection:
        if "dimension" not in tables.read(connection):
            return {}
        rows: Any = connection.execute(
            f"SELECT d.id, v.embedding FROM {tables.documents} AS d CROSS JOIN {tables.windows} AS w ON w.doc = d.n "
            f"CROSS JOIN {tables.vectors} AS v ON v.rowid = w.n WHERE d.id IN (SELECT value FROM json_each(?)) "
            "ORDER BY d.n, w.n",
            (json.dumps(list(ids)),),
        )
        found: dict[str, list[bytes]] = {}
        for id_, data in rows:
            found.setdefault(id_, []).append(data)
    return {
        id_: np.frombuffer(b"".join(parts), dtype=np.float32).reshape(len(parts), -1) for id_, parts in found.items()
    }
