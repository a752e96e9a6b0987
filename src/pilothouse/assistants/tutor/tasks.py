"""What is asked of a model beside tool calls: the words of a turn. Code has judged and moved before."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic.json_schema import SkipJsonSchema

from pilothouse.assistants.tutor.turn.contract import Intent, Option, Turn
from pilothouse.assistants.tutor.turn.processing import process
from pilothouse.assistants.tutor.turn.situation import Situation
from pilothouse.contracts.task import TaskContract

TEMPERATURES = (0.4, 0.2, 0.0)  # of the first turn and its two retries
TOLD = 3  # problems of one turn that a model is told
FREE = 8  # pieces of a plan so short that anything warm will do
BUBBLE, QUESTION = 0.2, 0.5  # share of the plan's and the question's pieces that must be said
_PIECES = re.compile(r"[\u3400-\u9fff]+|[a-z]+|\d+(?:\.\d+)?", re.IGNORECASE)


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


_Meant = SkipJsonSchema[Intent]


class Words(Turn):
    """A Turn of which a model is asked for the words alone. Buttons and step are code's anyway, and a small model asked
    for them copies what it sees; whoever writes them all the same is understood."""

    question: str
    options: SkipJsonSchema[tuple[Option, ...]] = Field(default=(), max_length=5)
    intent: _Meant = "ask"
    step: SkipJsonSchema[str] = ""


@cache
def words(intent: Intent) -> type[Words]:
    """``Words`` that are meant as ``intent`` unless the model says otherwise."""
    return create_model("Words", __base__=Words, intent=(_Meant, intent))


def _pieces(text: str) -> set[str]:
    """Words and numbers; of Chinese every two characters that stand together."""
    found: set[str] = set()
    for piece in _PIECES.findall(text.lower()):
        found |= {piece} if piece.isascii() else {piece[n : n + 2] for n in range(max(1, len(piece) - 1))}
    return found


def _share(said: str, meant: str) -> float:
    wanted = _pieces(meant)
    return len(wanted & _pieces(said)) / len(wanted) if wanted else 1.0


def _numbers(text: str) -> set[str]:
    return {piece for piece in _pieces(text) if piece[0].isdecimal()}


def faithful(given: Material, turn: Turn) -> list[str]:
    """What of the plan and of the question got lost. The pupil's next answer is held against the question that code
    chose: another one, however good, would have a right answer judged wrong."""
    found = []
    said, ask = f"{turn.bubble} {turn.question}", "" if given.ask == "-" else given.ask
    plan = "" if given.plan == "-" else given.plan
    if _share(turn.question, ask) < QUESTION or _numbers(ask) - _numbers(said):
        found.append("question 要问的就是“要问的问题”，数和条件照抄。 Ask the question that was given.")
    if (len(_pieces(plan)) > FREE and _share(said, plan) < BUBBLE) or _numbers(plan) - _numbers(said):
        found.append("bubble 要说的就是“要说的意思”，数照抄。 The bubble must say the plan, with its numbers.")
    return found


def write_turn(situation: Situation, own: Turn) -> TaskContract[Material, Turn]:
    """The task of one turn. ``own`` is the turn that code would give, and the fallback."""

    def proper(given: Material, turn: Turn) -> str | None:
        found = [*process(turn, situation).problems, *faithful(given, turn)]
        return " ".join(found[:TOLD]) if found else None

    return TaskContract(
        name="turn",
        prompt=prompt("turn"),
        input=Material,
        output=words(own.intent),
        checks=(proper,),
        fallback=lambda given: own,
        tier="large",
        temperatures=TEMPERATURES,
        max_tokens=700,
    )
