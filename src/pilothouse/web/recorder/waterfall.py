"""What happened when: the steps of a turn on one scale of time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pilothouse.telemetry.trace import Event
from pilothouse.web.recorder.graph import Visit, named
from pilothouse.web.recorder.parts import FACT, clipped, number
from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.web.words import Words

MOST = 200  # steps
LONG = {"node": "took_ms", "tool": "ms", "model_call": "ms"}  # kinds that take time, and where it is told

Kind = Literal["node", "tool", "model_call", "retrieval"]


@dataclass(frozen=True, slots=True)
class Step:
    """From ``begin`` for ``took`` milliseconds."""

    kind: str
    label: str
    begin: float
    took: float
    failed: bool


def steps_of(say: Words, assistant: str, events: Sequence[Event]) -> list[Step]:
    """The steps in the order in which they began; what is part of a step comes after it."""
    found = []
    for event in events:
        fields = event.fields
        if event.kind not in LONG and event.kind != "retrieval":
            continue
        took = number(fields.get(LONG.get(event.kind, "")))
        name = str(fields.get("name") or fields.get("model") or fields.get("source") or "")
        failed = bool(fields.get("failed") or fields.get("fault"))
        if event.kind == "node":
            label = named(say, assistant, name)
        elif event.kind == "tool":
            label, failed = name, _status(fields.get("envelope")) not in ("success", "no_results")
        else:
            label = say("rec.model", name=name) if event.kind == "model_call" else searched(say, name)
        found.append(Step(event.kind, clipped(label, FACT), max(event.ms - took, 0.0), took, failed))
    return sorted(found, key=lambda step: (round(step.begin, 1), step.kind != "node", -step.took))


def searched(say: Words, source: str) -> str:
    """Where something was looked for."""
    known = f"rec.source.{source}"
    return say("rec.search", name=say(known) if say.has(known) else clipped(source, FACT))


def path_of(events: Sequence[Event]) -> list[str]:
    """The nodes in the order in which they ran."""
    return [str(event.fields.get("name")) for event in events if event.kind == "node"]


def visits_of(events: Sequence[Event]) -> dict[str, Visit]:
    """Each node that ran."""
    found: dict[str, Visit] = {}
    for event in events:
        if event.kind == "node":
            name, took = str(event.fields.get("name")), number(event.fields.get("took_ms"))
            then = found.get(name, Visit(0, 0.0))
            found[name] = Visit(then.times + 1, then.ms + took, then.failed or "failed" in event.fields)
    return found


def waterfall(say: Words, steps: Sequence[Step], whole_ms: float) -> None:
    """A bar for each step."""
    whole = max([whole_ms, *(step.begin + step.took for step in steps)], default=0.0) or 1.0
    with Tag("ol", classes="waterfall"):
        for step in steps[:MOST]:
            with Tag("li", classes=f"{step.kind}{' failed' if step.failed else ''}"):
                Tag("span", step.label, "label", title=step.label)
                with Tag("span", classes="lane", aria_hidden="true"):
                    left, width = 100 * step.begin / whole, max(100 * step.took / whole, 0.4)
                    Tag("span", classes="bar").style(f"left: {min(left, 99.6):.2f}%; width: {width:.2f}%")
                Tag("span", f"{step.took:.1f}" if step.took else "·", "ms")
    if len(steps) > MOST:
        Tag("p", say("rec.more.items", n=len(steps) - MOST), "about")


def _status(envelope: object) -> str:
    if not isinstance(envelope, dict):
        return ""
    return str(envelope.get("error_type") or envelope.get("status"))
