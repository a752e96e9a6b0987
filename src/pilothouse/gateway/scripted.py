"""A model that follows a script, for tests of assistants without any model."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pilothouse.gateway.faults import FaultKind, ModelFault
from pilothouse.gateway.models import CONVERSE, ModelReply, ModelRequest, RawCall


@dataclass(frozen=True, slots=True)
class Say:
    """An answer. ``raw`` sends the text as it is; otherwise it is put in the form that the mode demands."""

    text: str
    finish_reason: str = "stop"
    raw: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call. ``arguments`` given as a text are sent as that text, however broken."""

    name: str
    arguments: Mapping[str, Any] | str = field(default_factory=dict)
    finish_reason: str = "tool_calls"

    @property
    def text(self) -> str:
        return self.arguments if isinstance(self.arguments, str) else json.dumps(self.arguments, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Fail:
    """A failed request."""

    kind: FaultKind = "server"
    retry_after: float | None = None


@dataclass(frozen=True, slots=True)
class Wait:
    """An answer that comes when ``until`` is set, so that a test decides when; never with an unset event."""

    until: asyncio.Event = field(default_factory=asyncio.Event)
    then: str = ""


Behaviour = str | Say | Call | Fail | Wait | ModelReply | tuple[Call, ...] | Exception
Line = Behaviour | Callable[[ModelRequest], Behaviour]
Script = Iterable[Line] | Callable[[ModelRequest], Behaviour]


class ScriptedModel:
    """Plays ``script``: a list of behaviours, a function of the request, or one script per task name.

    The tool loop has the task name ``"converse"``; ``"*"`` stands for every task without a script of its
    own. The same script works in every mode: calls and answers are written as the mode demands. A list
    that has run out fails as ``unavailable``. ``requests`` keeps what the model was shown.

        model = ScriptedModel([Call("stock", {"dish": "麻辣香锅"}), "麻辣香锅还有。"])
        gateway = Gateway(GatewaySettings(), model=model)
    """

    def __init__(
        self,
        script: Script | Mapping[str, Script],
        *,
        name: str = "scripted",
        tokens: tuple[int | None, int | None] | None = None,
    ) -> None:
        scripts = script if isinstance(script, Mapping) else {"*": script}
        self._scripts: dict[str, Iterator[Line]] = {
            task: itertools.repeat(part) if callable(part) else iter(part) for task, part in scripts.items()
        }
        self._name = name
        self._tokens = tokens
        self._ids = itertools.count(1)
        self.requests: list[ModelRequest] = []

    @property
    def name(self) -> str:
        return self._name

    async def complete(self, request: ModelRequest) -> ModelReply:
        """The next behaviour of the script, with token numbers estimated unless ``tokens`` gives others."""
        self.requests.append(request)
        behaviour = self._next(request)
        if isinstance(behaviour, Wait):
            await behaviour.until.wait()
            behaviour = behaviour.then
        if isinstance(behaviour, Fail):
            raise ModelFault(behaviour.kind, retry_after=behaviour.retry_after)
        if isinstance(behaviour, Exception):
            raise behaviour
        if isinstance(behaviour, ModelReply):
            return behaviour
        if isinstance(behaviour, str):
            behaviour = Say(behaviour)
        reply = self._said(request, behaviour) if isinstance(behaviour, Say) else self._called(request, behaviour)
        spent = self._tokens or (request.tokens, len(reply.text) + sum(len(call.arguments) for call in reply.calls))
        return replace(reply, tokens_in=spent[0], tokens_out=spent[1])

    def _next(self, request: ModelRequest) -> Behaviour:
        part = self._scripts.get(request.task) or self._scripts.get("*")
        if part is None:
            raise ModelFault("unavailable", f"The script has nothing for {request.task!r}.")
        line = next(part, None)
        if line is None:
            raise ModelFault("unavailable", f"The script for {request.task!r} has run out.")
        return line(request) if callable(line) else line

    def _said(self, request: ModelRequest, say: Say) -> ModelReply:
        text = say.text
        if not say.raw and request.task == CONVERSE:
            if request.mode == "SCHEMA":
                text = json.dumps({"action": "answer", "reply": text}, ensure_ascii=False)
            elif request.mode == "PROMPT_LEGACY":
                text = json.dumps({"needTool": False, "reply": text}, ensure_ascii=False)
        return ModelReply(text, finish_reason=say.finish_reason)

    def _called(self, request: ModelRequest, behaviour: Call | tuple[Call, ...]) -> ModelReply:
        calls = (behaviour,) if isinstance(behaviour, Call) else behaviour
        reason = calls[0].finish_reason
        if request.mode == "SCHEMA":
            items = ",".join(f'{{"tool":{json.dumps(call.name)},"arguments":{call.text}}}' for call in calls)
            return ModelReply(f'{{"action":"call","calls":[{items}]}}', finish_reason=reason)
        if request.mode == "PROMPT_LEGACY":
            one = calls[0]
            text = f'{{"needTool":true,"tool":{json.dumps(one.name)},"arguments":{one.text}}}'
            return ModelReply(text, finish_reason=reason)
        raw = tuple(RawCall(f"call_{next(self._ids)}", call.name, call.text) for call in calls)
        return ModelReply(calls=raw, finish_reason=reason)
