"""What lies in a library, once for all rankers that are compared: the same chunks, the same permissions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pilothouse.contracts.caller import Caller
from pilothouse.evaluation.metrics import document
from pilothouse.retrieval.library import Library

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Chunk:
    """``text`` is the content under its headings, as it is indexed; ``audience`` the library's number of who may see
    it."""

    id: str
    document: str
    text: str
    audience: int


@dataclass
class Stock:
    """The chunks of a library as they are when it is made."""

    library: Library
    chunks: tuple[Chunk, ...] = ()
    documents: frozenset[str] = frozenset()
    _seen: dict[frozenset[str], Mask] = field(default_factory=dict)
    _groups: dict[frozenset[str], list[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, library: Library) -> Stock:
        chunks = []
        for found in library.store.filter_documents():
            meta = found.meta
            parts = (str(meta.get("title") or ""), str(meta.get("section") or ""), found.content or "")
            id_ = str(meta.get("document") or "")
            chunks.append(Chunk(found.id, id_, "\n".join(part for part in parts if part), int(meta["audience"])))
        return cls(library, tuple(chunks), frozenset(chunk.document for chunk in chunks))

    @cached_property
    def by_id(self) -> dict[str, Chunk]:
        return {chunk.id: chunk for chunk in self.chunks}

    def ranked(self, ids: Sequence[str]) -> list[str]:
        """Chunks as documents, each at its best place."""
        known = self.by_id
        return list(dict.fromkeys(known[id_].document if id_ in known else document(id_) for id_ in ids))

    def visible(self, caller: Caller) -> Mask:
        """Which chunks the caller may see, shape (chunks,): what the library itself lists for him."""
        key = caller.expanded
        if key not in self._seen:
            own = {info.id for info in self.library.documents(caller)}
            self._seen[key] = np.fromiter((chunk.document in own for chunk in self.chunks), bool, len(self.chunks))
        return self._seen[key]

    def audiences(self, caller: Caller) -> list[int]:
        """The library's numbers of the groups that the caller belongs to, of those that have documents."""
        key = caller.expanded
        if key not in self._groups:
            seen = zip(self.chunks, self.visible(caller), strict=True)
            self._groups[key] = sorted({chunk.audience for chunk, shown in seen if shown})
        return self._groups[key]
