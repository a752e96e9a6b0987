"""Answers that are still true, for the same question in the same or in other words, in one SQLite file."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import apsw

from pilothouse.contracts.errors import DataError
from pilothouse.retrieval.semantic.gate import Gate
from pilothouse.retrieval.semantic.reading import LONGEST, read
from pilothouse.retrieval.tokenizer import normalise
from pilothouse.sqlite import prepare, private, transaction

if TYPE_CHECKING:
    from pilothouse.embedding.embedder import Embedder

log = logging.getLogger(__name__)

Value = TypeVar("Value")

THRESHOLD = 0.5  # cosine; below it lie 1 in 50 paraphrases that pass the gate (benchmarks/semantic_cache.py)
VERSION = 1  # of the table layout, in PRAGMA user_version
BUSY_S = 2.0  # a cache that keeps others waiting is worth less than what it saves
_CANDIDATES = 8
_NEWER = "缓存由更新版本的 Pilothouse 写成，请升级程序。 The cache was written by a newer Pilothouse; upgrade."
# What a place holds is found by the digest of its name; the name may be long. ``sign``: what the query says, in a form
# in which every query that could pass the gate agrees, so nothing else is compared.
_SCHEMA = """
CREATE TABLE IF NOT EXISTS answer (
  place BLOB NOT NULL, plain TEXT NOT NULL, query TEXT NOT NULL, sign BLOB NOT NULL, value TEXT NOT NULL,
  made REAL NOT NULL, used REAL NOT NULL, PRIMARY KEY (place, plain)
) STRICT;
CREATE INDEX IF NOT EXISTS answer_sign ON answer (place, sign);
CREATE INDEX IF NOT EXISTS answer_used ON answer (used);
CREATE INDEX IF NOT EXISTS answer_made ON answer (made);
"""


class SemanticCache(Generic[Value]):
    """The ``size`` answers used last, each for ``hours`` at most; ``path`` ``None`` keeps them in memory.

    ``place`` names everything but the query that an answer depends on (data version, scope set, settings): answers
    are never shared between places. The same query (but for width, case, script and spaces) hits without an embedder.
    Another hits when ``Gate`` finds no difference and the cosine of the two is at least ``threshold``; without an
    ``embedder`` none does. ``dump`` and ``load`` write a value as text and read it: nobody can change an entry.

    May be used from several threads and processes. Nothing is raised for what the file is like: what can't be read is
    a miss, what can't be written is not kept, and the log says so. Raises ``ValueError`` for a ``size`` below 1,
    ``hours`` not above 0, or a ``threshold`` outside 0 to 1.
    """

    def __init__(
        self,
        path: Path | str | None,
        embedder: Embedder | None,
        *,
        dump: Callable[[Value], str] = json.dumps,
        load: Callable[[str], Value] = json.loads,
        size: int = 1000,
        hours: float = 24.0,
        threshold: float = THRESHOLD,
        clock: Callable[[], float] = time.time,
    ) -> None:
        if size < 1 or not hours > 0 or not 0 <= threshold <= 1:
            raise ValueError("size must be at least 1, hours greater than 0 and threshold between 0 and 1.")
        self.path = Path(path) if path is not None else None
        self.size, self.hours, self.threshold = size, hours, threshold
        self.hits = self.near = self.misses = 0
        self._embedder = embedder
        self._clock = clock
        self._gate = Gate()
        self._dump, self._load = dump, load
        self._lock = RLock()
        self._memory: apsw.Connection | None = None

    def get(self, query: str, place: str) -> Value | None:
        """What was kept for this query or one that asks the same; ``None`` when there is nothing."""
        found: Value | None = None
        near = False
        with self._failing("read"):
            row = self._exact(query, place)
            if row is None:
                row = self._similar(query, place)
                near = row is not None
            if row is not None:
                found = self._read(row[1])
                self._used(place, row[0])
        with self._lock:
            self.hits += found is not None
            self.near += found is not None and near
            self.misses += found is None
        return found

    def put(self, query: str, place: str, value: Value) -> None:
        """Keep ``value``; the answers used longest ago and those too old make room."""
        text = self._dump(value)
        with self._failing("written"), self._open() as connection, transaction(connection):
            now = self._clock()
            connection.execute(
                "INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?, ?, ?)",
                (_digest(place), normalise(query), _clean(query), _sign(query), text, now, now),
            )
            connection.execute("DELETE FROM answer WHERE made <= ? OR made > ?", (now - self.hours * 3600, now))
            connection.execute(
                "DELETE FROM answer WHERE rowid IN (SELECT rowid FROM answer ORDER BY used DESC LIMIT -1 OFFSET ?)",
                (self.size,),
            )

    def forget(self, place: str) -> None:
        """Nothing of ``place`` stays in the file."""
        self._delete("DELETE FROM answer WHERE place = ?", (_digest(place),))

    def clear(self) -> None:
        """Nothing stays: for when a user is removed, whose words the queries may be."""
        self._delete("DELETE FROM answer", ())

    def __len__(self) -> int:
        with self._failing("read"), self._open() as connection:
            return int(connection.execute("SELECT count(*) FROM answer").get)
        return 0

    # -- inside --------------------------------------------------------------------------------------

    def _exact(self, query: str, place: str) -> tuple[str, str] | None:
        rows = self._rows("plain = ?", normalise(query), place)
        return (rows[0][0], rows[0][2]) if rows else None

    def _similar(self, query: str, place: str) -> tuple[str, str] | None:
        """The normalised query and the value of the nearest entry that passes the gate."""
        if self._embedder is None or len(query) > LONGEST:
            return None
        rows = [row for row in self._rows("sign = ?", _sign(query), place) if self._gate.same(query, row[1])]
        if not rows:
            return None
        vectors = self._embedder.embed([query, *(row[1] for row in rows)])
        nearness = vectors[1:] @ vectors[0]
        best = int(nearness.argmax())
        return (rows[best][0], rows[best][2]) if nearness[best] >= self.threshold else None

    def _rows(self, where: str, value: str | bytes, place: str) -> list[Any]:
        if self.path is not None and not self.path.exists():
            return []
        now = self._clock()
        with self._open() as connection:
            return connection.execute(
                f"SELECT plain, query, value FROM answer WHERE place = ? AND {where} AND made > ? AND made <= ? "
                "ORDER BY made DESC LIMIT ?",
                (_digest(place), value, now - self.hours * 3600, now, _CANDIDATES),
            ).fetchall()

    def _read(self, text: str) -> Value | None:
        try:
            return self._load(text)
        except (ValueError, KeyError, TypeError) as error:  # another version of the program wrote it
            log.warning("An entry of the cache %s can't be read: %s", self.path, error)
            return None

    def _used(self, place: str, plain: str) -> None:
        with self._failing("written"), self._open() as connection:
            connection.execute(
                "UPDATE answer SET used = ? WHERE place = ? AND plain = ?", (self._clock(), _digest(place), plain)
            )

    def _delete(self, statement: str, values: tuple[bytes, ...]) -> None:
        """Raises ``DataError``: that somebody's words were not forgotten must be known."""
        if self.path is not None and not self.path.exists():
            return
        try:
            with self._open() as connection:
                connection.execute(statement, values)
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except (apsw.Error, OSError) as error:
            raise DataError(
                f"无法清空缓存 {self.path}，请关闭其他进程或删除该文件后重试。 "
                "The cache can't be emptied: stop other processes or delete the file."
            ) from error

    @contextmanager
    def _open(self) -> Iterator[apsw.Connection]:
        if self.path is None:
            with self._lock:
                if self._memory is None:
                    self._memory = apsw.Connection(":memory:")
                    prepare(self._memory, _SCHEMA, VERSION, DataError(_NEWER), BUSY_S)
                yield self._memory
            return
        with private(self.path, _SCHEMA, VERSION, DataError(_NEWER), BUSY_S) as connection:
            yield connection

    @contextmanager
    def _failing(self, done: str) -> Iterator[None]:
        try:
            yield
        except (apsw.Error, OSError, DataError) as error:
            log.warning("The cache %s can't be %s: %s", self.path, done, error)


def _clean(text: str) -> str:
    """Without halves of surrogate pairs, which can't be stored."""
    return text.encode("utf-8", "ignore").decode("utf-8")


def _digest(place: str) -> bytes:
    return sha256(place.encode("utf-8", "surrogatepass")).digest()


def _sign(query: str) -> bytes:
    """Equal for all queries that the gate may let pass as one: what is asked, and the characters of what is said."""
    reading = read(query[:LONGEST])
    return sha256(json.dumps([sorted(reading.asked), sorted("".join(reading.said))]).encode()).digest()
