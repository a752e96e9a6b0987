"""What comes of a call, as MCP has it: structured content, and the same as text for models."""

from __future__ import annotations

import json
import logging
import os

import mcp_types as types

from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.errors import AccessDenied, ProviderUnavailable, UsageError
from pilothouse.contracts.reply import Reply

log = logging.getLogger(__name__)


class Refused(Exception):
    """A call that is answered with this envelope."""

    def __init__(self, envelope: Envelope) -> None:
        super().__init__(envelope.message)
        self.envelope = envelope


def told(envelope: Envelope) -> types.CallToolResult:
    """An envelope, whatever it says."""
    data = envelope.model_dump(mode="json", exclude_none=True)
    return types.CallToolResult(
        content=[types.TextContent(text=json.dumps(data, ensure_ascii=False))],
        structured_content=data,
        is_error=not envelope.ok,
    )


def replied(reply: Reply) -> types.CallToolResult:
    """A turn. Models see the text, and the name by which the session goes on."""
    goes_on = json.dumps({"session": reply.session, "outcome": reply.outcome}, ensure_ascii=False)
    return types.CallToolResult(
        content=[types.TextContent(text=reply.reply), types.TextContent(text=goes_on)],
        structured_content=reply.model_dump(mode="json"),
    )


def failure(error: Exception) -> Envelope:
    """The envelope for whatever was raised. What is our fault is logged under a number; no stack trace leaves."""
    if isinstance(error, Refused):
        return error.envelope
    if isinstance(error, AccessDenied):
        return Envelope.error("not_allowed", str(error))
    if isinstance(error, UsageError):
        return Envelope.error("invalid_params", str(error))
    if isinstance(error, TimeoutError):
        return Envelope.error("timeout", "这一句处理太久，已取消，会话未变。 It took too long and was cancelled.")
    if isinstance(error, ProviderUnavailable):
        return Envelope.error("unavailable", "模型或服务暂不可用。 A model or service can't be used now.")
    number = os.urandom(6).hex()
    log.error("Error %s", number, exc_info=error)
    return Envelope.error("unavailable", f"暂不可用（{number}）。 It can't be done at the moment ({number}).")
