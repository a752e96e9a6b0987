"""Tool contract: everything there is to say about a tool, said once.

From one declaration come the JSON schema for the model, the validation of arguments, the documentation
page, the offline routing over examples and the trigger-accuracy evaluation.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.errors import PydanticUserError
from pydantic_core import InitErrorDetails, PydanticCustomError

from pilothouse.contracts.caller import GUEST, Caller
from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.errors import ContractViolation
from pilothouse.contracts.plain import plain
from pilothouse.contracts.schema import inline, objects, table

HARD_CALL_LIMIT = 3  # tool calls in one turn, whatever the settings say (menu and tutor articles)
ARGUMENTS_LIMIT = 20_000  # characters of JSON; a user's whole text has 2,000
PROBLEMS_SHOWN = 5
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")  # what every provider takes as a function name


class Arguments(BaseModel):
    """Base of every argument model: strict types (``"7"`` is not 7) and nothing undeclared."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class NoArguments(Arguments):
    """For tools that take none."""


class Row(BaseModel):
    """Base of every result row. Rows are plain data: no protocol or state field may appear."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


@dataclass(frozen=True, slots=True)
class Example:
    """An utterance for which the tool is right, with the arguments it should get where they matter."""

    text: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What code gives a handler beside the arguments; the model can't set any of it."""

    caller: Caller
    session: str
    store: Any = None  # the assistant's own services (databases, clock …)
    scope: Mapping[str, Any] = field(default_factory=dict)  # facts of the session, e.g. the chosen store

    @property
    def owner(self) -> str:
        """Whose the kept things are: guests share nothing but the name, each session of theirs has its own."""
        return f"{GUEST}/{self.session}" if self.caller.name == GUEST else self.caller.name


Handler = Callable[[Any, ToolContext], Envelope | Awaitable[Envelope]]
Filler = Callable[[str, Any], Mapping[str, Any] | None]

# Names of protocol fields that no tool result may carry: a result supplies facts, never the next step.
FORBIDDEN_FIELDS = frozenset(
    {"next_state", "nextstate", "next_node", "state", "phase", "goto", "next", "event", "tool_calls", "system"}
)


@dataclass(frozen=True)
class ToolContract:
    """Declaration of one tool.

    ``when``/``when_not`` are written for the model: when to call and when not, Chinese and English (the
    mixed description triggers more reliably; menu article, 3.3). ``phases`` empty means every phase.
    ``soft_limit`` is how often this tool may run in a turn; settings cap all tools together, and nothing goes
    beyond ``HARD_CALL_LIMIT``. ``turn_limit``: after so many calls of all tools together it isn't offered any
    more; what was asked for together with them still runs. ``aliases`` are former names. ``fill`` extracts
    arguments from an utterance without a model; it returns ``None`` when the tool can't be meant.
    ``counter_examples`` are utterances that look alike and belong elsewhere. Raises ``ContractViolation`` when
    the declaration contradicts itself.
    """

    name: str
    when: str
    when_not: str
    arguments: type[Arguments]
    row: type[Row]
    handler: Handler
    examples: tuple[Example, ...] = ()
    counter_examples: tuple[str, ...] = ()
    scopes: frozenset[str] = frozenset()
    phases: frozenset[str] = frozenset()
    soft_limit: int = 2
    turn_limit: int = HARD_CALL_LIMIT
    timeout_s: float = 5.0
    reusable: bool = True
    aliases: tuple[str, ...] = ()
    fill: Filler | None = None

    def __post_init__(self) -> None:
        for name in (self.name, *self.aliases):
            if not _NAME.fullmatch(name):
                raise ContractViolation(f"Tool name {name!r} is not an ASCII identifier of at most 64 characters.")
        if not self.when.strip():
            raise ContractViolation(f"Tool {self.name!r} doesn't say when to use it.")
        if not 1 <= self.soft_limit <= HARD_CALL_LIMIT:
            raise ContractViolation(f"Tool {self.name!r}: soft_limit must be 1 to {HARD_CALL_LIMIT}.")
        if not 1 <= self.turn_limit <= HARD_CALL_LIMIT:
            raise ContractViolation(f"Tool {self.name!r}: turn_limit must be 1 to {HARD_CALL_LIMIT}.")
        if not (self.timeout_s > 0 and math.isfinite(self.timeout_s)):
            raise ContractViolation(f"Tool {self.name!r}: timeout_s must be greater than 0 and finite.")
        self._check_types()
        for example in self.examples:
            if example.arguments:
                try:
                    self.validate(example.arguments)
                except ValidationError as error:
                    raise ContractViolation(f"Example {example.text!r}: {self.explain(error)}") from None

    def _check_types(self) -> None:
        """Undeclared fields are refused at every depth, and no result has a place for a protocol field."""
        try:
            schemas = {"arguments": self.schema(), "result": self._row_schema()}
        except PydanticUserError as error:
            raise ContractViolation(f"Tool {self.name!r} uses a type that JSON can't describe: {error}") from None
        for kind, schema in schemas.items():
            for where, part in objects(schema):
                if part.get("additionalProperties") is not False:
                    raise ContractViolation(f"Tool {self.name!r}: {kind} {where!r} takes undeclared fields.")
                protocol = FORBIDDEN_FIELDS & {name.lower() for name in part["properties"]}
                if kind == "result" and protocol:
                    raise ContractViolation(
                        f"Tool {self.name!r}: result fields {sorted(protocol)} are protocol fields."
                    )

    def validate(self, arguments: Mapping[str, Any]) -> Arguments:
        """Checked arguments with defaults filled in. Raises ``ValidationError`` (pydantic).

        They are read as the JSON that a model would write: an enum's value fits, ``"7"`` and ``True`` are not 7.
        """
        try:
            text = json.dumps(plain(arguments))
        except ValueError as error:
            raise self._invalid(f"Arguments must be one plain JSON object: {error}.") from None
        if len(text) > ARGUMENTS_LIMIT:
            raise self._invalid(f"Arguments have more than {ARGUMENTS_LIMIT} characters.")
        return self.arguments.model_validate_json(text, strict=True)

    def _invalid(self, sentence: str) -> ValidationError:
        problem = InitErrorDetails(
            type=PydanticCustomError("arguments", "{sentence}", {"sentence": sentence}), input=None
        )
        return ValidationError.from_exception_data(self.name, [problem])

    def explain(self, error: ValidationError) -> str:
        """The validation error as one sentence that names each field, without values or internals."""
        parts = []
        problems = error.errors(include_url=False, include_input=False, include_context=False)
        for item in problems[:PROBLEMS_SHOWN]:
            where = ".".join(_place(piece) for piece in item["loc"])
            parts.append(f"{where}: {item['msg']}" if where else item["msg"])
        if len(problems) > PROBLEMS_SHOWN:
            parts.append(f"and {len(problems) - PROBLEMS_SHOWN} more")
        return f"Arguments of {self.name} are not valid. " + "; ".join(parts)

    @property
    def description(self) -> str:
        """The text that the model reads."""
        return f"{self.when} {self.when_not}".strip()

    def schema(self) -> dict[str, Any]:
        """JSON schema of the arguments, references resolved, as models expect it."""
        return inline(self.arguments.model_json_schema())

    def _row_schema(self) -> dict[str, Any]:
        return inline(self.row.model_json_schema(mode="serialization"))

    def openai(self) -> dict[str, Any]:
        """The tool in the OpenAI function format."""
        return {
            "type": "function",
            "function": {"name": self.name, "description": self.description, "parameters": self.schema()},
        }

    def _together(self) -> str:
        most = f"at most {HARD_CALL_LIMIT}"
        return most if self.turn_limit == HARD_CALL_LIMIT else f"{self.turn_limit}, {most}"

    def document(self) -> str:
        """The tool's documentation page, in Markdown."""
        schema = self.schema()
        lines = [f"## `{self.name}`", "", self.when, "", self.when_not, "", "### Arguments", ""]
        lines += table(schema, arguments=True) if schema.get("properties") else ["None."]
        lines += ["", "### Result rows", "", *table(self._row_schema(), arguments=False), "", "### Rules", ""]
        lines += [
            f"- Scopes: {', '.join(sorted(self.scopes)) or 'none'}",
            f"- Phases: {', '.join(sorted(self.phases)) or 'all'}",
            f"- Calls per turn: {self.soft_limit}; all tools together {self._together()}",
            f"- Time limit: {self.timeout_s:g} s",
            f"- The same call again: {'answered from the first result' if self.reusable else 'runs again'}",
        ]
        if self.aliases:
            lines.append(f"- Former names: {', '.join(f'`{name}`' for name in self.aliases)}")
        if self.examples:
            lines += ["", "Examples: " + "; ".join(f"“{example.text}”" for example in self.examples)]
        if self.counter_examples:
            lines += ["", "Not for: " + "; ".join(f"“{text}”" for text in self.counter_examples)]
        return "\n".join(lines)


def _place(piece: str | int) -> str:
    """A step of the path to a wrong argument. Names that a model made up are shown only if they are names."""
    return str(piece) if isinstance(piece, int) or _NAME.fullmatch(piece) else "(a name that is not one)"
