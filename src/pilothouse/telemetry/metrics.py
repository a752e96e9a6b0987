"""Counters and histograms in the process, written out in the Prometheus text format 0.0.4."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Iterable, Sequence

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
MAX_SERIES = 500  # label sets of one metric; a label that takes users' words must not fill the memory
_OTHER = "other"


class Metric:
    """Shared by counters and histograms: a name, a help text and a value per set of labels."""

    kind = "untyped"

    def __init__(self, name: str, help: str, labels: Sequence[str] = ()) -> None:
        self.name, self.help, self.labels = name, help, tuple(labels)
        self._lock = threading.Lock()

    def _key(self, given: dict[str, str], known: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
        if given.keys() != set(self.labels):
            raise ValueError(f"Metric {self.name} has the labels {list(self.labels)}, not {sorted(given)}.")
        key = tuple(str(given[label]) for label in self.labels)
        existing = known if isinstance(known, dict) else dict.fromkeys(known)
        return key if key in existing or len(existing) < MAX_SERIES else (_OTHER,) * len(key)

    def _head(self) -> list[str]:
        text = self.help.replace("\\", "\\\\").replace("\n", "\\n")
        return [f"# HELP {self.name} {text}", f"# TYPE {self.name} {self.kind}"]

    def lines(self) -> list[str]:
        """The metric in the exposition format."""
        raise NotImplementedError

    def reset(self) -> None:
        """Forget all values."""
        raise NotImplementedError


class Counter(Metric):
    """A number that only grows."""

    kind = "counter"

    def __init__(self, name: str, help: str, labels: Sequence[str] = ()) -> None:
        super().__init__(name, help, labels)
        self._values: dict[tuple[str, ...], float] = {}

    def add(self, amount: float = 1.0, /, **labels: str) -> None:
        """Raises ``ValueError`` for a negative amount or labels that weren't declared."""
        if not amount >= 0:
            raise ValueError(f"Counter {self.name} can't fall: {amount}.")
        with self._lock:
            key = self._key(labels, self._values)
            self._values[key] = self._values.get(key, 0.0) + amount

    def value(self, **labels: str) -> float:
        """The sum over all series that have these labels (some or all of the declared ones)."""
        with self._lock:
            pairs = [(dict(zip(self.labels, key, strict=True)), value) for key, value in self._values.items()]
        return sum(value for series, value in pairs if labels.items() <= series.items())

    def lines(self) -> list[str]:
        with self._lock:
            values = sorted(self._values.items())
        if not values and not self.labels:
            values = [((), 0.0)]
        return [*self._head(), *(f"{self.name}{_braces(self.labels, key)} {_number(v)}" for key, v in values)]

    def reset(self) -> None:
        with self._lock:
            self._values.clear()


class Histogram(Metric):
    """How often values fell below each bound, in the unit that the name tells."""

    kind = "histogram"

    def __init__(self, name: str, help: str, labels: Sequence[str] = (), buckets: Sequence[float] = SECONDS) -> None:
        super().__init__(name, help, labels)
        self.buckets = tuple(sorted(buckets))
        self._values: dict[tuple[str, ...], tuple[list[int], list[float]]] = {}

    def observe(self, value: float, /, **labels: str) -> None:
        """Raises ``ValueError`` for labels that weren't declared."""
        with self._lock:
            key = self._key(labels, self._values)
            counts, total = self._values.setdefault(key, ([0] * (len(self.buckets) + 1), [0.0]))
            counts[bisect_left(self.buckets, value)] += 1
            total[0] += value

    def quantile(self, q: float, **labels: str) -> float | None:
        """Estimate of the ``q``-quantile (0 to 1) over all series with these labels; ``None`` without values.

        Linear inside a bucket, as Prometheus does; above the last bound, the last bound.
        """
        with self._lock:
            chosen: list[list[int]] = [
                list(counts)
                for key, (counts, _) in self._values.items()
                if labels.items() <= dict(zip(self.labels, key, strict=True)).items()
            ]
        merged: list[int] = [sum(column) for column in zip(*chosen, strict=True)]
        rank, below = q * sum(merged), 0.0
        if not sum(merged):
            return None
        for i, bound in enumerate(self.buckets):
            if merged[i] and below + merged[i] >= rank:
                lower: float = self.buckets[i - 1] if i else min(0.0, bound)
                return lower + (bound - lower) * (rank - below) / merged[i]
            below += merged[i]
        return self.buckets[-1]

    def lines(self) -> list[str]:
        out = self._head()
        with self._lock:
            values = sorted((key, list(counts), total[0]) for key, (counts, total) in self._values.items())
        for key, counts, total in values:
            running = 0
            for bound, n in zip((*self.buckets, float("inf")), counts, strict=True):
                running += n
                le = "+Inf" if bound == float("inf") else _number(bound)
                out.append(f"{self.name}_bucket{_braces((*self.labels, 'le'), (*key, le))} {running}")
            out.append(f"{self.name}_sum{_braces(self.labels, key)} {_number(total)}")
            out.append(f"{self.name}_count{_braces(self.labels, key)} {running}")
        return out

    def reset(self) -> None:
        with self._lock:
            self._values.clear()


def exposition(metrics: Iterable[Metric] | None = None) -> str:
    """All metrics, or those given, in the text format."""
    return "".join(line + "\n" for metric in (ALL if metrics is None else metrics) for line in metric.lines())


def _braces(labels: Sequence[str], values: Sequence[str]) -> str:
    def escaped(value: str) -> str:
        return value.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')

    pairs = ",".join(f'{label}="{escaped(value)}"' for label, value in zip(labels, values, strict=True))
    return f"{{{pairs}}}" if pairs else ""


def _number(value: float) -> str:
    return str(int(value)) if value.is_integer() else repr(value)


# Rates are quotients of these counters; Prometheus (or the console) divides.
TURNS = Counter("pilothouse_turns_total", "Turns by outcome.", ("assistant", "outcome"))
TOOL_TURNS = Counter(
    "pilothouse_tool_turns_total", "Turns that ran a tool: over turns, the trigger rate.", ("assistant",)
)
TOOL_CALLS = Counter("pilothouse_tool_calls_total", "Tool calls by status.", ("assistant", "tool", "status"))
RETRIEVALS = Counter("pilothouse_retrievals_total", "Retrievals: result is hit or empty.", ("assistant", "result"))
CITATIONS = Counter("pilothouse_answers_total", "Answers from material: cited is yes or no.", ("assistant", "cited"))
VERIFICATION_FAILURES = Counter(
    "pilothouse_verification_failures_total", "Outputs that a check refused.", ("assistant", "task")
)
FALLBACKS = Counter("pilothouse_fallbacks_total", "Tasks answered by their fallback.", ("assistant", "task"))
TURN_SECONDS = Histogram("pilothouse_turn_seconds", "Duration of a turn.", ("assistant",))
RETRIEVAL_SECONDS = Histogram("pilothouse_retrieval_seconds", "Duration of a retrieval.", ("assistant",))
MODEL_SECONDS = Histogram("pilothouse_model_seconds", "Duration of a model call.", ("model",))
MODEL_CALLS = Counter("pilothouse_model_calls_total", "Model calls by status.", ("model", "status"))
TOKENS = Counter("pilothouse_tokens_total", "Tokens: direction is input or output.", ("model", "direction"))
COST = Counter("pilothouse_cost_total", "Cost in the currency of the price settings.", ("model",))
ALL: tuple[Metric, ...] = (
    TURNS, TOOL_TURNS, TOOL_CALLS, RETRIEVALS, CITATIONS, VERIFICATION_FAILURES, FALLBACKS,
    TURN_SECONDS, RETRIEVAL_SECONDS, MODEL_SECONDS, MODEL_CALLS, TOKENS, COST,
)  # fmt: skip
