"""SUMMARY: what was found, by which method, what went wrong on the way, and how well it sits."""

from __future__ import annotations

import re

from pilothouse.assistants.tutor.machine import EXTENSION
from pilothouse.assistants.tutor.turn.situation import Situation
from pilothouse.assistants.tutor.wording.asking import named
from pilothouse.assistants.tutor.wording.detail import shown
from pilothouse.assistants.tutor.wording.say import Voice
from pilothouse.sentences import split

LONGEST = 520  # characters of the method
_ASKS = re.compile(r"[?？]\s*$")
HIGH, MIDDLE = 0.85, 0.5  # probability of mastery


def _judged(situation: Situation) -> bool:
    """Whether all answers could be judged: else nobody knows that nothing went wrong."""
    return all(part.judged for part in situation.problem.parts)


def _method(situation: Situation, voice: Voice) -> str:
    """How the parts that were found are solved: what explains their steps, else what the steps gave. Statements only:
    at the end nobody is nudged any more."""
    found: list[str] = []
    room = LONGEST
    for part in situation.problem.parts:
        if part.id not in situation.position.solved:
            continue
        told = [shown(situation, step.explain or step.conclusion) for step in part.steps]
        stated = [item for text in told for item in split(voice.sentence(text)) if not _ASKS.search(item)]
        kept: list[str] = []
        for item in dict.fromkeys(stated):
            room -= len(item)
            if room >= 0:
                kept.append(item)
        if kept:
            name = (
                f"{named(situation, part.id, voice)}{'：' if situation.chinese else ': '}" if situation.several else ""
            )
            found.append(name + voice.join(*kept))
    return "\n".join(found)


def summary(situation: Situation, voice: Voice) -> str:
    """The summary. Of a part that was not found it says so, and no more."""
    problem, position = situation.problem, situation.position
    lines = [voice.say("summary")]
    for id_ in (*(part.id for part in problem.parts), EXTENSION):
        if id_ in position.solved:
            which = named(situation, id_, voice)
            lines.append(voice.say("summary.solved", which=which, said=position.solved[id_]))
        elif id_ in position.skipped:
            lines.append(voice.say("summary.skipped", which=named(situation, id_, voice)))
    if method := _method(situation, voice):
        lines.append(voice.say("summary.method", method=method))
    if situation.slips:
        lines.append(voice.say("summary.slips", slips=voice.listed(list(dict.fromkeys(situation.slips)))))
    elif position.solved and not position.skipped and not position.told and _judged(situation):
        lines.append(voice.say("summary.clean"))
    for topic, probability in situation.mastery.items():
        level = "high" if probability >= HIGH else "middle" if probability >= MIDDLE else "low"
        lines.append(voice.say("summary.mastery", topic=topic, level=voice.say(f"level.{level}")))
    return "\n".join(lines)
