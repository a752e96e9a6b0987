"""Whether a piece holds what is asked for: a value of its kind near its words, the right row and column."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from pilothouse.retrieval.evidence.asking import FOCUS, Ask
from pilothouse.retrieval.evidence.conditions import holds
from pilothouse.retrieval.evidence.coverage import Reading
from pilothouse.retrieval.evidence.figures import Figure, figures
from pilothouse.retrieval.evidence.judging.cues import DOING, REFERRING, announced, label, procedural
from pilothouse.retrieval.evidence.polarity import negations
from pilothouse.retrieval.evidence.splitting import Piece
from pilothouse.retrieval.evidence.statements import split_values
from pilothouse.retrieval.evidence.tables import matched
from pilothouse.retrieval.evidence.wording import presence
from pilothouse.retrieval.tokenizer import normalise

FAR = 40  # characters: what stands so far away is no neighbour
_DIGIT = re.compile(
    r"\d|[一二三四五六七八九十两百千半零]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|half|twice|once)\b"
)
_CLAUSE = re.compile(r"[，,；;。]")


class Types:
    """One question's wishes, held against pieces."""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask
        self.lists: dict[tuple[str, int], float] = {}  # by passage and first item
        self.procedural = procedural(ask)
        self.total = sum(word.weight for word in ask.words) or 1.0

    def row(self, reading: Reading, index: int, typed: bool) -> dict[str, float]:
        ask, piece, text = self.ask, reading.pieces[index], reading.texts[index]
        stated = values(text)
        wanted = [figure for figure in stated if ask.wants(figure)] if ask.numeric else []
        inside = [holds(given, text) for given in ask.conditions]
        following = reading.pieces[index + 1].kind if index + 1 < len(reading.pieces) else ""
        named = label(text) if not piece.cells else ""
        key, column, cell = self._cells(piece) if piece.cells else (0.0, 0.0, 0.0)
        return {
            "typed": float(typed),
            "wanted": float(min(len(wanted), 4)),
            "values": float(min(len(stated), 6)),
            "clause": self._clause(text, wanted),
            "distance": self._distance(text, wanted),
            "announced": announced(ask, text),
            "stepping": float(DOING.search(piece.text) is not None) if self.procedural else 0.5,
            "label": sum(word.weight * presence(word.text, named) for word in ask.words) / self.total,
            "digits": float(_DIGIT.search(text) is not None),
            "given": sum(any(f.key == g.key and f.kind == g.kind for f in figures(text)) for g in ask.given)
            / len(ask.given)
            if ask.given
            else 0.5,
            "inside": float(sum(found is True for found in inside)),
            "outside": float(sum(found is False for found in inside)),
            "negative": float(bool(negations(text))),
            "referring": float(REFERRING.search(piece.text) is not None),
            "row": float(bool(piece.cells)),
            "item": float(piece.kind == "item"),
            **self._list(reading, index),
            "key": key,
            "column": column,
            "cell": cell,
            "cells": float(len(piece.cells)),
            "lead": float(piece.kind == "sentence" and following == "item"),
            "length": math.log1p(len(text)),
            "place": index / max(1, len(reading.pieces) - 1),
            "first": float(index == 0),
        }

    def _list(self, reading: Reading, index: int) -> dict[str, float]:
        """The list that the piece introduces or belongs to: how long it is, what of the question it says as a whole."""
        lead, places = listing(reading.pieces, index)
        if not places:
            return {"listed": 0.0, "list_said": 0.0}
        key = (reading.passage.id, places[0])
        if key not in self.lists:
            texts = [reading.texts[place] for place in (*([] if lead is None else [lead]), *places)]
            self.lists[key] = sum(
                word.weight * max(presence(word.text, text) for text in texts) for word in self.ask.words
            )
        return {"listed": math.log1p(len(places)), "list_said": self.lists[key] / self.total}

    def _clause(self, text: str, wanted: list[Figure]) -> float:
        """The part of the telling words that stands in one clause with a wanted value."""
        if not self.ask.numeric:
            return 0.5
        best = 0.0
        for figure in wanted:
            start = max((m.end() for m in _CLAUSE.finditer(text, 0, figure.start)), default=0)
            end = next((m.start() for m in _CLAUSE.finditer(text, figure.end)), len(text))
            clause = text[start:end]
            said = sum(word.weight * presence(word.text, clause) for word in self.ask.words)
            best = max(best, said / self.total)
        return best

    def _distance(self, text: str, wanted: list[Figure]) -> float:
        """Characters between a wanted value and the word it is asked for, in 0..1 of ``FAR``."""
        if not self.ask.numeric:
            return 0.5
        words = [word for word in self.ask.words if word.weight >= FOCUS] or list(self.ask.words)
        places = [text.find(word.text) + len(word.text) / 2 for word in words if word.text in text]
        gaps = [abs((figure.start + figure.end) / 2 - place) for figure in wanted for place in places]
        return min(min(gaps, default=FAR), FAR) / FAR

    def _cells(self, piece: Piece) -> tuple[float, float, float]:
        """How well the row, the best column, and the best cell of that column fit, weights of telling words."""
        column = cell = 0.0
        for header, value in piece.cells:
            head = normalise(header)
            fit = sum(word.weight * presence(word.text, head) for word in self.ask.words) / self.total
            column = max(column, fit)
            stated = values(normalise(value))
            if not self.ask.numeric or any(self.ask.wants(figure) for figure in stated):
                cell = max(cell, 0.2 + fit)
        return matched(self.ask, piece), column, cell


@lru_cache(maxsize=2048)
def listing(pieces: tuple[Piece, ...], index: int) -> tuple[int | None, tuple[int, ...]]:
    """The list that piece ``index`` introduces or belongs to: the place of its introduction, those of its items; none
    when there are fewer than two."""
    first = index
    if pieces[index].kind != "item":
        first = index + 1
        if first >= len(pieces) or pieces[first].kind != "item":
            return None, ()
    while first > 0 and pieces[first - 1].kind == "item":
        first -= 1
    last = first
    while last + 1 < len(pieces) and pieces[last + 1].kind == "item":
        last += 1
    lead = first - 1 if first and pieces[first - 1].kind == "sentence" else None
    return (lead, tuple(range(first, last + 1))) if last > first else (None, ())


@lru_cache(maxsize=8192)
def values(text: str) -> tuple[Figure, ...]:
    """What a normalised text states, without its conditions."""
    return split_values(text)[0]
