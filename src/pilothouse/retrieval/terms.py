"""The exact table: which names, aliases and categories occur in a query."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

_LATIN = re.compile(r"[a-z0-9]")
MAX_QUERY = 500  # characters looked at; a name that a person asks for comes earlier


@dataclass(frozen=True, slots=True)
class TermHit:
    """``score``: 1 is the very term; above 0.5 a term that the query names, the more of the query the higher; up to
    0.5 a term that the query is a part of, the more of the term the higher."""

    term: str
    score: float
    postings: tuple[tuple[int, str], ...]  # (document number, field)


class TermIndex:
    """Immutable once built. Lookup takes (query length × number of distinct term lengths) dictionary accesses.

    A term is hit when it occurs in the query, or when the query (of two characters or more) occurs in it. Latin
    terms are hit as whole words only: "tea" is not in "steak".
    """

    def __init__(self, rows: Iterable[tuple[str, int, str]]) -> None:
        postings: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        for term, document, field in rows:
            if len(term) > 1 or not _LATIN.match(term):
                postings[term].append((document, field))
        self._postings = {term: tuple(found) for term, found in postings.items()}
        self._lengths = sorted({len(term) for term in postings}, reverse=True)
        self._pairs: defaultdict[str, list[str]] = defaultdict(list)
        for term in postings:
            for pair in {term[i : i + 2] for i in range(len(term) - 1)}:
                self._pairs[pair].append(term)

    def __len__(self) -> int:
        return len(self._postings)

    def find(self, query: str) -> list[TermHit]:
        """Hits for a normalised query, longest term first, then by position; terms around the query come last."""
        query = query[:MAX_QUERY]
        hits: dict[str, TermHit] = {}
        for length in self._lengths:
            for start in range(len(query) - length + 1):
                term = query[start : start + length]
                if term in self._postings and term not in hits and _whole(query, start, term):
                    hits[term] = TermHit(term, 0.5 + 0.5 * length / len(query), self._postings[term])
        around = [term for term in self._containing(query) if term not in hits]
        for term in sorted(around, key=lambda term: (len(term), term)):
            hits[term] = TermHit(term, 0.5 * len(query) / len(term), self._postings[term])
        return list(hits.values())

    def _containing(self, query: str) -> list[str]:
        pairs = [query[i : i + 2] for i in range(len(query) - 1)]
        if not pairs or len(query) > (self._lengths[0] if self._lengths else 0):
            return []
        rarest = min((self._pairs.get(pair, []) for pair in pairs), key=len)
        return [term for term in rarest if (start := term.find(query)) >= 0 and _whole(term, start, query)]


def _whole(text: str, start: int, part: str) -> bool:
    """False when the part begins or ends in the middle of a Latin word or number of the text."""
    end = start + len(part)
    cut_before = start > 0 and _LATIN.match(text[start - 1]) and _LATIN.match(part[0])
    cut_after = end < len(text) and _LATIN.match(text[end]) and _LATIN.match(part[-1])
    return not (cut_before or cut_after)
