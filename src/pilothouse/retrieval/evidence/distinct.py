"""Near-duplicate passages, of which only the richer is kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from pilothouse.retrieval.evidence.figures import figures
from pilothouse.retrieval.evidence.polarity import negated
from pilothouse.retrieval.evidence.splitting import pieces
from pilothouse.retrieval.evidence.wording import content
from pilothouse.retrieval.passage import Passage
from pilothouse.retrieval.tokenizer import normalise

ALIKE, OVERLAPPING = 0.85, 0.6
_SHINGLE = 4
_MARKS = re.compile(r"[\W_]+")


def distinct(passages: Sequence[Passage]) -> list[Passage]:
    """The passages, in their order, without those that say nothing new.

    Two are near-duplicates when at least ``ALIKE`` of the smaller one's character shingles are in the other
    (``OVERLAPPING`` for neighbouring chunks of one document) and they state the same values and negations in every
    sentence they share. The richer one stays, in the better place and with the better score. Pages that differ in a
    number, a date or a name are versions or neighbours, not duplicates, however alike they are.
    """
    kept: list[Passage] = []
    for passage in passages:
        for place, other in enumerate(kept):
            if _duplicates(passage, other):
                richer = passage if _richness(passage) > _richness(other) else other
                kept[place] = replace(richer, score=max(passage.score, other.score))
                break
        else:
            kept.append(passage)
    return kept


def _richness(passage: Passage) -> tuple[int, str]:
    return len(_bare(passage.content)), passage.date


@lru_cache(maxsize=4096)
def _bare(text: str) -> str:
    return _MARKS.sub("", normalise(text))


@lru_cache(maxsize=512)
def _shingles(text: str) -> frozenset[str]:
    bare = _bare(text)
    return frozenset(bare[i : i + _SHINGLE] for i in range(max(1, len(bare) - _SHINGLE + 1)))


def _duplicates(one: Passage, other: Passage) -> bool:
    if one.id == other.id:
        return True
    small, large = sorted((one, other), key=lambda passage: len(_bare(passage.content)))
    shingles = _shingles(small.content)
    neighbours = one.document == other.document
    if len(shingles & _shingles(large.content)) < (OVERLAPPING if neighbours else ALIKE) * len(shingles):
        return False
    if not neighbours and _values(f"{one.title} {one.section}") != _values(f"{other.title} {other.section}"):
        return False
    whole = _bare(large.content)
    theirs = [piece.text for piece in pieces(large.content, large.kind)]
    for piece in pieces(small.content, small.kind):
        if _bare(piece.text) not in whole and not any(_equal(piece.text, text) for text in theirs):
            return False
    return True


def _equal(one: str, other: str) -> bool:
    """Whether two sentences differ in words only that say nothing."""
    return (
        sorted(content(one)) == sorted(content(other))
        and _values(one) == _values(other)
        and sorted(negated(one)) == sorted(negated(other))
    )


def _values(text: str) -> list[tuple[str, str, str]]:
    return sorted((figure.kind, figure.key, figure.unit) for figure in figures(text))
