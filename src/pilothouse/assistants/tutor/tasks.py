"""What is asked of a model beside tool calls: the words of a turn. Code has judged and moved before."""

from __future__ import annotations

from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from pilothouse.assistants.tutor.turn.contract import Turn
from pilothouse.assistants.tutor.turn.processing import process
from pilothouse.assistants.tutor.turn.situation import Situation
from pilothouse.contracts.task import TaskContract

TEMPERATURES = (0.4, 0.2, 0.0)  # of the first turn and its two retries
TOLD = 3  # problems of one turn that a model is told


def prompt(name: str) -> str:
    """Text of a prompt file of this assistant."""
    return (files(__package__) / "prompts" / f"{name}.md").read_text(encoding="utf-8").strip()


class Material(BaseModel):
    """What the model works with. It holds no answer and no conclusion that the pupil has not found.

    ``plan``: what has to be said, in code's own plain words; ``ask``: the question that the turn must end with.
    """

    model_config = ConfigDict(extra="forbid")

    problem: str
    progress: str
    material: str
    talk: str
    pupil: str
    verdict: str
    plan: str
    ask: str
    language: str


def write_turn(situation: Situation, own: Turn) -> TaskContract[Material, Turn]:
    """The task of one turn. ``own`` is the turn that code would give, and the fallback."""

    def proper(_: Material, turn: Turn) -> str | None:
        found = process(turn, situation).problems
        return " ".join(found[:TOLD]) if found else None

    return TaskContract(
        name="turn",
        prompt=prompt("turn"),
        input=Material,
        output=Turn,
        checks=(proper,),
        fallback=lambda given: own,
        tier="large",
        temperatures=TEMPERATURES,
        max_tokens=700,
    )
