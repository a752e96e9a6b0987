"""What the gateway and a model say to each other."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from pilothouse.contracts.conversation import Message
from pilothouse.gateway.settings import Mode
from pilothouse.gateway.tokens import count, count_messages

CONVERSE = "converse"  # the name under which the tool loop appears among the tasks


def call_id() -> str:
    """An id for a call whose author gave none."""
    return f"call_{secrets.token_hex(4)}"


@dataclass(frozen=True, slots=True)
class RawCall:
    """A tool call as the model wrote it: ``arguments`` is its text, not yet parsed by anybody."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One request. ``tools`` in the OpenAI function format; ``json_schema`` constrains the whole output.

    ``task`` and ``mode`` say what the request is for; providers don't need them, scripts and traces do.
    """

    messages: tuple[Message, ...]
    tools: tuple[Mapping[str, Any], ...] = ()
    json_schema: Mapping[str, Any] | None = None
    temperature: float = 0.0
    max_tokens: int = 512
    stop: tuple[str, ...] = ()
    timeout_s: float = 30.0
    task: str = ""
    mode: Mode | None = None

    @property
    def tokens(self) -> int:
        """Estimated tokens of the prompt."""
        return count_messages(self.messages) + (count(json.dumps(self.tools, ensure_ascii=False)) if self.tools else 0)


@dataclass(frozen=True, slots=True)
class ModelReply:
    """One answer. Token numbers are ``None`` when the provider sent none."""

    text: str = ""
    calls: tuple[RawCall, ...] = ()
    finish_reason: str = "stop"
    tokens_in: int | None = None
    tokens_out: int | None = None

    @property
    def cut(self) -> str | None:
        """Why nothing in this reply may be trusted to be whole, or ``None``."""
        if self.finish_reason in {"length", "max_tokens", "MAX_TOKENS"}:
            return "The output was cut off at the token limit."
        if self.finish_reason.lower() in {"content_filter", "safety", "refusal"}:
            return "The provider's content filter cut the output."
        if self.finish_reason == "broken":
            return "The connection ended before the output did."
        return None


@runtime_checkable
class ChatModel(Protocol):
    """A model. ``complete`` raises ``ModelFault``; anything else that it raises counts as one."""

    @property
    def name(self) -> str: ...

    async def complete(self, request: ModelRequest) -> ModelReply: ...
