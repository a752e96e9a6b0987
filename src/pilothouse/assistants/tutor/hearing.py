"""The graph's first nodes: what the pupil said, and where that leads. Code decides both."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pilothouse.assistants.tutor.guard import leaks
from pilothouse.assistants.tutor.lore.desk import topic_of
from pilothouse.assistants.tutor.machine import (
    Event,
    Facts,
    Moved,
    Position,
    State,
    advance,
    part_of,
    reference,
    step_of,
)
from pilothouse.assistants.tutor.mastery import classify, learner
from pilothouse.assistants.tutor.mastery.wording import describe
from pilothouse.assistants.tutor.problems.free import is_problem
from pilothouse.assistants.tutor.problems.problem import Problem
from pilothouse.assistants.tutor.problems.proposing import prepared
from pilothouse.assistants.tutor.problems.request import requested
from pilothouse.assistants.tutor.reading import Reading, read
from pilothouse.assistants.tutor.retelling import another as unlike
from pilothouse.assistants.tutor.services import Services
from pilothouse.assistants.tutor.state import TutorState
from pilothouse.assistants.tutor.turn.contract import Option
from pilothouse.assistants.tutor.turn.situation import known, secrets
from pilothouse.assistants.tutor.wording.hinting import count
from pilothouse.flow import Turn

SLIPS = 8  # mistakes of a lesson that are kept
_HAN = re.compile(r"[\u4e00-\u9fff]")
_WORD = re.compile(r"[A-Za-z]{2,}")
_ANOTHER = re.compile(
    r"\s*(?:换(?:一)?[道个]?题|新(?:的)?题目?|下一道题|new problem|another problem)\s*[:：,，\n]\s*", re.IGNORECASE
)
_ASKS = re.compile(r"[?？]|求|计算|解|多少|几|证明|化简|\b(?:how|what|find|solve|prove|simplify)\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_WHOLE = 100  # characters of a text that is no remark on the last problem
_ENDED = (State.SUMMARY, State.DONE)


async def hear(state: TutorState, turn: Turn) -> Mapping[str, Any]:
    """Which problem, and what was said to it."""
    services: Services = turn.services
    wish = requested(state["text"])
    position = Position.model_validate(state["lesson"]) if state["lesson"] else None
    problem = services.problems.find(position.problem) if position is not None else None
    lost = position is not None and problem is None and not wish.problem and not wish.fresh
    words = wish.text
    if wish.fresh:
        begun: Problem | None = services.problems.keep_free(words, turn.caller.name)
    else:
        begun = _begun(wish.problem, words, problem, position, services, turn)
    if begun is not None:
        problem, position = await _prepared(begun, services, turn), None
    chinese = _language(words, state, problem, turn, first=position is None)
    if problem is None:
        return {"words": words, "chinese": chinese, "lost": lost}
    reading = _read(words, problem, position, state, named=bool(wish.problem))
    turn.memo["problem"], turn.memo["reading"] = problem, reading
    turn.memo["foreign"] = (
        not chinese and (position is None or state["chinese"]) and bool(_HAN.search(problem.statement))
    )
    return {
        "begun": problem.id if position is None else "",
        "words": words,
        "chinese": chinese,
        "heard": {"event": reading.event.value, "said": reading.said, "verdict": reading.check.verdict},
    }


def _begun(
    id_: str, words: str, problem: Problem | None, position: Position | None, services: Services, turn: Turn
) -> Problem | None:
    """The problem that starts with this turn. Raises ``UsageError`` for an id that there is not."""
    if id_:
        return None if problem is not None and id_ == problem.id else services.problems.get(id_)
    another = _ANOTHER.match(words)
    free = problem is None or position is None or position.state in _ENDED or another is not None
    if problem is not None and position is not None and position.state is State.INIT:
        free = free or unlike(words, problem)  # nothing was begun yet
    text = words[another.end() :] if another is not None else words
    if not free or not is_problem(text):
        return None
    if problem is not None and position is not None and another is None and _remark(text, problem, position):
        return None
    return services.problems.keep_free(text, turn.caller.name)


def _remark(text: str, problem: Problem, position: Position) -> bool:
    """Whether a text behind the end of a lesson is about that lesson: an answer that comes late, or a question on the
    numbers that it was about. The same problem once more is no remark."""
    if not _ASKS.search(text):
        return True
    if len(text) >= _WHOLE or text.strip() == problem.statement:
        return False
    known = " ".join([problem.statement, *problem.given, *position.pool, *position.solved.values()])
    if problem.extension is not None:
        known += problem.extension.question
    return set(_NUMBER.findall(text)) <= set(_NUMBER.findall(known))


async def _prepared(problem: Problem, services: Services, turn: Turn) -> Problem:
    """A typed problem with steps, where a model proposes sound ones: once, before the lesson begins."""
    if problem.origin != "free" or not turn.gateway.has_model or all(part.steps for part in problem.parts):
        return problem
    better = await prepared(
        problem, lambda task, given: turn.gateway.ask(task, given, caller=turn.caller, session=turn.session)
    )
    if better != problem and not turn.room.context.scope.get("replayed"):
        services.problems.refine(better)
    return better


def _read(words: str, problem: Problem, position: Position | None, state: TutorState, *, named: bool) -> Reading:
    if position is None:
        reading = read(words, problem, Position(problem=problem.id), ()) if named and words else Reading(Event.START)
        return reading if reading.event is Event.SOLVED else Reading(Event.START, shown=requested(state["text"]).fresh)
    if not words:  # the problem was named again, and nothing said
        return Reading(Event.RESTART if position.state is State.DONE else Event.START)
    return read(words, problem, position, [Option.model_validate(item) for item in state["options"]])


def _language(words: str, state: TutorState, problem: Problem | None, turn: Turn, *, first: bool) -> bool:
    """The pupil's language. An English answer to an English exercise is no reason to leave Chinese."""
    if turn.language != "auto":
        return turn.language == "zh"
    if _HAN.search(words):
        return True
    latin = len(_WORD.findall(words))
    if first and not latin and problem is not None:
        return bool(_HAN.search(problem.statement + problem.title))
    if first:
        return not latin
    if latin >= 3 and (problem is None or problem.subject != "english" or not state["chinese"]):
        return False
    return state["chinese"]


async def move(state: TutorState, turn: Turn) -> Mapping[str, Any]:
    """Let the machine take the event, and keep what it tells about the pupil."""
    if "problem" not in turn.memo:
        return {}
    problem: Problem = turn.memo["problem"]
    reading: Reading = turn.memo["reading"]
    position = Position(problem=problem.id) if state["begun"] else Position.model_validate(state["lesson"])
    moved = advance(position, reading.event, facts_of(problem, position, reading))
    turn.memo["before"], turn.memo["moved"] = position, moved
    slips = [] if state["begun"] or reading.event is Event.RESTART else list(state["slips"])
    if (pattern := classify(reading.check)) and reading.event in (Event.WRONG, Event.PARTIAL):
        slips.append(pattern)
    if not turn.room.context.scope.get("replayed"):
        turn.memo["advice"] = _observe(problem, position, moved, reading, state, turn)
    turn.trace.event(
        "transition", state=moved.before.value, event_name=moved.event.value, to=moved.position.state.value
    )
    return {
        "lesson": moved.position.plain(),
        "moved": {"from": moved.before.value, "event": moved.event.value, "to": moved.position.state.value},
        "slips": slips[-SLIPS:],
    }


def facts_of(problem: Problem, position: Position, reading: Reading) -> Facts:
    """What guards and bookkeeping may know."""
    return Facts(
        problem=problem,
        found=reading.found,
        said=reading.said,
        other=reading.other,
        givable=_givable(problem, position),
        hints=count(problem, position),
    )


def _givable(problem: Problem, position: Position) -> bool:
    """Whether the current step's conclusion tells no answer that is still to be found."""
    step = step_of(problem, position)
    if step is None or position.scene is not State.STEP:
        return False
    name = reference(part_of(problem, position), step)
    own = {secret.name: secret for secret in secrets(problem, position)}
    if name in own and own[name].kind == "answer":
        return False
    answers = [secret for secret in own.values() if secret.kind == "answer"]
    return not leaks(step.conclusion, answers, known(problem, position))


def _observe(
    problem: Problem, position: Position, moved: Moved, reading: Reading, state: TutorState, turn: Turn
) -> str:
    """Count answer and mistake once each; returns what to mind when the mistake came back. Only the first try at a
    question tells about mastery (Corbett & Anderson 1995)."""
    services: Services = turn.services
    who, key = learner(turn.caller.name, turn.session), f"{turn.session}:{state['turn']}"
    topic = topic_of(problem)
    right = bool({"take", "solve", "extend"} & set(moved.actions))
    asked = position.scene in (State.STEP, State.CHECK, State.EXTEND)
    wrong = reading.event is Event.WRONG and asked
    if (right or wrong) and not position.tries:
        services.mastery.observe(who, topic, right, key=key)
    half = reading.event is Event.PARTIAL and asked and bool(reading.check.pattern)  # one_root is a habit as well
    pattern = classify(reading.check) if wrong or half else None
    if pattern is None or services.patterns.count(who, topic, pattern, key=key) < 2 or pattern == "value":
        return ""
    return services.patterns.advice(who, topic, language="zh" if state["chinese"] else "en") or ""


def slips_in_words(slips: list[str], chinese: bool) -> tuple[str, ...]:
    """The mistakes of a lesson as a teacher would name them."""
    return tuple(dict.fromkeys(describe(item, "zh" if chinese else "en") for item in slips))
