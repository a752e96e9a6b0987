"""A question and every piece of the found passages as numbers.

What a sentence must hold to answer follows answer-sentence selection (Yih et al., "Question answering using enhanced
lexical semantic models", ACL 2013) without its word networks; new are the headings above a piece, the row and column
of a table, ranges that hold a value of the question, and what no found passage speaks of at all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pilothouse.retrieval.evidence.asking import FOCUS, Ask
from pilothouse.retrieval.evidence.coverage import Fit, Reading, fits, missing, valid
from pilothouse.retrieval.evidence.judging.columns import NAMES, Matrix
from pilothouse.retrieval.evidence.judging.pairs import Pairs
from pilothouse.retrieval.evidence.judging.typing import Types
from pilothouse.retrieval.evidence.safety import instructing
from pilothouse.retrieval.evidence.splitting import bare
from pilothouse.retrieval.evidence.wording import presence

MOST = 48  # pieces compared; an answer that shares less with its question is not found
SAID = 0.6  # of a word, to count as said
BEGINNING = 16  # characters in which a passage names its subject
LOOSE = 0.3  # of the weight of an English word that says little
_LOOSE_TEXT = """
after again all also am another any around as away back because been before being both but come comes coming down during
each else ever every everyone everything first go goes going gone gets getting going got had her here him his
into itself just last let lets like made make many more most much must my myself next no nobody none not nothing now off
oh ok okay once one only onto other others out over past really said say says she he they them their so some somebody
someone something soon still stuff such than then these thing things those through thanks till together too top towards
two under until up upon us very wait want wants way well went were while who whole will within without yes yet yourself
"""
_LOOSE = frozenset(_LOOSE_TEXT.split())
FREE = ("yesno", "how", "why", "who", "where", "what", "when", "money")


@dataclass(frozen=True, slots=True)
class Seen:
    """Piece ``index`` of passage ``number`` (from 1). ``said`` is what of each telling word it says itself, ``share``
    as in a fit."""

    number: int
    index: int
    reading: Reading
    share: float
    said: tuple[float, ...]


def able(reading: Reading, index: int) -> bool:
    """Whether a piece may be said at all: no heading, no question, no introduction, no order to the assistant."""
    piece = reading.pieces[index]
    text = piece.text.rstrip("*_` ")
    return piece.kind != "heading" and text[-1:] not in "？?：:" and bool(bare(text)) and not instructing(piece.text)


def matrix(ask: Ask, readings: Sequence[Reading]) -> tuple[list[Seen], Matrix]:
    """The pieces that may be said, and a row for each: shape (pieces, len(COLUMNS)), finite numbers."""
    ask = plainer(ask)
    pairs = Pairs(ask, readings)
    types = Types(ask)
    total = sum(word.weight for word in ask.words) or 1.0
    rarity = _rarity(ask, readings)
    rare = sum(rarity) or 1.0
    whole = [[presence(word.text, reading.whole) for word in ask.words] for reading in readings]
    anywhere = [max((one[n] for one in whole), default=0.0) for n in range(len(ask.words))]
    fitting = [[fit for fit in fits(ask, reading) if able(reading, fit.index)] for reading in readings]
    chosen = _likely(fitting)
    top = max((reading.passage.score for reading in readings), default=0.0)
    newest = max((reading.passage.date for reading in readings), default="")
    question = _question(ask, total)
    seen: list[Seen] = []
    rows: list[dict[str, float]] = []
    for number, reading in enumerate(readings, 1):
        head = [presence(word.text, reading.head) for word in ask.words]
        lost = missing(ask, reading)
        names = sum(word.text in lost for word in ask.words if word.kind in ("name", "code", "quoted"))
        passage = {
            **question,
            "title": _share(ask, head, total),
            "unsaid_anywhere": 1 - _share(ask, whole[number - 1], total),
            "unsaid_nowhere": 1 - _share(ask, anywhere, total),
            "missing": float(len(lost)),
            "names_missing": float(names),
            "score": reading.passage.score,
            "score_gap": reading.passage.score - top,
            "passage_rank": float(number),
            "passages": float(len(readings)),
            "pieces": math.log1p(len(reading.pieces)),
            "year": float(all(valid(year, reading) for year in ask.years)) if ask.years else 0.5,
            "newest": float(bool(newest) and reading.passage.date == newest),
        }
        rest = _beyond(ask, reading, head)
        asked = sum(rest) or 1.0
        hits = {fit.index: 0.0 for fit in fitting[number - 1]}
        for index in hits:
            text = reading.texts[index]
            hits[index] = sum(w * presence(word.text, text) for w, word in zip(rest, ask.words, strict=True) if w)
        top_hit = max(hits.values(), default=0.0)
        for fit in fitting[number - 1]:
            if (number, fit.index) not in chosen:
                continue
            text = reading.texts[fit.index]
            said = [presence(word.text, text) for word in ask.words]
            above = [presence(word.text, reading.above[fit.index]) for word in ask.words]
            headed = [max(parts) for parts in zip(said, head, above, strict=True)]
            row = {
                **passage,
                **_words(ask, said, headed, total),
                "share": fit.share,
                "things": fit.things,
                "aspect": hits[fit.index] / asked if any(rest) else 0.5,
                "aspect_gap": (hits[fit.index] - top_hit) / asked,
                "aspect_left": sum(rest) / total,
                "above": _share(ask, above, total),
                "rare_own": sum(r * s for r, s in zip(rarity, said, strict=True)) / rare,
                "rare_headed": sum(r * s for r, s in zip(rarity, headed, strict=True)) / rare,
                **pairs.row(number - 1, fit.index),
                **types.row(reading, fit.index, fit.typed),
            }
            seen.append(Seen(number, fit.index, reading, fit.share, tuple(said)))
            rows.append(row)
    _compare(seen, rows)
    made = np.array([[row[name] for name in NAMES] for row in rows], dtype=np.float64)
    return seen, made.reshape(len(rows), len(NAMES))


def plainer(ask: Ask) -> Ask:
    """English words that hold a sentence together count less; the words stay in their places."""
    if not ask.english:
        return ask
    words = [replace(word, weight=word.weight * LOOSE) if word.text in _LOOSE else word for word in ask.words]
    return replace(ask, words=tuple(words))


def _likely(fitting: Sequence[Sequence[Fit]]) -> frozenset[tuple[int, int]]:
    """The (passage, piece) of the ``MOST`` pieces that say most of the telling words; the others are not looked at."""
    every = [(-fit.share - fit.own, number, fit.index) for number, found in enumerate(fitting, 1) for fit in found]
    return frozenset((number, index) for _, number, index in sorted(every)[:MOST])


def _words(ask: Ask, said: Sequence[float], headed: Sequence[float], total: float) -> dict[str, float]:
    heavy = [h for word, h in zip(ask.words, headed, strict=True) if word.weight >= 0.7]
    focus = [n for n, word in enumerate(ask.words) if word.kind == "noun" and word.weight >= FOCUS]
    return {
        "own": _share(ask, said, total),
        "headed": _share(ask, headed, total),
        "weakest": min(heavy, default=1.0),
        "unsaid": sum(word.weight for word, h in zip(ask.words, headed, strict=True) if h < SAID),
        "focus_own": max((said[n] for n in focus), default=0.5),
        "focus_headed": max((headed[n] for n in focus), default=0.5),
    }


def _beyond(ask: Ask, reading: Reading, head: Sequence[float]) -> list[float]:
    """Weights of what is asked of the passage's subject; 0 for a word that names the subject: title, headings, the very
    beginning say it, and so it doesn't tell one piece from another."""
    begun = reading.texts[0][:BEGINNING] if reading.texts else ""
    return [
        0.0 if h >= SAID or presence(word.text, begun) >= SAID else word.weight
        for word, h in zip(ask.words, head, strict=True)
    ]


def _share(ask: Ask, said: Sequence[float], total: float) -> float:
    return sum(word.weight * s for word, s in zip(ask.words, said, strict=True)) / total


def _question(ask: Ask, total: float) -> dict[str, float]:
    return {
        "numeric": float(ask.numeric),
        **{f"kind_{kind}": float(ask.kind == kind) for kind in FREE},
        "words": float(len(ask.words)),
        "weight": total,
        "asked_length": float(len(ask.text)),
    }


def _compare(seen: Sequence[Seen], rows: Sequence[dict[str, float]]) -> None:
    """What sets a piece against the others of the same question."""
    best = {name: max((row[name] for row in rows), default=0.0) for name in ("own", "share", "bm25", "rare_headed")}
    inside: dict[int, float] = {}
    for one, row in zip(seen, rows, strict=True):
        inside[one.number] = max(inside.get(one.number, 0.0), row["rare_headed"])
    order = sorted(range(len(rows)), key=lambda n: -(rows[n]["share"] + rows[n]["rare_own"]))
    places = {n: place for place, n in enumerate(order)}
    for n, (one, row) in enumerate(zip(seen, rows, strict=True)):
        row["own_gap"] = row["own"] - best["own"]
        row["share_gap"] = row["share"] - best["share"]
        row["bm25_gap"] = row["bm25"] - best["bm25"]
        row["rare_gap"] = row["rare_headed"] - best["rare_headed"]
        row["best_of_passage"] = row["rare_headed"] - inside[one.number]
        row["rank"] = math.log1p(places[n])


def _rarity(ask: Ask, readings: Sequence[Reading]) -> list[float]:
    """Weights of the telling words: those that few of the pieces say tell more."""
    texts = [text for reading in readings for text in reading.texts]
    weights = []
    for word in ask.words:
        hits = sum(presence(word.text, text) >= SAID for text in texts)
        weights.append(word.weight * (0.3 + math.log((len(texts) + 1) / (hits + 0.5)) / math.log(len(texts) + 2)))
    return weights


__all__ = ["Fit", "Seen", "able", "matrix"]
