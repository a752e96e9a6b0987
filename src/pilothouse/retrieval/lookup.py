"""Light questions to a store: ids with scores instead of documents, how common words are, how near documents are."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import apsw
import numpy as np
from haystack.dataclasses import Document
from numpy.typing import ArrayLike

from pilothouse.retrieval import ranking
from pilothouse.retrieval.database import Database
from pilothouse.retrieval.filters import Filters, compile_filters
from pilothouse.retrieval.schema import Tables
from pilothouse.retrieval.versions import StaleIndex


class Lookup:
    """Of one store, always of its present state. Thread-safe as the store is. ``StaleIndex`` is raised when a vector
    has another dimension than the stored ones, ``FilterError`` (Haystack) for malformed filters."""

    def __init__(self, database: Database, tables: Tables) -> None:
        self._database = database
        self._tables = tables
        self._total: tuple[int, int] = (-1, 0)

    def by_words(self, tokens: Sequence[str], filters: Filters | None = None, top_k: int = 20) -> dict[str, float]:
        """BM25 by document id, best first, of documents with any of the tokens (of ``tokenizer``)."""
        condition = compile_filters(filters)
        if not tokens:
            return {}
        expression = " OR ".join(map(_quoted, dict.fromkeys(tokens)))
        with self._database.reading() as connection:
            found = ranking.matches(connection, self._tables, expression, condition, top_k)
            return self._named(connection, found)

    def by_vector(self, vector: ArrayLike, filters: Filters | None = None, top_k: int = 20) -> dict[str, float]:
        """Cosine by document id, best first, of the nearest documents by their best windows."""
        condition = compile_filters(filters)
        with self._database.reading() as connection:
            found = ranking.neighbours(connection, self._tables, vector, condition, top_k)
            return self._named(connection, found)

    def documents(self, ids: Sequence[str]) -> list[Document]:
        """In the order of ``ids``; unknown ones are left out."""
        with self._database.reading() as connection:
            sql = f"SELECT id, n FROM {self._tables.documents} WHERE id IN (SELECT value FROM json_each(?))"
            rows: Any = connection.execute(sql, (json.dumps(list(ids)),))
            numbers: dict[str, int] = dict(rows)
            return ranking.fetch(connection, self._tables, [(numbers[id_], 0.0) for id_ in ids if id_ in numbers])

    def frequencies(self, tokens: Sequence[str]) -> tuple[int, dict[str, int]]:
        """How many documents there are, and how many hold each token; unknown tokens are left out."""
        found: dict[str, int] = {}
        with self._database.reading() as connection:
            rows = f"temp.{self._tables.words}_rows"
            connection.execute(
                f"CREATE VIRTUAL TABLE IF NOT EXISTS {rows} USING fts5vocab(main, {self._tables.words}, row)"
            )
            for token in dict.fromkeys(tokens):
                # Latin words are stored as stems, which only the index itself can make.
                stemmed = token.isascii() and not token.isdigit()
                sql = f"SELECT count(*) FROM {self._tables.words} WHERE {self._tables.words} MATCH ?"
                sql = sql if stemmed else f"SELECT doc FROM {rows} WHERE term = ?"
                count = connection.execute(sql, (_quoted(token) if stemmed else token,)).get
                if isinstance(count, int) and count:
                    found[token] = count
            return self._count(connection), found

    def similarities(self, vector: ArrayLike, ids: Sequence[str]) -> dict[str, float]:
        """Cosine of each document's nearest window, -1 to 1; documents without vectors are left out."""
        query = np.asarray(vector, dtype=np.float32)
        norm = float(np.linalg.norm(query))
        with self._database.reading() as connection:
            stored = self._tables.read(connection).get("dimension")
            if stored is None or not np.isfinite(norm) or norm < 1e-12:
                return {}
            if int(stored) != len(query):
                raise StaleIndex({"embedder": (f"{stored} dimensions", f"{len(query)} dimensions")})
            windows: Any = connection.execute(
                f"SELECT d.id, v.embedding FROM {self._tables.documents} AS d "
                f"CROSS JOIN {self._tables.windows} AS w ON w.doc = d.n "
                f"CROSS JOIN {self._tables.vectors} AS v ON v.rowid = w.n "
                "WHERE d.id IN (SELECT value FROM json_each(?))",
                (json.dumps(list(ids)),),
            ).fetchall()
        if not windows:
            return {}
        nearness = np.frombuffer(b"".join(data for _, data in windows), dtype=np.float32).reshape(len(windows), -1)
        best: dict[str, float] = {}
        for (id_, _), cosine in zip(windows, (nearness @ (query / norm)).tolist(), strict=True):
            best[id_] = max(cosine, best.get(id_, -1.0))
        return best

    def _named(self, connection: apsw.Connection, found: Sequence[tuple[int, float]]) -> dict[str, float]:
        sql = f"SELECT n, id FROM {self._tables.documents} WHERE n IN (SELECT value FROM json_each(?))"
        rows: Any = connection.execute(sql, (json.dumps([number for number, _ in found]),))
        names: dict[int, str] = dict(rows)
        return {names[number]: score for number, score in found}

    def _count(self, connection: apsw.Connection) -> int:
        revision = ranking.revision(connection, self._tables)
        if self._total[0] != revision:
            self._total = (revision, int(connection.execute(f"SELECT count(*) FROM {self._tables.documents}").get))
        return self._total[1]


def _quoted(token: str) -> str:
    """A string of the full-text language, so that nothing in it is an operator."""
    return '"{}"'.format(token.replace('"', '""'))
