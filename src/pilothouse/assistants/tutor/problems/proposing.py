"""Steps for a free problem, proposed by a model and taken only when code finds nothing wrong with them.

A model reads a story better than any rule, and computes worse: every equation is computed again, every number must come
from somewhere, the last result must be the answer that the solver knows, and no question may say what it asks for.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from fractions import Fraction
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field

from pilothouse.assistants.tutor.guard import Secret, leaks
from pilothouse.assistants.tutor.problems.problem import Expected, Part, Problem, Step
from pilothouse.assistants.tutor.problems.solving.polynomial import evaluate
from pilothouse.assistants.tutor.problems.solving.solution import shown
from pilothouse.assistants.tutor.problems.solving.wording import N, normalised, number
from pilothouse.assistants.tutor.problems.splitting import orders
from pilothouse.contracts.task import TaskContract, TaskResult

MOST = 6  # steps
_COMMON = ("0.5", "1", "2", "3", "3.14", "4", "7", "10", "12", "24", "30", "60", "100", "365", "1000", "3600")
_CONSTANTS = frozenset(Fraction(text) for text in _COMMON)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_SUBJECTS = ("math", "physics", "chemistry", "general")


class Asked(BaseModel):
    """The problem as it was typed, and the question that the steps lead to."""

    model_config = ConfigDict(extra="forbid")

    statement: str
    question: str
    language: str


class ProposedStep(BaseModel):
    """``equation``: one calculation with its result ("35 × 2 = 70")."""

    model_config = ConfigDict(extra="forbid")

    ask: str = Field(min_length=2, max_length=120)
    hint: str = Field(min_length=2, max_length=200)
    equation: str = Field(min_length=3, max_length=80)
    unit: str = Field(default="", max_length=8)


class Proposal(BaseModel):
    """The steps in order; none when there is nothing to propose."""

    model_config = ConfigDict(extra="forbid")

    steps: tuple[ProposedStep, ...] = Field(default=(), max_length=MOST)


Ask = Callable[[TaskContract[Asked, Proposal], Asked], Awaitable[TaskResult[Proposal]]]


def propose_steps(known: Fraction | None) -> TaskContract[Asked, Proposal]:
    """The task for one part; ``known`` is the answer that the solver found. Its fallback proposes nothing."""

    def sound(given: Asked, proposal: Proposal) -> str | None:
        found = problems(given, proposal, known)
        return " ".join(found[:4]) if found else None

    return TaskContract(
        name="propose_steps",
        prompt=(files(__package__) / "prompts" / "propose.md").read_text(encoding="utf-8").strip(),
        input=Asked,
        output=Proposal,
        checks=(sound,),
        fallback=lambda given: Proposal(),
        tier="large",
        temperatures=(0.2, 0.1, 0.0),
        max_tokens=700,
    )


def problems(given: Asked, proposal: Proposal, known: Fraction | None) -> list[str]:
    """What is wrong with a proposal, in sentences for the model; empty when it may be used."""
    found: list[str] = []
    allowed = {number(text) for text in re.findall(N, normalised(given.statement + "\n" + given.question))} | _CONSTANTS
    allowed |= {value / 100 for value in allowed}
    results: list[Fraction] = []
    unused: set[int] = set()
    for place, step in enumerate(proposal.steps, start=1):
        left, _, right = step.equation.partition("=")
        value, said = evaluate(left), evaluate(right)
        if value is None or said is None or not re.search(r"[+\-−×*/÷^]", left.strip()[1:]):
            found.append(f"Step {place}: write one calculation like '35 × 2 = 70'.")
            continue
        if value != said:
            found.append(f"Step {place}: {step.equation.strip()} is not true.")
            continue
        used = {Fraction(text) for text in _NUMBER.findall(left)}
        if strange := used - allowed - set(results):
            found.append(
                f"Step {place}: {', '.join(map(shown, strange))} stands neither in the problem nor in a step before."
            )
        unused -= {index for index in unused if results[index] in used}
        unused.add(len(results))
        results.append(value)
    if not proposal.steps:
        return ["There are no steps."]
    if found:
        return found
    if len(unused) > 1:
        found.append("Every result but the last must be used by a later step.")
    if known is not None and results[-1] != known:
        found.append("The last result is not the answer of the problem.")
    return found + _said(given, proposal)


def _said(given: Asked, proposal: Proposal) -> list[str]:
    """Questions and hints that say too much, or something else than a tutor would."""
    found = []
    secrets = [
        Secret(
            str(place), Expected(answer=f"{step.equation.partition('=')[2].strip()} {step.unit}".strip()), "conclusion"
        )
        for place, step in enumerate(proposal.steps, start=1)
    ]
    known = [given.statement, given.question]
    for place, step in enumerate(proposal.steps, start=1):
        for text in (step.ask, step.hint):
            if leaks(text, secrets[place - 1 :], known):
                found.append(f"Step {place}: {text!r} says a result that has to be found.")
            if orders(text) or re.search(r"https?:|[{}<>]{2}|```", text):
                found.append(f"Step {place}: only a tutor's question and hint belong there.")
        known.append(step.equation)
    if len({step.ask for step in proposal.steps}) < len(proposal.steps):
        found.append("Two steps ask the same.")
    return found


async def prepared(problem: Problem, ask: Ask) -> Problem:
    """A free problem with steps where a sound proposal was made; as it is otherwise, and for parts that have steps.

    ``ask``: the gateway's ``ask``, for instance ``lambda task, given: turn.gateway.ask(task, given, caller=…,
    session=…)``.
    """
    if problem.origin != "free" or problem.subject not in _SUBJECTS:
        return problem
    chinese = re.search(r"[\u4e00-\u9fff]", problem.statement) is not None
    parts = []
    for part in problem.parts:
        if not part.steps and _NUMBER.search(problem.statement):
            known = evaluate(re.sub(r"[^\d./%-]+$", "", part.expected.answer)) if part.expected.answer else None
            given = Asked(
                statement=problem.statement, question=part.question, language="中文" if chinese else "English"
            )
            result = await ask(propose_steps(known), given)
            if result.origin == "model" and not problems(given, result.value, known):
                part = taught(part, result.value)
        parts.append(part)
    return problem.model_copy(update={"parts": tuple(parts)})


def taught(part: Part, proposal: Proposal) -> Part:
    """The part with the steps of a sound proposal; its answer is the last result where none was known."""
    steps = []
    for place, step in enumerate(proposal.steps, start=1):
        left, _, right = step.equation.partition("=")
        answer = f"{shown(evaluate(right) or Fraction(0))} {step.unit}".strip()
        steps.append(
            Step(
                id=f"s{place}",
                ask=step.ask,
                expected=Expected(answer=answer),
                hints=(step.hint,),
                conclusion=f"{left.strip()} = {answer}",
            )
        )
    expected = part.expected if part.expected.answer else steps[-1].expected
    return part.model_copy(update={"steps": tuple(steps), "expected": expected})
