"""Choosing tools without a model: by the meaning of their examples."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pilothouse.contracts.conversation import Conversation, ProposedCall, Step
from pilothouse.contracts.tool import HARD_CALL_LIMIT, ToolContract
from pilothouse.gateway.models import call_id

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pilothouse.embedding.embedder import Embedder

    Vectors = NDArray[np.float32]

# Tuned on the tool sets of tests/gateway/toolsets.py with the embedded model.
THRESHOLD = 0.46  # cosine to the nearest example
MARGIN = 0.0  # by which the nearest counter-example must be farther away
CLAUSES = 6

_BREAKS = re.compile(
    r"[，。；！？、,;!?\n]+|(?<!\d)\.(?!\d)|顺便|然后|另外|还有就是|以及|并且|而且|同时|接着|再(?=帮|给|看|查|问|来|把)"
    r"|\b(?:and then|and also|and|also|then|plus)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Examples:
    """Vectors of one tool; rows have length 1."""

    good: Vectors
    bad: Vectors


class Router:
    """Semantic routing over the contracts' examples. Vectors of examples are computed once."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[tuple[str, ...], _Examples] = {}

    async def step(self, conversation: Conversation, tools: Sequence[ToolContract]) -> Step:
        """Calls for this turn. An empty step means that there is nothing (more) to call."""
        if _answered(conversation):
            return Step(origin="fallback")
        if conversation.proposals:
            return Step(calls=conversation.proposals[:HARD_CALL_LIMIT], origin="fallback")
        if not tools or not conversation.utterance.strip():
            return Step(origin="fallback")
        calls = await asyncio.to_thread(self._calls, conversation, tools)
        return Step(calls=tuple(calls), origin="fallback")

    async def warm(self, tools: Sequence[ToolContract]) -> None:
        """Compute the vectors of all examples now instead of in the first turn."""
        await asyncio.to_thread(lambda: [self._examples(tool) for tool in tools])

    def _calls(self, conversation: Conversation, tools: Sequence[ToolContract]) -> list[ProposedCall]:
        whole = conversation.utterance.strip()
        parts = clauses(whole)
        # "麻辣香锅，还有吗" means something only as a whole.
        return self._chosen(parts, conversation, tools) or (
            self._chosen([whole], conversation, tools) if parts != [whole] else []
        )

    def _chosen(
        self, parts: Sequence[str], conversation: Conversation, tools: Sequence[ToolContract]
    ) -> list[ProposedCall]:
        calls: list[ProposedCall] = []
        for clause, ranked in zip(parts, self._rank(parts, tools), strict=True):
            for tool in ranked:
                arguments = _arguments(tool, clause, conversation)
                if arguments is None:
                    continue  # its words are missing, the next best may be meant
                if not any(call.name == tool.name and call.arguments == arguments for call in calls):
                    calls.append(ProposedCall(tool.name, arguments, call_id()))
                break
        return calls[:HARD_CALL_LIMIT]

    def _rank(self, parts: Sequence[str], tools: Sequence[ToolContract]) -> list[list[ToolContract]]:
        """For each clause the tools that may be meant, best first."""
        asked = self._embedder.embed(list(parts))
        ranked = []
        for vector in asked:
            scored: list[tuple[float, ToolContract]] = []
            for tool in tools:
                known = self._examples(tool)
                good = float((known.good @ vector).max(initial=-1.0))
                bad = float((known.bad @ vector).max(initial=-1.0))
                if good >= THRESHOLD and good > bad + MARGIN:
                    scored.append((good, tool))
            ranked.append([tool for _, tool in sorted(scored, key=lambda pair: -pair[0])])
        return ranked

    def _examples(self, tool: ToolContract) -> _Examples:
        good = [example.text for example in tool.examples]
        bad = list(tool.counter_examples)
        key = (tool.name, *good, "", *bad)
        if key not in self._known:
            vectors = self._embedder.embed([*good, *bad])
            self._known[key] = _Examples(vectors[: len(good)], vectors[len(good) :])
        return self._known[key]


def clauses(utterance: str) -> list[str]:
    """The parts of an utterance that may ask for different things."""
    parts = [part.strip() for part in _BREAKS.split(utterance)]
    parts = [part for part in parts if len(part) > 1]
    return parts[:CLAUSES] if len(parts) > 1 else [utterance.strip()]


def _arguments(tool: ToolContract, clause: str, conversation: Conversation) -> Mapping[str, Any] | None:
    """Arguments from the clause, else from the whole utterance; ``None`` when the tool can't be meant."""
    if tool.fill is not None:
        found = tool.fill(clause, conversation.knowledge)
        if found is None and clause != conversation.utterance:
            found = tool.fill(conversation.utterance, conversation.knowledge)
        return found
    required = tool.schema().get("required", [])
    if not required:
        return {}
    return {"query": conversation.utterance.strip()} if required == ["query"] else None


def _answered(conversation: Conversation) -> bool:
    """Whether tools have already run in this turn."""
    for message in reversed(conversation.messages):
        if message.role == "user":
            return False
        if message.role == "tool":
            return True
    return False
