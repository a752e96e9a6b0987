"""The numbers of each turn beside the flight recorder's turns: no words, no users, and kept for longer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pilothouse.telemetry.measuring import Tally, tally

if TYPE_CHECKING:
    import apsw

KEEP = 500_000  # turns; about 100 MB
WAIT_S = 5.0
BATCH = 100  # turns counted at once, so that writers never wait long
SCHEMA = """
CREATE TABLE IF NOT EXISTS figures (
  turn INTEGER PRIMARY KEY, at INTEGER NOT NULL, assistant TEXT NOT NULL, outcome TEXT NOT NULL,
  elapsed_ms REAL NOT NULL, ran INTEGER NOT NULL, searches INTEGER NOT NULL, hits INTEGER NOT NULL,
  answers INTEGER NOT NULL, cited INTEGER NOT NULL, failures INTEGER NOT NULL, fallbacks INTEGER NOT NULL,
  calls INTEGER NOT NULL, faults INTEGER NOT NULL, tokens_in INTEGER NOT NULL, tokens_out INTEGER NOT NULL,
  cost REAL NOT NULL);
CREATE INDEX IF NOT EXISTS figures_at ON figures (at);
CREATE TABLE IF NOT EXISTS citations (turn INTEGER NOT NULL, chunk TEXT NOT NULL, cited INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS citations_turn ON citations (turn);
"""
_FIGURE = f"INSERT OR IGNORE INTO figures VALUES ({','.join('?' * 17)})"
_CITATION = "INSERT INTO citations VALUES (?, ?, ?)"
# Turns that another version wrote without their numbers.
_MISSING = (
    "SELECT id FROM turns WHERE id > (SELECT coalesce(max(id), 0) FROM turns) - ? "
    "AND id NOT IN (SELECT turn FROM figures) ORDER BY id"
)


def keep(
    connection: apsw.Connection, turn: int, started_at: str, assistant: str, outcome: str, ms: float, found: Tally
) -> None:
    """Store the numbers of the turn with this row id, inside a transaction of the caller's."""
    calls = found.calls
    connection.execute(
        _FIGURE,
        (
            turn, stamp(started_at), assistant, outcome, ms, found.ran, len(found.searches),
            sum(search.hit for search in found.searches), len(found.answers), sum(found.answers), found.failures,
            len(found.fallbacks), len(calls), sum(bool(call.fault) for call in calls),
            sum(call.tokens_in for call in calls), sum(call.tokens_out for call in calls),
            sum(call.cost for call in calls),
        ),
    )  # fmt: skip
    if connection.changes():
        chunks = [(turn, chunk, 1) for chunk in found.cited] + [(turn, chunk, 0) for chunk in found.aside]
        connection.executemany(_CITATION, chunks)


def catch_up(connection: apsw.Connection) -> None:
    """Count the turns that have no numbers yet."""
    from pilothouse.sqlite import transaction

    missing = [row[0] for row in connection.execute(_MISSING, (KEEP,))]
    for at in range(0, len(missing), BATCH):
        rows = [_counted(connection, turn) for turn in missing[at : at + BATCH]]
        with transaction(connection):
            for row in rows:
                if row is not None:
                    keep(connection, *row)


def prune(connection: apsw.Connection) -> None:
    """Forget the oldest numbers beyond ``KEEP`` turns."""
    for table in ("figures", "citations"):
        connection.execute(f"DELETE FROM {table} WHERE turn <= (SELECT max(turn) FROM figures) - ?", (KEEP,))


def stamp(moment: str | datetime) -> int:
    """Milliseconds since 1970."""
    found = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    return round(found.timestamp() * 1000)


@contextmanager
def opened(path: Path | None) -> Iterator[apsw.Connection | None]:
    """The recorder's file, on a connection of its own: a long look must not keep turns waiting.

    ``None`` where there is no file. Raises ``TraceError`` when it can't be read.
    """
    if path is None or not path.exists():
        yield None
        return
    import apsw

    from pilothouse.telemetry.recorder import TraceError

    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            connection.set_busy_timeout(int(WAIT_S * 1000))
            connection.execute(SCHEMA)
            catch_up(connection)
            yield connection
        finally:
            connection.close()
    except (apsw.Error, OSError) as error:
        raise TraceError(
            f"读不了运行记录 {path}：{error}。 / The recorded turns in {path} can't be read ({error})."
        ) from error


def _counted(connection: apsw.Connection, turn: int) -> tuple[int, str, str, str, float, Tally] | None:
    from pilothouse.telemetry.trace import Event

    columns = "started_at, assistant, outcome, elapsed_ms, events"
    row: tuple[Any, ...] | None = connection.execute(f"SELECT {columns} FROM turns WHERE id = ?", (turn,)).fetchone()
    if row is None:  # pruned meanwhile
        return None
    started_at, assistant, outcome, ms, events = row
    return turn, started_at, assistant, outcome, ms, tally(Event(*event) for event in json.loads(events))
