"""The UI contract as a stage of the pipeline: code's buttons, lengths, intent and step, whatever was written."""

from __future__ import annotations

import re

from pilothouse.assistants.tutor.turn.contract import Intent, Turn
from pilothouse.assistants.tutor.turn.interface import ANY, INTERFACES
from pilothouse.assistants.tutor.turn.processed import Processed
from pilothouse.assistants.tutor.turn.situation import Situation
from pilothouse.sentences import split

_MARKS = re.compile(r"[*_#`]{2,}|^\s*#+\s*", re.MULTILINE)
OTHERS = 400  # characters more where problems in the pupil's language are offered
_QUESTIONS = 2  # in a row are still one question: "这一步用什么方法？为什么？"


def contract(turn: Turn, situation: Situation) -> Processed:
    """Buttons that nobody offered are replaced, text that floods is cut at a sentence's end."""
    interface = INTERFACES[situation.state]
    question = _one(_short(_MARKS.sub("", turn.question).strip(), interface.question, situation))
    intents: frozenset[Intent] = ANY | set(interface.intents)
    return Processed(
        Turn(
            bubble=_short(_MARKS.sub("", turn.bubble).strip(), interface.bubble, situation),
            question=question if interface.asks else "",
            options=situation.options,
            intent=turn.intent if turn.intent in intents else interface.intents[0],
            step=situation.reference,
        )
    )


def _short(text: str, limit: int, situation: Situation) -> str:
    """Whole sentences within ``limit`` characters; what the problem itself says doesn't count."""
    if situation.foreign is not None:
        limit += OTHERS
    quoted = [told for told in (situation.problem.statement, situation.part.question) if told in text]
    limit += sum(map(len, quoted)) + _authored(text, situation)
    if len(text) <= limit:
        return text
    kept = ""
    for sentence in split(text):
        if len(kept) + len(sentence) > limit:
            break
        kept += sentence
    return kept.strip() or text[:limit].rstrip() + "…"


def _authored(text: str, situation: Situation) -> int:
    """Characters of the longest text of the problem's author in it: that is never cut."""
    step = situation.step
    own = [step.ask, *step.hints, step.conclusion] if step is not None else []
    extension = situation.problem.extension
    own += [*situation.position.pool, *([extension.question] if extension is not None else [])]
    return sum(len(item) for item in own if item and item in text)


def _one(question: str) -> str:
    """One question, not a list of them: those behind the second question mark go."""
    pieces = split(question)
    asked = 0
    kept: list[str] = []
    for piece in pieces:
        kept.append(piece)
        asked += bool(re.search(r"[?？]", piece))
        if asked == _QUESTIONS:
            break
    return "".join(kept).strip()
