"""The menu's words laid out for search by likeness: one row of costs per character that is said."""

from __future__ import annotations

import math
import re
from collections import Counter, OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pilothouse.assistants.menu import shapes
from pilothouse.assistants.menu import syllables as sounds
from pilothouse.assistants.menu.foodwords import counts, telling
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.plausible import surprise

_HAN = re.compile(r"[\u4e00-\u9fff]")
_PLAIN = re.compile(r"[\u4e00-\u9fff]{2,6}")
_LONGEST = 14
_SLIP = 5.5  # nats: that a character was misheard at all, and which of the characters of one sound was written
_SHAPE, _ALIKE, _LEAST = 14.0, 9.0, 0.34
FAR = 1000.0
_NEVER = 2 * FAR
_WILD = 13.0  # one character may be anything, if the rest of a long name is right
_WILD_FROM = 4
_TORN = 6.0  # 火少 for 炒
_SMUDGE = 10.0  # half a character: what is left of it may stand for anything


class Alignment(NamedTuple):
    """``start:end`` of the tokens read as ``term``; ``dropped``: position in the term or ``added``: in the text;
    ``swapped``: that and the next position of the term changed places; ``wild``: nothing speaks for that one."""

    start: int
    end: int
    term: int
    cost: float
    dropped: int = -1
    added: int = -1
    swapped: int = -1
    wild: int = -1

    @property
    def straight(self) -> bool:
        """True when each character said stands for one of the term, in order."""
        return self.dropped < 0 and self.added < 0 and self.swapped < 0


class Vocabulary:
    """Terms of one lexicon. ``prior`` is what a term costs as a word of a guest's sentence, in nats."""

    def __init__(self, lexicon: Lexicon) -> None:
        named = (*lexicon.names, *lexicon.aliases)
        dishes = [term for term in named if _HAN.search(term) and 1 < len(term) <= _LONGEST]
        sorts = {term for term in (*lexicon.categories, *lexicon.ingredients) if _PLAIN.fullmatch(term)}
        others = sorted(sorts - {*dishes})
        self.terms = (*dict.fromkeys(dishes), *others)
        base = math.log(len(dishes) + 20) + 2.0
        self.prior = [base] * (len(self.terms) - len(others)) + [math.log(len(others) + 20) + 4.0] * len(others)
        self.dishes = len(self.terms) - len(others)
        self.alphabet = {char: at for at, char in enumerate(sorted({char for term in self.terms for char in term}))}
        self.sizes = np.array([len(term) for term in self.terms], dtype=np.int64)
        self._pad = len(self.alphabet)
        width = max((len(term) for term in self.terms), default=1)
        self._spelt = np.full((len(self.terms), width), self._pad, dtype=np.int64)
        for at, term in enumerate(self.terms):
            self._spelt[at, : len(term)] = [self.alphabet[char] for char in term]
        self._need = np.where(self.sizes < 4, 1, np.maximum(2, self.sizes - 3))
        self._sounds, self._looks = sounds.Sounds(self.alphabet), shapes.Looks(self.alphabet)
        self._count = Counter(char for term in self.terms[: self.dishes] for char in term)
        self._all = max(1, self._count.total())
        self._rows: dict[str, npt.NDArray[np.float32]] = {}

    def common(self, token: str) -> float:
        """Nats by which ``token`` is likelier in the name of a dish than elsewhere: another dish may be meant."""
        usual = surprise(token) if len(token) == 1 else None
        if usual is None:
            return 0.0
        inside = -math.log((self._count[token] + (2.0 if telling(token) else 0.01)) / (self._all + 100.0))
        return min(6.0, max(0.0, usual - inside))

    def row(self, token: str) -> npt.NDArray[np.float32]:
        """What it costs to read ``token`` as each character of the menu."""
        row = self._rows.get(token)
        if row is None:
            if len(self._rows) > 8192:
                self._rows.clear()
            row = self._rows[token] = self._measure(token)
        return row

    def _measure(self, token: str) -> npt.NDArray[np.float32]:
        row = np.full(len(self.alphabet) + 1, FAR, dtype=np.float32)
        if len(token) > 1:
            if shapes.bare(token[0]):
                row[: self._pad] = _SMUDGE
            if (whole := shapes.joined(*token)) in self.alphabet:
                row[self.alphabet[whole]] = _TORN
        elif not _HAN.match(token):
            row[:] = _NEVER
        else:
            near = {char: _SLIP + far for char, far in self._sounds.near(token).items()}
            for char, alike in self._looks.near(token, _LEAST).items():
                near[char] = min(near.get(char, FAR), _SHAPE - _ALIKE * alike)
            for char, cost in near.items():
                row[self.alphabet[char]] = _NEVER if counts(token, char) else cost
        if token in self.alphabet:
            row[self.alphabet[token]] = 0.0
        row[self._pad] = _NEVER
        return row

    def find(self, tokens: Sequence[str], limit: float) -> tuple[list[Alignment], list[Alignment]]:
        """Terms that stand in the text, and terms that it may mean at a cost below ``limit``."""
        if not tokens or not self.terms:
            return [], []
        costs = np.stack([self.row(token) for token in tokens])
        least = costs.min(axis=0)
        near = (least < FAR)[self._spelt].sum(axis=1)
        exact = (least == 0.0)[self._spelt].sum(axis=1)
        broken = (self.sizes >= 4) & (exact >= self.sizes - 1)
        wild = (self.sizes >= _WILD_FROM) & (near >= self.sizes - 1) & (exact >= np.maximum(3, self.sizes - 2))
        kept = np.flatnonzero(((near == self.sizes) | broken | wild) & (exact >= self._need))
        standing: list[Alignment] = []
        meant: list[Alignment] = []
        for term in kept.tolist():
            size = int(self.sizes[term])
            grid = costs[:, self._spelt[term, :size]]
            plain = self._straight(grid, term, limit)
            standing.extend(item for item in plain if item.cost == 0.0)
            meant.extend(item for item in plain if item.cost > 0.0)
            if broken[term] and all(item.cost for item in plain):
                meant.extend(self._bent(grid, term))
        return standing, meant

    def _straight(self, grid: npt.NDArray[np.float32], term: int, limit: float) -> list[Alignment]:
        length, size = grid.shape
        if length < size:
            return []
        span = length - size + 1
        total = np.zeros(span, dtype=np.float32)
        hits = np.zeros(span, dtype=np.int64)
        for at in range(size):
            column = grid[at : at + span, at]
            total += column
            hits += column == 0.0
        good = np.flatnonzero((total < limit) & (hits >= self._need[term]))
        found = [Alignment(at, at + size, term, float(total[at])) for at in good.tolist()]
        if size >= _WILD_FROM:
            once = (total >= FAR) & (total < FAR + limit - _WILD) & (hits >= max(3, size - 2))
            for at in np.flatnonzero(once).tolist():
                wild = next(place for place in range(size) if grid[at + place, place] == FAR)
                found.append(Alignment(at, at + size, term, float(total[at]) - FAR + _WILD, wild=wild))
        return found

    def _bent(self, grid: npt.NDArray[np.float32], term: int) -> list[Alignment]:
        """Said exactly, but with one character of the term lost, one said too many, or two that changed places."""
        exact = grid == 0.0
        length, size = exact.shape
        found: list[Alignment] = []
        for start in np.flatnonzero(exact[:, 0]).tolist():
            cut = 1
            while cut < size and start + cut < length and exact[start + cut, cut]:
                cut += 1
            rest = range(cut + 1, size)
            if len(rest) and start + size - 1 <= length and all(exact[start + at - 1, at] for at in rest):
                found.append(Alignment(start, start + size - 1, term, 0.0, dropped=cut))
            if cut < size and start + size < length and all(exact[start + at + 1, at] for at in range(cut, size)):
                found.append(Alignment(start, start + size + 1, term, 0.0, added=start + cut))
        for start in range(length - size + 1):
            wrong = [at for at in range(size) if not exact[start + at, at]]
            if len(wrong) == 2 and wrong[1] == wrong[0] + 1:
                one, other = wrong
                if exact[start + one, other] and exact[start + other, one]:
                    found.append(Alignment(start, start + size, term, 0.0, swapped=one))
        return found


_CACHE: OrderedDict[tuple[str, int, int, frozenset[str]], Vocabulary] = OrderedDict()
_KEPT = 8


def vocabulary(lexicon: Lexicon) -> Vocabulary:
    """The vocabulary of a lexicon, kept for the last few menu versions."""
    named = frozenset() if lexicon.version else frozenset((*lexicon.names, *lexicon.aliases, *lexicon.categories))
    key = (lexicon.version, len(lexicon.names), len(lexicon.aliases), named)
    found = _CACHE.pop(key, None) or Vocabulary(lexicon)
    _CACHE[key] = found
    while len(_CACHE) > _KEPT:
        _CACHE.popitem(last=False)
    return found
