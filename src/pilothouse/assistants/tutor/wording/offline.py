"""A whole turn in code's own words."""

from __future__ import annotations

from pilothouse.assistants.tutor.machine import Event, State
from pilothouse.assistants.tutor.turn.contract import Turn
from pilothouse.assistants.tutor.turn.interface import INTERFACES
from pilothouse.assistants.tutor.turn.situation import Situation
from pilothouse.assistants.tutor.wording.asking import question
from pilothouse.assistants.tutor.wording.detail import detail
from pilothouse.assistants.tutor.wording.reaction import reaction
from pilothouse.assistants.tutor.wording.say import Voice
from pilothouse.assistants.tutor.wording.summary import summary


def offline(situation: Situation) -> Turn:
    """The turn: reaction, content of the state, question."""
    voice = Voice(situation.chinese, situation.problem.subject, situation.position.turns)
    bubble, intent = reaction(situation, voice)
    event = situation.moved.event
    if situation.state is State.VIEW_DETAIL and event in (Event.DETAIL, Event.QUESTION):
        bubble, intent = detail(situation, voice), "explain"
    if situation.state is State.SUMMARY and (situation.moved.before is not State.SUMMARY or event is Event.START):
        bubble, intent = "\n".join(item for item in (bubble, summary(situation, voice)) if item), "summarise"
    if situation.foreign is not None:
        bubble = "\n".join(item for item in (bubble, foreign(situation, voice)) if item)
    return Turn(
        bubble=bubble,
        question=question(situation, voice),
        options=situation.options,
        intent=intent,
        step=situation.reference,
    )


def foreign(situation: Situation, voice: Voice) -> str:
    """Said once to a pupil who speaks English: why questions come in Chinese, and what there is in English."""
    names = ", ".join(situation.foreign or ())
    return voice.join(voice.say("foreign"), voice.say("foreign.others", names=names) if names else "")


def answerable(turn: Turn, situation: Situation) -> Turn:
    """The turn with a general question where the pipeline took its own out, as it does with an injected one."""
    if turn.question.strip() or not INTERFACES[situation.state].asks:
        return turn
    voice = Voice(situation.chinese, situation.problem.subject, situation.position.turns)
    return turn.model_copy(update={"question": voice.say("any.ask")})
