"""The three rankings of a store. Each runs inside one read transaction; filters come before the ranking."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import apsw
import numpy as np
from haystack.dataclasses import Document
from numpy.typing import ArrayLike

from pilothouse.retrieval.filters import Condition
from pilothouse.retrieval.nearest import Nearest
from pilothouse.retrieval.rows import COLUMNS, decode
from pilothouse.retrieval.schema import Tables
from pilothouse.retrieval.selection import select
from pilothouse.retrieval.terms import TermIndex
from pilothouse.retrieval.tokenizer import match_query, normalise
from pilothouse.retrieval.versions import StaleIndex

MAX_NEIGHBOURS = 4096  # sqlite-vec's limit for k
CATEGORY_SHARE = 0.5  # a category says what kind of thing is wanted, a name says which


def revision(connection: apsw.Connection, tables: Tables) -> int:
    return int(connection.execute(f"SELECT value FROM {tables.facts} WHERE name = 'revision'").get)


def by_words(
    connection: apsw.Connection, tables: Tables, query: str, condition: Condition | None, top_k: int
) -> list[Document]:
    expression = match_query(query)
    return fetch(connection, tables, matches(connection, tables, expression, condition, top_k) if expression else [])


def matches(
    connection: apsw.Connection, tables: Tables, expression: str, condition: Condition | None, top_k: int
) -> list[tuple[int, float]]:
    """(document, BM25) of the best documents for a full-text expression."""
    where, bindings = (f"AND {condition.sql}", condition.bindings) if condition else ("", ())
    # CROSS JOIN keeps the full-text index on the outside: the filter looks at matching documents only. So does "+".
    join = f"CROSS JOIN {tables.documents} AS d ON d.n = {tables.words}.rowid" if condition else ""
    if chosen := select(connection, tables, condition):
        where, bindings, join = f"AND +{tables.words}.rowid IN (SELECT n FROM {chosen.documents})", (), ""
    found: Any = connection.execute(
        f"SELECT {tables.words}.rowid, -rank FROM {tables.words} {join} WHERE {tables.words} MATCH ? {where} "
        f"ORDER BY rank, {tables.words}.rowid LIMIT ?",
        (expression, *bindings, top_k),
    ).fetchall()
    return list(found)


def by_vector(
    connection: apsw.Connection, tables: Tables, embedding: ArrayLike, condition: Condition | None, top_k: int
) -> list[Document]:
    return fetch(connection, tables, neighbours(connection, tables, embedding, condition, top_k))


def neighbours(
    connection: apsw.Connection,
    tables: Tables,
    embedding: ArrayLike,
    condition: Condition | None,
    top_k: int,
    nearest: Nearest | None = None,
) -> list[tuple[int, float]]:
    """(document, cosine) of the nearest documents by their best windows; from memory where ``nearest`` has them."""
    vector = np.asarray(embedding, dtype=np.float32)
    if vector.ndim != 1 or not np.isfinite(vector).all():
        raise ValueError("The query vector must be finite and have one dimension.")
    stored = tables.read(connection).get("dimension")
    norm = float(np.linalg.norm(vector))
    if stored is None or norm < 1e-12:
        return []
    if int(stored) != len(vector):
        raise StaleIndex({"embedder": (f"{stored} dimensions", f"{len(vector)} dimensions")})
    if nearest is not None:
        held = nearest.search(connection, revision(connection, tables), vector / norm, condition, top_k)
        if held is not None:
            return held
    found = _nearest(connection, tables, (vector / norm).tobytes(), condition, top_k)
    return [(doc, 1.0 - distance * distance / 2.0) for doc, distance in found]


def _nearest(
    connection: apsw.Connection, tables: Tables, vector: bytes, condition: Condition | None, top_k: int
) -> list[tuple[int, float]]:
    """(document, distance) of the ``top_k`` nearest documents; a document is as near as its nearest window."""
    where, bindings = "", ()
    if condition:
        where = (
            f"AND rowid IN (SELECT w.n FROM {tables.documents} AS d JOIN {tables.windows} AS w ON w.doc = d.n "
            f"WHERE {condition.sql})"
        )
        bindings = condition.bindings
    if chosen := select(connection, tables, condition):
        where, bindings = f"AND rowid IN (SELECT n FROM {chosen.windows})", ()
    wanted = top_k
    while wanted <= MAX_NEIGHBOURS:
        rows: Any = connection.execute(
            f"SELECT w.doc, v.distance FROM (SELECT rowid, distance FROM {tables.vectors} "
            f"WHERE embedding MATCH ? AND k = ? {where}) AS v JOIN {tables.windows} AS w ON w.n = v.rowid "
            "ORDER BY v.distance, w.n",
            (vector, wanted, *bindings),
        ).fetchall()
        best: dict[int, float] = {}
        for doc, distance in rows:
            best.setdefault(doc, distance)
        if len(best) >= top_k or len(rows) < wanted:
            return list(best.items())[:top_k]
        # Windows of the same documents filled the places: look further.
        wanted = wanted * 4 if wanted * 4 <= MAX_NEIGHBOURS or wanted == MAX_NEIGHBOURS else MAX_NEIGHBOURS
    scan = f"SELECT w.doc, min(vec_distance_l2(v.embedding, ?)) FROM {tables.vectors} AS v "
    scan += f"JOIN {tables.windows} AS w ON w.n = v.rowid JOIN {tables.documents} AS d ON d.n = w.doc "
    scan += f"WHERE {condition.sql} " if condition else ""
    bindings = condition.bindings if condition else ()
    found: Any = connection.execute(scan + "GROUP BY w.doc ORDER BY 2, 1 LIMIT ?", (vector, *bindings, top_k))
    return list(found)


def by_terms(
    connection: apsw.Connection,
    tables: Tables,
    terms: TermIndex,
    query: str,
    condition: Condition | None,
    top_k: int,
) -> list[Document]:
    scores: dict[int, float] = {}
    for hit in terms.find(normalise(query)):
        for number, field in hit.postings:
            score = hit.score * (CATEGORY_SHARE if field == "category" else 1.0)
            scores[number] = max(score, scores.get(number, 0.0))
    if not scores:
        return []
    if condition:
        sql = f"SELECT d.n FROM {tables.documents} AS d WHERE d.n IN (SELECT value FROM json_each(?)) "
        sql += f"AND {condition.sql}"
        allowed = {number for (number,) in connection.execute(sql, (json.dumps(list(scores)), *condition.bindings))}
        scores = {number: score for number, score in scores.items() if number in allowed}
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    return fetch(connection, tables, ranked[:top_k])


def fetch(connection: apsw.Connection, tables: Tables, found: Sequence[tuple[int, float]]) -> list[Document]:
    """The documents in the order of ``found``, (number, score)."""
    sql = f"SELECT {COLUMNS} FROM {tables.documents} AS d WHERE d.n IN (SELECT value FROM json_each(?))"
    rows: dict[int, Any] = {
        row[0]: row for row in connection.execute(sql, (json.dumps([number for number, _ in found]),))
    }
    return [decode(rows[number], score=score) for number, score in found]
