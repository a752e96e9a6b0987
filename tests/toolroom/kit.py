"""Small tools, and a room with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pilothouse.contracts.caller import Caller
from pilothouse.contracts.conversation import ProposedCall
from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.tool import Arguments, Row, ToolContext, ToolContract
from pilothouse.toolroom import CallResult, Registry, ToolRoom, TurnRoom


class Query(Arguments):
    query: str = "鱼"
    count: int = 3


class Fact(Row):
    text: str
    extra: dict[str, Any] = {}  # noqa: RUF012


class Handler:
    """Answers with one row, or as told; remembers what it was called with."""

    def __init__(self, answer: Callable[[Any, ToolContext], Any] | None = None) -> None:
        self.seen: list[Any] = []
        self._answer = answer or (lambda arguments, context: Envelope.success([{"text": arguments.query}]))

    def __call__(self, arguments: Any, context: ToolContext) -> Any:
        self.seen.append(arguments)
        return self._answer(arguments, context)


def tool(handler: Any, name: str = "search", **more: Any) -> ToolContract:
    declared: dict[str, Any] = {"arguments": Query, "row": Fact, "soft_limit": 3}
    return ToolContract(name=name, when="找。", when_not="", handler=handler, **{**declared, **more})


def turn_room(
    *tools: ToolContract,
    caller: Caller | None = None,
    phase: str = "",
    observer: Callable[[Mapping[str, Any]], None] | None = None,
    **room: Any,
) -> TurnRoom:
    context = ToolContext(caller=caller or Caller(), session="s")
    return ToolRoom(Registry(tools), **room).open_turn(context, phase=phase, observer=observer)


def call(name: str = "search", **arguments: Any) -> ProposedCall:
    return ProposedCall(name, arguments, "id")


async def ask(room: TurnRoom, *calls: ProposedCall) -> list[CallResult]:
    return await room.run(calls)


async def one(room: TurnRoom, name: str = "search", **arguments: Any) -> CallResult:
    [result] = await room.run([call(name, **arguments)])
    return result
