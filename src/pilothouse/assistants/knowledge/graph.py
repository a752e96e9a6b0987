"""The knowledge assistant's graph (knowledge article, chapter 6): route → rewrite → retrieve ⇄ tools → weigh → compose ⇄
verify → close; calculations, small talk and questions back go other ways.

Every step is chosen here, by code. A model may propose searches in ``retrieve`` and words in ``compose``.
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Any

from pilothouse.assistants.knowledge.closing import close, finish
from pilothouse.assistants.knowledge.replying import compose, verify
from pilothouse.assistants.knowledge.retrieving import calculate, retrieve, tools, weigh
from pilothouse.assistants.knowledge.routing import decide, restate, services
from pilothouse.assistants.knowledge.state import KnowledgeState
from pilothouse.flow import Flow, Turn
from pilothouse.retrieval.evidence.judging.meaning import encoded

Node = Callable[[KnowledgeState, Turn], Awaitable[Mapping[str, Any]]]

_AFTER_ROUTE = {"knowledge_query": "rewrite", "tool_action": "calculate", "chitchat": "compose", "clarify": "compose"}


def _routed(state: Mapping[str, Any]) -> str:
    return _AFTER_ROUTE[state["aim"]["intent"]]


def _ran(state: Mapping[str, Any]) -> str:
    return "compose" if state["calculating"] else "retrieve"


def _verified(state: Mapping[str, Any]) -> str:
    return "compose" if state["verdict"] in ("again", "code") else "close"


def _reading(node: Node) -> Node:
    """``node`` with the encoder at hand: what counts as evidence, answers and is checked has to be judged alike."""

    @wraps(node)
    async def run(state: KnowledgeState, turn: Turn) -> Mapping[str, Any]:
        with encoded(services(turn).encoder):
            return await node(state, turn)

    return run


FLOW = Flow(
    name="knowledge",
    state=KnowledgeState,
    nodes={
        "route": decide,
        "rewrite": restate,
        "retrieve": retrieve,
        "calculate": calculate,
        "tools": _reading(tools),
        "weigh": _reading(weigh),
        "compose": _reading(compose),
        "verify": _reading(verify),
        "close": close,
    },
    edges={
        "route": (_routed, ("rewrite", "calculate", "compose")),
        "rewrite": "retrieve",
        "retrieve": (lambda state: "tools" if state["pending"] else "weigh", ("tools", "weigh")),
        "calculate": "tools",
        "tools": (_ran, ("retrieve", "compose")),
        "weigh": "compose",
        "compose": "verify",
        "verify": (_verified, ("compose", "close")),
        "close": "end",
    },
    start="route",
    finish=finish,
)
