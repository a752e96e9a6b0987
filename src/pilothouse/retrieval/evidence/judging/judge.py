"""The trained judge: which piece answers best, and how probable it is that it answers at all."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import numpy as np

from pilothouse.contracts.errors import DataError
from pilothouse.embedding.embedder import Embedder
from pilothouse.retrieval.evidence.asking import Ask
from pilothouse.retrieval.evidence.coverage import barred, read
from pilothouse.retrieval.evidence.judging.columns import NAMES, Matrix
from pilothouse.retrieval.evidence.judging.features import Seen, matrix
from pilothouse.retrieval.evidence.judging.meaning import BEST, SECOND, cosines, encoder, second
from pilothouse.retrieval.learned.model import Trees
from pilothouse.retrieval.passage import Passage

FORMAT = 2
INSIDE, OUTSIDE, TYPED, DIGITS = (NAMES.index(name) for name in ("inside", "outside", "typed", "digits"))
RANGE = 4.0
TRUST = 1.5  # how much the probability counts beside the rank; as good as any between ½ and 3 on held-out handbooks
FEW, SOME = 2, 5  # passages: so few are judged by a bound of their own


class Look:
    """One ensemble (LambdaMART) orders the pieces of a question, another (binary, trained also on questions whose
    documents were taken away) says how probable it is that a piece answers. ``least`` are the probabilities from which
    on something is said: of up to ``FEW`` passages, of up to ``SOME``, of more."""

    def __init__(self, data: Mapping[str, Any], columns: int) -> None:
        self.ranking = Trees(data["ranking"], columns)
        self.confidence = Trees(data["confidence"], columns)
        few, some, many = data["least"]
        self.least = (float(few), float(some), float(many))

    def needed(self, count: int) -> float:
        return self.least[0 if count <= FEW else 1 if count <= SOME else 2]

    def look(self, rows: Matrix, plain: Matrix) -> tuple[Matrix, Matrix]:
        """What each row is ordered by, and the probability in 0..1 that it answers; ``plain`` are its own features."""
        probable = self.confidence.probabilities(rows)
        value = self.ranking.margins(rows) + TRUST * np.log(probable / (1 - probable))
        # Whether a number lies in a range is certain, and seldom asked for in training.
        return value + RANGE * (np.sign(plain[:, INSIDE]) - 2 * np.sign(plain[:, OUTSIDE])), probable


class Judge:
    """The first look goes by words alone, the second goes over its best pieces with the cosines of the sentence encoder
    named ``encoder``. Raises ``DataError`` when ``data`` isn't what the training script writes, or was made for other
    features.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        try:
            if (data["format"], tuple(data["columns"]), tuple(data["again"])) != (FORMAT, NAMES, tuple(SECOND)):
                raise ValueError("it was made for other features")
            self.name, self.encoder = str(data["name"]), str(data["encoder"])
            self.first = Look(data["first"], len(NAMES))
            self.second = Look(data["second"], len(SECOND))
        except (KeyError, TypeError, ValueError) as error:
            raise DataError(
                f"答案模型的系数文件无法使用（{error}）；请重新安装程序或重新训练。"
                f"The coefficients of the answers can't be used ({error}); install the program or train again."
            ) from error

    def reads(self, embedder: Embedder | None) -> bool:
        """Whether its vectors are those of the encoder that the second look was trained with."""
        return embedder is not None and embedder.id == self.encoder

    def judge(
        self, ask: Ask, seen: Sequence[Seen], rows: Matrix, embedder: Embedder | None = None
    ) -> tuple[list[int], list[float], list[float]]:
        """Indexes of the rows, best first, the probability in 0..1 that each answers, and what they are ordered by."""
        value, probable = self.first.look(rows, rows)
        order = np.argsort(-value, kind="stable")
        if embedder is not None and self.reads(embedder):
            best, others = order[:BEST], order[BEST:]
            near = cosines(ask, [seen[n] for n in best], embedder)
            again = second(near, value[best], probable[best], rows[best])
            value[best], probable[best] = self.second.look(again, rows[best])
            # What wasn't looked at again stays below, in its order, and isn't trusted more than the last that was.
            value[others] -= value[others].max(initial=-np.inf) - value[best].min() + 1 if len(others) else 0
            probable[others] = np.minimum(probable[others], probable[best].min())
            order = np.concatenate([best[np.argsort(-value[best], kind="stable")], others])
        return order.tolist(), probable[order].tolist(), value[order].tolist()


@dataclass(frozen=True, slots=True)
class Judged:
    """A piece, the probability in 0..1 that it answers, and ``value``, which orders the pieces of one question."""

    seen: Seen
    sure: float
    value: float


def judged(ask: Ask, passages: Sequence[Passage]) -> tuple[Judged, ...]:
    """The pieces of ``passages`` that may answer one question, best first; none of a passage about another thing."""
    return _judged(ask, tuple(Hashed(passage) for passage in passages), embedded().reads(encoder()))


class Hashed:
    """A passage by what it says and where it stands."""

    __slots__ = ("key", "passage")

    def __init__(self, passage: Passage) -> None:
        self.passage = passage
        p = passage
        self.key = (p.id, p.content, p.title, p.section, p.date, p.kind, p.score)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hashed) and self.key == other.key


@lru_cache(maxsize=64)  # a turn asks several times: what is evidence, what is said
def _judged(ask: Ask, passages: tuple[Hashed, ...], meant: bool) -> tuple[Judged, ...]:
    if not ask.words or not passages:
        return ()
    readings = [read(one.passage) for one in passages]
    seen, rows = matrix(ask, readings)
    if not seen:
        return ()
    # Who asks for a number gets one: of the asked kind, or what isn't read as that kind.
    fit = [not ask.numeric or bool(row[TYPED] or row[DIGITS]) for row in rows]
    out = {number for number, reading in enumerate(readings, 1) if barred(ask, reading)}
    return tuple(
        Judged(seen[n], sure, value)
        for n, sure, value in zip(*embedded().judge(ask, seen, rows, encoder() if meant else None), strict=True)
        if seen[n].number not in out and fit[n]
    )


def needed(count: int) -> float:
    """The probability from which on something is said, of ``count`` passages: where only few are to be compared the
    judge has less to go by. Chosen in training, on questions that the judge had not seen."""
    judge = embedded()
    return (judge.second if judge.reads(encoder()) else judge.first).needed(count)


@cache
def embedded() -> Judge:
    """The trained judge that comes with the package (``coefficients.json``, made by scripts/train_answers.py)."""
    text = (files("pilothouse.retrieval.evidence.judging") / "coefficients.json").read_text("utf-8")
    return Judge(json.loads(text))
