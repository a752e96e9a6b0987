"""What is asked of a model besides tool calls: wording the answer. Code checks every answer and has one of its own."""

from __future__ import annotations

from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from pilothouse.assistants.menu.verification import Evidence, omissions, problems
from pilothouse.contracts.task import TaskContract


def prompt(name: str) -> str:
    """Text of a prompt file of this assistant."""
    return (files(__package__) / "prompts" / f"{name}.md").read_text(encoding="utf-8").strip()


class Compose(BaseModel):
    """``material``: the fenced tool results; ``fallback``: the reply that code would give."""

    model_config = ConfigDict(extra="forbid")

    question: str
    material: str
    fallback: str


class Answer(BaseModel):
    """The reply as plain text."""

    model_config = ConfigDict(extra="forbid")

    reply: str


def compose_answer(evidence: Evidence) -> TaskContract[Compose, Answer]:
    """The task for one turn; its check compares the answer with this turn's evidence."""

    def grounded(_: Compose, answer: Answer) -> str | None:
        found = problems(answer.reply, evidence) or omissions(answer.reply, evidence)
        return " ".join(found[:4]) if found else None

    return TaskContract(
        name="compose_answer",
        prompt=prompt("compose"),
        input=Compose,
        output=Answer,
        form="text",
        tier="large",
        checks=(grounded,),
        fallback=lambda given: Answer(reply=given.fallback),
        temperatures=(0.2, 0.0),
        max_tokens=300,
    )
