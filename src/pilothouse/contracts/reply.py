"""What a turn returns, on every interface."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pilothouse.contracts.envelope import ErrorType, Status

Outcome = Literal["answered", "clarify", "refused", "fallback", "not_found"]


class ToolCall(BaseModel):
    """One call of the turn, as it was decided: ``reused`` when an earlier result of the turn answered it."""

    model_config = ConfigDict(extra="forbid")

    name: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    status: Status
    error_type: ErrorType | None = None
    reused: bool = False


class Source(BaseModel):
    """Where a fact comes from. ``n`` is the number used in the text, counted from 1."""

    model_config = ConfigDict(extra="forbid")

    n: int
    id: str
    title: str
    path: str | None = None
    section: str | None = None
    page: int | None = None
    score: float | None = None


class Usage(BaseModel):
    """Model use of the turn. ``cost`` in the currency of the price settings."""

    model_config = ConfigDict(extra="forbid")

    model_calls: int = 0
    tokens: int = 0
    cost: float = 0.0


class Reply(BaseModel):
    """The answer to a turn.

    ``turn`` counts from 1 within the session. ``data`` is typed per assistant. ``outcome``: ``answered``;
    ``clarify`` (one question back); ``refused`` (not allowed or outside the job); ``fallback`` (something
    failed and the safe answer was given); ``not_found`` (looked for and not there).
    """

    model_config = ConfigDict(extra="forbid")

    reply: str
    assistant: str
    session: str
    turn: int
    outcome: Outcome
    tool_calls: list[ToolCall] = Field(default_factory=list)
    sources: list[Source] = Field(default_factory=list)
    data: dict[str, Any] = Field(default_factory=dict)
    usage: Usage = Field(default_factory=Usage)
    elapsed_ms: float = 0.0
    trace_id: str = ""
