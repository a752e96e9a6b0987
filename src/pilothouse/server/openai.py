"""The OpenAI-compatible endpoints: each assistant is a model."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pilothouse.contracts.reply import Reply
from pilothouse.server.access import Asker
from pilothouse.server.conversations import Conversations
from pilothouse.server.desk import COSTS, Desk, Stream, first_of, unless_gone, whole
from pilothouse.server.errors import ApiError, ErrorReply, api_error
from pilothouse.server.events import BEAT, MEDIA, pieces
from pilothouse.server.parts import ERRORS, AtDesk, Who, Wished
from pilothouse.server.turns import SESSION, header_of
from pilothouse.telemetry.trace import Event

router = APIRouter(prefix="/v1", tags=["openai"], responses=ERRORS)

MAX_MESSAGES = 2000


class Model(BaseModel):
    """An assistant as a model."""

    id: str
    object: Literal["model"] = "model"
    created: int = 0
    owned_by: str = "pilothouse"


class ModelList(BaseModel):
    object: Literal["list"] = "list"
    data: list[Model]


class Part(BaseModel):
    """A piece of a message; only text is taken."""

    type: str
    text: str = ""


class ChatMessage(BaseModel):
    """A message of the conversation. The last one must be the user's; the assistants take no other instructions than
    their own, so ``system`` messages change nothing."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[Part] | None = None

    @property
    def words(self) -> str:
        """The message as text. Raises ``ApiError`` for pictures and the like."""
        if not isinstance(self.content, list):
            return self.content or ""
        if other := [part.type for part in self.content if part.type not in ("text", "input_text", "output_text")]:
            raise ApiError(
                400,
                "unsupported_content",
                f"只接受文字，不接受 {other[0][:40]!r}。 Only text is taken.",
                param="messages",
            )
        return "\n".join(part.text for part in self.content)


class StreamOptions(BaseModel):
    include_usage: bool = False


class ChatRequest(BaseModel):
    """A chat completion as the OpenAI API has it. ``model`` names an assistant. ``user`` names the session unless the
    header ``X-Session`` does; with neither, the conversation is recognised by its messages. Fields that steer a
    model's sampling are taken and have no effect: the assistants have their own."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"model": "menu", "messages": [{"role": "user", "content": "麻辣香锅多少钱"}], "stream": False},
            ]
        }
    )

    model: str = Field(max_length=100)
    messages: list[ChatMessage] = Field(min_length=1, max_length=MAX_MESSAGES)
    stream: bool | None = False
    stream_options: StreamOptions | None = None
    n: int | None = Field(default=1, ge=1, le=1)
    user: str | None = Field(default=None, max_length=400)


class Usage(BaseModel):
    """Tokens that models read and wrote for the reply; 0 when code alone answered."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


@router.get("/models")
def models(desk: AtDesk, who: Who) -> ModelList:
    """The assistants that the asker may ask."""
    names = [name for name in desk.house.assistants if who.user or desk.settings.open_to_all(name)]
    return ModelList(data=[Model(id=name) for name in names])


@router.get("/models/{model}", responses={404: {"model": ErrorReply}})
def model(model: Annotated[str, Path(max_length=100, examples=["menu"])], desk: AtDesk, who: Who) -> Model:
    """One assistant."""
    desk.access.may_ask(who, model)
    return Model(id=model)


@router.post(
    "/chat/completions",
    responses={
        200: {
            "description": "A `chat.completion`, or with `stream` its chunks. `pilothouse` has the whole Reply.",
            "content": {MEDIA: {"schema": {"type": "string"}}},
        },
        404: {"model": ErrorReply, "description": "No such assistant"},
    },
)
async def complete(
    said: ChatRequest, request: Request, response: Response, desk: AtDesk, who: Who, wished: Wished
) -> Any:
    """One turn, in the shape of a chat completion."""
    desk.access.may_ask(who, said.model)
    if said.messages[-1].role != "user":
        raise ApiError(
            400, "no_question", "最后一条消息须来自 user。 The last message must be the user's.", param="messages"
        )
    talk = Talk(desk, who, said, wished)
    await talk.find_session()
    turn = desk.turn(who, said.model, talk.text, talk.session, kinds=(*COSTS, "node_begun") if said.stream else COSTS)
    headers = {SESSION: header_of(talk.session)}
    if said.stream:
        first = await unless_gone(request, first_of(turn))
        return Stream(talk.chunks(first, turn), MEDIA, headers, turn)
    reply, read, written = await unless_gone(request, whole(turn))
    await talk.keep(reply)
    response.headers.update(headers)
    return talk.completion(reply, read, written)


class Talk:
    """One request: its session, and the shapes of its answer."""

    def __init__(self, desk: Desk, who: Asker, said: ChatRequest, wished: str | None) -> None:
        self._desk, self._who, self._said = desk, who, said
        # A guest can't name a session by `user`: many clients send the same one.
        self._wished = wished or (said.user if who.user is not None else None)
        self._heard = [
            (message.role, message.words) for message in said.messages if message.role in ("user", "assistant")
        ]
        self._ends = Conversations(desk.house.settings.home)
        self._owner = who.user or f"/{who.address}"  # no user's name; guests elsewhere may say the same words
        self.text = self._heard[-1][1]
        self.session = ""
        self.id = f"chatcmpl-{secrets.token_hex(12)}"
        self.created = int(time.time())

    async def find_session(self) -> None:
        """The session that is named, or the one in which the earlier messages were said, or a new one."""
        access = self._desk.access
        if self._wished is None and len(self._heard) > 1:
            before = self._heard[:-1]
            self._wished = await asyncio.to_thread(self._ends.take, self._owner, self._said.model, before)
        self.session = access.session(self._who, self._wished)

    async def keep(self, reply: Reply) -> None:
        """Let the conversation be recognised when it goes on."""
        said = [*self._heard, ("assistant", reply.reply)]
        await asyncio.to_thread(self._ends.keep, self._owner, self._said.model, said, self.session)

    def completion(self, reply: Reply, read: int, written: int) -> dict[str, Any]:
        message = {"role": "assistant", "content": reply.reply, "refusal": None}
        return {
            **self._head("chat.completion"),
            "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}],
            "usage": _usage(read, written),
            "pilothouse": reply.model_dump(mode="json"),
        }

    async def chunks(self, first: Event | None, turn: AsyncIterator[Event | None]) -> AsyncIterator[str]:
        """The answer piece by piece; while the assistant works, comments keep the connection alive."""
        read = written = 0
        yield self._chunk({"role": "assistant", "content": "", "refusal": None})
        async with aclosing(turn):  # type: ignore[type-var]
            try:
                event = first
                while True:
                    if event is None:
                        yield BEAT
                    elif event.kind == "model_call":
                        read, written = read + event.fields["tokens_in"], written + event.fields["tokens_out"]
                    elif event.kind == "reply":
                        break
                    event = await anext(turn)
                reply = Reply.model_validate(event.fields)
                await self.keep(reply)
            except Exception as error:
                yield _data(api_error(error).body())
                return
        for piece in pieces(reply.reply):
            yield self._chunk({"content": piece})
        yield self._chunk({}, finish="stop", more={"pilothouse": reply.model_dump(mode="json")})
        if self._said.stream_options is not None and self._said.stream_options.include_usage:
            yield _data({**self._head("chat.completion.chunk"), "choices": [], "usage": _usage(read, written)})
        yield "data: [DONE]\n\n"

    def _chunk(self, delta: dict[str, Any], finish: str | None = None, more: dict[str, Any] | None = None) -> str:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return _data({**self._head("chat.completion.chunk"), "choices": [choice], **(more or {})})

    def _head(self, kind: str) -> dict[str, Any]:
        return {"id": self.id, "object": kind, "created": self.created, "model": self._said.model}


def _usage(read: int, written: int) -> dict[str, int]:
    return Usage(prompt_tokens=read, completion_tokens=written, total_tokens=read + written).model_dump()


def _data(value: dict[str, Any]) -> str:
    return f"data: {json.dumps(value, ensure_ascii=False)}\n\n"
