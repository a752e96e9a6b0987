"""How a sentence leans, for a product or against it, where no word in a list says so: it naps until sunset.

A linear classifier over n-grams, trained by scripts/train_leaning.py on sentences that were written for it.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

THIS, OTHER = "\ue001", "\ue002"
"""Stand for the name of the product that is meant, and for that of another."""
_TOKEN = re.compile(rf"[a-z][a-z']*|\d+(?:\.\d+)?|[\u3400-\u9fff]|[{THIS}{OTHER}]|[^\s\w]")
_TURN = re.compile(
    r"但是?|不过|可是|可(?=[^以能爱靠])|就是|只是|然而|\bbut\b|\bhowever\b|\balthough\b|\bthough\b|\bonly\b"
)
Row = tuple[float, float, float]
LONGEST, AFTER = 3, 2  # tokens of an n-gram, and of one after a turn
KEPT = 8192  # sentences whose leaning is remembered
MOST = 160  # characters of a sentence that are read


@dataclass(frozen=True, slots=True)
class Leaning:
    """Probabilities that a sentence speaks ``against`` the product, says nothing of it (``neither``), or speaks ``for``
    it; they sum to 1."""

    against: float
    neither: float
    speaks: float

    @property
    def sign(self) -> int:
        return 1 if self.speaks > self.against else -1

    @property
    def sure(self) -> float:
        return max(self.speaks, self.against)


def grams(plain: str, good: bool, bad: bool) -> set[str]:
    """Features of a folded sentence: n-grams of its tokens, of what follows its last turn, and whether rules found
    something good or bad in it."""
    plain = plain[:MOST]
    found = _grams(["^", *_tokens(plain), "$"], LONGEST, "")
    turns = list(_TURN.finditer(plain))
    if turns:
        found |= _grams(_tokens(plain[turns[-1].end() :]), AFTER, "> ")
    return found | ({"R+"} if good else set()) | ({"R-"} if bad else set()) | (set() if good or bad else {"R0"})


@lru_cache(maxsize=KEPT)
def leaning(plain: str, good: bool, bad: bool) -> Leaning:
    """``plain``: folded, names replaced by ``THIS`` and ``OTHER``; ``good`` and ``bad``: what rules found in it."""
    weights, begun, constant = _weights()
    sums = list(constant)
    for gram in _known(plain[:MOST], good, bad, weights, begun):
        row = weights[gram]
        for n in range(3):
            sums[n] += row[n]
    highest = max(sums)
    odds = [math.exp(value - highest) for value in sums]
    return Leaning(*(value / sum(odds) for value in odds))


def _known(plain: str, good: bool, bad: bool, weights: Mapping[str, Row], begun: Collection[str]) -> set[str]:
    """Those of ``grams`` that have a weight. Most n-grams of a sentence have none: what none begins with isn't made."""
    found = {mark for mark, there in (("R+", good), ("R-", bad), ("R0", not (good or bad))) if there}
    turns = list(_TURN.finditer(plain))
    runs = [(["^", *_tokens(plain), "$"], LONGEST, "")]
    runs += [(_tokens(plain[turns[-1].end() :]), AFTER, "> ")] if turns else []
    for tokens, longest, mark in runs:
        for at, token in enumerate(tokens):
            gram = mark + token
            for following in tokens[at + 1 : at + longest]:
                found.add(gram)
                if gram not in begun:
                    break
                gram = f"{gram} {following}"
            else:
                found.add(gram)
    return found & weights.keys()


def _tokens(plain: str) -> list[str]:
    return ["#" if token[0].isdigit() else token for token in _TOKEN.findall(plain)]


def _grams(tokens: list[str], longest: int, mark: str) -> set[str]:
    return {
        mark + " ".join(tokens[at : at + length])
        for length in range(1, longest + 1)
        for at in range(len(tokens) - length + 1)
    }


@cache
def _weights() -> tuple[dict[str, Row], frozenset[str], Row]:
    """The weights of n-grams; what longer ones begin with; the constant."""
    stored = json.loads((files(__package__) / "leaning.json").read_text(encoding="utf-8"))
    scale = stored["scale"]
    weights = {
        gram: (a / scale, b / scale, c / scale)
        for gram, (a, b, c) in zip(stored["grams"].split("\n"), stored["weights"], strict=True)
    }
    begun = {gram[:at] for gram in weights for at in range(1, len(gram)) if gram[at] == " "}
    a, b, c = stored["constant"]
    return weights, frozenset(begun), (a, b, c)
