"""Figures over time, from the numbers that the flight recorder keeps of each turn."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pilothouse.telemetry import figures
from pilothouse.telemetry.figures import opened

if TYPE_CHECKING:
    import apsw

_SUMS = (
    "ran", "searches", "hits", "answers", "cited", "failures", "fallbacks", "calls", "faults", "tokens_in",
    "tokens_out", "cost",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Figures:
    """Some turns together. ``ran``: turns that ran a tool; ``searches``, ``hits`` of them; ``answers`` from material,
    ``cited`` of them; ``failures`` of checks; ``fallbacks``: tasks answered by rule; ``calls`` of models, ``faults`` of
    them; latencies in milliseconds (``None`` without turns); cost in the currency of the price settings."""

    turns: int = 0
    outcomes: Mapping[str, int] = field(default_factory=dict)
    ran: int = 0
    searches: int = 0
    hits: int = 0
    answers: int = 0
    cited: int = 0
    failures: int = 0
    fallbacks: int = 0
    calls: int = 0
    faults: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    p50_ms: float | None = None
    p95_ms: float | None = None

    @property
    def trigger_rate(self) -> float | None:
        """Of all turns, those that ran a tool; ``None`` (here and below) where there is nothing to divide by."""
        return _share(self.ran, self.turns)

    @property
    def hit_rate(self) -> float | None:
        """Of all searches, those that found something."""
        return _share(self.hits, self.searches)

    @property
    def empty_rate(self) -> float | None:
        """Of all searches, those that found nothing."""
        return _share(self.searches - self.hits, self.searches)

    @property
    def citation_rate(self) -> float | None:
        """Of all answers from material, those that cite it."""
        return _share(self.cited, self.answers)


@dataclass(frozen=True, slots=True)
class Span:
    """The turns that began from ``begin`` until before ``end``."""

    begin: datetime
    end: datetime
    figures: Figures


@dataclass(frozen=True, slots=True)
class Statistics:
    """The spans in order of time, and all of them together."""

    spans: tuple[Span, ...]
    total: Figures


def statistics(path: Path | None, edges: Sequence[datetime], assistant: str | None = None) -> Statistics:
    """Figures for each span between two of the ``edges``: rising, with a time zone, at least two.

    Raises ``ValueError`` for other edges, ``TraceError`` when the file can't be read. No file: no turns.
    """
    if len(edges) < 2 or any(a >= b for a, b in pairwise(edges)):
        raise ValueError("edges must be at least two, and rise.")
    with opened(path) as connection:
        return _counted(connection, edges, assistant)


def citations(path: Path | None, since: datetime, until: datetime) -> dict[str, tuple[int, int]]:
    """By chunk that was evidence: how often it was cited, and how often it was left aside. Raises ``TraceError``."""
    sql = (
        "SELECT chunk, sum(citations.cited), sum(1 - citations.cited) FROM figures JOIN citations USING (turn) "
        "WHERE at >= ? AND at < ? GROUP BY chunk"
    )
    with opened(path) as connection:
        if connection is None:
            return {}
        found = connection.execute(sql, (figures.stamp(since), figures.stamp(until)))
        return {chunk: (cited, aside) for chunk, cited, aside in found}


def midnights(days: int, now: datetime) -> tuple[datetime, ...]:
    """The edges of the last ``days`` days, today the last of them, as the clocks of this place went."""
    tomorrow = now.astimezone().date() + timedelta(days=1)
    found = (tomorrow - timedelta(days=days - n) for n in range(days + 1))
    return tuple(datetime(day.year, day.month, day.day).astimezone() for day in found)


def percentile(values: Sequence[float], share: float) -> float | None:
    """The smallest of the rising ``values`` that at least ``share`` of them do not exceed; ``None`` without values."""
    return values[max(-int(-share * len(values) // 1), 1) - 1] if values else None


def _counted(connection: apsw.Connection | None, edges: Sequence[datetime], assistant: str | None) -> Statistics:
    spans = range(len(edges) - 1)
    outcomes: list[dict[str, int]] = [{} for _ in spans]
    sums: list[dict[str, Any]] = [{} for _ in spans]
    times = [array("d") for _ in spans]
    if connection is not None:
        low, high = figures.stamp(edges[0]), figures.stamp(edges[-1])
        connection.execute("CREATE TEMP TABLE edge (n INTEGER PRIMARY KEY, low INTEGER, high INTEGER)")
        stamps = [figures.stamp(edge) for edge in edges]
        connection.executemany("INSERT INTO temp.edge VALUES (?, ?, ?)", [(n, stamps[n], stamps[n + 1]) for n in spans])
        where = "FROM temp.edge JOIN figures ON at >= low AND at < high WHERE (?1 IS NULL OR assistant = ?1)"
        totals = ", ".join(f"sum({name})" for name in _SUMS)
        with connection:  # one view of the file for all three
            for n, *found in connection.execute(f"SELECT n, {totals} {where} GROUP BY n", (assistant,)):
                sums[n] = dict(zip(_SUMS, found, strict=True))
            for n, outcome, count in connection.execute(
                f"SELECT n, outcome, count(*) {where} GROUP BY n, outcome", (assistant,)
            ):
                outcomes[n][outcome] = count
            for n, ms in connection.execute(f"SELECT n, elapsed_ms {where}", (assistant,)):
                times[n].append(ms)
        assert low < high
    parts = [_figures(sums[n], outcomes[n], times[n]) for n in spans]
    every = array("d", (ms for part in times for ms in part))
    names = {name for part in outcomes for name in part}
    total = _figures(
        {name: sum(getattr(part, name) for part in parts) for name in _SUMS},
        {name: sum(part.get(name, 0) for part in outcomes) for name in sorted(names)},
        every,
    )
    return Statistics(tuple(Span(edges[n], edges[n + 1], parts[n]) for n in spans), total)


def _figures(sums: Mapping[str, Any], outcomes: Mapping[str, int], times: array[float]) -> Figures:
    ordered = array("d", sorted(times))
    return Figures(
        turns=len(ordered), outcomes=outcomes, p50_ms=percentile(ordered, 0.5), p95_ms=percentile(ordered, 0.95), **sums
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
