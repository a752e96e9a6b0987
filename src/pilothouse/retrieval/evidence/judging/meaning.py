"""The second look at the best pieces: how near in meaning a question and a piece are.

A sentence encoder sees what shares no word ("门卡丢了" and "湾卡遗失"); it is asked only for the few pieces that the
first look leaves (retrieve and re-rank, Nogueira and Cho, arXiv:1901.04085, with the cosine of two texts for the
costlier model).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np

from pilothouse.embedding.embedder import Embedder
from pilothouse.retrieval.evidence.asking import Ask
from pilothouse.retrieval.evidence.coverage import Reading
from pilothouse.retrieval.evidence.judging.columns import COLUMNS, Matrix
from pilothouse.retrieval.evidence.judging.features import Seen
from pilothouse.retrieval.evidence.splitting import bare

BEST = 10  # pieces that are looked at again; on held-out handbooks they hold .97 of the answers
LONGEST = 300  # characters of a piece
# As in ``COLUMNS``: what the first look says of a piece, the cosine, and the features that the first look went by.
SECOND = {
    "value": 1,
    "value_gap": 1,
    "sure": 1,
    "sure_gap": 1,
    "order": -1,
    "cosine": 1,
    "cosine_gap": 1,
    "cosine_rank": -1,
    "cosine_best": 0,
    **COLUMNS,
}
_encoder: ContextVar[Embedder | None] = ContextVar("pilothouse_evidence_encoder", default=None)


@contextmanager
def encoded(embedder: Embedder | None) -> Iterator[None]:
    """Inside, questions and pieces are also compared by what ``embedder`` says they mean: by gate, contradictions,
    answers and checks alike, which have to agree. It should keep the vectors of texts that it has seen.

    One that isn't the encoder that the judge was trained with is not asked; without one words alone decide.
    """
    token = _encoder.set(embedder)
    try:
        yield
    finally:
        _encoder.reset(token)


def encoder() -> Embedder | None:
    """The embedder of the surrounding ``encoded``."""
    return _encoder.get()


def written(reading: Reading, index: int) -> str:
    """A piece with the nearest heading, as it is encoded."""
    pieces = reading.pieces
    above = next((p.text for p in pieces[index - 1 :: -1] if p.kind == "heading" and p.text[:1] != "|"), "")
    head = (above if index else "") or reading.passage.section.split(" > ")[-1] or reading.passage.title
    return f"{head}：{bare(pieces[index].text)}"[:LONGEST]


def cosines(ask: Ask, seen: Sequence[Seen], embedder: Embedder) -> Matrix:
    """Of the question and each piece; shape (pieces,)."""
    vectors = embedder.embed([ask.text, *(written(one.reading, one.index) for one in seen)])
    near: Matrix = np.round((vectors[1:] @ vectors[0]).astype(np.float64), 4)
    return near


def second(near: Matrix, value: Matrix, sure: Matrix, rows: Matrix) -> Matrix:
    """A row for each of the pieces, which are in the order of the first look: shape (pieces, len(SECOND))."""
    odds = np.log(sure / (1 - sure))
    ranks = np.argsort(np.argsort(-near, kind="stable"), kind="stable")
    more = [
        value,
        value - value.max(),
        odds,
        odds - odds.max(),
        np.arange(len(rows)),
        near,
        near - near.max(),
        ranks,
        np.full(len(rows), near.max()),
    ]
    return np.hstack([np.stack(more, axis=1), rows])
