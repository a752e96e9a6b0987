"""What came of putting an answer back into the problem: which condition holds, which fails, with his numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from pilothouse.assistants.tutor.checking.insertion import written
from pilothouse.assistants.tutor.checking.verdict import Condition
from pilothouse.assistants.tutor.turn.situation import Situation
from pilothouse.assistants.tutor.wording.say import Voice

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_TOGETHER = re.compile(r"共|总|合|\b(?:total|altogether|together|in all)\b", re.IGNORECASE)
_BRIEF = 24  # characters of a fact that is quoted


def put_back(situation: Situation, voice: Voice) -> str:
    """The conditions one by one, those that hold first; empty when none fails. Nothing is said beyond the pupil's own
    numbers, what they come to, and what the problem says."""
    conditions = [item for item in situation.reading.check.conditions if item.holds is not None]
    if all(item.holds for item in conditions):
        return ""
    facts = [_fact(item, situation.problem.given) for item in conditions]
    facts = [fact if facts.count(fact) == 1 else "" for fact in facts]  # one that says both things names neither
    pairs = sorted(zip(conditions, facts, strict=True), key=lambda pair: not pair[0].holds)
    for brief in ("", ".brief"):
        said: list[str] = []
        for n, (item, fact) in enumerate(pairs):
            key = "put.good" if item.holds else "put.but" if n and pairs[n - 1][0].holds else "put.bad"
            said.append(_said(item, fact, voice, key, brief))
        told = voice.join(voice.say("put"), *said)
        if all(said) and not situation.hides(told):
            return told
    return voice.say("put.brief")


def _said(condition: Condition, fact: str, voice: Voice, key: str, brief: str) -> str:
    """One condition; ``.brief`` is without the calculation, where that would tell a value that is still to be found."""
    if brief:
        return voice.say(f"{key}{brief}", fact=fact) if fact else ""
    work, target = _work(condition.put[0], condition.left), _work(condition.put[1], condition.right)
    sign = next((sign for sign in "≤≥≠<>" if sign in condition.text), "")
    if not condition.holds:
        work = voice.say("put.not", work=work, target=f"{sign} {target}".strip())
    return voice.say(key if fact else f"{key}.plain", fact=fact, work=work)


def _work(put: str, value: Fraction | None) -> str:
    """2×23+4×12=94; a number alone is no calculation."""
    if value is None or re.fullmatch(r"-?[\d.]+(?:/\d+)?", put):
        return put
    return f"{put}={written(value)}"


def _fact(condition: Condition, given: Iterable[str]) -> str:
    """What the problem says about it: the fact with the condition's own number, of several the one about a total."""
    number = (
        condition.put[1] if _NUMBER.fullmatch(condition.put[1]) else next(iter(_NUMBER.findall(condition.text)), "")
    )
    facts = [fact for fact in given if number in _NUMBER.findall(fact) and len(fact) <= _BRIEF]
    return next((fact for fact in facts if _TOGETHER.search(fact)), facts[0] if facts else "").strip(" 。.，,")
