"""BM25 without looking at every document that holds a common word.

A word that most documents hold adds little to a score, and yet a search that allows it scores them all. As in MaxScore
(Turtle & Flood, 1995, query evaluation: strategies and optimizations) only documents with one of the rarer words are
scored, with all words; what the common ones could add at most tells whether a document was missed, and then all are
looked at. The results are those of the plain search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any

import apsw

from pilothouse.retrieval import ranking
from pilothouse.retrieval.filters import Condition
from pilothouse.retrieval.schema import Tables
from pilothouse.retrieval.selection import Selection

LEAST = 1e-6  # FTS5's weight of a word that half the documents hold
SATURATED = 2.2  # times its weight is what a word adds at most: FTS5's k1 + 1
COMMON = 500  # documents; scoring fewer takes no time
SPARE = 4  # times as many documents as are wanted should hold one of the rarer words


@dataclass(frozen=True, slots=True)
class Split:
    """Words one of which a document must hold, and common ones that add ``bound`` to its score at most."""

    rare: tuple[str, ...]
    common: tuple[str, ...] = ()
    bound: float = 0.0

    @property
    def expression(self) -> str:
        """For FTS5, which counts a word as often as it is written: every score comes out doubled."""
        rare, common = _any(self.rare), _any(self.common)
        return f"({rare}) AND ({rare} OR {common} OR {common})"


def split(tokens: Sequence[str], total: int, frequencies: Mapping[str, int], top_k: int) -> Split:
    """``frequencies`` of the tokens among ``total`` documents; tokens that none holds are left out."""
    known = sorted((token for token in tokens if frequencies.get(token)), key=lambda token: frequencies[token])
    weights = {token: weight(total, frequencies[token]) for token in known}
    held, expected = 0, 0.0
    for token in known:  # what the last of the wanted documents scores if it holds one word, and that once
        held += frequencies[token]
        expected = weights[token]
        if held >= top_k:
            break
    rest, common, bound = sum(frequencies[token] for token in known), [], 0.0
    for token in reversed(known):
        rest -= frequencies[token]
        added = bound + SATURATED * weights[token]
        if frequencies[token] < COMMON or rest < SPARE * top_k or added > expected:
            break
        common.append(token)
        bound = added
    return Split(tuple(known[: len(known) - len(common)]), tuple(common), bound)


def matches(
    connection: apsw.Connection, tables: Tables, parts: Split, condition: Condition | None, top_k: int
) -> list[tuple[int, float]]:
    """(document, BM25) of the best documents with any of the words, by their rarity among all documents."""
    if not parts.rare:
        return []
    if parts.common:
        found = ranking.matches(connection, tables, parts.expression, condition, top_k)
        if len(found) == top_k and found[-1][1] / 2 > parts.bound:
            return [(number, score / 2) for number, score in found]
    return ranking.matches(connection, tables, _any((*parts.rare, *parts.common)), condition, top_k)


def matches_within(
    connection: apsw.Connection,
    tables: Tables,
    parts: Split,
    chosen: Selection,
    rarity: Mapping[str, float],
    top_k: int,
) -> list[tuple[int, float]]:
    """As ``matches`` among the chosen documents, with words as rare as they are among those: the order must not tell
    what stands in documents that the asker may not see. ``rarity``: weight of each word over the one FTS5 gives it.

    Only the average length of a document, by which BM25 divides, is still that of all.
    """
    if not parts.rare:
        return []
    found = _summed(connection, tables, parts, chosen, rarity, top_k)
    if parts.common and not (len(found) == top_k and found[-1][1] > parts.bound):
        whole = Split((*parts.rare, *parts.common))
        found = _summed(connection, tables, whole, chosen, rarity, top_k)
    return found


def _summed(
    connection: apsw.Connection,
    tables: Tables,
    parts: Split,
    chosen: Selection,
    rarity: Mapping[str, float],
    top_k: int,
) -> list[tuple[int, float]]:
    words = tables.words
    held = f"SELECT rowid AS n FROM {words} WHERE {words} MATCH ? AND +rowid IN (SELECT n FROM {chosen.documents})"
    one = f"SELECT rowid AS n, -rank * ? AS s FROM {words} WHERE {words} MATCH ? AND +rowid IN (SELECT n FROM held)"
    tokens = (*parts.rare, *parts.common)
    found: Any = connection.execute(
        f"WITH held AS MATERIALIZED ({held}) SELECT n, sum(s) FROM ({' UNION ALL '.join([one] * len(tokens))}) "
        "GROUP BY n ORDER BY 2 DESC, 1 LIMIT ?",
        (_any(parts.rare), *(value for token in tokens for value in (rarity[token], quoted(token))), top_k),
    )
    return list(found)


def weight(total: int, count: int) -> float:
    """FTS5's weight of a word that ``count`` of ``total`` documents hold."""
    return max(LEAST, log((max(total - count, 0) + 0.5) / (count + 0.5)))


def quoted(token: str) -> str:
    """A string of the full-text language, so that nothing in it is an operator."""
    return '"{}"'.format(token.replace('"', '""'))


def _any(tokens: Sequence[str]) -> str:
    return " OR ".join(map(quoted, tokens))
