"""What a node is given, and what an assistant says at the end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pilothouse.contracts.caller import Caller
from pilothouse.contracts.reply import Outcome, Source, Usage

if TYPE_CHECKING:
    from pilothouse.gateway import Gateway
    from pilothouse.telemetry.trace import TurnTrace
    from pilothouse.toolroom import TurnRoom


@dataclass
class Turn:
    """What nodes may use during a turn. Handed over as LangGraph's runtime context, never stored.

    ``history_turns``: how many of the latest turns a model is shown as they were said.
    """

    caller: Caller
    session: str
    room: TurnRoom
    gateway: Gateway
    trace: TurnTrace
    services: Any
    language: str = "auto"
    history_turns: int = 6
    usage: Usage = field(default_factory=Usage)
    memo: dict[Any, Any] = field(default_factory=dict)  # worked out by one node, needed by a later one; never stored

    def observe(self, event: Mapping[str, Any]) -> None:
        """Note an event of the gateway or of the tool room, and count what a model call cost."""
        fields = dict(event)
        kind = str(fields.pop("event", fields.pop("kind", "event")))
        if kind == "model_call":
            self.usage.model_calls += 1
            self.usage.tokens += int(fields.get("tokens_in") or 0) + int(fields.get("tokens_out") or 0)
            self.usage.cost += float(fields.get("cost") or 0.0)
        self.trace.event(kind, **fields)


Node = Callable[[Any, Turn], Awaitable[Mapping[str, Any]]]
Route = Callable[[Any], str]


@dataclass(frozen=True)
class ReplyParts:
    """What an assistant says at the end of a turn; the flow adds the rest of the ``Reply``."""

    text: str
    outcome: Outcome
    data: dict[str, Any] = field(default_factory=dict)
    sources: tuple[Source, ...] = ()
