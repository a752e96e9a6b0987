"""Turns with an assistant: the whole reply, or its events as they happen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pilothouse.contracts.reply import Reply
from pilothouse.server.desk import COSTS, Stream, first_of, unless_gone, whole
from pilothouse.server.errors import ErrorReply, api_error
from pilothouse.server.events import BEAT, MEDIA, sent, wire
from pilothouse.server.parts import ERRORS, AtDesk, Who, Wished
from pilothouse.telemetry.trace import Event

router = APIRouter(prefix="/v1", tags=["turns"], responses=ERRORS)

SESSION = "X-Session"
EVENTS = """event: node
data: {"name":"understand","status":"begun","took_ms":null}

event: tool
data: {"name":"menu_search","arguments":{"query":"麻辣香锅"},"status":"success","found":1}

event: token
data: {"text":"麻辣香锅"}

event: reply
data: {"reply":"麻辣香锅38元。","assistant":"menu","session":"table-7","turn":1,"outcome":"answered"}

"""


class AssistantInfo(BaseModel):
    """An assistant, with the tools that it has for the asker."""

    name: str
    tools: list[dict[str, Any]] = Field(description="Function schemas in the OpenAI format")


class AssistantList(BaseModel):
    assistants: list[AssistantInfo]


class TurnRequest(BaseModel):
    """What is said to an assistant. ``session`` may also be sent as the header ``X-Session``."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"text": "麻辣香锅多少钱", "session": None}]}
    )

    text: str = Field(min_length=1, max_length=100_000)
    session: str | None = Field(default=None, max_length=400)


@router.get("/assistants")
def assistants(desk: AtDesk, who: Who) -> AssistantList:
    """The assistants that the asker may ask."""
    names = [name for name in desk.house.assistants if who.user or desk.settings.open_to_all(name)]
    found = []
    for name in names:
        tools = desk.house.tools(name, user=who.user)
        mine = [tool.openai() for tool in tools if who.caller.holds(tool.scopes)]
        found.append(AssistantInfo(name=name, tools=mine))
    return AssistantList(assistants=found)


@router.post(
    "/assistants/{assistant}/turns",
    response_model=Reply,
    responses={
        200: {
            "description": "The reply; with `Accept: text/event-stream` the events of the turn, the reply last",
            "content": {MEDIA: {"schema": {"type": "string"}, "example": EVENTS}},
        },
        404: {"model": ErrorReply, "description": "No such assistant"},
        504: {"model": ErrorReply, "description": "The turn took too long; the session is as it was"},
    },
)
async def take_turn(
    assistant: Annotated[str, Path(max_length=100, examples=["menu"])],
    said: TurnRequest,
    request: Request,
    response: Response,
    desk: AtDesk,
    who: Who,
    wished: Wished,
) -> Any:
    """One turn. A client that goes away in the middle cancels it, and the session stays as it was."""
    desk.access.may_ask(who, assistant)
    session = desk.access.session(who, said.session or wished)
    live = MEDIA in request.headers.get("accept", "")
    turn = desk.turn(who, assistant, said.text, session, kinds=None if live else COSTS)
    named = {SESSION: header_of(session)}
    if live:
        first = await unless_gone(request, first_of(turn))
        return Stream(_events(first, turn), MEDIA, named, turn)
    reply, _, _ = await unless_gone(request, whole(turn))
    response.headers.update(named)
    return reply


def header_of(session: str) -> str:
    """A session's name as the value of a header, percent-encoded where it can't stand there as it is."""
    return quote(session, safe=" !#$&'()*+,/:;=?@[]^`{|}~")


async def _events(first: Event | None, turn: AsyncIterator[Event | None]) -> AsyncIterator[str]:
    async with aclosing(turn):  # type: ignore[type-var]
        try:
            yield _written(first)
            async for event in turn:
                yield _written(event)
        except Exception as error:
            yield sent("error", api_error(error).body())


def _written(event: Event | None) -> str:
    return BEAT if event is None else "".join(sent(kind, data) for kind, data in wire(event))
