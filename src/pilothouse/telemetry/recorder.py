"""The flight recorder: every turn as it went, in one SQLite file, to look at or run again."""

from __future__ import annotations

import logging
import os
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pilothouse.telemetry import figures, glances
from pilothouse.telemetry.measuring import Tally
from pilothouse.telemetry.trace import Event, Row, Trace, TurnTrace, restore

if TYPE_CHECKING:
    import apsw

__all__ = ["FlightRecorder", "Trace", "TraceError", "TurnTrace"]

logger = logging.getLogger(__name__)

BUSY_S = 0.25
VERSION = 1  # of the table layout, in PRAGMA user_version
_SCHEMA = """
CREATE TABLE IF NOT EXISTS turns (
  id INTEGER PRIMARY KEY AUTOINCREMENT, trace_id TEXT NOT NULL UNIQUE, assistant TEXT NOT NULL,
  session TEXT NOT NULL, user TEXT NOT NULL, turn INTEGER NOT NULL, started_at TEXT NOT NULL,
  elapsed_ms REAL NOT NULL, outcome TEXT NOT NULL, input TEXT, state_before TEXT, reply TEXT, events TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS turns_session ON turns (session, turn);
"""
_COLUMNS = (
    "trace_id, assistant, session, user, turn, started_at, elapsed_ms, outcome, input, state_before, reply, events"
)
_ROW = f"INSERT INTO turns ({_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)"
_PRUNE_EVERY = 100  # turns between two prunings


class TraceError(LookupError):
    """The store of traces can't be read, or a prefix fits several. ``str()`` is one sentence, Chinese and English."""


class FlightRecorder:
    """Stored turns in the SQLite file ``path``, created at the first turn and readable by its owner only.

    Without a ``path`` nothing is stored: for a turn that is run again.

    ``content`` keeps what was said (input, state, reply text, arguments); without it only names, numbers and
    outcomes are kept and a turn can't be run again. ``keep`` bounds the number of turns (``None``: no bound); their
    numbers (``figures``) are kept for longer.
    ``export`` is handed each turn that is stored, without content where none is kept.
    Recording never raises into a turn: the first disk error is logged, later ones are not. Thread-safe.
    """

    def __init__(
        self,
        path: Path | str | None,
        *,
        content: bool = True,
        keep: int | None = None,
        export: Callable[[Trace], None] | None = None,
    ) -> None:
        if path == ":memory:":
            raise ValueError("A recorder needs a file; None stores nothing.")
        self.path = Path(path) if path is not None else None
        self.content = content
        self.keep = keep
        self._export = export
        self._lock = threading.Lock()
        self._connection: apsw.Connection | None = None
        self._complained = False
        self._written = 0

    def start(
        self, *, assistant: str, session: str, user: str, listener: Callable[[Event], None] | None = None
    ) -> TurnTrace:
        """A trace, with its id, for a turn that is about to run. Nothing is stored before it ends.

        ``listener`` hears the events meanwhile (see ``TurnTrace``).
        """
        kept = self.path is not None
        export = self._export if kept else None
        return TurnTrace(self._write, (assistant, session, user), self.content, listener, kept, export)

    def write(self, trace: TurnTrace, reply: Mapping[str, Any]) -> None:
        """Store the turn with its reply (a ``Reply`` as plain data). Never raises."""
        trace.finish(str(reply.get("outcome", "unfinished")), reply)

    def list(
        self,
        *,
        user: str | None,
        assistant: str | None = None,
        session: str | None = None,
        outcome: str | None = None,
        limit: int = 20,
    ) -> tuple[Trace, ...]:
        """The latest turns, newest first, without events.

        ``user`` is required, so that no caller sees another's turns by omission; ``None`` (all users) is for
        the operator of the machine. Raises ``TraceError`` when the file can't be read.
        """
        wanted = {"user": user, "assistant": assistant, "session": session, "outcome": outcome}
        given = {column: value for column, value in wanted.items() if value is not None}
        where = " AND ".join(f"{column} = ?" for column in given) or "1"
        columns = _COLUMNS.replace("events", "'[]'")
        return self._read(
            f"SELECT {columns} FROM turns WHERE {where} ORDER BY id DESC LIMIT ?", (*given.values(), max(limit, 0))
        )

    def get(self, trace_id: str, *, user: str | None) -> Trace | None:
        """The turn whose id is or begins with ``trace_id``, or ``None``. ``user`` as in ``list``.

        Raises ``TraceError`` when several begin so or the file can't be read.
        """
        prefix = trace_id.strip().lower()
        if not re.fullmatch(r"[0-9a-f]{1,32}", prefix):
            return None
        found = self._read(
            f"SELECT {_COLUMNS} FROM turns WHERE trace_id >= ? AND trace_id < ? AND (?3 IS NULL OR user = ?3) LIMIT 2",
            (prefix, prefix + "g", user),
        )
        if len(found) > 1:
            raise TraceError(
                f"有多条记录以 {prefix} 开头，请多写几位。 / Several traces begin with {prefix}: write more."
            )
        return found[0] if found else None

    def prune(self, keep: int) -> int:
        """Delete all but the latest ``keep`` turns; returns how many went. Raises ``TraceError`` on disk errors."""
        if self.path is None or not self.path.exists():
            return 0
        with self._reading(), self._lock:
            return self._prune(self._open(), keep)

    def forget(self, user: str, *, assistant: str | None = None, session: str | None = None) -> int:
        """Delete the turns of a user, or those of one session with one assistant; returns how many went.

        Raises ``TraceError`` on disk errors.
        """
        if self.path is None or not self.path.exists():
            return 0
        with self._reading(), self._lock:
            connection = self._open()
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute(
                "DELETE FROM turns WHERE user = ?1 AND (?2 IS NULL OR assistant = ?2) AND (?3 IS NULL OR session = ?3)",
                (user, assistant, session),
            )
            gone = int(connection.changes())
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            return gone

    def close(self) -> None:
        """Close the file; the next turn opens it again."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _prune(self, connection: apsw.Connection, keep: int) -> int:
        newest = "(SELECT id FROM turns ORDER BY id DESC LIMIT 1 OFFSET ?)"
        connection.execute(f"DELETE FROM turns WHERE id <= {newest}", (max(keep, 0),))
        return int(connection.changes())

    def _write(self, row: Row, found: Tally) -> None:
        if self.path is None:
            return
        try:
            from pilothouse.sqlite import transaction

            with self._lock:
                connection = self._open()
                with transaction(connection):
                    connection.execute(_ROW, row)
                    turn, (_, assistant, _, _, _, started_at, ms, outcome, *_) = connection.last_insert_rowid(), row
                    figures.keep(connection, turn, started_at, assistant, outcome, ms, found)
                    glances.keep(connection, turn, row, found)
                self._written += 1
                if self.keep is not None and self._written % _PRUNE_EVERY == 0:
                    self._prune(connection, self.keep)
                    figures.prune(connection)
        except Exception as error:  # a turn must not fail because its trace can't be stored
            if not self._complained:
                self._complained = True
                logger.warning("Turns are not recorded: %s can't be written (%s).", self.path, error)

    def _open(self) -> apsw.Connection:
        if self._connection is None:
            import apsw

            from pilothouse.sqlite import write_ahead

            assert self.path is not None
            self.path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))  # it holds what users said
            connection = apsw.Connection(str(self.path))
            connection.set_busy_timeout(int(BUSY_S * 1000))  # losing a trace is better than holding up a turn
            version = connection.pragma("user_version")
            if version not in (0, VERSION):
                connection.close()
                raise OSError(f"written by another version of Pilothouse (layout {version}, here {VERSION})")
            write_ahead(connection, BUSY_S)
            connection.pragma("synchronous", "normal")
            connection.execute(_SCHEMA + figures.SCHEMA + glances.SCHEMA)
            connection.pragma("user_version", VERSION)
            self._connection = connection
        return self._connection

    def _read(self, sql: str, values: Row) -> tuple[Trace, ...]:
        if self.path is None or not self.path.exists():
            return ()
        with self._reading(), self._lock:
            return tuple(restore(row) for row in self._open().execute(sql, values))

    @contextmanager
    def _reading(self) -> Iterator[None]:
        import apsw

        try:
            yield
        except (apsw.Error, OSError, ValueError) as error:
            raise TraceError(
                f"读不了运行记录 {self.path}：{error}。请移走该文件后重试。 / "
                f"Traces in {self.path} can't be read ({error}); move the file away and try again."
            ) from error
