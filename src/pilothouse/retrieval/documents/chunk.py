"""A piece of a document, small enough to be retrieved and cited."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ChunkKind = Literal["text", "table", "code"]


@dataclass(frozen=True, slots=True)
class Chunk:
    """``section`` is the path of headings above it; ``page`` where it begins, from 1.

    ``overlap`` counts the characters at the start of ``content`` that repeat the end of the chunk before it in the
    same section. A table's ``content`` has one row a line, cells as ``header: value`` joined by `` | ``, its caption
    in front; a long table makes several chunks, each complete in itself.
    """

    n: int
    content: str
    section: tuple[str, ...] = ()
    page: int | None = None
    kind: ChunkKind = "text"
    overlap: int = 0
