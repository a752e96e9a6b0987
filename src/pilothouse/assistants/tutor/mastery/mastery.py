"""How well each pupil masters each topic, from the answers that he gave."""

from __future__ import annotations

import time
import uuid
from itertools import groupby
from pathlib import Path
from typing import Any

from pilothouse.assistants.tutor.mastery.database import LONGEST, forget, opened, tidy
from pilothouse.assistants.tutor.mastery.tracing import DEFAULT, Parameters, trace
from pilothouse.sqlite import transaction


class Mastery:
    """Answers in the file ``path``, made when the first is kept. ``user`` is what ``database.learner`` gives.

    Kept are the answers, not the estimate: it is worked out from all of them in the order of their times, so that it
    doesn't matter in which order they were written. Every method raises ``DataError`` when the file can't be used.
    """

    def __init__(self, path: Path | str, parameters: Parameters = DEFAULT) -> None:
        self.path = Path(path)
        self.parameters = parameters

    def observe(self, user: str, topic: str, right: bool, *, key: str = "", at: float | None = None) -> float:
        """Keep an answer, and return the probability of mastery after it.

        ``key`` names the occasion, for instance session and turn; an occasion counts once, however often it is told,
        and as wrong when it was told both ways. Without a key every call is an occasion. As in Corbett & Anderson's
        tutor the first answer at a step is what tells most: give the step's key to all answers at it, and only the
        first try can be right. ``at``: seconds since 1970, now by default.
        """
        row = (user[:LONGEST], topic[:LONGEST], key[:LONGEST] or uuid.uuid4().hex, int(right), _time(at))
        with opened(self.path) as connection:
            with transaction(connection):
                tidy(connection, user)
                connection.execute(
                    "INSERT INTO answer VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE "
                    "SET right = min(right, excluded.right), at = min(at, excluded.at)",
                    row,
                )
            return self._estimates(connection, user, topic)[topic[:LONGEST]]

    def of(self, user: str) -> dict[str, float]:
        """Probability of mastery of every topic that the user was asked about."""
        if not self.path.exists():
            return {}
        with opened(self.path) as connection:
            return self._estimates(connection, user)

    def in_topic(self, user: str, topic: str) -> float:
        """Probability of mastery of one topic; that before any answer when there was none."""
        return self.of(user).get(topic[:LONGEST], self.parameters.known)

    def streak(self, user: str, topic: str) -> int:
        """How many of the latest answers in a row were right (above 0) or wrong (below 0)."""
        if not self.path.exists():
            return 0
        with opened(self.path) as connection:
            rows: Any = connection.execute(
                "SELECT right FROM answer WHERE learner = ? AND topic = ? ORDER BY at DESC, key DESC LIMIT 20",
                (user[:LONGEST], topic[:LONGEST]),
            )
            found = [bool(right) for (right,) in rows]
        run = next((n for n, right in enumerate(found) if right != found[0]), len(found))
        return run if found and found[0] else -run

    def forget(self, user: str) -> None:
        """Delete all that is kept about the user, patterns of mistakes included."""
        forget(self.path, user)

    def _estimates(self, connection: Any, user: str, topic: str | None = None) -> dict[str, float]:
        rows = connection.execute(
            "SELECT topic, right FROM answer WHERE learner = ? AND (?2 IS NULL OR topic = ?2) ORDER BY topic, at, key",
            (user[:LONGEST], None if topic is None else topic[:LONGEST]),
        )
        return {
            name: trace((bool(right) for _, right in answers), self.parameters)
            for name, answers in groupby(rows, key=lambda row: str(row[0]))
        }


def _time(at: float | None) -> float:
    return time.time() if at is None else float(at)
