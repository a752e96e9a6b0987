"""Which documents a condition admits, remembered until the data changes.

Who may read what is asked with every search, and evaluating it over all documents takes longer than searching them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import apsw

from pilothouse.retrieval.filters import Condition
from pilothouse.retrieval.schema import Tables

FEW = 4096  # documents; below, nothing is gained
KEPT = 4  # selections a connection remembers


@dataclass(frozen=True, slots=True)
class Selection:
    """Names of two temporary tables with one column ``n``: numbers of documents, and of their windows."""

    documents: str
    windows: str


def select(
    connection: apsw.Connection, tables: Tables, condition: Condition | None, always: bool = False
) -> Selection | None:
    """``None`` when the condition had better be evaluated where it is needed: over few documents, unless ``always``,
    and where it calls Python, which may raise for documents that a search would never have looked at. Use it inside a
    transaction."""
    if condition is None or "pilothouse_" in condition.sql:
        return None
    if not always and (connection.execute(f"SELECT max(n) FROM {tables.documents}").get or 0) <= FEW:
        return None
    revision = connection.execute(f"SELECT value FROM {tables.facts} WHERE name = 'revision'").get
    key = hashlib.sha1(repr((tables.documents, revision, condition)).encode()).hexdigest()
    found = Selection(f"temp.selected_{key}", f"temp.selected_{key}_windows")
    # The schema is asked, not a variable: a transaction that is rolled back takes temporary tables with it.
    rows: Any = connection.execute(
        "SELECT name FROM temp.sqlite_schema WHERE name GLOB 'selected_*' AND name NOT GLOB '*_windows' ORDER BY rowid"
    )
    known = [name for (name,) in rows.fetchall()]
    if f"selected_{key}" in known:
        return found
    for name in known[: max(0, len(known) - KEPT + 1)]:
        connection.execute(f"DROP TABLE temp.{name}; DROP TABLE temp.{name}_windows")
    connection.execute(f"CREATE TABLE {found.documents} (n INTEGER PRIMARY KEY)")
    connection.execute(f"CREATE TABLE {found.windows} (n INTEGER PRIMARY KEY)")
    connection.execute(
        f"INSERT INTO {found.documents} SELECT d.n FROM {tables.documents} AS d WHERE {condition.sql} ORDER BY d.n",
        condition.bindings,
    )
    connection.execute(
        f"INSERT INTO {found.windows} SELECT n FROM {tables.windows} "
        f"WHERE doc IN (SELECT n FROM {found.documents}) ORDER BY n"
    )
    return found
