"""What a feature is computed from, besides the question."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that may answer. ``keyword`` and ``vector`` are (rank from 1, score) or ``None`` when that stage did
    not find it; ``cosine`` of its nearest window, when known. ``n`` counts the chunks of its document from 0."""

    content: str
    title: str = ""
    section: str = ""
    date: str = ""
    document: str = ""
    n: int = 0
    table: bool = False
    keyword: tuple[int, float] | None = None
    vector: tuple[int, float] | None = None
    fused: tuple[int, float] | None = None
    cosine: float | None = None


@dataclass(frozen=True, slots=True)
class Corpus:
    """``total`` passages, ``frequencies`` of those that hold a token, ``length`` of one on average in characters."""

    total: int = 0
    frequencies: Mapping[str, int] | None = None
    length: float = 300.0

    def weight(self, token: str) -> float:
        """Inverse document frequency as BM25 has it, over its largest value: in 0..1."""
        found = (self.frequencies or {}).get(token, 0)
        total = max(self.total, found, 1)
        return math.log1p((total - found + 0.5) / (found + 0.5)) / math.log1p((total + 0.5) / 0.5)
