"""What a question is about, found by taking away what asks, points and fills."""

from __future__ import annotations

import re

from pilothouse.assistants.knowledge.phrases import ASK, ASPECT, FILLER, PRONOUN, SINGLE, SINGLE_ASPECTS

_MARKS = re.compile(r"[\s,，。.?？!！、;；:：“”\"'《》（）()]+")
_FIRST = re.compile(f"{ASK.pattern}|{ASPECT.pattern}", re.IGNORECASE)
_HAN = re.compile(r"[\u3400-\u9fff]")
_PIECE = re.compile(r"[\u3400-\u9fff]+|[^\u3400-\u9fff\s]+")


def subject(question: str) -> str:
    """What a question is about: its words without those that ask and without what is asked of the thing."""
    # Chinese names the thing first and asks then: 域账号密码 | 多久换一次.
    for match in _FIRST.finditer(question):
        if _HAN.search(question) and (named := bare(question[: match.start()], aspects=True)):
            return named
    return bare(question, aspects=True) or bare(question)


def bare(text: str, *, aspects: bool = False) -> str:
    """``text`` without words that ask, point or fill; with ``aspects`` also without what is asked of a thing.

    Pieces that stood together stay together, others are parted by a blank.
    """
    for pattern in (ASK, PRONOUN, *((ASPECT,) if aspects else ()), FILLER, _MARKS):
        text = pattern.sub(" ", text)
    gone = SINGLE | SINGLE_ASPECTS if aspects else SINGLE
    made = ""
    for run in text.split():
        for piece in _PIECE.findall(run):
            if not _HAN.search(piece):
                made += piece
                continue
            for word in cut(piece):
                made += " " if word in gone else word
        made += " "
    return " ".join(made.split())


def cut(text: str) -> list[str]:
    """The words of ``text``, as written."""
    from rjieba import cut as words

    return list(words(text))
