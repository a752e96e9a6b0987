"""A turn's events as they go over the wire."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pydantic import BaseModel

from pilothouse.contracts.reply import Reply, Source
from pilothouse.telemetry.trace import Event

MEDIA = "text/event-stream"
BEAT = ": still working\n\n"
_PIECE = re.compile(
    r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]{1,4}\s*|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+\s*|\s+"
)


class NodeEvent(BaseModel):
    """A step of the assistant begins or ends."""

    name: str
    status: Literal["begun", "ended", "failed"]
    took_ms: float | None = None


class ToolEvent(BaseModel):
    """A tool was called. ``found`` counts all that it found."""

    name: str
    arguments: dict[str, Any]
    status: Literal["success", "error"]
    error_type: str | None = None
    found: int = 0
    took_ms: float = 0.0


class ModelEvent(BaseModel):
    """A model was asked for ``task``. ``fault`` tells why an attempt was in vain."""

    task: str
    tokens_in: int
    tokens_out: int
    took_ms: float
    fault: str | None = None


class TokenEvent(BaseModel):
    """The next piece of the reply's text. Only text that passed all checks is sent, so pieces come at the end."""

    text: str


Wire = tuple[str, BaseModel]


def wire(event: Event) -> Iterator[Wire]:
    """What a client is told of an event: never prompts, stored state or the rows of tools."""
    fields = event.fields
    match event.kind:
        case "node_begun":
            yield "node", NodeEvent(name=fields["name"], status="begun")
        case "node":
            status: Literal["ended", "failed"] = "failed" if "failed" in fields else "ended"
            yield "node", NodeEvent(name=fields["name"], status=status, took_ms=fields["took_ms"])
        case "tool":
            yield "tool", _tool(fields)
        case "model_call":
            yield (
                "model",
                ModelEvent(
                    task=fields["task"], tokens_in=fields["tokens_in"], tokens_out=fields["tokens_out"],
                    took_ms=fields["ms"], fault=fields["fault"],
                ),
            )  # fmt: skip
        case "reply":
            reply = Reply.model_validate(fields)
            for source in reply.sources:
                yield "source", Source.model_validate(source)
            for piece in pieces(reply.reply):
                yield "token", TokenEvent(text=piece)
            yield "reply", reply


def pieces(text: str) -> list[str]:
    """``text`` in small pieces: words, and a few Chinese characters at a time."""
    return _PIECE.findall(text)


def sent(kind: str, data: BaseModel | Mapping[str, Any]) -> str:
    """One server-sent event."""
    body = data.model_dump_json() if isinstance(data, BaseModel) else json.dumps(data, ensure_ascii=False)
    return f"event: {kind}\ndata: {body}\n\n"


def _tool(fields: Mapping[str, Any]) -> ToolEvent:
    envelope = fields["envelope"]
    return ToolEvent(
        name=fields["name"],
        arguments=dict(fields["arguments"]),
        status=envelope["status"],
        error_type=envelope.get("error_type"),
        found=envelope.get("total_found", 0),
        took_ms=fields["ms"],
    )
