"""Which passages are evidence for a question: rather none than a wrong one."""

from __future__ import annotations

from collections.abc import Sequence

from pilothouse.retrieval.evidence.asking import Ask, parts
from pilothouse.retrieval.evidence.judging.judge import Judged, judged, needed
from pilothouse.retrieval.passage import Passage

SCORE = 0.02
BESIDE = 0.25  # of what is needed to say anything: so probable must the other passages be that come with the best


def gate(
    query: str, passages: Sequence[Passage], *, threshold: float = SCORE, cover: float | None = None
) -> list[Passage]:
    """The passages, in their order, that can answer ``query`` or one of its parts.

    A passage needs a ``score`` of at least ``threshold`` (0..1). One of them must hold a piece that answers with at
    least the probability ``cover`` (0..1, by default the one that training chose on handbooks it had not seen); then
    those come with it that hold one at least ``BESIDE`` times as probable. After "重排后设阈值：分数低于阈值的直接
    丢弃，宁缺毋滥". Raising either bound never lets more passages through.
    """
    least = needed(len(passages)) if cover is None else cover
    kept: set[int] = set()
    for ask in parts(query):
        kept |= _evident(ask, passages, threshold, least)
    return [passage for number, passage in enumerate(passages, 1) if number in kept]


def _evident(ask: Ask, passages: Sequence[Passage], threshold: float, least: float) -> set[int]:
    found = [one for one in judged(ask, passages) if passages[one.seen.number - 1].score >= threshold]
    if not answerable(found, least):
        return set()
    return {one.seen.number for one in found if one.sure >= BESIDE * least}


def answerable(found: Sequence[Judged], least: float) -> bool:
    """Whether one of the pieces answers with the probability ``least``."""
    return any(one.sure >= least for one in found)


__all__ = ["answerable", "gate", "needed"]
