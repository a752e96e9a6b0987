"""From what somebody says to what is looked up: questions that stand by themselves, and search words for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pilothouse.assistants.knowledge.chat import smalltalk
from pilothouse.assistants.knowledge.dates import absolute, undated
from pilothouse.assistants.knowledge.followups import more, resolve, stripped
from pilothouse.assistants.knowledge.phrases import ASK, ASPECT, FILLER, HOWTO, OPEN, PARTICLE, written
from pilothouse.assistants.knowledge.preface import announces, pared
from pilothouse.assistants.knowledge.subjects import subject
from pilothouse.assistants.knowledge.words import Words

MOST_PARTS = 3  # questions of one sentence that are looked up
LONGEST = 300  # characters of a query

_BREAK = re.compile(
    r"[?？;；\n]+|[,，。]?\s*(?:另外|顺便问一下|顺便问|顺便|还想问一下|还想问|还有就是|还有)[,，]?\s*|(?:^|\s)\d{1,2}[、．)）](?=\s*[\u3400-\u9fff])|[，。]+|,(?!\d{3}(?!\d))"
)
_EVENT = re.compile(r"[了坏丢忘错漏没]|不[上能了来动起通到]|掉$")  # what happened, not a thing to do
CHANGE = re.compile(
    r"^(?:好的?|嗯|行|ok|你好|您好|谢谢|[\s,，。!！])*(?:换|另外问|再问|问)一?个(?:别的|其他的?|新)?(?:话题|问题|事)",
    re.IGNORECASE,
)
_HARD = re.compile(r"[?？;；\n]|\d[、．)）]|另外|顺便|还想问|还有")


@dataclass(frozen=True, slots=True)
class Part:
    """One question: as it stands by itself, and the words it is searched with; ``other`` is a second reading of it, ``late``
    when it is for the case that the first finds nothing. With ``about``, the former subject, ``other`` goes on with it. ``root``: with fewer of the words said before, at last."""  # noqa: E501

    question: str
    query: str
    other: Part | None = None
    late: bool = False
    about: str = ""
    root: str = ""


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


def rewrite(text: str, before: str, words: Words, now: datetime, earlier: Sequence[str] = ()) -> Rewritten:
    """``text`` as questions with their search words; ``before`` is the question it may rest on, or empty, ``earlier``
    those before that."""
    parts: list[Part] = []
    carried = vague = False
    if announces(text):
        return Rewritten((Part(stripped(text), stripped(text)[:LONGEST]),), vague=True)
    if CHANGE.match(text.strip()):
        before = ""
    if before and (further := more(text, before)):
        return Rewritten((Part(further, search_words(further, words)),), carried=True)
    for piece in questions(pared(text)):
        resolved = resolve(piece, before, earlier)
        if resolved.vague:
            vague = True
            continue
        question = absolute(resolved.question, now)
        carried |= resolved.carried and not parts
        # Of two questions in one sentence the second has its own subject, unless it begins without any.
        both = resolved.other and (not parts or OPEN.match(stripped(piece)) or not resolved.about)
        other, late, about = absolute(resolved.other, now) if both else "", False, resolved.about if both else ""
        if not other and question != resolved.question:
            other, late = undated(resolved.question), True  # the rule for all years, when none is for that one
        second = Part(other, search_words(other, words)) if other else None
        parts.append(Part(question, search_words(question, words), second, late, about, absolute(resolved.root, now)))
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
        if piece and not smalltalk(piece) and not (pieces and announces(piece)):
            hard = last == 0 or bool(_HARD.search(text[:last][-8:]))
            if pieces and not (_asks(pieces[-1]) and (_asks(piece) or hard) and _content(piece)):
                pieces[-1] = f"{pieces[-1]}，{piece}"
            else:
                pieces.append(piece)
        if match:
            last = match.end()
    return pieces[:MOST_PARTS] or [text.strip()]


def search_words(question: str, words: Words) -> str:
    """What is searched for: 那个报销的事咋弄 becomes 报销流程 报销标准; formal words are added to spoken ones."""
    plain = PARTICLE.sub("", stripped(question)).strip()
    if howto := HOWTO.match(plain):
        what = stripped(howto["what"]).strip(" 的")
        if what and subject(what) and _EVENT.search(what):
            return _with(what, [*words.formal(what), "办理"])
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
