"""The one question that a turn ends with."""

from __future__ import annotations

import re

from pilothouse.assistants.tutor.checking.answer import (
    Equation,
    Formula,
    Inequality,
    Letters,
    Points,
    Polar,
    Solutions,
    System,
    Words,
)
from pilothouse.assistants.tutor.checking.interval import Region
from pilothouse.assistants.tutor.checking.reader import read_answer
from pilothouse.assistants.tutor.machine import Event, State
from pilothouse.assistants.tutor.turn.situation import Situation
from pilothouse.assistants.tutor.wording.hinting import simpler
from pilothouse.assistants.tutor.wording.say import Voice

_SMALLER: tuple[tuple[tuple[type, ...], str], ...] = (
    ((Letters,), "simpler.choice"),
    ((Words, Polar), "simpler.words"),
    ((Formula,), "simpler.expression"),
    ((Equation, System, Inequality), "simpler.relation"),
    ((Solutions, Points, Region), "simpler.solutions"),
)
_LETTERS = re.compile(r"\d[a-z]\b|\b[a-z]\s*[-+^²³=<>≤≥]")
_RETRIED = (State.THINK, State.STEP, State.CHECK)


def question(situation: Situation, voice: Voice) -> str:
    """What the pupil should do next; empty in DONE only."""
    state = situation.state
    if state is State.INIT:
        return voice.say("open.ask")
    if state is State.SUMMARY:
        return voice.say("summary.ask")
    if state is State.DONE:
        return ""
    asked = task(situation, voice)
    if state is State.VIEW_DETAIL:
        return voice.say("detail.ask", ask=asked)
    if situation.moved.event is Event.STOP:
        return voice.say("stop.ask", ask=asked)
    if simpler(situation):
        return voice.say(smaller(situation))
    prepared = state is not State.STEP or situation.step is not None
    if prepared and state in _RETRIED and situation.position.tries:
        return voice.say("again.ask", ask=asked)
    return asked


def task(situation: Situation, voice: Voice) -> str:
    """The open question of the scene, as it was first put."""
    scene, position, part = situation.position.scene, situation.position, situation.part
    if scene is State.UNDERSTAND:
        if position.part == 0 or not situation.several:
            return voice.say("understand.ask")
        return voice.say("understand.next", n=position.part + 1, question=part.question)
    if scene is State.THINK:
        idea = situation.problem.idea
        return idea.ask if idea is not None and position.part == 0 else voice.say("think.ask")
    if scene is State.STEP:
        if situation.step is not None:
            return situation.step.ask
        return voice.say("final.ask" if part.steps else "free.ask", question=_short(situation))
    if scene is State.CHECK:
        return part.verify.ask if part.verify is not None else voice.say("check.ask")
    if scene is State.EXTEND and situation.problem.extension is not None:
        return voice.say("extend.ask", question=situation.problem.extension.question)
    return voice.say("summary.ask")


def smaller(situation: Situation) -> str:
    """Key of the smaller question that fits what the step looks for: nobody adds or divides to choose a letter."""
    problem, step = situation.problem, situation.step
    expected = step.expected if step is not None else situation.part.expected
    if problem.subject in ("english", "chinese"):
        return "simpler"
    if not expected.answer:
        return "simpler.solutions" if _LETTERS.search(situation.part.question) else "simpler"
    answer = read_answer(expected.answer, expected.kind)
    return next((key for kinds, key in _SMALLER if isinstance(answer, kinds)), "simpler")


def _short(situation: Situation) -> str:
    """The part's question, without the story around it where the whole problem is one sentence."""
    problem, question = situation.problem, situation.part.question
    return problem.asked if not situation.several and question == problem.statement and problem.asked else question


def named(situation: Situation, part_id: str, voice: Voice) -> str:
    """A part as it is spoken of."""
    ids = [part.id for part in situation.problem.parts]
    if part_id not in ids:
        return voice.say("part.extension")
    return voice.say("part", n=ids.index(part_id) + 1) if situation.several else voice.say("part.only")
