"""What goes to a model in the tool loop, and what may come back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Role = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True, slots=True)
class ProposedCall:
    """A call that somebody proposes. It runs only if the tool room allows it."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    id: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """``calls`` on assistant messages; ``call_id`` and ``name`` on tool messages."""

    role: Role
    content: str
    calls: tuple[ProposedCall, ...] = ()
    call_id: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Conversation:
    """Messages for ``converse``. ``utterance`` is the user's text of this turn; ``proposals`` is what code
    would call: the embedded backend uses it, and it is the fallback when a model's output is unusable.
    ``knowledge`` is handed to the tools' ``fill`` functions."""

    messages: tuple[Message, ...]
    utterance: str
    proposals: tuple[ProposedCall, ...] = ()
    knowledge: Any = None


@dataclass(frozen=True, slots=True)
class Step:
    """Either calls or a text. ``refused`` lists what was thrown away and why (for the trace).

    ``declined`` is true when the model said in so many words that no tool is needed: then none is run.
    """

    calls: tuple[ProposedCall, ...] = ()
    text: str = ""
    origin: Literal["model", "fallback"] = "model"
    declined: bool = False
    refused: tuple[str, ...] = ()
