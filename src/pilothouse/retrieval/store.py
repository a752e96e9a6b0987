"""A Haystack DocumentStore in one SQLite file: text, keywords, vectors and exact names change together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

import apsw
import numpy as np
import sqlite_vec  # type: ignore[import-untyped]
from haystack.core.serialization import default_from_dict, default_to_dict
from haystack.dataclasses import Document
from haystack.document_stores.errors import DuplicateDocumentError
from haystack.document_stores.types import DuplicatePolicy
from numpy.typing import ArrayLike

from pilothouse.retrieval import ranking
from pilothouse.retrieval.database import Database
from pilothouse.retrieval.filters import Filters, compile_filters, register
from pilothouse.retrieval.lookup import Lookup
from pilothouse.retrieval.rows import COLUMNS, Row, decode, encode
from pilothouse.retrieval.schema import Tables
from pilothouse.retrieval.terms import TermIndex
from pilothouse.retrieval.versions import SCHEMA, IndexVersion
from pilothouse.retrieval.writing import Writer

_NAME = re.compile(r"[a-z][a-z0-9_]{0,40}")


class SQLiteDocumentStore:
    """See the methods. ``path`` is a file or ``":memory:"``; ``table`` names the store inside the file.

    ``title_fields``: meta fields whose words weigh more in keyword search. ``term_fields``: meta fields (strings or
    lists of strings) that make the exact table. ``return_embedding``: whether ``filter_documents`` gives embeddings
    back; searches never do, because Haystack copies documents at every hop.

    Vectors are stored normalised, float32; the first one fixes the dimension. A zero vector counts as none.
    Raises ``DataError`` when the file can't be used, here and in every method.
    """

    def __init__(
        self,
        path: str | Path = ":memory:",
        table: str = "documents",
        title_fields: Sequence[str] = ("title", "name", "name_en", "aliases", "aliases_en"),
        term_fields: Sequence[str] = ("title", "name", "name_en", "aliases", "aliases_en", "category"),
        busy_timeout_s: float = 10.0,
        return_embedding: bool = False,
    ) -> None:
        if not _NAME.fullmatch(table):
            raise ValueError(f"table must be a short lower-case name, not {table!r}.")
        self.path = str(path)
        self.table = table
        self.title_fields = tuple(title_fields)
        self.term_fields = tuple(term_fields)
        self.busy_timeout_s, self.return_embedding = busy_timeout_s, return_embedding
        self._tables = Tables.named(table)
        self._terms: tuple[int, TermIndex] = (-1, TermIndex(()))
        self._building = Lock()
        self._database = Database(self.path, busy_timeout_s, self._prepare)
        self.lookup = Lookup(self._database, self._tables)
        self.reading = self._database.reading  # inside one, all that a thread asks sees the same state
        with self.reading():
            pass

    # --- Haystack's protocol ---

    def to_dict(self) -> dict[str, Any]:
        return default_to_dict(
            self,
            path=self.path,
            table=self.table,
            title_fields=list(self.title_fields),
            term_fields=list(self.term_fields),
            busy_timeout_s=self.busy_timeout_s,
            return_embedding=self.return_embedding,
        )

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> SQLiteDocumentStore:
        return default_from_dict(cls, data)

    def count_documents(self) -> int:
        with self._database.reading() as connection:
            return int(connection.execute(f"SELECT count(*) FROM {self._tables.documents}").get)

    def count_documents_by_filter(self, filters: Filters) -> int:
        with self._database.reading() as connection:
            return len(self._matching(connection, filters))

    def filter_documents(self, filters: Filters | None = None) -> list[Document]:
        """In the order of writing. Raises ``FilterError`` (Haystack) for malformed filters."""
        condition = compile_filters(filters)
        where, bindings = (f"WHERE {condition.sql}", condition.bindings) if condition else ("", ())
        with self._database.reading() as connection:
            found: Any = connection.execute(
                f"SELECT {COLUMNS} FROM {self._tables.documents} AS d {where} ORDER BY d.n", bindings
            ).fetchall()
            vectors = self._embeddings(connection) if self.return_embedding else {}
        return [decode(row, embedding=vectors.get(row[0])) for row in found]

    def write_documents(self, documents: list[Document], policy: DuplicatePolicy = DuplicatePolicy.NONE) -> int:
        """All or none; returns how many were written. ``NONE`` means ``FAIL``.

        Raises ``ValueError`` for what is not a list of documents or can't be stored, ``DuplicateDocumentError``.
        """
        rows = self._encode(documents)
        with self._database.writing() as connection:
            writer = Writer(connection, self._tables)
            written = 0
            for row in rows:
                known = writer.number(row.id)
                if known is not None:
                    if policy == DuplicatePolicy.SKIP:
                        continue
                    if policy != DuplicatePolicy.OVERWRITE:
                        raise DuplicateDocumentError(f"ID {row.id!r} already exists.")
                    writer.remove([known])
                writer.add(row, known)
                written += 1
            if written:
                writer.changed()
        return written

    def delete_documents(self, document_ids: list[str]) -> None:
        """Unknown ids are passed over."""
        with self._database.writing() as connection:
            writer = Writer(connection, self._tables)
            numbers = [number for id_ in document_ids if (number := writer.number(id_)) is not None]
            if numbers:
                writer.remove(numbers)
                writer.changed()

    def delete_all_documents(self) -> None:
        self.replace_all([])

    def delete_by_filter(self, filters: Filters) -> int:
        """Returns how many were deleted."""
        with self._database.writing() as connection:
            numbers = self._matching(connection, filters)
            writer = Writer(connection, self._tables)
            if numbers:
                writer.remove(numbers)
                writer.changed()
        return len(numbers)

    def update_by_filter(self, filters: Filters, meta: dict[str, Any]) -> int:
        """Sets the given meta fields (others stay) and indexes the documents again; returns how many."""
        with self._database.writing() as connection:
            writer = Writer(connection, self._tables)
            numbers = self._matching(connection, filters)
            for number in numbers:
                old = decode(writer.read(number))
                fresh = Document(id=old.id, content=old.content, blob=old.blob, meta={**old.meta, **meta})
                writer.rewrite(number, encode(fresh, self.title_fields, self.term_fields))
            if numbers:
                writer.changed()
        return len(numbers)

    # --- Beyond the protocol: windows, whole replacement, versions ---

    def write_windows(self, windows: Mapping[str, ArrayLike]) -> None:
        """Several vectors for each document, shape (n, dimension); they replace those it had. The best one counts.

        Raises ``KeyError`` for an unknown document, then nothing is written.
        """
        with self._database.writing() as connection:
            writer = Writer(connection, self._tables)
            for id_, vectors in windows.items():
                number = writer.number(id_)
                if number is None:
                    raise KeyError(id_)
                writer.remove_vectors([number])
                writer.add_vectors(number, np.atleast_2d(np.asarray(vectors, dtype=np.float32)))
            writer.changed()

    def replace_all(
        self,
        documents: Iterable[Document],
        windows: Mapping[str, ArrayLike] | None = None,
        version: IndexVersion | None = None,
    ) -> int:
        """Replaces the whole content and the version in one transaction; readers see all old or all new.

        ``windows`` as in ``write_windows``; a document that has some needs no ``embedding``. Returns the number of
        documents. Raises as ``write_documents`` and ``write_windows`` do.
        """
        rows = self._encode(list(documents))  # before the lock is taken: tokenising is the slow part
        unknown = set(windows or ()) - {row.id for row in rows}
        if unknown:
            raise KeyError(min(unknown))
        with self._database.writing() as connection:
            self._tables.clear(connection)
            writer = Writer(connection, self._tables)
            for row in rows:
                if writer.number(row.id) is not None:
                    raise DuplicateDocumentError(f"ID {row.id!r} occurs twice.")
                own = (windows or {}).get(row.id)
                number = writer.add(row, None, with_embedding=own is None)
                if own is not None:
                    writer.add_vectors(number, np.atleast_2d(np.asarray(own, dtype=np.float32)))
            writer.state(version or IndexVersion())
            writer.changed()
        return len(rows)

    def version(self) -> IndexVersion:
        """What the content was built from."""
        with self._database.reading() as connection:
            facts = self._tables.read(connection)
        return IndexVersion(
            data=facts.get("data", ""),
            embedder=facts.get("embedder", ""),
            tokenizer=facts.get("tokenizer", ""),
            schema=int(facts.get("schema", SCHEMA)),
            built_at=facts.get("built_at", ""),
        )

    def check(self, expected: IndexVersion) -> None:
        """Raises ``StaleIndex`` when the content was built from something else than ``expected``."""
        self.version().check(expected)

    @property
    def revision(self) -> int:
        """Rises with every change, in whichever process it was made."""
        with self._database.reading() as connection:
            return ranking.revision(connection, self._tables)

    def close(self) -> None:
        self._database.close()

    # --- Searches: filters decide who takes part before anything is ranked ---

    def keyword_search(self, query: str, filters: Filters | None = None, top_k: int = 20) -> list[Document]:
        """Documents with any word or character pair of the query; score is BM25, higher is better."""
        condition = compile_filters(filters)
        with self._database.reading() as connection:
            return ranking.by_words(connection, self._tables, query, condition, _positive(top_k))

    def vector_search(
        self, embedding: Sequence[float] | ArrayLike, filters: Filters | None = None, top_k: int = 20
    ) -> list[Document]:
        """Nearest documents by their best window; score is the cosine, -1 to 1.

        Raises ``StaleIndex`` when the vector has another dimension than the stored ones.
        """
        condition = compile_filters(filters)
        with self._database.reading() as connection:
            return ranking.by_vector(connection, self._tables, embedding, condition, _positive(top_k))

    def exact_search(self, query: str, filters: Filters | None = None, top_k: int = 20) -> list[Document]:
        """Documents with a name, alias or category that the query contains or is part of, longest first.

        Score in (0, 1], see ``TermHit``; a category counts half.
        """
        condition = compile_filters(filters)
        with self._database.reading() as connection:
            terms = self._term_index(connection)
            return ranking.by_terms(connection, self._tables, terms, query, condition, _positive(top_k))

    def _term_index(self, connection: apsw.Connection) -> TermIndex:
        revision = ranking.revision(connection, self._tables)
        with self._building:
            if self._terms[0] != revision:
                rows = connection.execute(f"SELECT term, doc, field FROM {self._tables.terms}")
                self._terms = (revision, TermIndex(rows))
            return self._terms[1]

    def _matching(self, connection: apsw.Connection, filters: Filters | None) -> list[int]:
        condition = compile_filters(filters)
        where, bindings = (f"WHERE {condition.sql}", condition.bindings) if condition else ("", ())
        sql = f"SELECT d.n FROM {self._tables.documents} AS d {where} ORDER BY d.n"
        return [number for (number,) in connection.execute(sql, bindings)]

    def _embeddings(self, connection: apsw.Connection) -> dict[int, list[float]]:
        if "dimension" not in self._tables.read(connection):
            return {}
        sql = f"SELECT w.doc, w.norm, v.embedding FROM {self._tables.windows} AS w JOIN {self._tables.vectors} AS v "
        rows = connection.execute(f"{sql} ON v.rowid = w.n WHERE w.own")
        return {doc: (np.frombuffer(data, dtype=np.float32) * norm).tolist() for doc, norm, data in rows}

    def _encode(self, documents: list[Document]) -> list[Row]:
        if not isinstance(documents, list) or not all(isinstance(document, Document) for document in documents):
            raise ValueError("documents must be a list of Document.")
        return [encode(document, self.title_fields, self.term_fields) for document in documents]

    def _prepare(self, connection: apsw.Connection) -> None:
        connection.enable_load_extension(True)
        connection.load_extension(sqlite_vec.loadable_path())
        connection.enable_load_extension(False)
        register(connection)
        self._tables.create(connection)


def _positive(top_k: int) -> int:
    if top_k < 1:
        raise ValueError("top_k must be greater than 0.")
    return top_k
