"""Finding recorded turns by what is known of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pilothouse.telemetry import glances
from pilothouse.telemetry.recorder import TraceError

if TYPE_CHECKING:
    import apsw

    from pilothouse.telemetry.recorder import FlightRecorder
    from pilothouse.telemetry.trace import Trace

Trouble = Literal["check", "error", "any"]
WAIT_S = 5.0
PAGE = 100  # turns read at once while many are exported
_COLUMNS = (
    "trace_id, assistant, session, user, number, started_at, elapsed_ms, outcome, failures, errors, tokens, tools, "
    "said, answer"
)
_SPECIAL, _ESCAPED = r"[%_\\]", r"\\\g<0>"  # what LIKE takes for more than itself
_TROUBLES = {"check": "failures > 0", "error": "errors > 0", "any": "failures + errors > 0"}
_caught_up: set[tuple[str, int]] = set()  # files, by path and inode, whose older turns have been looked at


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which turns; what is ``None`` or empty doesn't matter. ``text`` stands in the question or at the beginning of
    the answer, whatever its case. ``since`` and ``until`` (not included) have a time zone. ``trouble``: a check
    that failed, an error (of a tool, a model, the turn), or either."""

    assistant: str | None = None
    session: str | None = None
    user: str | None = None
    outcome: str | None = None
    text: str | None = None
    tool: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    slower_ms: float | None = None
    trouble: Trouble | None = None


@dataclass(frozen=True, slots=True)
class Sight:
    """Whose turns may be seen: of ``user`` (``None``: of everybody, for who may read all traces), and where
    ``sessions`` are given, only of these."""

    user: str | None
    sessions: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Glance:
    """A recorded turn in a list. ``failures`` of checks, ``errors`` of tools, models or the turn; ``said`` and the
    beginning of the ``answer`` are ``None`` when content wasn't recorded."""

    trace_id: str
    assistant: str
    session: str
    user: str
    turn: int
    started_at: str
    elapsed_ms: float
    outcome: str
    failures: int
    errors: int
    tokens: int
    tools: tuple[str, ...]
    said: str | None
    answer: str | None


@dataclass(frozen=True, slots=True)
class Talked:
    """A conversation: its session, how many turns of it are recorded, when the last one began, what was said first."""

    session: str
    turns: int
    last_at: str
    said: str | None


def conversations(path: Path | None, assistant: str, sight: Sight, *, limit: int = 50) -> tuple[Talked, ...]:
    """The latest conversations with an assistant, newest first. Raises ``TraceError`` when the file can't be read."""
    where, values = _where(Wanted(assistant=assistant), sight)
    sql = f"""
        SELECT found.session, found.turns, found.last_at, glances.said FROM (
          SELECT session, count(*) AS turns, max(started_at) AS last_at, min(turn) AS first, max(turn) AS last
          FROM glances WHERE {where} GROUP BY session ORDER BY last DESC LIMIT ?) AS found
        JOIN glances ON glances.turn = found.first ORDER BY found.last DESC"""
    with _opened(path) as connection:
        if connection is None:
            return ()
        rows: Any = connection.execute(sql, (*values, max(limit, 0)))
        return tuple(Talked(*row) for row in rows)


def find(
    path: Path | None, wanted: Wanted, sight: Sight, *, before: str | None = None, limit: int = 50
) -> tuple[Glance, ...]:
    """The latest ``limit`` turns, newest first; with ``before``, a trace id, those older than that turn.

    Raises ``TraceError`` when the file can't be read.
    """
    where, values = _where(wanted, sight)
    if before is not None:
        where += " AND turn < (SELECT turn FROM glances WHERE trace_id = ?)"
        values.append(before)
    sql = f"SELECT {_COLUMNS} FROM glances WHERE {where} ORDER BY turn DESC LIMIT ?"
    with _opened(path) as connection:
        if connection is None:
            return ()
        rows: Any = connection.execute(sql, (*values, max(limit, 0)))
        return tuple(_glance(*row) for row in rows)


def count(path: Path | None, wanted: Wanted, sight: Sight) -> int:
    """How many there are. Raises ``TraceError``."""
    where, values = _where(wanted, sight)
    with _opened(path) as connection:
        if connection is None:
            return 0
        return int(connection.execute(f"SELECT count(*) FROM glances WHERE {where}", tuple(values)).get)


def whole(recorder: FlightRecorder, wanted: Wanted, sight: Sight) -> Iterator[Trace]:
    """The turns with all that is recorded of them, newest first, a few at a time. Raises ``TraceError``."""
    before: str | None = None
    while found := find(recorder.path, wanted, sight, before=before, limit=PAGE):
        for glance in found:
            trace = recorder.get(glance.trace_id, user=sight.user)
            if trace is not None:  # pruned meanwhile
                yield trace
        before = found[-1].trace_id


def get(recorder: FlightRecorder, trace_id: str, sight: Sight) -> Trace | None:
    """The turn with this whole id, if it may be seen; the beginning of an id would let others' ids be guessed.

    Raises ``TraceError``.
    """
    if len(trace_id) != 32:
        return None
    trace = recorder.get(trace_id, user=sight.user)
    if trace is None or (sight.sessions is not None and trace.session not in sight.sessions):
        return None
    return trace


def _where(wanted: Wanted, sight: Sight) -> tuple[str, list[Any]]:
    parts, values = ["1"], list[Any]()

    def add(condition: str, *given: Any) -> None:
        parts.append(condition)
        values.extend(given)

    if sight.user is not None:
        add("user = ?", sight.user)
    if sight.sessions is not None:
        add(f"session IN ({_marks(sight.sessions)})", *sight.sessions)
    for column in ("assistant", "session", "user", "outcome"):
        if value := getattr(wanted, column):
            add(f"{column} = ?", value)
    if wanted.text:
        like = f"%{re.sub(_SPECIAL, _ESCAPED, wanted.text)}%"
        add("(said LIKE ? ESCAPE '\\' OR answer LIKE ? ESCAPE '\\')", like, like)
    if wanted.tool:
        add("instr(tools, ?)", f" {wanted.tool} ")
    if wanted.since is not None:
        add("started_at >= ?", _text(wanted.since))
    if wanted.until is not None:
        add("started_at < ?", _text(wanted.until))
    if wanted.slower_ms is not None:
        add("elapsed_ms > ?", wanted.slower_ms)
    if wanted.trouble is not None:
        add(_TROUBLES[wanted.trouble])
    return " AND ".join(parts), values


def _glance(*row: Any) -> Glance:
    columns: list[Any] = list(row)
    columns[11] = tuple(columns[11].split())
    return Glance(*columns)


def _marks(values: Collection[str]) -> str:
    return ",".join("?" * len(values))


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


@contextmanager
def _opened(path: Path | None) -> Iterator[apsw.Connection | None]:
    """The recorder's file, on a connection of its own: a long look must not keep turns waiting."""
    if path is None or not path.exists():
        yield None
        return
    import apsw

    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            connection.set_busy_timeout(int(WAIT_S * 1000))
            known = (str(path), path.stat().st_ino)
            if known not in _caught_up:
                connection.execute(glances.SCHEMA)
                glances.catch_up(connection)
                _caught_up.add(known)
            yield connection
        finally:
            connection.close()
    except (apsw.Error, OSError, ValueError) as error:
        raise TraceError(
            f"读不了运行记录 {path}：{error}。 / The recorded turns in {path} can't be read ({error})."
        ) from error
