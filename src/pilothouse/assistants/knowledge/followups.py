"""Questions that rest on the one before: 那经理呢, 超过5000呢, 它要谁审批, what about Shanghai."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pilothouse.assistants.knowledge.phrases import (
    ALONE,
    AMOUNT,
    ASK,
    ASPECT,
    DETERMINER,
    ELLIPSIS_EN,
    LEAD,
    MODIFIERS,
    OPEN,
    PARTICLE,
    POLITE,
    PRONOUN,
    SPOKEN,
    TAIL,
)
from pilothouse.assistants.knowledge.subjects import bare, subject
from pilothouse.assistants.knowledge.substitution import joined, substituted

_OR_NOT = re.compile(
    r"(?<=[\u3400-\u9fff])(?<![好不可要])不(?=[?？。!！\s]*$)|(?<=要赔)不(?=[?？。!！\s]*$)"
)  # 多给钱不
SHORT = 14  # characters of a question that may lack a subject of its own


@dataclass(frozen=True, slots=True)
class Resolved:
    """``question`` stands by itself; ``carried`` when words of the question before are in it; ``vague`` when it
    says nothing that could be looked up. ``other`` is a second reading, with words of the question before, when the
    words alone don't tell: what is found decides; ``late`` when it is tried only if the first finds nothing."""

    question: str
    carried: bool = False
    vague: bool = False
    other: str = ""
    late: bool = False


def stripped(text: str) -> str:
    """``text`` without greetings, politeness and what ends a sentence."""
    plain = TAIL.sub("", text.strip())
    cut = POLITE.sub("", plain)
    return cut if len(cut) > 1 else plain


def written(text: str) -> str:
    """``text`` with 怎么 for 咋 and the like."""
    for spoken, formal in SPOKEN:
        text = text.replace(spoken, formal)
    return _OR_NOT.sub("吗", text)


def resolve(text: str, before: str) -> Resolved:
    """``text`` as a question that stands by itself; ``before`` is the one before it, or empty."""
    plain = stripped(written(text))
    plain = DETERMINER.sub("", plain) if not PRONOUN.match(plain) else plain
    lead = LEAD.match(plain)
    english = ELLIPSIS_EN.match(plain)
    body = english["what"] if english else plain[lead.end() :] if lead else plain
    body = body or plain
    pointing = PRONOUN.search(body)
    rest = PRONOUN.sub(" ", body) if pointing else body
    own = bare(rest, aspects=True)
    if not before:
        return Resolved(plain, vague=_says_nothing(plain, rest, pointing is not None))
    if not bare(rest):
        return Resolved(_about(before, body), carried=True)
    if english or _elliptic(body, plain, bool(lead)):
        said = PARTICLE.sub("", TAIL.sub("", body)).strip()
        return Resolved(substituted(said.removesuffix("的") or said, before), carried=True)
    if pointing and pointing.group().strip().lower() not in ("that", "this", "those", "these"):
        return Resolved(_about(before, body), carried=True)
    if len(own) < 2 or (len(body) <= SHORT and not bare(_without_modifiers(rest), aspects=True)):
        return Resolved(_about(before, body), carried=True)
    if len(plain) > SHORT:
        return Resolved(plain)
    # 可以跨年使用吗 may go on with the topic or begin another: both are looked up where the words don't tell.
    late = not (OPEN.match(plain) or len(own) <= 4)
    return Resolved(plain, other=_about(before, plain), late=late)


def _says_nothing(plain: str, rest: str, pointing: bool) -> bool:
    """Whether nothing in a first question can be looked up: 怎么办, 那个呢, 上海呢, 它要谁审批."""
    left = bare(rest)
    if not left or ALONE.fullmatch(left) or (pointing and not bare(rest, aspects=True)):
        return True
    narrow = not bare(_without_modifiers(rest)) and plain.rstrip("?？ ").endswith("呢")
    return narrow and not ASPECT.search(rest) and not _asks(rest)


def _without_modifiers(text: str) -> str:
    for pattern in MODIFIERS:
        text = pattern.sub(" ", text)
    return text


def _asks(text: str) -> bool:
    return ASK.search(PARTICLE.sub("", TAIL.sub("", text))) is not None


def _elliptic(body: str, plain: str, lead: bool) -> bool:
    """上海呢, 那经理: words without anything that asks."""
    inner = PARTICLE.sub("", TAIL.sub("", body))
    return not _asks(body) and (plain.rstrip("?？ ").endswith("呢") or lead) and len(inner) <= SHORT


def _about(before: str, body: str) -> str:
    """``body`` said of what ``before`` was about: in the place of a pronoun, else in front."""
    topic = subject(before)
    topic = joined(" ".join(AMOUNT.sub(" ", topic).split())) or topic
    if not topic:
        return body
    said = PRONOUN.sub(lambda _: f" {topic} ", body, count=1)
    return joined(said if said != body else f"{topic} {body}")
