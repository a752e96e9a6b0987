"""What was said and read, in the JSON shapes of the GenAI conventions, and bounded in size."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from pilothouse.telemetry import conventions as names

LONGEST = 8000  # characters of one text
MOST = 50  # messages, or documents


def messages(said: Iterable[Mapping[str, Any]]) -> str:
    """Messages with ``role`` and ``content`` (and ``finish_reason``), the latest ``MOST``."""
    return _json(
        [
            {
                "role": str(one.get("role")),
                "parts": [{"type": "text", "content": _short(one.get("content"))}, *one.get("parts", ())],
                **({"finish_reason": one["finish_reason"]} if "finish_reason" in one else {}),
            }
            for one in [*said][-MOST:]
        ]
    )


def call(fields: Mapping[str, Any]) -> dict[str, str]:
    """The content of a model call, as far as it was noted."""
    prompt = [one for one in fields.get("prompt") or () if isinstance(one, Mapping)]
    found = {}
    system = [one for one in prompt if one.get("role") == "system"]
    if system:
        found[names.INSTRUCTIONS] = _json([{"type": "text", "content": _short(one.get("content"))} for one in system])
    if len(prompt) > len(system):
        found[names.INPUT_MESSAGES] = messages(one for one in prompt if one.get("role") != "system")
    if fields.get("output") is not None:
        calls = [
            {"type": "tool_call", "name": str(one.get("name")), "arguments": _short(one.get("arguments"))}
            for one in fields.get("calls") or ()
        ]
        reason = str(fields.get("finish_reason") or "stop")
        said = {"role": "assistant", "content": fields["output"], "parts": calls, "finish_reason": reason}
        found[names.OUTPUT_MESSAGES] = messages([said])
    return found


def tool(fields: Mapping[str, Any], envelope: Mapping[str, Any]) -> dict[str, str]:
    """The content of a tool call."""
    if "arguments" not in fields:
        return {}
    return {
        names.CALL_ARGUMENTS: _short(_json(fields["arguments"])), names.CALL_RESULT: _short(_json(dict(envelope)))
    }  # fmt: skip


def retrieval(fields: Mapping[str, Any], envelope: Mapping[str, Any]) -> dict[str, str]:
    """What was looked for, and the documents that were found."""
    arguments = fields.get("arguments")
    if not isinstance(arguments, Mapping):
        return {}
    found = {names.QUERY: _short(arguments.get("query", ""))}
    rows = [row for row in envelope.get("results") or () if isinstance(row, Mapping) and "id" in row]
    if rows:
        documents = [{"id": str(row["id"]), "score": float(row.get("score") or 0)} for row in rows[:MOST]]
        found[names.DOCUMENTS] = _json(documents)
    return found


def _short(text: object) -> str:
    return str(text if text is not None else "")[:LONGEST]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
