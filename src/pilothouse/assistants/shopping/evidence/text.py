"""Page text in a form that rules can read, of the same length as the text itself.

Every position in the folded text is the same position in the original: what a rule finds can be quoted word for word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

SHORT = 48  # characters: a shorter text is gone through place by place
_MARKS = {"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "‑": "-", "−": "-", "\u3000": " ", "\xa0": " ", "\t": " "}
_TOKEN = re.compile(r"[a-z]&[a-z](?![a-z])|[a-z0-9]+(?:[-./+'][a-z0-9]+)*\+?")


@cache
def _table() -> str:
    """For each character of the first plane the one it becomes: looked up faster than in a dictionary."""
    from opencc import OpenCC

    characters = [chr(code) for code in range(0x3400, 0xA000)]
    simple = OpenCC("t2s").convert("\n".join(characters)).split("\n")
    table = {ord(a): b for a, b in zip(characters, simple, strict=True) if a != b and len(b) == 1}
    table |= {code: chr(code - 0xFEE0).lower() for code in range(0xFF01, 0xFF5F)}
    table |= {code: chr(code).lower() for code in range(ord("A"), ord("Z") + 1)}
    table |= {ord(a): b for a, b in _MARKS.items()}
    return "".join(table.get(code) or chr(code) for code in range(0x10000))


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
        letters = text.strip("0123456789-./+'&")
        digits = letters and text.strip("abcdefghijklmnopqrstuvwxyz-./+'&")
        found.append(Token(text, match.start(), match.end(), "model" if digits else "word" if letters else "number"))
    return found


class Scanner:
    """Finds many fixed terms in a text. Made for whole pages: which places may begin a term is told for all at once."""

    def __init__(self, terms: Iterable[str]) -> None:
        starting: dict[str, list[str]] = {}
        for term in sorted(set(terms), key=len, reverse=True):
            starting.setdefault(term[:2], []).append(term)
        self._starting = {head: tuple(found) for head, found in starting.items()}
        self._begins = np.zeros(_BUCKETS, dtype=np.bool_)
        self._pairs = np.zeros(_BUCKETS, dtype=np.bool_)
        for head in self._starting:
            codes = _codes(head)
            if len(codes) == 1:
                self._begins[codes & _MASK] = True
            else:
                self._pairs[_mixed(codes)] = True

    def find(self, plain: str) -> list[tuple[int, int]]:
        """Spans of terms in a folded text: the longest at every place, left to right, without overlaps. A term of Latin
        letters is found as a whole word only."""
        found: list[tuple[int, int]] = []
        starting = self._starting
        end = 0
        for at in self._places(plain):
            if at < end:
                continue
            for term in (*starting.get(plain[at : at + 2], ()), *starting.get(plain[at], ())):
                if plain.startswith(term, at) and _whole(plain, at, at + len(term)):
                    end = at + len(term)
                    found.append((at, end))
                    break
        return found

    def every(self, plain: str) -> Iterator[tuple[int, str]]:
        """Each place of each term, parts of words and overlaps too; of one place the longest first."""
        starting = self._starting
        for at in self._places(plain):
            for term in (*starting.get(plain[at : at + 2], ()), *starting.get(plain[at], ())):
                if plain.startswith(term, at):
                    yield at, term

    def _places(self, plain: str) -> Iterable[int]:
        """Where a term may begin; none is missing."""
        if len(plain) <= SHORT:
            return range(len(plain))
        codes = _codes(plain)
        may = self._begins[codes & _MASK]
        may[:-1] |= self._pairs[_mixed(codes)]
        places: list[int] = np.flatnonzero(may).tolist()
        return places


_BUCKETS = 1 << 16
_MASK = np.uint32(_BUCKETS - 1)
_ODD = np.uint32(40503)


def _codes(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def _mixed(codes: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """A bucket for each pair of neighbours."""
    mixed: NDArray[np.uint32] = (codes[:-1] * _ODD + codes[1:]) & _MASK
    return mixed


def _whole(plain: str, start: int, stop: int) -> bool:
    """Whether no letter goes on before or behind the Latin word at ``start``–``stop``."""
    first, last = plain[start], plain[stop - 1]
    if "a" <= first <= "z" and start and plain[start - 1].isascii() and plain[start - 1].isalnum():
        return False
    return not ("a" <= last <= "z" and stop < len(plain) and plain[stop].isascii() and plain[stop].isalnum())
