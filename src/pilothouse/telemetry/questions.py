"""What users asked in vain, over the recorded turns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pilothouse.telemetry.figures import opened

UNANSWERED = ("not_found", "fallback", "refused", "error")  # outcomes of turns that brought no answer
QUESTION = 200  # characters of a question by which it is told from others
_ENDS = " \t\r\n,.!?;:，。！？；：、~～…"


@dataclass(frozen=True, slots=True)
class Question:
    """Words of users that brought no answer: as they were said last, how often, and what became of the last one."""

    text: str
    assistant: str
    outcome: str
    times: int
    latest: datetime


def unanswered(
    path: Path | None, since: datetime, until: datetime, assistant: str | None = None, limit: int = 50
) -> tuple[Question, ...]:
    """What was asked without an answer, most often first. Questions that differ in case, in the signs around them or
    behind their first ``QUESTION`` characters count as one. Raises ``TraceError``.

    These are users' words, for those who may read recorded turns of others.
    """
    outcomes = ",".join(f"?{n}" for n in range(6, 6 + len(UNANSWERED)))
    sql = (
        f"SELECT substr(input, 1, {QUESTION}), assistant, outcome, count(*), max(started_at) FROM turns "
        f"WHERE outcome IN ({outcomes}) AND input IS NOT NULL AND started_at >= ?1 AND started_at < ?2 "
        "AND (?3 IS NULL OR assistant = ?3) "
        f"GROUP BY assistant, lower(trim(substr(input, 1, {QUESTION}), ?4)) ORDER BY 4 DESC, 5 DESC LIMIT ?5"
    )
    values = (_text(since), _text(until), assistant, _ENDS, max(limit, 0), *UNANSWERED)
    with opened(path) as connection:
        if connection is None:
            return ()
        return tuple(
            Question(text, name, outcome, times, datetime.fromisoformat(latest))
            for text, name, outcome, times, latest in connection.execute(sql, values)
        )


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")
