"""The record of wrong answers: which kind, how often, and what to do differently when one comes back (T9)."""

from __future__ import annotations

import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pilothouse.assistants.tutor.mastery.database import LONGEST, forget, opened, tidy
from pilothouse.assistants.tutor.mastery.wording import advise
from pilothouse.sqlite import transaction

REPEATED = 2  # times: once is a slip, twice a habit


@dataclass(frozen=True, slots=True)
class Pattern:
    """``times`` that a pupil made the same kind of mistake in a topic; ``last`` in seconds since 1970."""

    topic: str
    name: str
    times: int
    last: float


class Patterns:
    """Mistakes in the file ``path``, made when the first is kept. ``user`` is what ``database.learner`` gives.
    Every method raises ``DataError`` when the file can't be used."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)

    def count(self, user: str, topic: str, pattern: str, *, key: str = "", at: float | None = None) -> int:
        """Keep a mistake, and return how often it was made in this topic.

        ``pattern`` is the problem's own name of it or the checker's (see ``wording.classify``). ``key`` names the
        occasion, for instance session and turn: told again, it counts once. Without a key every call counts.
        """
        name = pattern[:LONGEST]
        row = (user[:LONGEST], topic[:LONGEST], key[:LONGEST] or uuid.uuid4().hex, name)
        with opened(self.path) as connection, transaction(connection):
            tidy(connection, user)
            connection.execute(
                "INSERT OR IGNORE INTO mistake VALUES (?, ?, ?, ?, ?)", (*row, time.time() if at is None else float(at))
            )
            return int(
                connection.execute(
                    "SELECT count(*) FROM mistake WHERE learner = ? AND topic = ? AND pattern = ?",
                    (row[0], row[1], name),
                ).get
            )

    def of(self, user: str, topic: str | None = None) -> list[Pattern]:
        """The user's mistakes, in one topic or in all, the most frequent first, of equals the latest."""
        if not self.path.exists():
            return []
        with opened(self.path) as connection:
            rows: Any = connection.execute(
                "SELECT topic, pattern, count(*), max(at) FROM mistake "
                "WHERE learner = ? AND (?2 IS NULL OR topic = ?2) GROUP BY topic, pattern "
                "ORDER BY 3 DESC, 4 DESC, 1, 2",
                (user[:LONGEST], None if topic is None else topic[:LONGEST]),
            )
            return [Pattern(*row) for row in rows]

    def repeated(self, user: str, topic: str) -> Pattern | None:
        """The mistake that comes back: in this topic, else the same one in several topics; ``None`` without any."""
        here = self.of(user, topic)
        if here and here[0].times >= REPEATED:
            return here[0]
        everywhere: dict[str, list[Pattern]] = {}
        for pattern in self.of(user):
            everywhere.setdefault(pattern.name, []).append(pattern)
        sums = [
            Pattern(topic, name, sum(each.times for each in found), max(each.last for each in found))
            for name, found in everywhere.items()
        ]
        most = max(sums, key=lambda each: (each.times, each.last, each.name), default=None)
        return most if most is not None and most.times >= REPEATED else None

    def advice(self, user: str, topic: str, *, language: str = "zh") -> str | None:
        """What the pupil should mind this time, in ``language`` (``zh`` or ``en``), because he made the same mistake
        more than once; ``None`` when he didn't. Holds no value of any problem."""
        pattern = self.repeated(user, topic)
        return None if pattern is None else advise(pattern.name, pattern.times, language)

    def forget(self, user: str) -> None:
        """Delete all that is kept about the user, answers included."""
        forget(self.path, user)
