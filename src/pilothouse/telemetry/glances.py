"""What a list shows of each turn, beside the flight recorder's turns: small, so that all can be looked through."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pilothouse.telemetry.measuring import Tally, tally
from pilothouse.telemetry.trace import Event, Row

if TYPE_CHECKING:
    import apsw

BATCH = 100  # turns looked at together, so that writers never wait long
ANSWER = 300  # characters of a reply
TOOLS = 50  # names of a turn
FINE = ("success", "no_results")  # of a tool call: nothing there is an answer, too
# Who deletes a turn, of this program or another, deletes the glance with it.
SCHEMA = """
CREATE TABLE IF NOT EXISTS glances (
  turn INTEGER PRIMARY KEY, trace_id TEXT NOT NULL UNIQUE, assistant TEXT NOT NULL, session TEXT NOT NULL,
  user TEXT NOT NULL, number INTEGER NOT NULL, started_at TEXT NOT NULL, elapsed_ms REAL NOT NULL,
  outcome TEXT NOT NULL, failures INTEGER NOT NULL, errors INTEGER NOT NULL, tokens INTEGER NOT NULL,
  tools TEXT NOT NULL, said TEXT, answer TEXT);
CREATE INDEX IF NOT EXISTS glances_user ON glances (user, turn);
CREATE TRIGGER IF NOT EXISTS glances_gone AFTER DELETE ON turns
BEGIN DELETE FROM glances WHERE turn = old.id; END;
"""
_GLANCE = f"INSERT OR IGNORE INTO glances VALUES ({','.join('?' * 15)})"
_MISSING = "SELECT id FROM turns WHERE id NOT IN (SELECT turn FROM glances) ORDER BY id"


def keep(connection: apsw.Connection, turn: int, row: Row, found: Tally) -> None:
    """Store the glance of the turn with this row id, inside a transaction of the caller's."""
    trace_id, assistant, session, user, number, started_at, ms, outcome, said, _, reply, _ = row
    errors = sum(status not in FINE for _, status in found.tools) + sum(bool(call.fault) for call in found.calls)
    connection.execute(
        _GLANCE,
        (
            turn, trace_id, assistant, session, user, number, started_at, ms, outcome, found.failures,
            errors + (outcome == "error"), sum(call.tokens_in + call.tokens_out for call in found.calls),
            f" {' '.join(dict.fromkeys(name for name, _ in found.tools[:TOOLS]))} ", said, _answer(reply),
        ),
    )  # fmt: skip


def catch_up(connection: apsw.Connection) -> None:
    """Look at the turns that another version wrote without a glance."""
    from pilothouse.sqlite import transaction

    missing = [row[0] for row in connection.execute(_MISSING)]
    for at in range(0, len(missing), BATCH):
        with transaction(connection):
            for turn in missing[at : at + BATCH]:
                row: Any = connection.execute(
                    "SELECT trace_id, assistant, session, user, turn, started_at, elapsed_ms, outcome, input, NULL, "
                    "reply, events FROM turns WHERE id = ?",
                    (turn,),
                ).fetchone()
                if row is not None:  # pruned meanwhile
                    keep(connection, turn, row, tally(Event(*event) for event in json.loads(row[-1])))


def _answer(reply: object) -> str | None:
    if not isinstance(reply, str):
        return None
    found = json.loads(reply)
    text = found.get("reply") if isinstance(found, dict) else None
    return text[:ANSWER] if isinstance(text, str) else None
