"""What the butler keeps of each person, in ``butler.db``, and what ``butler.json`` tells about the house."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import apsw

from pilothouse import Resources
from pilothouse.contracts.errors import DataError
from pilothouse.settings import Settings

_SCHEMA = """CREATE TABLE IF NOT EXISTS notes
(owner TEXT, kind TEXT, what TEXT, due TEXT, told TEXT DEFAULT '', UNIQUE (owner, kind, what, due))"""


def run(home: Path, sql: str, *values: str) -> list[str]:
    """The first column of what the statement gives. Each is a transaction, and made twice it changes nothing more."""
    connection = apsw.Connection(str(home / "butler.db"))
    try:
        connection.set_busy_timeout(5000)
        connection.execute(_SCHEMA)
        return [str(row[0]) for row in connection.execute(sql, values)]
    finally:
        connection.close()


def forget(settings: Settings, user: str) -> None:
    run(settings.home, "DELETE FROM notes WHERE owner = ?", user)


class Household:
    def __init__(self, resources: Resources) -> None:
        self.home, self.embedder, self.clock = resources.settings.home, resources.embedder, resources.clock
        file = self.home / "butler.json"
        try:
            self.settings: dict[str, Any] = dict(json.loads(file.read_text("utf-8"))) if file.exists() else {}
        except (ValueError, TypeError) as error:
            raise DataError(f"{file} 不是 JSON 对象，请改正。 {file} is not a JSON object: correct it.") from error

    def due(self, owner: str, now: datetime, turn: str) -> list[str]:
        """What has come due. The same turn, run again, is told the same; later turns aren't."""
        late = "owner = ? AND kind = 'remind' AND told = '' AND due <= ?"
        run(self.home, f"UPDATE notes SET told = ? WHERE {late}", turn, owner, f"{now:%Y-%m-%d %H:%M}")
        return run(self.home, "SELECT what FROM notes WHERE owner = ? AND told = ?", owner, turn)

    def answer(self, question: str) -> str:
        """The answer to the known question nearest in meaning, "" where none is near."""
        known = list(self.settings.get("faq", {}))
        vectors = self.embedder.embed([question, *known])
        score, best = max(zip(vectors[1:] @ vectors[0], known, strict=True), default=(0.0, ""))
        return str(self.settings["faq"][best]) if score > 0.5 else ""
