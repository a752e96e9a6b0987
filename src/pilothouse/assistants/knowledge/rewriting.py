"""From what somebody says to what is looked up: questions that stand by themselves, and search words for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pilothouse.assistants.knowledge.dates import absolute, undated
from pilothouse.assistants.knowledge.followups import resolve, stripped, written
from pilothouse.assistants.knowledge.phrases import ASK, ASPECT, FILLER, HOWTO, OPEN, PARTICLE
from pilothouse.assistants.knowledge.subjects import subject
from pilothouse.assistants.knowledge.words import Words

MOST_PARTS = 3  # questions of one sentence that are looked up
LONGEST = 300  # characters of a query

_BREAK = re.compile(
    r"[?？;；\n]+|[,，。]?\s*(?:另外|顺便问一下|顺便问|顺便|还想问一下|还想问|还有就是|还有)[,，]?\s*|[,，。]+"
)
_HARD = re.compile(r"[?？;；\n]|另外|顺便|还想问|还有")


@dataclass(frozen=True, slots=True)
class Part:
    """One question: as it stands by itself, and the words it is searched with; ``other`` is a second reading of it, ``late``
    when it is for the case that the first finds nothing."""  # noqa: E501

    question: str
    query: str
    other: Part | None = None
    late: bool = False


@dataclass(frozen=True, slots=True)
class Rewritten:
    """``carried``: words of earlier turns are in it. ``vague``: nothing in it can be looked up."""

    parts: tuple[Part, ...]
    carried: bool = False
    vague: bool = False

    @property
    def question(self) -> str:
        return "；".join(part.question for part in self.parts)

    @property
    def query(self) -> str:
        return "；".join(part.query for part in self.parts)


def rewrite(text: str, before: str, words: Words, now: datetime) -> Rewritten:
    """``text`` as questions with their search words; ``before`` is the question it may rest on, or empty."""
    parts: list[Part] = []
    carried = vague = False
    for piece in questions(text):
        resolved = resolve(piece, before)
        if resolved.vague:
            vague = True
            continue
        question = absolute(resolved.question, now)
        carried |= resolved.carried and not parts
        # Of two questions in one sentence the second has its own subject, unless it begins without any.
        both = resolved.other and (not parts or OPEN.match(stripped(piece)))
        other = absolute(resolved.other, now) if both else ""
        late = resolved.late
        if not other and question != resolved.question:
            other, late = undated(resolved.question), True  # the rule for all years, when none is for that one
        second = Part(other, search_words(other, words)) if other else None
        parts.append(Part(question, search_words(question, words), second, late))
        before = resolved.question
    if not parts:
        return Rewritten((Part(stripped(text), stripped(text)[:LONGEST]),), vague=vague)
    return Rewritten(tuple(parts), carried)


def questions(text: str) -> list[str]:
    """The questions of ``text``. A comma parts two only when both ask something: 如果超过5000，要谁批 is one."""
    pieces: list[str] = []
    last = 0
    for match in [*_BREAK.finditer(text), None]:
        piece = text[last : match.start() if match else len(text)].strip()
        if piece:
            hard = last == 0 or bool(_HARD.search(text[:last][-8:]))
            if pieces and not (_asks(pieces[-1]) and (_asks(piece) or hard) and _content(piece)):
                pieces[-1] = f"{pieces[-1]}，{piece}"
            else:
                pieces.append(piece)
        if match:
            last = match.end()
    return pieces[:MOST_PARTS] if len(pieces) > 1 else [text.strip()]


def search_words(question: str, words: Words) -> str:
    """What is searched for: 那个报销的事咋弄 becomes 报销流程 报销标准; formal words are added to spoken ones."""
    plain = PARTICLE.sub("", stripped(question)).strip()
    if howto := HOWTO.match(plain):
        what = stripped(howto["what"]).strip(" 的")
        if what and subject(what):
            made = what if ASPECT.search(what[-2:]) else f"{what}流程 {what}标准"
            return _with(made, words.formal(what))
    formal = words.formal(plain)
    return _with(written(plain) or question, formal)


def relaxed(part: Part, words: Words, tried: Sequence[str]) -> str | None:
    """Another query for the same question when the last one found nothing: its subject and the formal words for it,
    then its subject alone. ``None`` when there is nothing new to try."""
    topic = subject(part.question)
    bare = " ".join(FILLER.sub(" ", ASK.sub(" ", part.question)).split())
    shorter = " ".join(word for word in topic.split() if not re.fullmatch(r"[\d.,%]+\S?", word))
    for query in (_with(bare, words.formal(part.question)), topic, shorter):
        if query.strip() and query not in tried:
            return query[:LONGEST]
    return None


def _with(text: str, more: Sequence[str]) -> str:
    return " ".join([text, *(word for word in more if word not in text)])[:LONGEST]


def _asks(text: str) -> bool:
    return ASK.search(text) is not None or text.endswith(("呢", "吗", "?", "？"))


def _content(text: str) -> bool:
    return len(FILLER.sub("", text).strip()) > 1
