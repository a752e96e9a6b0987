"""Guards around nodes and routes: they do what they declare, or fail loudly."""

from __future__ import annotations

import marshal
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from pilothouse.contracts.errors import ContractViolation
from pilothouse.contracts.plain import plain
from pilothouse.flow.turn import Node, Route, Turn

if TYPE_CHECKING:
    from langgraph.runtime import Runtime


def routed(source: str, route: Route, targets: tuple[str, ...]) -> Callable[[Any], Awaitable[str]]:
    async def choose(state: Any) -> str:  # async: LangGraph would send a plain function through a thread
        target = route(state)
        if target not in targets:
            raise ContractViolation(f"After {source!r} the route named {target!r}, which it doesn't declare.")
        return target

    return choose


def guarded(name: str, node: Node, owners: Mapping[str, str]) -> Callable[..., Awaitable[dict[str, Any]]]:
    """``node``, which sees a copy of the state and writes plain data to its own fields only."""

    async def run(state: Any, runtime: Runtime[Turn]) -> dict[str, Any]:
        turn = runtime.context
        turn.trace.signal("node_begun", name=name)
        started = time.perf_counter()
        try:
            changed = _written(name, await node(_copied(state), turn), owners)
        except Exception as error:
            turn.trace.event("node", name=name, took_ms=_since(started), failed=type(error).__name__)
            raise
        turn.trace.event("node", name=name, took_ms=_since(started), wrote=sorted(changed))
        return changed

    run.__name__ = name
    # LangGraph reads the annotations of the function to inject the runtime; they must be real types here.
    from langgraph.runtime import Runtime as RuntimeType

    run.__annotations__ = {"state": Any, "runtime": RuntimeType[Turn], "return": dict}
    return run


def _copied(state: Any) -> Any:
    # What is in the state was plain when it was written, so the fastest copy that Python has will do.
    return marshal.loads(marshal.dumps(dict(state)))


def _written(name: str, changed: object, owners: Mapping[str, str]) -> dict[str, Any]:
    if not isinstance(changed, Mapping):
        raise ContractViolation(f"Node {name!r} returned {type(changed).__name__} instead of the fields it changes.")
    written: dict[str, Any] = {}
    for key, value in changed.items():
        if owners.get(key) != name:
            raise ContractViolation(f"Node {name!r} wrote {key!r}, which it does not own.")
        try:
            written[key] = plain(value)
        except ValueError as error:
            raise ContractViolation(f"Node {name!r} wrote {key!r}: {error}.") from None
    return written


def _since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 2)
