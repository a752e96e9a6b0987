"""What the tools tell: the question at hand, what was taught, a page of the knowledge base, this pupil's habits.

None tells an answer, a value that the pupil has not reached, or anything about how a lesson is run. What they need
beside the arguments is in the turn's scope, put there by code: ``lesson``, the plain data of the lesson's
``Position``, and ``language``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import Field

from pilothouse.assistants.tutor.lore.screen import discreet
from pilothouse.assistants.tutor.machine.states import State
from pilothouse.assistants.tutor.mastery import learner
from pilothouse.assistants.tutor.mastery.patterns import REPEATED
from pilothouse.assistants.tutor.mastery.wording import advise, describe
from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.tool import Arguments, NoArguments, Row, ToolContext

if TYPE_CHECKING:
    from pilothouse.assistants.tutor.lore import Lore
    from pilothouse.assistants.tutor.mastery import Patterns
    from pilothouse.assistants.tutor.problems.problem import Part, Problem, Step

MOST_ROWS = 12
# A part's number that is left when its question is taken away.
_BARE = re.compile(r"[\W_]*(?:\d{1,2}|[一二三四五六七八九十]{1,2}|[a-h])?[\W_]*", re.IGNORECASE)
GUIDING = "Rephrase or go on with the question at hand."


class Problems(Protocol):
    def get(self, id_: str) -> Problem: ...


class Desk(Protocol):
    """What the tools use of the assistant's services."""

    @property
    def problems(self) -> Problems: ...

    @property
    def lore(self) -> Lore: ...

    @property
    def patterns(self) -> Patterns: ...


class QuestionRow(Row):
    """``number`` of ``parts``; ``focus`` is the guiding question that is open."""

    number: int
    parts: int
    question: str
    given: tuple[str, ...]
    focus: str


class DigestRow(Row):
    """``kind``: a step that was ``taught``, another ``conclusion`` that is held, an ``answer`` that the pupil found, or
    the question still ``open``."""

    kind: str
    part: int
    question: str
    content: str


class LoreRow(Row):
    topic: str
    title: str
    section: str
    content: str


class PatternRow(Row):
    mistake: str
    times: int
    here: bool
    guidance: str


class SearchLore(Arguments):
    query: str = Field(
        min_length=1,
        max_length=200,
        description="要查的知识点、方法或误区，一个主题 / the notion, method or misconception to look up, one topic",
    )
    top_k: int = Field(default=2, ge=1, le=3, description="片段数量 / number of fragments")


def get_current_sub_question(a: NoArguments, context: ToolContext) -> Envelope:
    """The question that is discussed now, with the facts of the statement, and nothing of the other parts."""
    problem, lesson = _lesson(context)
    part, step = _part(problem, lesson), _step(problem, lesson)
    question, focus = part.question, part.question
    match lesson.get("state"):
        case State.THINK if problem.idea is not None:
            focus = problem.idea.ask
        case State.STEP if step is not None:
            focus = step.ask
        case State.CHECK if part.verify is not None:
            focus = part.verify.ask
        case State.EXTEND if problem.extension is not None:
            question = focus = problem.extension.question
    row = {
        "number": problem.parts.index(part) + 1,
        "parts": len(problem.parts),
        "question": question,
        "given": problem.given or (_stem(problem, part),),
        "focus": focus,
    }
    return Envelope.success([row])


def get_step_digest(a: NoArguments, context: ToolContext) -> Envelope:
    """What was taught and may be built on, and what is open: so that nothing is said twice and nothing left out."""
    problem, lesson = _lesson(context)
    part = _part(problem, lesson)
    taught, pool = set(lesson.get("taught", ())), list(lesson.get("pool", ()))
    rows: list[dict[str, Any]] = []
    for number, each in enumerate(problem.parts, 1):
        for step in each.steps:
            if f"{each.id}.{step.id}" in taught and step.conclusion in pool:
                pool.remove(step.conclusion)
                rows.append(_digest("taught", number, step.ask, step.conclusion))
        if each.id in lesson.get("solved", {}):
            rows.append(_digest("answer", number, each.question, str(lesson["solved"][each.id])))
    rows += [_digest("conclusion", 0, "", conclusion) for conclusion in pool]
    rows = rows[-(MOST_ROWS - 1) :]
    now = _step(problem, lesson)
    rows.append(_digest("open", problem.parts.index(part) + 1, now.ask if now else part.question, ""))
    return Envelope.success(rows)


def search_kb(a: SearchLore, context: ToolContext) -> Envelope:
    """Fragments of the knowledge base, the problem's subject first, without sentences that would tell too much."""
    problem, lesson = _lesson(context)
    desk: Desk = context.store
    found = desk.lore.search(a.query, problem.subject, a.top_k)
    kept = discreet(found, hiding(problem, lesson))
    version = desk.lore.version
    if not kept:
        return Envelope.error(
            "no_results", "Nothing in the knowledge base helps with this.", hint=GUIDING, data_version=version
        )
    rows = [{"topic": each.topic, "title": each.title, "section": each.section, "content": each.text} for each in kept]
    return Envelope.success(rows, data_version=version)


def get_wrong_pattern(a: NoArguments, context: ToolContext) -> Envelope:
    """The mistakes that this pupil made more than once, those of this topic first, with what to do differently."""
    problem, _ = _lesson(context)
    desk: Desk = context.store
    who = learner(context.caller.name, context.session)
    language = "en" if context.scope.get("language") == "en" else "zh"
    topic = topic_of(problem)
    mistakes = [each for each in desk.patterns.of(who) if each.times >= REPEATED]
    mistakes.sort(key=lambda each: (each.topic != topic, -each.times, -each.last))
    rows = [
        {
            "mistake": describe(each.name, language),
            "times": each.times,
            "here": each.topic == topic,
            "guidance": advise(each.name, each.times, language),
        }
        for each in mistakes[:3]
    ]
    if not rows:
        return Envelope.error("no_results", "No mistake of this pupil has come back so far.", hint=GUIDING)
    return Envelope.success(rows)


def topic_of(problem: Problem) -> str:
    """Under which topic answers and mistakes at a problem are kept: its own, else its subject."""
    return problem.topic or problem.subject


def hiding(problem: Problem, lesson: Mapping[str, Any]) -> Callable[[str], bool]:
    """Whether a sentence says an answer or a conclusion that the pupil hasn't reached."""
    from pilothouse.assistants.tutor.guard import leaks, secrets_of

    secrets = secrets_of(problem, solved=_names(lesson, "solved"), found=_names(lesson, "taught"))
    known = [problem.statement, *problem.given, *lesson.get("pool", ()), *dict(lesson.get("solved", {})).values()]
    return lambda sentence: bool(leaks(sentence, secrets, known))


def _names(lesson: Mapping[str, Any], field: str) -> Collection[str]:
    return set(lesson.get(field, ()))


def _lesson(context: ToolContext) -> tuple[Problem, Mapping[str, Any]]:
    lesson: Mapping[str, Any] = context.scope["lesson"]
    desk: Desk = context.store
    return desk.problems.get(lesson["problem"]), lesson


def _part(problem: Problem, lesson: Mapping[str, Any]) -> Part:
    return problem.parts[min(int(lesson.get("part", 0)), len(problem.parts) - 1)]


def _step(problem: Problem, lesson: Mapping[str, Any]) -> Step | None:
    steps, at = _part(problem, lesson).steps, int(lesson.get("step", 0))
    return steps[at] if at < len(steps) else None


def _stem(problem: Problem, part: Part) -> str:
    """The statement without the questions of the other parts."""
    text = problem.statement
    for other in problem.parts:
        if other is not part and other.question != part.question:
            text = text.replace(other.question, "")
    lines = (line for line in text.splitlines() if not _BARE.fullmatch(line))
    return "\n".join(lines).strip()


def _digest(kind: str, part: int, question: str, content: str) -> dict[str, Any]:
    return {"kind": kind, "part": part, "question": question, "content": content}
