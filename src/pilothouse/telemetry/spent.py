"""What recorded turns have cost, call by call: so that budgets hold although a program begins anew."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from pilothouse.telemetry.recorder import TraceError

_CALLS = """
SELECT turns.user, turns.session, turns.started_at, event.value
FROM turns, json_each(turns.events) AS event
WHERE turns.started_at >= ? AND json_extract(event.value, '$[1]') = 'model_call' ORDER BY turns.id"""


@dataclass(frozen=True, slots=True)
class Spent:
    """A model call of a recorded turn; ``day`` in UTC."""

    user: str
    session: str
    day: date
    task: str
    model: str
    tokens_in: int
    tokens_out: int
    cost: float


def spent(path: Path | None, since: date | None = None) -> tuple[Spent, ...]:
    """The calls of all recorded turns that began on ``since`` (UTC) or later, in their order.

    Raises ``TraceError`` when the file can't be read.
    """
    if path is None or not path.exists():
        return ()
    import json

    import apsw

    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            connection.set_busy_timeout(5000)
            rows: Any = connection.execute(_CALLS, (since.isoformat() if since else "",))
            return tuple(_read(user, session, begun, json.loads(event)[2]) for user, session, begun, event in rows)
        finally:
            connection.close()
    except (apsw.Error, OSError, ValueError, LookupError, TypeError) as error:
        raise TraceError(f"读不了运行记录 {path}：{error}。 / The turns in {path} can't be read ({error}).") from error


def _read(user: str, session: str, begun: str, call: dict[str, Any]) -> Spent:
    day = datetime.fromisoformat(begun).astimezone(UTC).date()
    read, written = int(call.get("tokens_in") or 0), int(call.get("tokens_out") or 0)
    task, model = str(call.get("task", "")), str(call.get("model", ""))
    return Spent(user, session, day, task, model, read, written, float(call.get("cost") or 0.0))
