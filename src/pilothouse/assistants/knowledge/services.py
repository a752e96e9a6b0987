"""What the knowledge assistant's tools and nodes work with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from pilothouse.assistants.knowledge.words import Words

if TYPE_CHECKING:
    from pilothouse.contracts.caller import Caller
    from pilothouse.embedding.embedder import Embedder
    from pilothouse.retrieval.passage import Found


class Shelf(Protocol):
    """The library as the assistant uses it. Every answer is the caller's own: what he may not see is not there."""

    def search(
        self, query: str, caller: Caller, *, top_k: int = 5, dept: str = "all", candidates: int = 50
    ) -> Found: ...

    def departments(self, caller: Caller) -> Sequence[str]: ...


@dataclass(frozen=True)
class Services:
    """``clock`` gives the local time; ``words`` is the table of office words; ``encoder`` compares what question and
    sentence mean, beside their words."""

    library: Shelf
    clock: Callable[[], datetime]
    words: Words
    encoder: Embedder | None = None
