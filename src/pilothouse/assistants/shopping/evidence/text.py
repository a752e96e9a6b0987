"""Page text in a form that rules can read, of the same length as the text itself.

Every position in the folded text is the same position in the original: what a rule finds can be quoted word for word.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

SHORT = 24  # characters: in a shorter text the terms aren't looked for, the text's parts are looked up
_MARKS = {"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "‑": "-", "−": "-", "\u3000": " ", "\xa0": " ", "\t": " "}
_TOKEN = re.compile(r"[a-z]&[a-z](?![a-z])|[a-z0-9]+(?:[-./+'][a-z0-9]+)*\+?")
_LETTER = re.compile(r"[a-z]")
_DIGIT = re.compile(r"\d")


@cache
def _table() -> dict[int, str]:
    from opencc import OpenCC

    characters = [chr(code) for code in range(0x3400, 0xA000)]
    simple = OpenCC("t2s").convert("\n".join(characters)).split("\n")
    table = {ord(a): b for a, b in zip(characters, simple, strict=True) if a != b and len(b) == 1}
    table |= {code: chr(code - 0xFEE0).lower() for code in range(0xFF01, 0xFF5F)}
    table |= {code: chr(code).lower() for code in range(ord("A"), ord("Z") + 1)}
    return table | {ord(a): b for a, b in _MARKS.items()}


def fold(text: str) -> str:
    """``text`` in simplified Chinese, half width and lower case, with plain quotation marks; as long as ``text``."""
    return text.translate(_table())


@dataclass(frozen=True, slots=True)
class Token:
    """A Latin word or number. ``kind``: ``word`` (letters), ``model`` (letters and digits) or ``number``."""

    text: str
    start: int
    end: int
    kind: str


def latin(plain: str) -> list[Token]:
    """The Latin words and the numbers of a folded text."""
    found = []
    for match in _TOKEN.finditer(plain):
        text = match.group()
        letters, digits = _LETTER.search(text), _DIGIT.search(text)
        found.append(
            Token(text, match.start(), match.end(), "model" if letters and digits else "word" if letters else "number")
        )
    return found


class Scanner:
    """Finds the longest of many fixed terms at every place of a text, left to right, without overlaps.

    A term of Latin letters is found as a whole word only. Made for whole pages: one search for each term is faster
    than a look at each character.
    """

    def __init__(self, terms: Iterable[str]) -> None:
        self._terms = frozenset(terms)
        self._longest = max(map(len, self._terms), default=0)
        self._starting: dict[str, list[str]] = {}
        for term in sorted(self._terms):
            self._starting.setdefault(term[:2], []).append(term)

    def find(self, plain: str) -> list[tuple[int, int]]:
        """Spans of terms in a folded text."""
        spans = self._few(plain) if len(plain) <= SHORT else self._many(plain)
        found: list[tuple[int, int]] = []
        end = 0
        for start, stop in sorted(spans):
            if start >= end:
                end = -stop
                found.append((start, end))
        return found

    def _many(self, plain: str) -> list[tuple[int, int]]:
        spans: list[tuple[int, int]] = []
        # Most terms can be left out at once: no place of the text begins as they do.
        heads = {*map("".join, itertools.pairwise(plain)), *plain} & self._starting.keys()
        for term in (term for head in heads for term in self._starting[head]):
            at = plain.find(term)
            while at >= 0:
                if _whole(plain, at, at + len(term)):
                    spans.append((at, -at - len(term)))
                at = plain.find(term, at + 1)
        return spans

    def _few(self, plain: str) -> list[tuple[int, int]]:
        return [
            (at, -end)
            for at in range(len(plain))
            for end in range(at + 1, min(len(plain), at + self._longest) + 1)
            if plain[at:end] in self._terms and _whole(plain, at, end)
        ]


def _whole(plain: str, start: int, stop: int) -> bool:
    """Whether no letter goes on before or behind the Latin word at ``start``–``stop``."""
    first, last = plain[start], plain[stop - 1]
    if "a" <= first <= "z" and start and plain[start - 1].isascii() and plain[start - 1].isalnum():
        return False
    return not ("a" <= last <= "z" and stop < len(plain) and plain[stop].isascii() and plain[stop].isalnum())
