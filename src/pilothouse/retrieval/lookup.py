"""Light questions to a store: ids with scores instead of documents, how common words are, how near documents are."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import apsw
import numpy as np
from haystack.dataclasses import Document
from numpy.typing import ArrayLike

from pilothouse.retrieval import keywords, ranking
from pilothouse.retrieval.database import Database
from pilothouse.retrieval.filters import Condition, Filters, compile_filters
from pilothouse.retrieval.nearest import Nearest
from pilothouse.retrieval.schema import Tables
from pilothouse.retrieval.selection import Selection, select
from pilothouse.retrieval.versions import StaleIndex

REMEMBERED, CONDITIONS = 20_000, 16  # tokens, for each of so many conditions


class Lookup:
    """Of one store, always of its present state. Thread-safe as the store is. ``StaleIndex`` is raised when a vector
    has another dimension than the stored ones, ``FilterError`` (Haystack) for malformed filters."""

    def __init__(self, database: Database, tables: Tables) -> None:
        self._database = database
        self._tables = tables
        # The revision counted, and by the table with the documents how many hold a token; under "" all.
        self._counted = -1
        self._counts: dict[str, dict[str, int]] = {}
        self._nearest = Nearest(tables)

    def by_words(self, tokens: Sequence[str], filters: Filters | None = None, top_k: int = 20) -> dict[str, float]:
        """BM25 by document id, best first, of documents with any of the tokens (of ``tokenizer``). How rare a token is
        is asked of the documents that the filters admit, so that others leave no trace in the order."""
        condition = compile_filters(filters)
        wanted = list(dict.fromkeys(token for token in tokens if token))
        with self._database.reading() as connection:
            total, counts = self._frequencies(connection, wanted, None)
            chosen = self._chosen(connection, condition, total)
            if chosen is None:
                parts = keywords.split(wanted, total, counts, top_k)
                found = keywords.matches(connection, self._tables, parts, condition, top_k)
            else:
                own, held = self._frequencies(connection, wanted, chosen)
                parts = keywords.split(wanted, own, held, top_k)
                rarity = {
                    token: keywords.weight(own, count) / keywords.weight(total, counts[token])
                    for token, count in held.items()
                }
                found = keywords.matches_within(connection, self._tables, parts, chosen, rarity, top_k)
            return self._named(connection, found)

    def by_vector(self, vector: ArrayLike, filters: Filters | None = None, top_k: int = 20) -> dict[str, float]:
        """Cosine by document id, best first, of the nearest documents by their best windows."""
        condition = compile_filters(filters)
        with self._database.reading() as connection:
            found = ranking.neighbours(connection, self._tables, vector, condition, top_k, self._nearest)
            return self._named(connection, found)

    def documents(self, ids: Sequence[str]) -> list[Document]:
        """In the order of ``ids``; unknown ones are left out."""
        with self._database.reading() as connection:
            sql = f"SELECT id, n FROM {self._tables.documents} WHERE id IN (SELECT value FROM json_each(?))"
            rows: Any = connection.execute(sql, (json.dumps(list(ids)),))
            numbers: dict[str, int] = dict(rows)
            return ranking.fetch(connection, self._tables, [(numbers[id_], 0.0) for id_ in ids if id_ in numbers])

    def frequencies(self, tokens: Sequence[str], filters: Filters | None = None) -> tuple[int, dict[str, int]]:
        """How many documents there are, and how many hold each token, among those that the filters admit; unknown
        tokens are left out."""
        condition = compile_filters(filters)
        with self._database.reading() as connection:
            total, found = self._frequencies(connection, tokens, None)
            chosen = self._chosen(connection, condition, total)
            return (total, found) if chosen is None else self._frequencies(connection, tokens, chosen)

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

    def _chosen(self, connection: apsw.Connection, condition: Condition | None, total: int) -> Selection | None:
        """The documents that a condition admits; ``None`` when those are all, or when it can't be told beforehand."""
        chosen = select(connection, self._tables, condition, always=True)
        if chosen is None:
            return None
        admitted = connection.execute(f"SELECT count(*) FROM {chosen.documents}").get
        return None if admitted == total else chosen

    def _frequencies(
        self, connection: apsw.Connection, tokens: Sequence[str], chosen: Selection | None
    ) -> tuple[int, dict[str, int]]:
        revision = ranking.revision(connection, self._tables)
        if self._counted != revision or len(self._counts) > CONDITIONS:
            self._counted, self._counts = revision, {}
        place = chosen.documents if chosen else self._tables.documents
        known = self._counts.get(place)
        if known is None or len(known) > REMEMBERED:
            known = {"": int(connection.execute(f"SELECT count(*) FROM {place}").get)}
        missing = [token for token in dict.fromkeys(tokens) if token and token not in known]
        known = known | self._count(connection, missing, chosen) if missing else known
        if self._counted == revision:
            self._counts[place] = known
        return known[""], {token: count for token in tokens if token and (count := known[token])}

    def _count(self, connection: apsw.Connection, tokens: Sequence[str], chosen: Selection | None) -> dict[str, int]:
        words = self._tables.words
        rows = f"temp.{words}_rows"
        connection.execute(f"CREATE VIRTUAL TABLE IF NOT EXISTS {rows} USING fts5vocab(main, {words}, row)")
        matching = f"SELECT count(*) FROM {words} WHERE {words} MATCH ?"
        if chosen is not None:
            matching += f" AND +rowid IN (SELECT n FROM {chosen.documents})"
        found: dict[str, int] = {}
        for token in tokens:
            # Latin words are stored as stems, which only the index itself can make.
            if chosen is not None or (token.isascii() and not token.isdigit()):
                count = connection.execute(matching, (keywords.quoted(token),)).get
            else:
                count = connection.execute(f"SELECT doc FROM {rows} WHERE term = ?", (token,)).get
            found[token] = count if isinstance(count, int) else 0
        return found
