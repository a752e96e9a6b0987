"""Changes to a store inside one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from pilothouse.contracts.errors import DataError
from pilothouse.retrieval.rows import COLUMNS, Row
from pilothouse.retrieval.schema import Tables
from pilothouse.retrieval.tokenizer import TOKENIZER_ID
from pilothouse.retrieval.versions import IndexVersion, StaleIndex


class Writer:
    """Use it inside ``Database.writing``. Raises ``StaleIndex`` when another tokenizer made the keywords, unless not
    ``checked``: then only remove."""

    def __init__(self, connection: apsw.Connection, tables: Tables, checked: bool = True) -> None:
        self._connection = connection
        self._tables = tables
        facts = tables.read(connection)
        self._dimension = int(facts["dimension"]) if "dimension" in facts else None
        self._revision = int(facts["revision"])
        if checked and facts["tokenizer"] != TOKENIZER_ID:
            raise StaleIndex({"tokenizer": (facts["tokenizer"], TOKENIZER_ID)})

    def number(self, id_: str) -> int | None:
        found = self._connection.execute(f"SELECT n FROM {self._tables.documents} WHERE id = ?", (id_,)).fetchone()
        return None if found is None else int(found[0])

    def read(self, number: int) -> Sequence[Any]:
        """The row of ``COLUMNS``."""
        sql = f"SELECT {COLUMNS} FROM {self._tables.documents} AS d WHERE d.n = ?"
        return tuple(self._connection.execute(sql, (number,)).fetchall()[0])

    def add(self, row: Row, number: int | None, with_embedding: bool = True) -> int:
        """Returns the document's number; ``number`` keeps the place of a document that was removed before."""
        sql = f"INSERT INTO {self._tables.documents} VALUES (?, ?, ?, jsonb(?), ?, ?, ?, ?)"
        self._connection.execute(sql, (number, *row.values))
        number = self._connection.last_insert_rowid()
        self._index(number, row)
        if with_embedding and row.embedding is not None:
            self.add_vectors(number, np.asarray([row.embedding], dtype=np.float32), own=True)
        return number

    def rewrite(self, number: int, row: Row) -> None:
        """New content, meta and index entries for a document; its vectors, blob and sparse vector stay."""
        sql = f"UPDATE {self._tables.documents} SET content = ?, meta = jsonb(?) WHERE n = ?"
        self._connection.execute(sql, (row.values[1], row.values[2], number))
        self._forget_words([number])
        self._index(number, row)

    def remove(self, numbers: Sequence[int]) -> None:
        self.remove_vectors(numbers)
        self._forget_words(numbers)
        sql = f"DELETE FROM {self._tables.documents} WHERE n = ?"
        self._connection.executemany(sql, ((number,) for number in numbers))

    def add_vectors(self, number: int, vectors: NDArray[np.float32], own: bool = False) -> None:
        """Shape (n, dimension). ``own`` marks a document's own embedding. Zero vectors are left out.

        Raises ``ValueError`` for numbers that are not finite, ``DataError`` for another dimension.
        """
        if vectors.ndim != 2 or not np.isfinite(vectors).all():
            raise ValueError("Vectors must be finite and have the shape (n, dimension).")
        self._fit(vectors.shape[1])
        norms = np.linalg.norm(vectors, axis=1)
        for vector, norm in zip(vectors, norms.tolist(), strict=True):
            if norm < 1e-12:
                continue
            self._connection.execute(
                f"INSERT INTO {self._tables.windows} (doc, norm, own) VALUES (?, ?, ?)", (number, norm, int(own))
            )
            self._connection.execute(
                f"INSERT INTO {self._tables.vectors} (rowid, embedding) VALUES (?, ?)",
                (self._connection.last_insert_rowid(), (vector / norm).tobytes()),
            )

    def remove_vectors(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            sql = f"SELECT n FROM {self._tables.windows} WHERE doc = ?"
            for window in self._connection.execute(sql, (number,)).fetchall():
                self._connection.execute(f"DELETE FROM {self._tables.vectors} WHERE rowid = ?", window)
            self._connection.execute(f"DELETE FROM {self._tables.windows} WHERE doc = ?", (number,))

    def state(self, version: IndexVersion) -> None:
        self._tables.note(self._connection, data=version.data, embedder=version.embedder, built_at=version.built_at)

    def changed(self) -> None:
        self._tables.note(self._connection, revision=self._revision + 1)

    def _index(self, number: int, row: Row) -> None:
        sql = f"INSERT INTO {self._tables.words} (rowid, title, body) VALUES (?, ?, ?)"
        self._connection.execute(sql, (number, row.title, row.body))
        sql = f"INSERT INTO {self._tables.terms} (term, doc, field) VALUES (?, ?, ?)"
        self._connection.executemany(sql, ((term, number, field) for term, field in row.terms))

    def _forget_words(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            self._connection.execute(f"DELETE FROM {self._tables.words} WHERE rowid = ?", (number,))
            self._connection.execute(f"DELETE FROM {self._tables.terms} WHERE doc = ?", (number,))

    def _fit(self, dimension: int) -> None:
        if self._dimension is None:
            self._tables.create_vectors(self._connection, dimension)
            self._dimension = dimension
        elif self._dimension != dimension:
            raise DataError(
                f"索引中的向量为 {self._dimension} 维，写入的为 {dimension} 维；请用同一模型，或重建索引。"
                f"The index holds vectors of {self._dimension} dimensions, these have {dimension}; "
                "use the same model or build the index again."
            )
