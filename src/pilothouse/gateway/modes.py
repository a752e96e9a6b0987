"""Function-calling modes: how a conversation becomes a request, and how a reply becomes a step.

``NATIVE`` uses the endpoint's real tool calls, ``SCHEMA`` constrains the whole output by a JSON schema (for
small local models), ``PROMPT_LEGACY`` asks for JSON in the text and is kept as a way back. All three read
strictly: a reply is either understood as it stands or refused with a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pilothouse.contracts.conversation import Conversation, Message, ProposedCall, Step
from pilothouse.contracts.tool import ToolContract
from pilothouse.gateway.cleaning import clean, leaks
from pilothouse.gateway.models import CONVERSE, ModelReply, ModelRequest, call_id
from pilothouse.gateway.rendering import DATA_RULE, NO_TOOLS_RULE, defused, described, native, plain, shown
from pilothouse.gateway.settings import Mode
from pilothouse.gateway.strict import object_of

CALLS_AT_ONCE = 2
NAME_LENGTH = 64

_RULES: dict[Mode, str] = {
    "NATIVE": "Call a tool when one fits the user's request; otherwise answer in plain text. "
    "Write {} when a tool takes no arguments.",
    "SCHEMA": 'Write one JSON object. To use tools (at most 2 at once): {"action":"call","calls":[{"tool":"name",'
    '"arguments":{…}}]}. To answer the user in plain words: {"action":"answer","reply":"…"}. You know no facts '
    "yourself: when the user asks for something that a tool is used for, call it, and answer once its data is "
    "there. Only greetings and thanks are answered without a tool.",
    "PROMPT_LEGACY": 'Write one JSON object and nothing else. To use a tool: {"needTool":true,"tool":"name",'
    '"arguments":{…}}. To answer the user: {"needTool":false,"reply":"…"}.',
}

_CALL_TEXT = re.compile(r"""needTool["']?\s*:\s*true|["']action["']\s*:\s*["']call|["']arguments["']\s*:|<tool_call""")


def compose(
    mode: Mode, conversation: Conversation, tools: Sequence[ToolContract], *, problems: Sequence[str] = ()
) -> ModelRequest:
    """The request for ``conversation``. What stays the same from turn to turn comes first, for prefix caches."""
    rules = [_RULES[mode]] if tools or mode == "SCHEMA" else []
    if tools and mode != "NATIVE":
        rules.append(f"Tools:\n{described(tools)}")
        if examples := shown(tools, legacy=mode == "PROMPT_LEGACY"):
            rules.append(f"Examples:\n{examples}")
    rules.append(DATA_RULE)
    if not tools:
        rules.append(NO_TOOLS_RULE)
    rules += [defused(message.content) for message in conversation.messages if message.role == "system"]
    rest = [message for message in conversation.messages if message.role != "system"]
    if problems:
        rest.append(Message("user", f"[format] Your last output was refused: {' '.join(problems)} Write it again."))
    # Without tools some providers reject tool roles in the history; as text it is understood everywhere.
    history = native(rest) if mode == "NATIVE" and tools else plain(rest, legacy=mode == "PROMPT_LEGACY")
    return ModelRequest(
        messages=(Message("system", "\n\n".join(rules)), *history),
        tools=tuple(tool.openai() for tool in tools) if mode == "NATIVE" else (),
        json_schema=action_schema(tools) if mode == "SCHEMA" else None,
        task=CONVERSE,
        mode=mode,
    )


def action_schema(tools: Sequence[ToolContract]) -> dict[str, Any]:
    """Everything that a model may write in SCHEMA mode: calls of these tools, or an answer."""
    answer = _closed(action={"const": "answer"}, reply={"type": "string"})
    if not tools:
        return answer
    one = {"anyOf": [_closed(tool={"const": tool.name}, arguments=tool.schema()) for tool in tools]}
    calls = {"type": "array", "items": one, "minItems": 1, "maxItems": CALLS_AT_ONCE}
    return {"anyOf": [_closed(action={"const": "call"}, calls=calls), answer]}


def _closed(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def read(mode: Mode, reply: ModelReply, tools: Sequence[ToolContract]) -> Step:
    """The step that ``reply`` means. A step with nothing but ``refused`` is unusable."""
    if reply.cut:
        return Step(refused=(reply.cut,))
    names = [tool.name for tool in tools]
    if mode == "NATIVE" or (mode == "PROMPT_LEGACY" and not tools and not clean(reply.text).startswith("{")):
        return _native(reply, names)
    if reply.calls:
        return Step(refused=("A tool call came through a channel that was not offered.",))
    try:
        written = object_of(clean(reply.text))
        return _schema(written, names) if mode == "SCHEMA" else _legacy(written, names)
    except ValueError as error:
        return Step(refused=(str(error),))


def wanted_call(reply: ModelReply) -> bool:
    """Whether the model tried to call a tool, however badly. What it says instead afterwards is made up."""
    return bool(reply.calls or _CALL_TEXT.search(reply.text))


def _native(reply: ModelReply, names: Sequence[str]) -> Step:
    if not reply.calls:
        return _answer(reply.text, names)
    if not names:
        return Step(refused=("A tool was called although none was offered.",))
    calls: list[ProposedCall] = []
    refused: list[str] = []
    for raw in reply.calls:
        try:
            calls.append(_proposed(raw.name, object_of(raw.arguments), raw.id))
        except ValueError as error:
            refused.append(f"Call of {raw.name[:NAME_LENGTH]!r}: {error}")
    return Step(calls=tuple(calls), refused=tuple(refused))


def _schema(written: Mapping[str, Any], names: Sequence[str]) -> Step:
    match dict(written):
        case {"action": "answer", "reply": str(text), **rest} if not rest:
            return _answer(text, names)
        case {"action": "call", "calls": [*calls], **rest} if calls and not rest:
            if not names:
                raise ValueError("A tool was called although none was offered.")
            return Step(calls=tuple(_item(item) for item in calls))
    raise ValueError("The object is neither a call nor an answer in the required form.")


def _legacy(written: Mapping[str, Any], names: Sequence[str]) -> Step:
    match dict(written):
        case {"needTool": False, **rest}:
            # The model said that no tool is needed. Whatever else it wrote, none is run.
            text = rest.get("reply", "")
            step = _answer(text, names) if isinstance(text, str) and text else Step()
            return Step(text=step.text, declined=True, refused=step.refused)
        case {"needTool": True, "tool": str(name), "arguments": dict(arguments), **rest} if not rest:
            if not names:
                raise ValueError("A tool was called although none was offered.")
            return Step(calls=(_proposed(name, arguments),))
    raise ValueError("The object is neither a call nor an answer in the required form.")


def _item(item: object) -> ProposedCall:
    match item:
        case {"tool": str(name), "arguments": dict(arguments), **rest} if not rest:
            return _proposed(name, arguments)
    raise ValueError("A call needs exactly the fields tool and arguments.")


def _proposed(name: str, arguments: Mapping[str, Any], id: str = "") -> ProposedCall:
    """Unknown names pass: the tool room answers them. What can't be a name at all does not."""
    if not (name.isascii() and name.isidentifier() and len(name) <= NAME_LENGTH):
        raise ValueError("The tool name is not a plain identifier.")
    return ProposedCall(name, arguments, id or call_id())


def _answer(text: str, names: Sequence[str]) -> Step:
    shown = clean(text)
    if not shown:
        return Step(refused=("The answer is empty.",))
    if found := leaks(shown, names):
        kinds = ", ".join(sorted({item.split(":")[0] for item in found}))
        return Step(refused=(f"The answer contains machine language ({kinds}); write plain words.",))
    return Step(text=shown)
