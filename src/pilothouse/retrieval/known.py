"""Vectors that an older index already holds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import apsw
import numpy as np
import sqlite_vec  # type: ignore[import-untyped]
from numpy.typing import NDArray

from pilothouse.contracts.errors import DataError
from pilothouse.embedding.embedder import Embedder
from pilothouse.retrieval.database import Database
from pilothouse.retrieval.schema import Tables

BATCH = 64


class KnownVectors:
    """An embedder that takes the vectors of an older index where that has them: a small change of a large menu
    costs seconds instead of minutes.

    ``path`` is an index in whose ``table`` documents list the texts of their windows in the meta field ``field``.
    One by another embedder, and one that can't be read, knows nothing.
    """

    def __init__(self, path: Path | None, table: str, embedder: Embedder, field: str = "windows") -> None:
        self._embedder = embedder
        self._tables = Tables.named(table)
        self._database: Database | None = None
        self._numbers: dict[str, int] = {}
        self.id = embedder.id
        self.dimension = embedder.dimension
        if path is not None:
            with suppress(DataError, apsw.Error):
                self._database = Database(str(path), 1.0, _prepare)
                self._numbers = self._read(self._database, field)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of shape (len(texts), dimension)."""
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for start in range(0, len(texts), BATCH):
            part = texts[start : start + BATCH]
            vectors[start : start + len(part)] = self._batch(part)
        return vectors

    def to_dict(self) -> dict[str, Any]:
        return self._embedder.to_dict()

    def close(self) -> None:
        if self._database is not None:
            self._database.close()

    def _batch(self, texts: Sequence[str]) -> NDArray[np.float32]:
        found = self._known([text for text in texts if text in self._numbers])
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        if missing:
            found |= dict(zip(missing, self._embedder.embed(missing), strict=True))
        return np.stack([found[text] for text in texts])

    def _known(self, texts: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        found: dict[str, NDArray[np.float32]] = {}
        if self._database is None or not texts:
            return found
        with suppress(DataError, apsw.Error), self._database.reading() as connection:
            for text in texts:
                sql = f"SELECT embedding FROM {self._tables.vectors} WHERE rowid = ?"
                for (data,) in connection.execute(sql, (self._numbers[text],)):
                    vector = np.frombuffer(data, dtype=np.float32)
                    if vector.shape == (self.dimension,):
                        found[text] = vector
        return found

    def _read(self, database: Database, field: str) -> dict[str, int]:
        """Texts and the numbers of their vectors."""
        numbers: dict[str, int] = {}
        with database.reading() as connection:
            if self._tables.read(connection).get("embedder") != self.id:
                return {}
            windows: dict[int, list[int]] = {}
            sql = f"SELECT doc, n FROM {self._tables.windows} WHERE NOT own AND norm > 0.99 ORDER BY n"
            for document, number in connection.execute(sql):
                windows.setdefault(document, []).append(number)
            rows: Any = connection.execute(f"SELECT n, json(meta -> ?) FROM {self._tables.documents}", (f"$.{field}",))
            for document, listed in rows:
                texts = [text for text in dict.fromkeys(json.loads(listed or "[]")) if text.strip()]
                own = windows.get(document, [])
                if len(own) == len(texts):  # else one had no vector, and it can't be told which
                    numbers.update(zip(texts, own, strict=True))
        return numbers


def _prepare(connection: apsw.Connection) -> None:
    connection.enable_load_extension(True)
    connection.load_extension(sqlite_vec.loadable_path())
    connection.enable_load_extension(False)
