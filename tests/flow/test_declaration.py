"""A graph that contradicts itself is refused before its first turn."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, TypedDict

import pytest

from pilothouse.contracts.errors import ContractViolation
from pilothouse.flow import ENTRY, Flow, Owned, Turn

from .kit import ECHO, conductor


class NoOwner(TypedDict):
    text: Annotated[str, Owned(ENTRY, "turn", "")]
    turn: Annotated[int, Owned(ENTRY, "session", 0)]
    loose: str


class StrangeOwner(TypedDict):
    text: Annotated[str, Owned(ENTRY, "turn", "")]
    turn: Annotated[int, Owned(ENTRY, "session", 0)]
    words: Annotated[str, Owned("nobody")]


class NoText(TypedDict):
    turn: Annotated[int, Owned(ENTRY, "session", 0)]


class ForgetfulTurn(TypedDict):
    text: Annotated[str, Owned(ENTRY, "turn", "")]
    turn: Annotated[int, Owned(ENTRY, "turn", 0)]


class Reducing(TypedDict):
    text: Annotated[str, Owned(ENTRY, "turn", "")]
    turn: Annotated[int, Owned(ENTRY, "session", 0)]
    words: Annotated[list[str], Owned("listen", "session", []), operator.add]


class OddDefault(TypedDict):
    text: Annotated[str, Owned(ENTRY, "turn", "")]
    turn: Annotated[int, Owned(ENTRY, "session", 0)]
    words: Annotated[set[str], Owned("listen", "session", set())]


class NodeField(TypedDict):
    text: Annotated[str, Owned(ENTRY, "turn", "")]
    turn: Annotated[int, Owned(ENTRY, "session", 0)]
    listen: Annotated[str, Owned("answer", "turn", "")]


async def node(state: Any, turn: Turn) -> Mapping[str, Any]:
    return {}


WAY = ECHO.edges["remember"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"state": NoOwner}, "'loose'.*declares no owner"),
        ({"state": StrangeOwner}, "'nobody' is not a node"),
        ({"state": NoText}, "needs 'text'"),
        ({"state": ForgetfulTurn}, "needs 'turn'"),
        ({"state": Reducing}, "reducer"),
        ({"state": OddDefault}, "set is not plain data"),
        ({"state": NodeField}, "can't be called 'listen'"),
        ({"start": "begin"}, "start 'begin'"),
        ({"edges": {**ECHO.edges, "listen": "nowhere"}}, "from 'listen' to 'nowhere' leads nowhere"),
        ({"edges": {**ECHO.edges, "remember": (lambda state: "answer", ("nowhere",))}}, "leads nowhere"),
        ({"edges": {**ECHO.edges, "ghost": "end"}}, "starts at 'ghost'"),
        ({"edges": {"listen": "remember", "remember": WAY}}, "nothing follows node 'answer'"),
        ({"edges": {**ECHO.edges, "listen": "answer"}}, "no way leads to remember"),
        ({"nodes": {**ECHO.nodes, "end": node}}, "can't be called 'end'"),
        ({"nodes": {**ECHO.nodes, "__start__": node}}, "can't be called '__start__'"),
    ],
)
def test_that_a_contradictory_graph_is_refused_at_once(changes: dict[str, Any], words: str, tmp_path: Path) -> None:
    flow: Flow = replace(ECHO, **changes)
    with pytest.raises(ContractViolation, match=words):
        conductor(tmp_path, flow=flow)
    with pytest.raises(ContractViolation, match=words):
        flow.compile()


def test_that_defaults_are_never_shared() -> None:
    ECHO.defaults("session")["words"].append("x")
    assert ECHO.defaults("session") == {"turn": 0, "words": []}
    assert ECHO.defaults("turn", "user") == {"text": "", "leftover": "", "tastes": [], "reply": ""}
