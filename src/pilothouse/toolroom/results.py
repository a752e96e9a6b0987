"""What a handler returned, made to keep its contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.errors import ContractViolation
from pilothouse.contracts.plain import canonical, plain
from pilothouse.contracts.tool import ToolContract

ROWS_LIMIT = 200
CHARACTERS_LIMIT = 200_000  # of JSON, all rows together

# In free-form parts of a row (attributes taken from a web page, say) only names that can mean nothing else.
PROTOCOL_KEYS = frozenset({"next_state", "nextstate", "next_node", "nextnode", "goto", "tool_calls", "toolcalls"})


def checked(tool: ToolContract, envelope: object) -> Envelope:
    """``envelope`` with typed, plain rows, cut to the limits.

    Raises ``ContractViolation`` for anything but an envelope with rows as declared. No value is quoted.
    """
    if not isinstance(envelope, Envelope):
        raise ContractViolation(f"{tool.name} returned {type(envelope).__name__}, not an Envelope.")
    rows: list[dict[str, Any]] = []
    size = 0
    for row in envelope.results[:ROWS_LIMIT]:
        typed = _typed(tool, row)
        size += len(canonical(typed))
        if size > CHARACTERS_LIMIT:
            break
        rows.append(typed)
    if envelope.results and not rows:
        raise ContractViolation(f"{tool.name} returned a row of more than {CHARACTERS_LIMIT} characters.")
    truncated = envelope.truncated or len(rows) < len(envelope.results)
    return envelope.model_copy(update={"results": tuple(rows), "truncated": truncated})


def _typed(tool: ToolContract, row: Mapping[str, Any]) -> dict[str, Any]:
    try:
        dumped = tool.row.model_validate(row).model_dump(mode="json")
        return dict(_without_protocol(plain(dumped)))
    except ValidationError as error:
        problems = "; ".join(
            f"{'.'.join(map(str, e['loc']))}: {e['type']}" for e in error.errors(include_input=False)[:5]
        )
        raise ContractViolation(f"{tool.name} returned a row that it doesn't declare ({problems}).") from None
    except ValueError as error:
        raise ContractViolation(f"{tool.name} returned a row that is not plain data ({error}).") from None


def _without_protocol(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {key: item for key, item in value.items() if key.lower().replace("-", "_") not in PROTOCOL_KEYS}
        return {key: _without_protocol(item) for key, item in kept.items()}
    if isinstance(value, list):
        return [_without_protocol(item) for item in value]
    return value
