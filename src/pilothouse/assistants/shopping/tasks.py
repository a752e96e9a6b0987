"""What is asked of a model beside the tool call: an aim that rules can't tell, and the words of a decision."""

from __future__ import annotations

from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

from pilothouse.assistants.shopping.decision.contract import Decision
from pilothouse.assistants.shopping.wording.check import problem
from pilothouse.contracts.task import TaskContract


def prompt(name: str) -> str:
    """Text of a prompt file of this assistant."""
    return (files(__package__) / "prompts" / f"{name}.md").read_text(encoding="utf-8").strip()


class Said(BaseModel):
    """What the user said; ``guess`` is what code would do; ``previous`` the product decided before, or empty."""

    model_config = ConfigDict(extra="forbid")

    text: str
    previous: str
    guess: Literal["search", "talk"]


class Aim(BaseModel):
    """Whether to search."""

    model_config = ConfigDict(extra="forbid")

    intent: Literal["search", "talk"]


ROUTE_NEED: TaskContract[Said, Aim] = TaskContract(
    name="route_need",
    prompt=prompt("route"),
    input=Said,
    output=Aim,
    fallback=lambda given: Aim(intent=given.guess),
    temperatures=(0.0,),
    max_tokens=30,
)


class Words(BaseModel):
    """``decision`` is what may be said and nothing else; ``facts`` the same as lines, fenced; ``fallback`` code's own
    words."""

    model_config = ConfigDict(extra="forbid")

    need: str
    facts: str
    language: str
    decision: Decision
    known: tuple[str, ...]
    fallback: str


class Text(BaseModel):
    """The reply as plain text with its citations."""

    model_config = ConfigDict(extra="forbid")

    reply: str


WORD_DECISION: TaskContract[Words, Text] = TaskContract(
    name="word_decision",
    prompt=prompt("word"),
    input=Words,
    output=Text,
    form="text",
    tier="large",
    checks=(lambda given, value: problem(value.reply, given.decision, given.need, given.known),),
    fallback=lambda given: Text(reply=given.fallback),
    max_tokens=500,
)
