"""What is wrong with an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ProblemKind = Literal[
    "citation_missing", "citation_unknown", "number", "date", "name", "negation", "bound", "unsupported", "off_topic",
    "conflict", "repeated", "mixed", "injected", "empty",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Problem:
    """``sentence`` is the part of the answer concerned, ``detail`` a sentence that tells a model what to correct."""

    kind: ProblemKind
    sentence: str
    detail: str

    def __str__(self) -> str:
        return self.detail
