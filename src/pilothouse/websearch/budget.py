"""Credits that searches cost, counted by day and user in one SQLite file, and their daily limit."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import apsw

from pilothouse.contracts.caller import GUEST
from pilothouse.contracts.errors import DataError
from pilothouse.sqlite import FULL, Cause, explained, private, transaction
from pilothouse.websearch.errors import SearchFailed

FILE = "searches.db"  # in the home directory
VERSION = 1  # of the table layout, in PRAGMA user_version
BUSY_S = 10.0
_NEWER = "搜索用量由更新版本的 Pilothouse 写成，请升级程序。 Usage was written by a newer Pilothouse; upgrade."
_SCHEMA = """
CREATE TABLE IF NOT EXISTS spent (
  day TEXT NOT NULL, user TEXT NOT NULL COLLATE NOCASE, engine TEXT NOT NULL, searches INTEGER NOT NULL,
  cached INTEGER NOT NULL, refused INTEGER NOT NULL, credits REAL NOT NULL, PRIMARY KEY (day, user, engine)
) STRICT, WITHOUT ROWID;
"""
_ADD = """
INSERT INTO spent VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET searches = searches + excluded.searches,
cached = cached + excluded.cached, refused = refused + excluded.refused, credits = credits + excluded.credits
"""


@dataclass(frozen=True, slots=True)
class Spent:
    """What one user cost on one day (local) with one engine: searches done, answered from a cache, refused for want
    of credits, and credits."""

    day: date
    user: str
    engine: str
    searches: int
    cached: int
    refused: int
    credits: float


class Budget:
    """Counts in the SQLite file ``path``, made with the first search. ``daily`` credits may be spent a day by all users
    of this home together; ``None``: as many as they like. No query is kept.

    May be used from several threads and processes. Every method raises ``DataError`` when the file can't be used:
    what isn't counted isn't spent.
    """

    def __init__(self, path: Path | str, daily: float | None = None) -> None:
        self.path = Path(path)
        self.daily = daily

    def spend(self, credits: float, user: str, day: date, *, engine: str = "") -> None:
        """Count a search that is about to cost ``credits``. Raises ``SearchFailed("budget")`` when the day's limit does
        not cover it; nothing is spent then. A search that costs nothing is always covered."""
        cost = _credits(credits)
        with self._open() as connection, transaction(connection):
            spent = self._spent(connection, day)
            refused = self.daily is not None and cost > 0 and spent + cost > self.daily + 1e-9
            self._add(
                connection, day, user, engine, searches=not refused, refused=refused, credits=0 if refused else cost
            )
        if refused:
            raise SearchFailed("budget", f"{spent:g} of {self.daily:g} credits spent, {cost:g} wanted")

    def correct(self, credits: float, user: str, day: date, *, engine: str = "") -> None:
        """Add the difference to what a search cost in the end; negative for one that cost less than was spent."""
        if not math.isfinite(credits):
            raise ValueError("Credits must be finite.")
        if credits:
            with self._open() as connection, transaction(connection):
                self._add(connection, day, user, engine, credits=credits)

    def saved(self, user: str, day: date, *, engine: str = "") -> None:
        """Count a search that a cache answered."""
        with self._open() as connection, transaction(connection):
            self._add(connection, day, user, engine, cached=1)

    def left(self, day: date) -> float | None:
        """Credits that may still be spent that day; ``None`` without a limit."""
        if self.daily is None:
            return None
        if not self.path.exists():
            return self.daily
        with self._open() as connection:
            return max(0.0, self.daily - self._spent(connection, day))

    def usage(self, user: str | None = None, *, since: date | None = None) -> tuple[Spent, ...]:
        """By day (newest first), user and engine; of one user, or of all."""
        if not self.path.exists():
            return ()
        with self._open() as connection:
            rows = connection.execute(
                "SELECT * FROM spent WHERE (?1 IS NULL OR user = ?1) AND day >= ?2 ORDER BY day DESC, user, engine",
                (user, since.isoformat() if since else ""),
            ).fetchall()
        return tuple(Spent(date.fromisoformat(str(day)), *rest) for day, *rest in rows)  # type: ignore[arg-type]

    def forget(self, user: str) -> None:
        """Let the user's searches count as those of the guest: what a day cost stays known."""
        if not self.path.exists():
            return
        with self._open() as connection, transaction(connection):
            rows = connection.execute("SELECT * FROM spent WHERE user = ?", (user,)).fetchall()
            connection.execute("DELETE FROM spent WHERE user = ?", (user,))
            connection.executemany(_ADD, [(day, GUEST, *rest) for day, _, *rest in rows])

    # -- inside --------------------------------------------------------------------------------------

    @staticmethod
    def _spent(connection: apsw.Connection, day: date) -> float:
        return float(connection.execute("SELECT total(credits) FROM spent WHERE day = ?", (day.isoformat(),)).get)

    @staticmethod
    def _add(
        connection: apsw.Connection,
        day: date,
        user: str,
        engine: str,
        *,
        searches: int = 0,
        cached: int = 0,
        refused: int = 0,
        credits: float = 0.0,
    ) -> None:
        row = (day.isoformat(), user or GUEST, engine, int(searches), cached, int(refused), float(credits))
        connection.execute(_ADD, row)

    @contextmanager
    def _open(self) -> Iterator[apsw.Connection]:
        with (
            explained(self._sentence, DataError),
            private(self.path, _SCHEMA, VERSION, DataError(_NEWER), BUSY_S) as connection,
        ):
            yield connection

    def _sentence(self, cause: Cause, error: Exception) -> str:
        if cause == "full":
            return FULL
        if cause == "busy":
            return "另一个进程正在记录搜索用量，请稍后再试。 Another process is counting searches; try again shortly."
        if cause in ("damaged", "other"):
            return (
                f"{self.path} 不是搜索用量或已损坏，请移走它，会重新建立。 "
                "It holds no usage of searches or is damaged: move it away and a new one will be made."
            )
        return (
            f"无法读写 {self.path}，请检查磁盘和权限。 It can't be read or written: check the disk and the permissions."
        )


def _credits(credits: float) -> float:
    """Raises ``ValueError``."""
    if not (math.isfinite(credits) and credits >= 0):
        raise ValueError("Credits must be a finite number, at least 0.")
    return float(credits)
