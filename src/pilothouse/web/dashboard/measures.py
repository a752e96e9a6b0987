"""What is shown of the figures: which numbers, drawn how, and when one should look closer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pilothouse.telemetry.statistics import Figures

Value = Callable[[Figures], float | None]
OUTCOMES = ("answered", "clarify", "not_found", "refused", "fallback", "error")
ENOUGH = 20  # occasions before a share is worth a worry


@dataclass(frozen=True, slots=True)
class Series:
    """One line or one layer of bars. ``name`` of its text, ``style`` of its colour."""

    name: str
    style: str
    value: Value


@dataclass(frozen=True, slots=True)
class Measure:
    """A card of the dashboard; its texts are ``dash.NAME``, ``dash.NAME.means`` and ``dash.NAME.worry``.

    ``kind`` is ``bars`` (one above the other) or ``lines``. ``shown`` writes a value; ``base`` counts what it rests on:
    0 is an empty card. ``worrying`` marks a card; ``limit`` is the number that its text names.
    """

    name: str
    kind: str
    series: tuple[Series, ...]
    shown: Callable[[float], str]
    base: Callable[[Figures], int]
    limit: str = ""
    worrying: Callable[[Figures], bool] = lambda figures: False


def percent(value: float) -> str:
    return f"{100 * value:.1f}%"


def count(value: float) -> str:
    return f"{value:,.0f}"


def milliseconds(value: float) -> str:
    return f"{value:,.0f} ms" if value < 1000 else f"{value / 1000:,.1f} s"


def money(value: float) -> str:
    return f"{value:,.4f}".rstrip("0").rstrip(".") if value < 1 else f"{value:,.2f}"


def turns(figures: Figures) -> int:
    return figures.turns


def calls(figures: Figures) -> int:
    return figures.calls


def _outcome(name: str) -> Series:
    return Series(f"dash.outcome.{name}", name, lambda figures: figures.outcomes.get(name, 0))


def _other(figures: Figures) -> float:
    return figures.turns - sum(figures.outcomes.get(name, 0) for name in OUTCOMES)


def _share(part: float, whole: float, limit: float) -> bool:
    return whole >= ENOUGH and part / whole > limit


MEASURES: tuple[Measure, ...] = (
    Measure(
        "turns", "bars", (*map(_outcome, OUTCOMES), Series("dash.outcome.other", "other", _other)), count, turns, "10%",
        lambda f: _share(f.outcomes.get("fallback", 0) + f.outcomes.get("error", 0), f.turns, 0.1),
    ),
    Measure("latency", "lines", (
        Series("dash.p50", "first", lambda f: f.p50_ms), Series("dash.p95", "second", lambda f: f.p95_ms),
    ), milliseconds, turns, "10 s", lambda f: f.turns >= ENOUGH and (f.p95_ms or 0) > 10_000),
    Measure("trigger", "lines", (Series("dash.trigger", "first", lambda f: f.trigger_rate),), percent, turns),
    Measure("retrieval", "lines", (
        Series("dash.hit", "good", lambda f: f.hit_rate), Series("dash.empty", "bad", lambda f: f.empty_rate),
    ), percent, lambda f: f.searches, "30%", lambda f: _share(f.searches - f.hits, f.searches, 0.3)),
    Measure(
        "citation", "lines", (Series("dash.citation", "first", lambda f: f.citation_rate),), percent,
        lambda f: f.answers, "95%", lambda f: _share(f.answers - f.cited, f.answers, 0.05),
    ),
    Measure(
        "failures", "bars", (Series("dash.failures", "bad", lambda f: f.failures),), count, turns, "5%",
        lambda f: _share(f.failures, f.turns, 0.05),
    ),
    Measure(
        "fallbacks", "bars", (Series("dash.fallbacks", "warn", lambda f: f.fallbacks),), count, turns, "10%",
        lambda f: f.calls > 0 and _share(f.fallbacks, f.turns, 0.1),
    ),
    Measure("calls", "bars", (
        Series("dash.calls.good", "first", lambda f: f.calls - f.faults),
        Series("dash.calls.faults", "bad", lambda f: f.faults),
    ), count, calls, "5%", lambda f: _share(f.faults, f.calls, 0.05)),
    Measure("tokens", "bars", (
        Series("dash.tokens.in", "first", lambda f: f.tokens_in),
        Series("dash.tokens.out", "second", lambda f: f.tokens_out),
    ), count, calls),
    Measure("cost", "bars", (Series("dash.cost", "first", lambda f: f.cost),), money, calls),
)  # fmt: skip
