"""Documents and their chunks: written, moved to other readers and removed inside one transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from pilothouse.retrieval.library.job import READ, SKIPPED, Outcome, Reading
from pilothouse.retrieval.library.records import Record
from pilothouse.retrieval.library.tables import CHUNKS, audience, packed
from pilothouse.retrieval.rows import Row
from pilothouse.retrieval.writing import Writer

_COLUMNS = (
    "id, root, path, line, offset, title, source, date, dept, allow, own_dept, own_allow, audience, hash, size, mtime, "
    "status, reason, sentence, warnings, chunks, built"
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk ready to be written. ``hash`` names the text whose ``vector``, shape (dimension,), stands for it."""

    row: Row
    hash: bytes
    vector: NDArray[np.float32]


class Shelf:
    """Use it inside ``Database.writing``; ``close`` notes that something changed. ``built`` names how chunks are made.

    Raises ``StaleIndex`` when another tokenizer made the keywords, unless not ``checked``: removing needs no tokens.
    """

    def __init__(self, connection: apsw.Connection, built: str, checked: bool = True) -> None:
        self._connection = connection
        self._built = built
        self._writer = Writer(connection, CHUNKS, checked)
        self._changed = False

    def put(self, reading: Reading, pieces: Sequence[Piece]) -> Outcome:
        """The document with all its chunks instead of what stood under its id before.

        A reading with a reason is kept as skipped; so is one whose id belongs to another source (``duplicate``).
        """
        job, reason, sentence = reading.job, reading.reason, reading.sentence
        rows: Any = self._connection.execute(
            "SELECT n, root, path, status FROM library_documents WHERE id = ?", (job.id,)
        ).fetchall()
        own = [n for n, root, path, _ in rows if (root, path) == (job.root, job.path)]
        if not reason and any(status == READ and n not in own for n, _, _, status in rows):
            reason, sentence = "duplicate", _taken(job.id)
        self.remove(own)
        number = audience(self._connection, reading.dept, reading.allow)
        kept = () if reason else pieces
        values = (
            *(job.id, job.root, job.path, job.line, job.offset, reading.title, reading.source, reading.date),
            *(reading.dept, packed(reading.allow), reading.own_dept, packed(reading.own_allow), number, reading.hash),
            *(job.size, job.mtime, SKIPPED if reason else READ, reason, sentence),
            *(json.dumps(reading.warnings, ensure_ascii=False), len(kept), self._built),
        )
        self._connection.execute(
            f"INSERT INTO library_documents ({_COLUMNS}) VALUES ({', '.join('?' * len(values))})", values
        )
        document = self._connection.last_insert_rowid()
        for piece in kept:
            n = self._writer.add(_stamped(piece.row, number, reading.dept), None, with_embedding=False)
            self._writer.add_vectors(n, piece.vector[np.newaxis, :])
            self._connection.execute("INSERT INTO library_chunks VALUES (?, ?, ?)", (n, document, piece.hash))
        self._changed = True
        return Outcome(job.id, job.source, len(kept), reason, sentence, reading.warnings)

    def remove(self, documents: Iterable[int], spare: bool = False) -> None:
        """With ``spare`` the vectors are kept until the end of the run: the texts may come back under another name."""
        for document in documents:
            rows: Any = self._connection.execute("SELECT n FROM library_chunks WHERE document = ?", (document,))
            numbers = [n for (n,) in rows.fetchall()]
            if numbers:
                if spare:
                    self._connection.execute(
                        "INSERT OR IGNORE INTO library_spare SELECT c.hash, v.embedding FROM library_chunks AS c "
                        f"JOIN {CHUNKS.windows} AS w ON w.doc = c.n JOIN {CHUNKS.vectors} AS v ON v.rowid = w.n "
                        "WHERE c.document = ?",
                        (document,),
                    )
                self._writer.remove(numbers)
                self._connection.execute("DELETE FROM library_chunks WHERE document = ?", (document,))
            self._connection.execute("DELETE FROM library_documents WHERE n = ?", (document,))
            self._changed = True

    def reassign(self, document: int, dept: str, allow: Sequence[str]) -> None:
        """Other readers or another department for a document; its texts and vectors stay as they are."""
        number = audience(self._connection, dept, allow)
        self._connection.execute(
            "UPDATE library_documents SET dept = ?, allow = ?, audience = ? WHERE n = ?",
            (dept, packed(allow), number, document),
        )
        self._meta(document, audience=number, dept=dept)

    def redescribe(self, document: int, record: Record) -> None:
        """What a record says of itself beside its text; who may read it is set by ``reassign``."""
        source = record.url or record.id
        self._connection.execute(
            "UPDATE library_documents SET date = ?, source = ?, own_dept = ?, own_allow = ? WHERE n = ?",
            (record.date, source, record.dept, packed(record.allow), document),
        )
        self._meta(document, date=record.date, source=source)

    def restamp(self, document: int, size: int, mtime: int) -> None:
        """A file that was touched but holds the same."""
        self._connection.execute(
            "UPDATE library_documents SET size = ?, mtime = ? WHERE n = ?", (size, mtime, document)
        )

    def close(self) -> None:
        if self._changed:
            self._writer.changed()

    def _meta(self, document: int, **values: object) -> None:
        paths = ", ".join(f"'$.{name}', ?" for name in values)
        self._connection.execute(
            f"UPDATE {CHUNKS.documents} SET meta = jsonb_set(meta, {paths}) "
            "WHERE n IN (SELECT n FROM library_chunks WHERE document = ?)",
            (*values.values(), document),
        )
        self._changed = True


def known_vectors(connection: apsw.Connection, hashes: Iterable[bytes]) -> dict[bytes, NDArray[np.float32]]:
    """Vectors that the library holds for texts, by their hashes."""
    found: dict[bytes, NDArray[np.float32]] = {}
    if "dimension" not in CHUNKS.read(connection):
        return found
    for hash_ in hashes:
        rows: Any = connection.execute(
            f"SELECT v.embedding FROM library_chunks AS c JOIN {CHUNKS.windows} AS w ON w.doc = c.n "
            f"CROSS JOIN {CHUNKS.vectors} AS v ON v.rowid = w.n WHERE c.hash = ? LIMIT 1",
            (hash_,),
        ).fetchone()
        rows = rows or connection.execute("SELECT embedding FROM library_spare WHERE hash = ?", (hash_,)).fetchone()
        if rows is not None:
            found[hash_] = np.frombuffer(rows[0], dtype=np.float32)
    return found


def _taken(id_: str) -> str:
    return (
        f"已有另一来源的文档用 id {id_!r}，这一份没有收录；不要那一份时用 --remove 去掉它。 "
        f"Another source has a document with the id {id_!r}; this one was left out. "
        "Remove the other with --remove if it is no longer wanted."
    )


def _stamped(row: Row, number: int, dept: str) -> Row:
    id_, content, meta, *rest = row.values
    stamp = json.dumps({"dept": dept, "audience": number}, ensure_ascii=False)
    return replace(row, values=(id_, content, f"{meta[:-1]}, {stamp[1:]}", *rest))
