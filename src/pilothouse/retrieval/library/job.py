"""What there is to do for one document, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pilothouse.retrieval.library.audience import effective

READ, SKIPPED = "read", "skipped"
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Batch(Generic[Item]):
    """Items handed from component to component as one: Haystack looks at and copies each item of a list at every hop,
    which for short records takes longer than indexing them."""

    items: tuple[Item, ...] = ()

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch[Item]:
        return self  # nobody changes it


@dataclass(frozen=True, slots=True)
class Job:
    """Read the file ``place`` (or the record at byte ``offset`` of it) and write it as document ``id``.

    ``root`` is the number of its root and ``path`` its place in that, ``line`` the record's. ``dept`` and ``allow``
    hold where the document itself says nothing. ``size`` in bytes; ``mtime`` in nanoseconds, 0 when it can't be
    trusted.
    """

    id: str
    root: int
    path: str
    place: str
    size: int = 0
    mtime: int = 0
    line: int = 0
    offset: int = -1
    dept: str = ""
    allow: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """How messages name it."""
        return f"{self.place}:{self.line}" if self.line else self.place


@dataclass(frozen=True, slots=True)
class Outcome:
    """``chunks`` written; a ``reason`` and a ``sentence`` when the document was skipped."""

    id: str
    source: str
    chunks: int = 0
    reason: str = ""
    sentence: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """Outcomes of several jobs; ``seconds`` of work by stage, ``embedded`` texts that had no vector yet."""

    outcomes: tuple[Outcome, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    embedded: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """A document on its way through the pipeline. ``own_dept`` and ``own_allow`` are what it says of itself."""

    job: Job
    hash: str = ""
    title: str = ""
    source: str = ""
    date: str = ""
    own_dept: str = ""
    own_allow: tuple[str, ...] = ()
    reason: str = ""
    sentence: str = ""
    warnings: tuple[str, ...] = ()
    material: Any = None

    @property
    def dept(self) -> str:
        return self.own_dept or self.job.dept

    @property
    def allow(self) -> tuple[str, ...]:
        return effective(self.own_allow, self.job.allow)
