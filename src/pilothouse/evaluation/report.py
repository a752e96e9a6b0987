"""What an evaluation found, question by question; everything else is computed from that."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.evaluation.metrics import Estimate, estimate, percentile
from pilothouse.evaluation.wording import LOWER_IS_BETTER

FORMAT = "pilothouse-evaluation@1"
ANSWERS = "answers"
OWN = "pilothouse"
COMPARED = ("program", "documents", "chunks", "embedder", "model", "repeat")  # facts that explain a difference

Summary = dict[str, dict[str, Estimate]]  # by group (a ranker, or the answers) and measure


@dataclass(frozen=True, slots=True)
class Record:
    """One question. ``scores`` by group and measure, those that apply; ``ranks`` the place of the first gold document
    for each ranker, 0 for none; ``query`` is what was searched for; times in milliseconds, 0 where nothing ran."""

    id: str
    question: str
    kind: str = ""
    gold: tuple[str, ...] = ()
    query: str = ""
    scores: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    ranks: Mapping[str, int] = field(default_factory=dict)
    found: tuple[str, ...] = ()
    reply: str = ""
    outcome: str = ""
    citations: tuple[str, ...] = ()
    search_ms: float = 0.0
    answer_ms: float = 0.0


@dataclass(frozen=True)
class Change:
    """A measure now and then over the questions that both runs have. ``low`` and ``high`` bound the difference."""

    group: str
    measure: str
    before: float
    now: float
    low: float
    high: float
    n: int

    @property
    def verdict(self) -> str:
        """``better``, ``worse``, or ``same`` when chance could explain the difference."""
        if self.low <= 0 <= self.high:
            return "same"
        return "better" if (self.low > 0) != (self.measure in LOWER_IS_BETTER) else "worse"


@dataclass(frozen=True)
class Report:
    """``facts`` say what was measured on what; ``changes`` compare with an earlier run."""

    facts: Mapping[str, Any]
    records: tuple[Record, ...]
    notes: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()

    @cached_property
    def overall(self) -> Summary:
        return summary(self.records)

    @cached_property
    def kinds(self) -> dict[str, Summary]:
        """By kind of question, in the order of the file; empty where the file names no kinds."""
        names = dict.fromkeys(record.kind for record in self.records if record.kind)
        return {name: summary(record for record in self.records if record.kind == name) for name in names}

    @cached_property
    def latency(self) -> dict[str, dict[str, float]]:
        """Percentiles in milliseconds of a search and of a whole answer, where they were measured."""
        times = {
            "search": [record.search_ms for record in self.records if record.search_ms],
            "answer": [record.answer_ms for record in self.records if record.answer_ms],
        }
        return {
            name: {"p50": percentile(values, 0.5), "p95": percentile(values, 0.95), "n": len(values)}
            for name, values in times.items()
            if values
        }

    def compared(self, before: Report) -> Report:
        """With what changed since ``before``: paired by question, so that equal questions cancel their difficulty."""
        earlier = {record.id: record for record in before.records}
        pairs = [
            (earlier[record.id], record)
            for record in self.records
            if record.id in earlier and earlier[record.id].question == record.question
        ]
        changes = []
        for group, measures in self.overall.items():
            for measure in measures:
                both = [
                    (old.scores[group][measure], new.scores[group][measure])
                    for old, new in pairs
                    if measure in old.scores.get(group, {}) and measure in new.scores.get(group, {})
                ]
                if not both:
                    continue
                difference = estimate([now - then for then, now in both])
                then, now = (sum(column) / len(both) for column in zip(*both, strict=True))
                changes.append(Change(group, measure, then, now, difference.low, difference.high, len(both)))
        left = len(self.records) - len(pairs)
        notes = [f"{left} 个问题在基线里没有。 {left} questions are not in the baseline."] if left else []
        other = [name for name in COMPARED if self.facts.get(name) != before.facts.get(name)]
        if other:
            told = "；".join(f"{name} {before.facts.get(name)!s} → {self.facts.get(name)!s}" for name in other)
            notes.append(f"与基线不同的还有：{told}。 The baseline was measured with other values of these.")
        return replace(self, changes=tuple(changes), notes=(*self.notes, *notes))

    def as_dict(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "facts": dict(self.facts),
            "overall": _plain(self.overall),
            "kinds": {name: _plain(found) for name, found in self.kinds.items()},
            "latency_ms": self.latency,
            "changes": [{**asdict(change), "verdict": change.verdict} for change in self.changes],
            "notes": list(self.notes),
            "questions": [asdict(record) for record in self.records],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Report:
        """Raises ``DataError`` for something else than what ``as_dict`` gave."""
        try:
            if data["format"] != FORMAT:
                raise ValueError(data["format"])
            records = tuple(_record(item) for item in data["questions"])
            changes = tuple(
                Change(**{name: value for name, value in item.items() if name != "verdict"}) for item in data["changes"]
            )
            return cls(dict(data["facts"]), records, tuple(data["notes"]), changes)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise DataError(
                "不是 pilothouse eval --json 的结果。 This is not what pilothouse eval --json writes."
            ) from error

    def text(self) -> str:
        """The tables of the terminal."""
        from pilothouse.evaluation.table import rendered

        return rendered(self)


def read_report(path: Path) -> Report:
    """An earlier report. Raises ``UsageError`` when there is no such file, ``DataError`` for another content."""
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"基线 {path} 读不了：{error.strerror}。 The baseline {path} can't be read.") from error
    except (ValueError, RecursionError) as error:
        raise DataError(f"基线 {path} 不是 JSON。 The baseline {path} is not JSON.") from error
    try:
        return Report.from_dict(data)
    except DataError as error:
        raise DataError(f"{path}：{error}") from error


def summary(records: Iterable[Record]) -> Summary:
    """Means by group and measure, in order of appearance."""
    values: dict[str, dict[str, list[float]]] = {}
    for record in records:
        for group, scores in record.scores.items():
            for measure, value in scores.items():
                values.setdefault(group, {}).setdefault(measure, []).append(value)
    return {group: {name: estimate(found) for name, found in measures.items()} for group, measures in values.items()}


def _plain(found: Summary) -> dict[str, dict[str, dict[str, float]]]:
    return {group: {name: asdict(value) for name, value in measures.items()} for group, measures in found.items()}


def _record(item: Mapping[str, Any]) -> Record:
    lists = {name: tuple(item[name]) for name in ("gold", "found", "citations")}
    scores = {group: {name: float(v) for name, v in measures.items()} for group, measures in item["scores"].items()}
    return Record(**{**item, **lists, "scores": scores})
