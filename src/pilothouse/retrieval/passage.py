"""What a search of documents returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Passage:
    """One chunk of a document with where it stands and how it was found.

    ``id`` is the chunk's, ``document`` its document's. ``source`` is the path or address to show; ``section`` the
    headings above the chunk joined by `` > ``; ``page`` counts from 1; ``date`` is ISO 8601 or empty. ``score`` in
    0..1 is comparable between queries. ``stages`` maps a stage to (rank from 1, its own score). ``overlap`` counts
    characters at the start that repeat the end of the chunk before.
    """

    id: str
    document: str
    content: str
    title: str = ""
    source: str = ""
    section: str = ""
    page: int | None = None
    date: str = ""
    dept: str = ""
    kind: str = "text"
    score: float = 0.0
    overlap: int = 0
    stages: Mapping[str, tuple[int, float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """Passages best first. ``total`` counts all that matched and that the asker may see; ``version`` names the data."""

    passages: tuple[Passage, ...]
    total: int
    version: str
