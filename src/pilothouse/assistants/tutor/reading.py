"""What the pupil said, as an event: a button, an answer, a wish, or a thought. Code reads it; no model does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pilothouse.assistants.tutor import phrases
from pilothouse.assistants.tutor.checking import answers_in, check
from pilothouse.assistants.tutor.checking.answer import Named
from pilothouse.assistants.tutor.checking.reader import read_answer
from pilothouse.assistants.tutor.checking.verdict import Check
from pilothouse.assistants.tutor.guard import pressure
from pilothouse.assistants.tutor.machine import EXTENSION, Event, Position, State, part_of
from pilothouse.assistants.tutor.planning import plans, restates, tells_what, wonders
from pilothouse.assistants.tutor.problems.answered import answered
from pilothouse.assistants.tutor.problems.problem import Expected, Part, Problem
from pilothouse.assistants.tutor.retelling import NUMBER, another, retells, stated
from pilothouse.assistants.tutor.turn.contract import Option
from pilothouse.assistants.tutor.turn.interface import BUTTONS
from pilothouse.assistants.tutor.weighing import retold, verified, weighed

NOTHING = Check("none")
ANOTHER = "#another"  # in place of a part: what was said is another problem altogether
_CONCLUSION = re.compile(r"所以|因此|答案是|\b(?:therefore|so the answer is)\b", re.IGNORECASE)
_REASON = re.compile(r"因为|所以|因此|∵|∴|\b(?:because|therefore|so that)\b", re.IGNORECASE)
_ALGEBRA = re.compile(r"\b[a-z]\s*[-+−×*/^²³<>≤≥=＝]\s*[(\da-z]|\d[a-z]\b|\)\s*\(", re.IGNORECASE)
_WORKING = (State.INIT, State.UNDERSTAND, State.THINK, State.STEP)
_EARLY = (State.INIT, State.UNDERSTAND, State.THINK)


@dataclass(frozen=True, slots=True)
class Reading:
    """``check``: how the answer stands to the open question. ``found``: the step whose value it is, from 0; ``other``:
    the other part whose answer it is; ``said``: the answer as it was written. ``pressed``: how the answer was asked
    for, "" when it wasn't. ``shown``: the problem was handed in as a picture, and is read out."""

    event: Event
    check: Check = NOTHING
    found: int | None = None
    said: str = ""
    other: str = ""
    pressed: str = ""
    shown: bool = False


def read(text: str, problem: Problem, position: Position, options: Sequence[Option]) -> Reading:
    """The event of ``text`` where the lesson stands. Total: whatever it is, it is one."""
    text = text.strip()
    if (event := _pressed(text, options)) is not None:
        return Reading(event)
    if phrases.silent(text):
        return Reading(Event.SILENT)
    pushed = pressure(text)
    kind = pushed.kind if pushed is not None else ""
    if kind != "partial" and (right := _right(text, problem, position)) is not None:
        return right
    if kind or phrases.wants_answer(text):
        return Reading(Event.ASK_ANSWER, pressed=kind or "ask")
    if (event := phrases.control(text)) is not None:
        return Reading(Event.SKIP if event is Event.STOP and _declines(text, position) else event)
    if position.scene in _WORKING and another(text, problem):
        return Reading(Event.OFF_TOPIC, other=ANOTHER)
    return _judged(text, problem, position) or _spoken(text, problem, position)


def _declines(text: str, position: Position) -> bool:
    """不做了 at the variation means the variation."""
    return position.scene is State.EXTEND and "不做" in text


def _pressed(text: str, options: Sequence[Option]) -> Event | None:
    for option in options:
        if text in (option.id, option.label) and option.id in BUTTONS:
            return BUTTONS[option.id]
    return None


def _right(text: str, problem: Problem, position: Position) -> Reading | None:
    """A right answer: of the open question, of a later step, or of a part that was left out."""
    part, scene = part_of(problem, position), position.scene
    if scene in _EARLY and retells(text, problem):
        return None
    if scene is State.EXTEND and problem.extension is not None:
        found = _whole(text, problem.extension.expected, position, problem)
        if found.verdict == "right":
            return Reading(Event.RIGHT, found, said=_said(found, text), other=EXTENSION)
    if scene is State.CHECK and part.verify is not None:
        found = check(text, part.verify.expected, mistakes=part.verify.mistakes)
        if found.verdict == "right":
            return Reading(Event.RIGHT, found, said=_said(found, text))
    if scene is State.CHECK and (put := verified(text, part)) is not None:
        return Reading(Event.RIGHT, put, said=_said(put, text))
    if scene is State.CHECK and part.verify is None and phrases.agrees(text):
        return Reading(Event.RIGHT)
    if scene in _WORKING or scene is State.CHECK:
        found = weighed(text, part, _whole(text, part.expected, position, problem), whole=_open(part, position))
        if found.verdict == "right":
            return Reading(Event.SOLVED, found, said=_said(found, text))
    if scene in _WORKING and (step := _step(text, problem, position)) is not None:
        return step
    if scene in (State.SUMMARY, State.DONE) and (again := _again(text, problem, position)) is not None:
        return again
    for other in problem.parts:
        if other.id in position.skipped and _is(text, other.expected):
            found = check(text, other.expected)
            event = Event.SOLVED if scene in (State.SUMMARY, State.DONE) else Event.OFF_TOPIC
            return Reading(event, found, said=_said(found, text), other=other.id)
    return None


def _again(text: str, problem: Problem, position: Position) -> Reading | None:
    """An answer that was found, said or asked about once more behind the end: it stays right."""
    for part in problem.parts:
        if part.id in position.solved and _is(text, part.expected):
            found = check(text, part.expected)
            return Reading(Event.QUESTION, found, said=_said(found, text), other=part.id)
    return None


def _whole(text: str, expected: Expected, position: Position, problem: Problem) -> Check:
    """The text held against an answer, alone and as what was still missing of it."""
    if not expected.answer:
        return NOTHING
    found = check(text, expected, given=problem.given)
    if found.verdict != "right" and len(pieces := _CONCLUSION.split(text)) > 1:
        concluded = check(pieces[-1], expected)  # behind all that was repeated before it
        found = concluded if concluded.verdict == "right" else found
    if found.verdict == "right" or not position.partly:
        return found
    both = check(f"{position.partly}，{text}", expected, given=problem.given)
    return replace(both, said=f"{position.partly}，{found.said or text}") if both.verdict == "right" else found


def _step(text: str, problem: Problem, position: Position) -> Reading | None:
    """The value of the current step, or of a later one, when it isn't just a number of the statement."""
    part, scene = part_of(problem, position), position.scene
    start = position.step
    for index in range(start, len(part.steps)):
        step = part.steps[index]
        found = _whole(text, step.expected, position, problem)
        if step.expected == part.expected:
            found = weighed(text, part, found)
        if found.verdict != "right":
            continue
        if (scene in _EARLY or index > start) and stated(text, problem):
            continue
        if scene in _EARLY and step.expected.kind == "words":
            continue  # the same words tell what is asked
        event = Event.RIGHT
        if index == len(part.steps) - 1 and _closes(text, part.expected, [*position.pool, step.conclusion]):
            event = Event.SOLVED
        return Reading(event, found, index, _said(found, text))
    return None


def _closes(text: str, expected: Expected, conclusions: Sequence[str]) -> bool:
    """Whether the last step's value, with what is known already, is the part's answer."""
    return any(
        check(told, expected).verdict == "right" for told in (conclusions[-1], "，".join([*conclusions[-3:], text]))
    )


def _judged(text: str, problem: Problem, position: Position) -> Reading | None:
    """A wrong answer, or a part of the right one."""
    part, scene = part_of(problem, position), position.scene
    if scene not in (*_WORKING, State.CHECK, State.EXTEND):
        return None
    if scene in _EARLY and (stated(text, problem) or len(text) > 40):
        return None
    if scene is State.CHECK and not part.judged and answered(text) and not re.search(r"[=＝]", text):
        return Reading(Event.TELL, Check("unclear"), said=text[:60])
    if scene in _WORKING and not part.judged and position.step >= len(part.steps):
        return _unjudged(text, problem) if scene is State.STEP or answered(text) else None
    if scene in _EARLY and part.expected.kind == "words":
        return None  # any sentence would be a wrong answer
    if plans(text) or wonders(text) or (scene in _WORKING and retold(text, part)):
        return None
    found = _against(text, problem, position)
    if scene is not State.EXTEND:
        found = weighed(text, part, found, whole=_open(part, position))
    if found.error == "other_part":
        other = next((p.id for p in problem.parts if p.id != part.id and _is(text, p.expected)), "")
        return Reading(Event.OFF_TOPIC, found, other=other)
    if found.verdict == "partial":
        return Reading(Event.PARTIAL, found, said=_said(found, text))
    if found.verdict == "wrong":
        return Reading(Event.WRONG, found, said=_said(found, text))
    return None


def _open(part: Part, position: Position) -> bool:
    """Whether the part's own answer is asked for, and not a step on the way to it."""
    step = part.steps[position.step] if position.scene is State.STEP and position.step < len(part.steps) else None
    return step is None or step.expected == part.expected


def _unjudged(text: str, problem: Problem) -> Reading | None:
    """What looks like an answer where nobody knows the right one: a number, a reason, or a sentence about a text."""
    told = problem.subject in ("english", "chinese", "general") and len(text) >= 6 and not phrases.asks(text)
    answer = bool(answers_in(text) or _ALGEBRA.search(text)) or _REASON.search(text) is not None or told
    return Reading(Event.TELL, Check("unclear"), said=text[:60]) if answer else None


def _against(text: str, problem: Problem, position: Position) -> Check:
    """The text held against the open question."""
    part, scene = part_of(problem, position), position.scene
    if scene is State.EXTEND and problem.extension is not None:
        return check(text, problem.extension.expected, given=problem.given)
    if scene is State.CHECK:
        if part.verify is None:
            return NOTHING
        return check(text, part.verify.expected, mistakes=part.verify.mistakes)
    others = {other.id: other.expected for other in problem.parts if other.id != part.id}
    steps = part.steps[: position.step]
    if scene is State.STEP and position.step < len(part.steps):
        step = part.steps[position.step]
        mistakes = (*step.mistakes, *part.mistakes)
        return check(
            text, step.expected, others=others, mistakes=mistakes, given=problem.given,
            steps=[item.expected for item in steps],
        )  # fmt: skip
    return check(
        text, part.expected, others=others, mistakes=part.mistakes, given=problem.given,
        steps=[item.expected for item in part.steps],
    )  # fmt: skip


def _spoken(text: str, problem: Problem, position: Position) -> Reading:
    """No answer: a good idea, a question, something else, or thinking aloud."""
    part, scene = part_of(problem, position), position.scene
    idea = problem.idea
    if scene is State.THINK and idea is not None and position.part == 0 and _holds(text, idea.keys):
        return Reading(Event.RIGHT)
    if scene is State.UNDERSTAND and (retells(text, problem) or restates(text, (part.question, problem.asked))):
        return Reading(Event.TELL, check=Check("unclear"))
    if phrases.elsewhere(text, problem.statement):
        return Reading(Event.OFF_TOPIC)
    if phrases.asks(text) and not (scene is State.UNDERSTAND and tells_what(text)):
        return Reading(Event.QUESTION)
    return Reading(Event.TELL, check=Check("unclear", missing=_unnamed(text, part.expected)))


def _unnamed(text: str, expected: Expected) -> tuple[str, ...]:
    """The names of an answer of several things, when ``text`` gives numbers under none of them."""
    answer = read_answer(expected.answer, expected.kind) if expected.answer else None
    if not isinstance(answer, Named) or len(NUMBER.findall(text)) < len(answer.items):
        return ()
    names = tuple(name for name, _ in answer.items)
    return () if any(name in text for name in names) else names


def _holds(text: str, keys: Sequence[str]) -> bool:
    return any(key.lower() in text.lower() for key in keys)


def _is(text: str, expected: Expected) -> bool:
    return bool(expected.answer) and check(text, expected).verdict == "right"


def _said(found: Check, text: str) -> str:
    return (found.said or text)[:60]
