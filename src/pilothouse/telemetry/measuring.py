"""What a turn counts for, from its events: the one definition of every rate, here and on the dashboard."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pilothouse.telemetry import metrics

if TYPE_CHECKING:
    from pilothouse.telemetry.trace import Event

log = logging.getLogger(__name__)

RETRIEVING = "search"  # in the name of a tool that looks something up


@dataclass(frozen=True, slots=True)
class Search:
    """A look-up that ran: whether it found anything, and how many milliseconds it took."""

    hit: bool
    ms: float


@dataclass(frozen=True, slots=True)
class Call:
    """A request to a model; ``fault`` is empty for one that was answered."""

    model: str
    fault: str
    ms: float
    tokens_in: int
    tokens_out: int
    cost: float


@dataclass(slots=True)
class Tally:
    """One turn. ``tools`` by name and status; ``ran``: a tool did run; ``answers`` from material, each with or without
    a citation; ``failures`` of checks; ``fallbacks`` by task; ``cited`` and ``aside`` (evidence left out) by chunk."""

    ran: bool = False
    tools: list[tuple[str, str]] = field(default_factory=list)
    searches: list[Search] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    answers: list[bool] = field(default_factory=list)
    failures: int = 0
    fallbacks: list[str] = field(default_factory=list)
    cited: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)

    def add(self, kind: str, fields: Mapping[str, Any]) -> None:
        """Count one event."""
        match kind:
            case "tool":
                self._tool(fields)
            case "model_call":
                self._call(fields)
            case "verification" if not fields.get("passed", True):
                self.failures += 1
            case "cited":
                ids = [str(id_) for id_ in fields.get("ids") or ()]
                self.answers.append(bool(ids))
                self.cited += ids
                self.aside += [str(id_) for id_ in fields.get("unused") or ()]
            case "task" | "step" if fields.get("origin") == "fallback":
                self.fallbacks.append(str(fields.get("task")))

    def _tool(self, fields: Mapping[str, Any]) -> None:
        envelope, name, ran = fields["envelope"], str(fields["name"]), bool(fields.get("place"))
        status = str(envelope.get("error_type") or envelope["status"])
        self.ran |= ran
        self.tools.append((name if status != "unknown_tool" else "unknown", status))
        if RETRIEVING in name and ran:
            self.searches.append(Search(bool(envelope.get("total_found")), float(fields.get("ms") or 0)))

    def _call(self, fields: Mapping[str, Any]) -> None:
        self.calls.append(
            Call(
                str(fields.get("model")), str(fields.get("fault") or ""), float(fields.get("ms") or 0),
                int(fields.get("tokens_in") or 0), int(fields.get("tokens_out") or 0), float(fields.get("cost") or 0),
            )
        )  # fmt: skip


def tally(events: Iterable[Event]) -> Tally:
    """What the events of a turn count for. Never raises: an event of an unforeseen shape is logged and left out."""
    found = Tally()
    for event in events:
        try:
            found.add(event.kind, event.fields)
        except Exception:
            log.exception("An event could not be counted.")
    return found


def measure(assistant: str, outcome: str, elapsed_ms: float, found: Tally) -> None:
    """Count a turn. Labels are names that code gives: of assistants, tools, tasks and models, never what was said.

    Never raises."""
    try:
        _measure(assistant, outcome, elapsed_ms, found)
    except Exception:  # must not cost a turn its reply
        log.exception("A turn could not be counted.")


def _measure(assistant: str, outcome: str, elapsed_ms: float, found: Tally) -> None:
    metrics.TURNS.add(assistant=assistant, outcome=outcome)
    metrics.TURN_SECONDS.observe(elapsed_ms / 1000, assistant=assistant)
    if found.ran:
        metrics.TOOL_TURNS.add(assistant=assistant)
    for name, status in found.tools:
        metrics.TOOL_CALLS.add(assistant=assistant, tool=name, status=status)
    for search in found.searches:
        metrics.RETRIEVALS.add(assistant=assistant, result="hit" if search.hit else "empty")
        metrics.RETRIEVAL_SECONDS.observe(search.ms / 1000, assistant=assistant)
    for cited in found.answers:
        metrics.CITATIONS.add(assistant=assistant, cited="yes" if cited else "no")
    if found.failures:
        metrics.VERIFICATION_FAILURES.add(found.failures, assistant=assistant, task="reply")
    for task in found.fallbacks:
        metrics.FALLBACKS.add(assistant=assistant, task=task)
    for call in found.calls:
        metrics.MODEL_CALLS.add(model=call.model, status=call.fault or "ok")
        metrics.MODEL_SECONDS.observe(call.ms / 1000, model=call.model)
        metrics.TOKENS.add(call.tokens_in, model=call.model, direction="input")
        metrics.TOKENS.add(call.tokens_out, model=call.model, direction="output")
        metrics.COST.add(call.cost, model=call.model)
