"""Metrics of a turn, counted from its events when it ends."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pilothouse.telemetry import metrics

if TYPE_CHECKING:
    from pilothouse.telemetry.trace import Event

log = logging.getLogger(__name__)

RETRIEVING = "search"  # in the name of a tool that looks something up


def measure(assistant: str, outcome: str, elapsed_ms: float, events: Iterable[Event]) -> None:
    """Count a turn. Labels are names that code gives: of assistants, tools, tasks and models, never what was said.

    Never raises."""
    try:
        _measure(assistant, outcome, elapsed_ms, events)
    except Exception:  # an event of an unforeseen shape must not cost a turn its reply
        log.exception("A turn could not be counted.")


def _measure(assistant: str, outcome: str, elapsed_ms: float, events: Iterable[Event]) -> None:
    metrics.TURNS.add(assistant=assistant, outcome=outcome)
    metrics.TURN_SECONDS.observe(elapsed_ms / 1000, assistant=assistant)
    ran = False
    for event in events:
        match event.kind:
            case "tool":
                ran |= bool(event.fields.get("place"))
                _tool(assistant, event.fields)
            case "model_call":
                _call(event.fields)
            case "verification" if not event.fields.get("passed", True):
                metrics.VERIFICATION_FAILURES.add(assistant=assistant, task="reply")
            case "cited":
                metrics.CITATIONS.add(assistant=assistant, cited="yes" if event.fields.get("ids") else "no")
            case "task" | "step" if event.fields.get("origin") == "fallback":
                metrics.FALLBACKS.add(assistant=assistant, task=str(event.fields.get("task")))
    if ran:
        metrics.TOOL_TURNS.add(assistant=assistant)


def _tool(assistant: str, fields: Mapping[str, Any]) -> None:
    envelope, name = fields["envelope"], str(fields["name"])
    status = str(envelope.get("error_type") or envelope["status"])
    metrics.TOOL_CALLS.add(assistant=assistant, tool=name if status != "unknown_tool" else "unknown", status=status)
    if RETRIEVING in name and fields.get("place"):
        metrics.RETRIEVALS.add(assistant=assistant, result="hit" if envelope.get("total_found") else "empty")
        metrics.RETRIEVAL_SECONDS.observe(float(fields.get("ms") or 0) / 1000, assistant=assistant)


def _call(fields: Mapping[str, Any]) -> None:
    model = str(fields.get("model"))
    metrics.MODEL_CALLS.add(model=model, status=str(fields.get("fault") or "ok"))
    metrics.MODEL_SECONDS.observe(float(fields.get("ms") or 0) / 1000, model=model)
    metrics.TOKENS.add(float(fields.get("tokens_in") or 0), model=model, direction="input")
    metrics.TOKENS.add(float(fields.get("tokens_out") or 0), model=model, direction="output")
    metrics.COST.add(float(fields.get("cost") or 0), model=model)
