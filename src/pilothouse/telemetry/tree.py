"""A finished turn as a tree of spans: its nodes, in them tasks, tools and retrievals, in tasks calls of models."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from pilothouse.telemetry import conventions as names
from pilothouse.telemetry import saying
from pilothouse.telemetry.measuring import RETRIEVING

if TYPE_CHECKING:
    from pilothouse.telemetry.trace import Event, Trace

Value = str | bool | int | float | Sequence[str]
OWN = "pilothouse"
EMPTY = "no_results"  # the status of a look-up that worked and found nothing: no error


@dataclass(slots=True)
class Branch:
    """A span. ``begin`` and ``end`` in milliseconds since the turn began; ``error`` is the type of what went wrong."""

    name: str
    begin: float
    end: float
    attributes: dict[str, Value] = field(default_factory=dict)
    kind: Literal["INTERNAL", "CLIENT"] = "INTERNAL"
    error: str = ""
    inside: list[Branch] = field(default_factory=list)

    def fit(self, low: float, high: float) -> None:
        """Keep this and what is inside between two times: clocks are read a little before events are noted."""
        self.begin = min(max(self.begin, low), high)
        self.end = min(max(self.end, self.begin), high)
        for branch in self.inside:
            branch.fit(self.begin, self.end)


def grow(turn: Trace) -> Branch:
    """The span of the turn, with all others inside. Content is in it: whoever exports it leaves it out or not."""
    loose: list[Branch] = []  # ended, and nothing that encloses them has ended yet
    tokens, cost, failed = [0, 0], 0.0, ""
    for event in turn.events:
        fields = event.fields
        match event.kind:
            case "node":
                loose = _enclosed(_node(event), loose)
            case "task" | "step":
                task = _task(event)
                own = [call for call in loose if call.attributes.get(names.TASK) == task.attributes[names.TASK]]
                rest = [branch for branch in loose if branch not in own]
                loose = [*rest, *_enclosed(task, own)]
            case "tool":
                loose.append(_tool(event))
            case "model_call":
                loose.append(_call(event))
                tokens[0] += int(fields.get("tokens_in") or 0)
                tokens[1] += int(fields.get("tokens_out") or 0)
                cost += float(fields.get("cost") or 0)
            case "failed" | "error":
                failed = str(fields.get("type") or "_OTHER")
    attributes: dict[str, Value] = {
        names.OPERATION: "invoke_agent", names.PROVIDER: OWN, names.AGENT: turn.assistant,
        names.CONVERSATION: conversation(turn), names.TURN: turn.turn, names.OUTCOME: turn.outcome,
        names.TRACE_ID: turn.trace_id,
    }  # fmt: skip
    if any(tokens):
        attributes |= {names.INPUT_TOKENS: tokens[0], names.OUTPUT_TOKENS: tokens[1], names.COST: cost}
    if turn.input is not None:
        attributes[names.INPUT_MESSAGES] = saying.messages([{"role": "user", "content": turn.input}])
    if isinstance(turn.reply, Mapping) and turn.reply.get("reply"):
        said = {"role": "assistant", "content": turn.reply["reply"], "finish_reason": "stop"}
        attributes[names.OUTPUT_MESSAGES] = saying.messages([said])
    whole = Branch(f"invoke_agent {turn.assistant}", 0.0, turn.elapsed_ms, attributes, error=failed, inside=loose)
    whole.fit(0.0, turn.elapsed_ms)
    return whole


def conversation(turn: Trace) -> str:
    """A name for the session that leads nobody into it: of guests, the session's own name is the key to it."""
    whole = "\0".join((turn.assistant, turn.user, turn.session))
    return hashlib.sha256(whole.encode("utf-8", "replace")).hexdigest()[:32]


def _enclosed(outer: Branch, loose: list[Branch]) -> list[Branch]:
    """``loose`` with those inside ``outer`` that ended after it had begun."""
    outer.inside = [branch for branch in loose if branch.end >= outer.begin]
    return [*(branch for branch in loose if branch.end < outer.begin), outer]


def _branch(name: str, event: Event, ms: object, attributes: dict[str, Value], **more: Any) -> Branch:
    return Branch(name, event.ms - float(ms or 0), event.ms, attributes, **more)  # type: ignore[arg-type]


def _node(event: Event) -> Branch:
    name, failed = str(event.fields.get("name")), str(event.fields.get("failed") or "")
    return _branch(f"node {name}", event, event.fields.get("took_ms"), {names.NODE: name}, error=failed)


def _task(event: Event) -> Branch:
    fields = event.fields
    name = str(fields.get("task"))
    attributes: dict[str, Value] = {
        names.TASK: name, names.ORIGIN: str(fields.get("origin")), names.ATTEMPTS: int(fields.get("attempts") or 0)
    }  # fmt: skip
    return _branch(f"task {name}", event, fields.get("ms"), attributes)


def _call(event: Event) -> Branch:
    fields = event.fields
    model = str(fields.get("model") or "unknown")
    provider, colon, _ = model.partition(":")
    attributes: dict[str, Value] = {
        names.OPERATION: "chat", names.PROVIDER: provider if colon or model == "local" else "openai",
        names.REQUEST_MODEL: model, names.INPUT_TOKENS: int(fields.get("tokens_in") or 0),
        names.OUTPUT_TOKENS: int(fields.get("tokens_out") or 0), names.TASK: str(fields.get("task")),
        names.COST: float(fields.get("cost") or 0), names.ATTEMPTS: int(fields.get("attempt") or 1),
    }  # fmt: skip
    if fields.get("temperature") is not None:
        attributes[names.TEMPERATURE] = float(fields["temperature"])
    if fields.get("finish_reason"):
        attributes[names.FINISH_REASONS] = [str(fields["finish_reason"])]
    attributes |= saying.call(fields)
    fault = str(fields.get("fault") or "")
    return _branch(f"chat {model}", event, fields.get("ms"), attributes, kind="CLIENT", error=fault)


def _tool(event: Event) -> Branch:
    fields = event.fields
    envelope = fields["envelope"] if isinstance(fields.get("envelope"), Mapping) else {}
    status = str(envelope.get("error_type") or envelope.get("status") or "error")
    name = str(fields.get("name")) if status != "unknown_tool" else "unknown"  # models make names up
    ran = bool(fields.get("place"))
    error = "" if status in ("success", EMPTY) else status
    attributes: dict[str, Value] = {
        names.OPERATION: "execute_tool", names.TOOL: name, names.TOOL_TYPE: "function", names.STATUS: status,
        names.RAN: ran, **saying.tool(fields, envelope),
    }  # fmt: skip
    made = _branch(f"execute_tool {name}", event, fields.get("ms"), attributes, error=error)
    if ran and RETRIEVING in name:
        found: dict[str, Value] = {
            names.OPERATION: "retrieval", names.DATA_SOURCE: name, names.HITS: int(envelope.get("total_found") or 0)
        }  # fmt: skip
        arguments = fields.get("arguments")
        top = arguments.get("top_k") if isinstance(arguments, Mapping) else None
        if isinstance(top, int) and not isinstance(top, bool):
            found[names.TOP_K] = top
        found |= saying.retrieval(fields, envelope)
        made.inside.append(Branch("retrieval", made.begin, made.end, found, error=error))
    return made
