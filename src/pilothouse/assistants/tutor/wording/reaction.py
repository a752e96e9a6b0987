"""What is said first: to what the pupil did."""

from __future__ import annotations

from pilothouse.assistants.tutor.machine import EXTENSION, Event, State, part_of
from pilothouse.assistants.tutor.reading import ANOTHER
from pilothouse.assistants.tutor.turn.contract import Intent
from pilothouse.assistants.tutor.turn.situation import Situation
from pilothouse.assistants.tutor.wording.asking import named
from pilothouse.assistants.tutor.wording.detail import shown
from pilothouse.assistants.tutor.wording.hinting import hint
from pilothouse.assistants.tutor.wording.putting import put_back
from pilothouse.assistants.tutor.wording.say import Voice
from pilothouse.sentences import split

BRIEF = 160  # characters of a fragment in an answer, beyond its first sentence
_SECRET = (State.INIT, State.UNDERSTAND, State.THINK, State.STEP, State.EXTEND)


def reaction(situation: Situation, voice: Voice) -> tuple[str, Intent]:
    """The words, and what they are meant as."""
    ways = (_opened, _found, _went_on, _helped, _aside)
    said, intent = next((found for way in ways if (found := way(situation, voice)) is not None), ("", "ask"))
    if situation.moved.event is Event.ASK_ANSWER and intent != "refuse" and situation.moved.rows[-1].state in _SECRET:
        return voice.join(voice.say("refuse"), said), "refuse"
    return said or voice.say("resume"), intent


def _opened(situation: Situation, voice: Voice) -> tuple[str, Intent] | None:
    if situation.state is not State.INIT:
        return None
    problem = situation.problem
    if situation.moved.event in (Event.BACK, Event.STOP, Event.OFF_TOPIC):
        return _aside(situation, voice)
    read_out = problem.origin == "authored" or situation.reading.shown
    again = voice.say("again") if situation.moved.event is Event.RESTART else ""
    lines = [
        voice.join(again, voice.say("open", title=problem.title)),
        voice.say("statement", statement=problem.statement) if read_out else "",
        voice.say("open.parts", count=len(problem.parts)) if situation.several else "",
        "" if situation.judged else voice.say("open.unjudged"),
    ]
    return "\n".join(line for line in lines if line), "open"


def _found(situation: Situation, voice: Voice) -> tuple[str, Intent] | None:
    """Something right was said: it is always confirmed."""
    reading, actions = situation.reading, situation.moved.actions
    unit = voice.say(reading.check.error) if reading.check.error in ("unit", "form") else ""
    if "recover" in actions:
        return voice.say("recovered", which=named(situation, reading.other, voice), said=reading.said), "confirm"
    if "extend" in actions:
        return voice.join(voice.say("extend.good", said=reading.said), unit), "confirm"
    if "solve" in actions:
        which = named(situation, situation.part.id, voice)
        return voice.join(voice.say("solved", said=reading.said, which=which), unit), "confirm"
    if "offer" in actions and situation.state is State.CHECK:
        return voice.say("solved.ask.unjudged"), "check"
    if "take" in actions and reading.found is not None:
        key = "right.jump" if len(situation.moved.actions) and _jumped(situation) else "right"
        conclusion = situation.part.steps[reading.found].conclusion
        return voice.join(voice.say(key, conclusion=conclusion), unit), "confirm"
    return None


def _jumped(situation: Situation) -> bool:
    """Whether steps were passed over right now."""
    part, found = situation.part, situation.reading.found
    return bool(found) and f"{part.id}.{part.steps[(found or 1) - 1].id}" in situation.position.passed


def _went_on(situation: Situation, voice: Voice) -> tuple[str, Intent] | None:
    """The lesson moved on without an answer."""
    moved, event = situation.moved, situation.moved.event
    before = situation.moved.rows[-1].state
    if "give" in moved.actions:
        told = voice.say("give", conclusion=voice.sentence(situation.position.pool[-1]))
        return voice.join(voice.say("wrong") if event is Event.WRONG else "", told), "explain"
    if "skip" in moved.actions:
        return voice.say("skip" if event is Event.SKIP else "worn"), "encourage"
    if moved.position.state is before and before is not State.VIEW_DETAIL:
        return None
    if before is State.INIT:
        return voice.say("begin"), "open"
    if event is Event.PARTIAL and before in (State.UNDERSTAND, State.THINK):
        return voice.say("partial", said=situation.reading.said), "confirm"
    if before is State.UNDERSTAND and situation.state is State.THINK:
        if event in (Event.RIGHT, Event.PARTIAL, Event.TELL):
            return voice.say("understand.good"), "confirm"
        return _told(situation, voice), "explain"
    if before is State.THINK:
        key = {Event.RIGHT: "think.good", Event.TELL: "think.go", Event.NEXT: "think.go"}.get(event, "think.on")
        return voice.say(key), "encourage"
    if before is State.CHECK and situation.state is not State.VIEW_DETAIL:
        if event is Event.SOLVED:
            return voice.say("still", said=situation.reading.said), "confirm"
        verify = part_of(situation.problem, moved.start).verify
        fits = verify.conclusion if verify is not None and event is Event.RIGHT else ""
        said = voice.say("check.good" if event is Event.RIGHT else "check.on")
        return voice.join(said, "" if situation.hides(fits) else fits), "confirm"
    if before is State.EXTEND and situation.state is State.SUMMARY:
        return voice.say("extend.on"), "encourage"
    if situation.state is State.DONE:
        return voice.say("done"), "close"
    if before is State.VIEW_DETAIL and situation.state is not State.VIEW_DETAIL:
        return voice.say("detail.back"), "encourage"
    return None


def _told(situation: Situation, voice: Voice) -> str:
    """What is given and what is asked, read out."""
    problem = situation.problem
    asked = problem.asked if situation.position.part == 0 and not situation.several else situation.part.question
    if not problem.given:
        return voice.say("think.on")
    return voice.say("understand.told", given=voice.listed(list(problem.given)), asked=asked or situation.part.question)


def _helped(situation: Situation, voice: Voice) -> tuple[str, Intent] | None:
    """The question is still open: how it was wrong, and a hint."""
    event, reading, scene = situation.moved.event, situation.reading, situation.position.scene
    if not {"hint", "miss"} & set(situation.moved.actions):
        return None
    more = hint(situation, voice) if "hint" in situation.moved.actions else ""
    if event is Event.WRONG:
        return voice.join(_wrong(situation, voice), situation.advice, more), "correct"
    if event is Event.PARTIAL and scene is not State.THINK:
        missing = voice.say("missing", missing="、".join(reading.check.missing)) if reading.check.missing else ""
        return voice.join(voice.say("partial", said=reading.said), missing or more), "correct"
    if event is Event.ASK_ANSWER:
        if scene is State.CHECK and (said := situation.position.solved.get(situation.part.id)):
            which = named(situation, situation.part.id, voice)
            return voice.join(voice.say("refuse.found", which=which, said=said), more), "refuse"
        firm = reading.pressed not in ("", "ask", "answer", "plead")
        return voice.join(voice.say("refuse.firm" if firm else "refuse"), more), "refuse"
    if event is Event.SOLVED and scene is State.CHECK:
        said = situation.position.solved.get(situation.part.id, "")
        return voice.join(voice.say("still", said=said), more), "confirm"
    if event is Event.TELL and reading.check.missing:
        return voice.join(voice.say("name", names=" / ".join(reading.check.missing)), more), "hint"
    keys = {Event.UNSURE: "unsure", Event.SILENT: "silent", Event.TELL: "tell", Event.NEXT: "stuck"}
    start = voice.say(keys[event]) if event in keys else ""
    return voice.join(start, more), "hint"


def _wrong(situation: Situation, voice: Voice) -> str:
    check = situation.reading.check
    put = put_back(situation, voice)
    if situation.position.scene in (State.UNDERSTAND, State.THINK):
        return voice.join(put, voice.say("wrong.early"))
    if put:
        return voice.join(voice.say("wrong"), put)
    if check.pattern and check.hint and not situation.hides(check.hint):
        return voice.join(voice.say("wrong"), check.hint)
    key = f"wrong.{check.error}"
    return voice.join(voice.say("wrong"), voice.say(key) if voice.has(key) else "")


def _aside(situation: Situation, voice: Voice) -> tuple[str, Intent] | None:
    event, reading, position = situation.moved.event, situation.reading, situation.position
    here = EXTENSION if position.scene is State.EXTEND else situation.part.id
    if event is Event.QUESTION and reading.check.verdict == "right":
        return voice.say("still", said=reading.said), "confirm"
    if situation.state is State.DONE:
        return voice.say("done.still"), "close"
    if event is Event.STOP:
        return voice.say("stop"), "close"
    if event is Event.ASK_ANSWER:
        return voice.say("refuse"), "refuse"
    if reading.check.error == "other_part" and reading.other:
        key = "other.done" if reading.other in position.solved else "other"
        which, place = named(situation, reading.other, voice), named(situation, here, voice)
        return voice.say(key, which=which, here=place), "redirect"
    if event is Event.OFF_TOPIC and reading.other == ANOTHER:
        return voice.say("other.problem"), "redirect"
    if event is Event.OFF_TOPIC:
        return voice.say("redirect"), "redirect"
    if event is Event.BACK and situation.state is not State.SUMMARY:
        known = voice.listed(list(position.pool))
        return (voice.say("recap", known=known) if known else voice.say("recap.none")), "explain"
    if event is Event.QUESTION and situation.state is not State.VIEW_DETAIL:
        lore = next((item.text for item in situation.lore), "")
        explained = shown(situation, situation.step.explain) if situation.step is not None else ""
        if explained and position.scene is State.STEP and not lore:
            said = voice.say("detail.method", method=explained)
        else:
            said = voice.say("question.lore", lore=_brief(lore)) if lore else voice.say("question.none")
        return voice.join(voice.say("question"), said), "explain"
    return None


def _brief(text: str) -> str:
    """The first points of a fragment."""
    lines = [line.strip(" -*·\t") for line in text.splitlines() if line.strip(" -*·\t")]
    told = ""
    for item in split(" ".join(lines[:2])):
        if told and len(told) + len(item) > BRIEF:
            break
        told += item
    return told.strip()
