"""Tables of the library, beside those of the chunk store in the same file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import apsw
import sqlite_vec  # type: ignore[import-untyped]

from pilothouse.retrieval.database import Database
from pilothouse.retrieval.filters import register
from pilothouse.retrieval.library.audience import admits
from pilothouse.retrieval.schema import Tables
from pilothouse.sqlite import transaction

CHUNKS = Tables.named("chunks")
TITLE_FIELDS = ("title", "section")
BUSY_S = 60.0  # a writer waits for the batch of another, never for a reader

_SCHEMA = """
CREATE TABLE IF NOT EXISTS library_roots (
  n INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, name TEXT NOT NULL UNIQUE,
  dept TEXT NOT NULL, allow TEXT NOT NULL, ruled INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS library_audiences (
  n INTEGER PRIMARY KEY AUTOINCREMENT, dept TEXT NOT NULL, allow TEXT NOT NULL, UNIQUE (dept, allow)) STRICT;
CREATE TABLE IF NOT EXISTS library_documents (
  n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, root INTEGER NOT NULL, path TEXT NOT NULL,
  line INTEGER NOT NULL, offset INTEGER NOT NULL, title TEXT NOT NULL, source TEXT NOT NULL, date TEXT NOT NULL,
  dept TEXT NOT NULL, allow TEXT NOT NULL, own_dept TEXT NOT NULL, own_allow TEXT NOT NULL, audience INTEGER NOT NULL,
  hash TEXT NOT NULL, size INTEGER NOT NULL, mtime INTEGER NOT NULL, status TEXT NOT NULL, reason TEXT NOT NULL,
  sentence TEXT NOT NULL, warnings TEXT NOT NULL, chunks INTEGER NOT NULL, built TEXT NOT NULL) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS library_documents_id ON library_documents (id) WHERE status = 'read';
CREATE INDEX IF NOT EXISTS library_documents_name ON library_documents (id);
CREATE INDEX IF NOT EXISTS library_documents_path ON library_documents (root, path);
CREATE INDEX IF NOT EXISTS library_documents_audience ON library_documents (audience);
CREATE TABLE IF NOT EXISTS library_corpora (
  root INTEGER NOT NULL, path TEXT NOT NULL, size INTEGER NOT NULL, mtime INTEGER NOT NULL, hash TEXT NOT NULL,
  built TEXT NOT NULL, PRIMARY KEY (root, path)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS library_chunks (
  n INTEGER PRIMARY KEY, document INTEGER NOT NULL, hash BLOB NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS library_chunks_document ON library_chunks (document);
CREATE INDEX IF NOT EXISTS library_chunks_hash ON library_chunks (hash);
CREATE TABLE IF NOT EXISTS library_spare (hash BLOB PRIMARY KEY, embedding BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS library_facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO library_facts VALUES ('made', lower(hex(randomblob(4))));
"""
_LAST = ("library_facts", "library_documents_name")  # the newest of each kind: libraries made before lack them


def open_database(path: Path) -> Database:
    """The file with all tables. Raises ``DataError`` when it can't be used, as every use does."""
    database = Database(str(path), BUSY_S, _prepare)
    with database.reading():
        pass
    return database


def facts(connection: apsw.Connection) -> dict[str, str]:
    rows: Any = connection.execute("SELECT name, value FROM library_facts")
    return dict(rows)


def note(connection: apsw.Connection, **values: str) -> None:
    connection.executemany("INSERT OR REPLACE INTO library_facts VALUES (?, ?)", values.items())


def audience(connection: apsw.Connection, dept: str, allow: Sequence[str]) -> int:
    """The number that stands for this department and allow list. It never comes to mean anything else."""
    row = (dept, packed(allow))
    connection.execute("INSERT INTO library_audiences (dept, allow) VALUES (?, ?) ON CONFLICT DO NOTHING", row)
    found = connection.execute("SELECT n FROM library_audiences WHERE dept = ? AND allow = ?", row)
    return int(found.get)


def visible(connection: apsw.Connection, scopes: frozenset[str], dept: str = "all") -> list[int]:
    """Audiences to which a holder of ``scopes`` belongs, of one department or of all."""
    rows: Any = connection.execute("SELECT n, dept, allow FROM library_audiences ORDER BY n")
    return [n for n, own, allow in rows if dept in ("all", own) and admits(json.loads(allow), scopes)]


def packed(allow: Iterable[str]) -> str:
    return json.dumps(sorted(set(allow)), ensure_ascii=False)


def _prepare(connection: apsw.Connection) -> None:
    connection.enable_load_extension(True)
    connection.load_extension(sqlite_vec.loadable_path())
    connection.enable_load_extension(False)
    register(connection)
    CHUNKS.create(connection)
    known = connection.execute("SELECT count(*) FROM sqlite_schema WHERE name IN (?, ?)", _LAST).get
    if known != len(_LAST):
        with transaction(connection):  # others see all tables or none
            connection.execute(_SCHEMA)
