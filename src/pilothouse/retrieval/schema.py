"""Tables of a store. All names start with the store's table name, so one file holds several stores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import apsw

from pilothouse.contracts.errors import DataError
from pilothouse.retrieval.tokenizer import TOKENIZER_ID
from pilothouse.retrieval.versions import SCHEMA

TITLE_WEIGHT = 3.0  # a token in a name says more than the same token in a description


@dataclass(frozen=True, slots=True)
class Tables:
    """Names of the tables.

    ``documents`` (n, id, content, meta as JSONB, blob, mime, blob_meta, sparse); ``words`` full-text index of
    document n; ``windows`` (n, doc, norm, own) maps vector n of ``vectors`` to its document; ``terms`` (term, doc,
    field) exact names; ``facts`` (name, value) versions and counters.
    """

    documents: str
    words: str
    windows: str
    vectors: str
    terms: str
    facts: str

    @classmethod
    def named(cls, table: str) -> Tables:
        return cls(table, *(f"{table}_{part}" for part in ("words", "windows", "vectors", "terms", "facts")))

    def create(self, connection: apsw.Connection) -> None:
        """Makes what is missing. Raises ``DataError`` when a newer program made the file."""
        if self._exists(connection, self.facts):
            self._refuse_newer(connection)
            return
        connection.execute("BEGIN IMMEDIATE")  # others must see all tables or none, and may be creating them too
        try:
            if not self._exists(connection, self.facts):
                self._create_all(connection)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        self._refuse_newer(connection)

    def _create_all(self, connection: apsw.Connection) -> None:
        for statement in (
            f"CREATE TABLE {self.documents} "
            "(n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, content TEXT, meta BLOB NOT NULL, "
            "blob BLOB, mime TEXT, blob_meta TEXT, sparse TEXT) STRICT",
            f"CREATE TABLE {self.windows} "
            "(n INTEGER PRIMARY KEY, doc INTEGER NOT NULL, norm REAL NOT NULL, own INTEGER NOT NULL) STRICT",
            f"CREATE INDEX {self.windows}_doc ON {self.windows} (doc)",
            f"CREATE TABLE {self.terms} "
            "(term TEXT NOT NULL, doc INTEGER NOT NULL, field TEXT NOT NULL, PRIMARY KEY (doc, field, term)) "
            "STRICT, WITHOUT ROWID",
            f"CREATE TABLE {self.facts} (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
        ):
            connection.execute(statement)
        self.create_words(connection)
        facts = {"schema": str(SCHEMA), "tokenizer": TOKENIZER_ID, "revision": "0"}
        connection.executemany(f"INSERT INTO {self.facts} VALUES (?, ?)", facts.items())

    def create_words(self, connection: apsw.Connection) -> None:
        # Contentless: the text lives in `documents`. Tokens are made by our tokenizer and joined with spaces.
        connection.execute(
            f"CREATE VIRTUAL TABLE {self.words} USING fts5(title, body, content='', "
            "contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2')"
        )
        connection.execute(
            f"INSERT INTO {self.words} ({self.words}, rank) VALUES ('rank', 'bm25({TITLE_WEIGHT}, 1.0)')"
        )

    def create_vectors(self, connection: apsw.Connection, dimension: int) -> None:
        # Rows are normalised, so L2 ranks as cosine does, and sqlite-vec computes L2 with vector instructions.
        connection.execute(
            f"CREATE VIRTUAL TABLE {self.vectors} USING vec0(embedding float[{dimension}] distance_metric=l2)"
        )
        self.note(connection, dimension=dimension)

    def clear(self, connection: apsw.Connection) -> None:
        """Removes all content; the next vectors may have another dimension."""
        connection.execute(f"DROP TABLE IF EXISTS {self.vectors}")
        connection.execute(f"DROP TABLE {self.words}")
        self.create_words(connection)
        for table in (self.windows, self.terms, self.documents):
            connection.execute(f"DELETE FROM {table}")
        connection.execute(f"DELETE FROM {self.facts} WHERE name = 'dimension'")

    def note(self, connection: apsw.Connection, **facts: object) -> None:
        connection.executemany(
            f"INSERT OR REPLACE INTO {self.facts} VALUES (?, ?)", ((name, str(value)) for name, value in facts.items())
        )

    def read(self, connection: apsw.Connection) -> dict[str, str]:
        rows: Any = connection.execute(f"SELECT name, value FROM {self.facts}")
        return dict(rows)

    @staticmethod
    def _exists(connection: apsw.Connection, table: str) -> bool:
        found = connection.execute("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", (table,))
        return found.fetchone() is not None

    def _refuse_newer(self, connection: apsw.Connection) -> None:
        found = self.read(connection).get("schema", "0")
        if not found.isdigit() or int(found) > SCHEMA:
            raise DataError(
                f"索引由更新版本的程序创建（表结构 {found}，本程序支持到 {SCHEMA}）；请升级程序或重建索引。"
                f"The index was made by a newer program (schema {found}, this one knows {SCHEMA}); "
                "upgrade the program or build the index again."
            )
