"""The declaration of an assistant's graph, and its checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin, get_type_hints

from pilothouse.contracts.errors import ContractViolation
from pilothouse.contracts.plain import plain
from pilothouse.flow.guard import guarded, routed
from pilothouse.flow.turn import Node, ReplyParts, Route, Turn

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph

    Graph = CompiledStateGraph[Any, Any, Any, Any]

Lifetime = Literal["turn", "session", "user"]
ENTRY = "entry"
FINISH = "end"
RECURSION_LIMIT = 40  # LangGraph's default of 10,007 would let a wrong edge run for hours


@dataclass(frozen=True, slots=True)
class Owned:
    """Annotation of a state field: which node writes it, how long it lives, what it starts as.

    ``turn``: reset when a turn begins, never stored. ``session``: stored with the session. ``user``: stored
    for the user, the same in all sessions with the assistant.
    """

    owner: str
    lifetime: Lifetime = "turn"
    default: Any = None


@dataclass(frozen=True)
class Flow:
    """Declaration of an assistant's graph.

    ``edges`` maps each node to the next node's name, or to a function of the state that names one of the
    targets beside it; ``"end"`` ends the turn. The state declares ``text`` (the user's words) and ``turn`` (their
    number), both owned by ``ENTRY``. ``finish`` turns the last state into the reply.
    """

    name: str
    state: type
    nodes: Mapping[str, Node]
    edges: Mapping[str, str | tuple[Route, tuple[str, ...]]]
    start: str
    finish: Callable[[Any], ReplyParts]

    def fields(self) -> dict[str, Owned]:
        """Each field of the state with its owner. Raises ``ContractViolation`` when one has none."""
        return self._fields

    @cached_property
    def _fields(self) -> dict[str, Owned]:
        owned: dict[str, Owned] = {}
        for name, hint in get_type_hints(self.state, include_extras=True).items():
            marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
            owners = [mark for mark in marks if isinstance(mark, Owned)]
            if len(owners) != 1:
                raise ContractViolation(f"State field {name!r} of {self.name} declares no owner.")
            if any(callable(mark) for mark in marks):
                raise ContractViolation(
                    f"State field {name!r} of {self.name} has a reducer; its owner alone writes it."
                )
            if owners[0].owner not in self.nodes and owners[0].owner != ENTRY:
                raise ContractViolation(f"State field {name!r}: {owners[0].owner!r} is not a node of {self.name}.")
            owned[name] = owners[0]
        return owned

    def defaults(self, *lifetimes: Lifetime) -> dict[str, Any]:
        """Fresh values of the fields with these lifetimes."""
        return {name: plain(mark.default) for name, mark in self.fields().items() if mark.lifetime in lifetimes}

    def check(self) -> None:
        """Raises ``ContractViolation`` when the declaration contradicts itself."""
        owned = self.fields()
        for name, lifetime in (("text", "turn"), ("turn", "session")):
            if name not in owned or (owned[name].owner, owned[name].lifetime) != (ENTRY, lifetime):
                raise ContractViolation(
                    f"The state of {self.name} needs {name!r}, owned by ENTRY, lifetime {lifetime!r}."
                )
        for name, mark in owned.items():
            try:
                plain(mark.default)
            except ValueError as error:
                raise ContractViolation(f"State field {name!r} of {self.name}: its default: {error}.") from None
        for name in self.nodes:
            if name in owned or name in (ENTRY, FINISH) or name.startswith("__"):
                raise ContractViolation(f"{self.name}: a node can't be called {name!r}.")
            if name not in self.edges:
                raise ContractViolation(f"{self.name}: nothing follows node {name!r}; write 'end' when it is the last.")
        for source, edge in self.edges.items():
            if source not in self.nodes:
                raise ContractViolation(f"{self.name}: an edge starts at {source!r}, which is not a node.")
            for target in _targets(edge):
                if target not in self.nodes and target != FINISH:
                    raise ContractViolation(f"{self.name}: the edge from {source!r} to {target!r} leads nowhere.")
        if self.start not in self.nodes:
            raise ContractViolation(f"{self.name}: its start {self.start!r} is not a node.")
        reached, ahead = set[str](), [self.start]
        while ahead:
            node = ahead.pop()
            if node not in reached and node != FINISH:
                reached.add(node)
                ahead += _targets(self.edges[node])
        if lost := sorted(set(self.nodes) - reached):
            raise ContractViolation(f"{self.name}: no way leads to {', '.join(lost)}.")

    def compile(self, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
        """The LangGraph graph. Raises ``ContractViolation`` as ``check`` does."""
        from langgraph.graph import END, START, StateGraph

        self.check()
        owners = {field: mark.owner for field, mark in self.fields().items()}
        graph: Any = StateGraph(self.state, context_schema=Turn)
        for name, node in self.nodes.items():
            graph.add_node(name, guarded(name, node, owners))
        graph.add_edge(START, self.start)
        ends = {FINISH: END}
        for source, edge in self.edges.items():
            if isinstance(edge, str):
                graph.add_edge(source, ends.get(edge, edge))
            else:
                ways = {target: ends.get(target, target) for target in edge[1]}
                graph.add_conditional_edges(source, routed(source, *edge), ways)
        return graph.compile(checkpointer=checkpointer, name=self.name)  # type: ignore[no-any-return]


def _targets(edge: str | tuple[Route, tuple[str, ...]]) -> tuple[str, ...]:
    return (edge,) if isinstance(edge, str) else edge[1]
