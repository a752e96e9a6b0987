"""Which passages are evidence for a question: rather none than a wrong one."""

from __future__ import annotations

from collections.abc import Sequence

from pilothouse.retrieval.evidence.asking import Ask, parts
from pilothouse.retrieval.evidence.coverage import best, missing, read
from pilothouse.retrieval.passage import Passage

SCORE = 0.02
COVER = 0.5
THINGS = 0.3  # of that bound: so much of the nouns and verbs, for a name alone is not the subject


def gate(query: str, passages: Sequence[Passage], *, threshold: float = SCORE, cover: float = COVER) -> list[Passage]:
    """The passages, in their order, that can answer ``query`` or one of its parts.

    A passage needs a ``score`` of at least ``threshold`` (0..1). It must name every model code, quoted title, name and
    year of the question, and hold a sentence which, with its headings and neighbours, says at least the weighted part
    ``cover`` (0..1) of the telling words; when a value is asked for, the sentence must hold one of its kind.
    After "重排后设阈值：分数低于阈值的直接丢弃，宁缺毋滥". Raising either bound never lets more passages through.
    """
    asks = parts(query)
    return [p for p in passages if p.score >= threshold and any(answers(ask, p, cover) for ask in asks)]


def answers(ask: Ask, passage: Passage, cover: float = COVER) -> bool:
    """Whether a passage can answer one question."""
    if not ask.words:
        return False
    reading = read(passage)
    if missing(ask, reading):
        return False
    fit = best(ask, reading)
    return fit is not None and fit.share >= cover and fit.things >= THINGS * cover
