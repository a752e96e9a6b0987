"""What is asked of a model beside tool calls: an intent that rules can't tell, and the words of an answer."""

from __future__ import annotations

from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

from pilothouse.assistants.knowledge.intents import Intent
from pilothouse.contracts.task import TaskContract

TEMPERATURES = (0.3, 0.1, 0.0)  # of the first answer and its two retries


def prompt(name: str) -> str:
    """Text of a prompt file of this assistant."""
    return (files(__package__) / "prompts" / f"{name}.md").read_text(encoding="utf-8").strip()


class Question(BaseModel):
    """What the user said; ``guess`` is the intent that code would choose."""

    model_config = ConfigDict(extra="forbid")

    question: str
    guess: Literal["knowledge_query", "tool_action", "chitchat", "clarify"]


class Chosen(BaseModel):
    """The intent."""

    model_config = ConfigDict(extra="forbid")

    intent: Literal["knowledge_query", "tool_action", "chitchat", "clarify"]


def _possible(given: Question, chosen: Chosen) -> str | None:
    """Code has read the sentence and found no numbers to compute."""
    return "There is nothing to compute in it." if chosen.intent == "tool_action" else None


ROUTE_INTENT: TaskContract[Question, Chosen] = TaskContract(
    name="route_intent",
    prompt=prompt("route"),
    input=Question,
    output=Chosen,
    checks=(_possible,),
    fallback=lambda given: Chosen(intent=given.guess),
    temperatures=(0.0,),
    max_tokens=40,
)


class Compose(BaseModel):
    """``material``: the numbered, fenced passages; ``corrections``: what was wrong with the last answer, or empty;
    ``fallback``: the reply that code would give."""

    model_config = ConfigDict(extra="forbid")

    question: str
    material: str
    corrections: str
    fallback: str


class Answer(BaseModel):
    """The reply as plain text with its citations."""

    model_config = ConfigDict(extra="forbid")

    reply: str


def compose_answer(attempt: int) -> TaskContract[Compose, Answer]:
    """The task of the ``attempt``-th answer, from 1: each retry is cooler. The graph's own node verifies it."""
    return TaskContract(
        name="compose_answer",
        prompt=prompt("compose"),
        input=Compose,
        output=Answer,
        form="text",
        tier="large",
        fallback=lambda given: Answer(reply=given.fallback),
        temperatures=(TEMPERATURES[attempt - 1],),
        max_tokens=600,
    )


__all__ = [
    "ROUTE_INTENT",
    "TEMPERATURES",
    "Answer",
    "Chosen",
    "Compose",
    "Intent",
    "Question",
    "compose_answer",
    "prompt",
]
