"""How a task becomes a request, and a reply becomes its output."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from pilothouse.contracts.conversation import Message
from pilothouse.contracts.task import TaskContract
from pilothouse.gateway.cleaning import clean, leaks, markup
from pilothouse.gateway.models import ModelReply, ModelRequest
from pilothouse.gateway.rendering import defused
from pilothouse.gateway.strict import first_object, object_of

Input = TypeVar("Input", bound=BaseModel)
Output = TypeVar("Output", bound=BaseModel)

_PLACE = re.compile(r"\{(\w+)\}")


def fill(template: str, given: BaseModel) -> str:
    """``template`` with the fields of ``given`` in their ``{field}`` places.

    Braces that name no field stay (templates show JSON), and braces inside values are never read again.
    Texts are put as they are, everything else as JSON.
    """
    fields = type(given).model_fields
    values = given.model_dump(mode="json")

    def put(match: re.Match[str]) -> str:
        name = match[1]
        if name not in fields:
            return match[0]
        value = values[name]
        return defused(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))

    return _PLACE.sub(put, template)


def compose(
    task: TaskContract[Input, Output],
    given: Input,
    *,
    temperature: float,
    constrained: bool,
    problems: Sequence[str] = (),
) -> ModelRequest:
    """The request of one try. ``constrained``: the endpoint can hold the output to the schema itself."""
    messages = []
    schema = None
    if task.form == "json":
        schema = _untitled(task.output.model_json_schema())
        shown = json.dumps(schema, ensure_ascii=False, separators=(",", ":"))
        messages.append(
            Message("system", f"Write one JSON object and nothing else. It follows this JSON schema: {shown}")
        )
    text = fill(task.prompt, given)
    if problems:
        text += "\n\nYour last answer was refused. Write it again without these problems:\n- " + "\n- ".join(problems)
    return ModelRequest(
        messages=(*messages, Message("user", text)),
        json_schema=schema if constrained else None,
        temperature=temperature,
        max_tokens=task.max_tokens,
        task=task.name,
    )


def read(task: TaskContract[Input, Output], given: Input, reply: ModelReply) -> tuple[Output | None, list[str]]:
    """The output with what is wrong with it. Exceptions of the task's checks are bugs and pass through."""
    if reply.cut:
        return None, [reply.cut]
    if not reply.text.strip():
        return None, ["The answer is empty."]
    try:
        value = _text(task, reply.text) if task.form == "text" else _json(task, reply.text)
    except ValidationError as error:
        return None, [_explained(error)]
    except ValueError as error:
        return None, [str(error)]
    return value, task.problems(given, value)


def _text(task: TaskContract[Input, Output], text: str) -> Output:
    shown = clean(text)
    if found := leaks(shown):
        raise ValueError(f"The answer contains machine language ({found[0].split(':')[0]}); write plain words.")
    field = next(iter(task.output.model_fields))
    return task.output.model_validate({field: shown})


def _json(task: TaskContract[Input, Output], text: str) -> Output:
    cleaned = clean(text)
    try:
        written = object_of(cleaned)
    except ValueError:
        # One repair: an object with words around it. A truncated one has no balanced object and stays refused.
        found = first_object(cleaned)
        if found is None:
            raise
        written = object_of(found)
    if bad := [item for string in _strings(written) for item in markup(string)]:
        raise ValueError(f"A text in the object contains machine language ({bad[0].split(':')[0]}).")
    # In JSON mode: a strict model still takes a list for a tuple and a text for a date.
    return task.output.model_validate_json(json.dumps(written))


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [string for item in items for string in _strings(item)]


def _untitled(node: Any) -> Any:
    """The schema without the titles that pydantic makes of the field names: small models trip over them."""
    if isinstance(node, dict):
        return {key: _untitled(value) for key, value in node.items() if not (key == "title" and isinstance(value, str))}
    return [_untitled(item) for item in node] if isinstance(node, list) else node


def _explained(error: ValidationError) -> str:
    """Fields and reasons, without the values: those are the model's and may be long."""
    items = error.errors(include_url=False, include_input=False, include_context=False)
    return "; ".join(f"{'.'.join(str(p) for p in item['loc']) or 'answer'}: {item['msg']}" for item in items[:5]) + "."
