"""How one stage ranked what it found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from haystack.dataclasses import Document


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores by document id, best first. A class of its own because Haystack copies bare dictionaries item by item."""

    by_id: Mapping[str, float] = field(default_factory=dict)

    def __deepcopy__(self, memo: dict[int, Any]) -> Scores:
        return self  # nobody changes them

    @classmethod
    def of(cls, documents: Sequence[Document]) -> Scores:
        return cls({document.id: document.score or 0.0 for document in documents})

    @property
    def best(self) -> float:
        return max(self.by_id.values(), default=0.0)

    @property
    def worst(self) -> float:
        return min(self.by_id.values(), default=0.0)

    def places(self) -> dict[str, tuple[int, float]]:
        """(rank from 1, score) by document id."""
        return {id_: (rank, score) for rank, (id_, score) in enumerate(self.by_id.items(), 1)}


@dataclass(frozen=True, slots=True)
class Trace:
    """``stages[stage][document id]`` is (rank from 1, score) of a document in a stage that ranked it."""

    stages: Mapping[str, Mapping[str, tuple[int, float]]] = field(default_factory=dict)

    def of(self, id_: str) -> dict[str, tuple[int, float]]:
        """The places of one document by stage."""
        return {stage: places[id_] for stage, places in self.stages.items() if id_ in places}
