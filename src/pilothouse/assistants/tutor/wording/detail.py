"""VIEW_DETAIL: the current step and its method thoroughly, without its value; a solved part as a whole."""

from __future__ import annotations

from pilothouse.assistants.tutor.machine import State
from pilothouse.assistants.tutor.turn.situation import Situation
from pilothouse.assistants.tutor.wording.asking import task
from pilothouse.assistants.tutor.wording.hinting import hints
from pilothouse.assistants.tutor.wording.say import Voice
from pilothouse.sentences import split


def detail(situation: Situation, voice: Voice) -> str:
    """The explanation. What the pupil has not found is left out, sentence by sentence."""
    part, position = situation.part, situation.position
    if part.id in position.solved and position.back is not State.EXTEND:
        solution = [f"{step.conclusion} {shown(situation, step.explain)}".strip() for step in part.steps]
        whole = voice.join(*(item for item in solution if not situation.hides(item)))
        parts = [voice.say("detail.solution", solution=whole or position.solved[part.id])]
    else:
        parts = [voice.say("detail"), _known(situation, voice), _method(situation, voice)]
    if lore := "\n".join(filter(None, (shown(situation, item.text) for item in situation.lore))):
        parts.append(voice.say("detail.lore", lore=lore[:600]))
    return "\n".join(item for item in parts if item)


def _known(situation: Situation, voice: Voice) -> str:
    known = voice.listed(list(situation.position.pool) or list(situation.problem.given))
    return voice.sentence(voice.say("detail.known", known=known)) if known else ""


def _method(situation: Situation, voice: Voice) -> str:
    step, idea = situation.step, situation.problem.idea
    parts = [voice.say("detail.here", ask=task(situation, voice))]
    method = shown(situation, step.explain) if step is not None and situation.position.scene is State.STEP else ""
    if not method and idea is not None and situation.position.scene is not State.CHECK:
        method = shown(situation, idea.hint)
    if method:
        parts.append(voice.say("detail.method", method=method))
    tips = [item for item in hints(situation.problem, situation.position) if not situation.hides(item)]
    if tips:
        parts.append(voice.say("detail.tips", hints=voice.join(*tips)))
    if situation.position.scene is State.STEP:
        parts.append(voice.say("detail.value"))
    return "\n".join(parts)


def shown(situation: Situation, text: str) -> str:
    """``text`` without the sentences that say too much."""
    return "".join(item for item in split(text) if not situation.hides(item)).strip()
