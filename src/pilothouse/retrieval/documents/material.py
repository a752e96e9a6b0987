"""A document as it was read: its blocks in reading order, before it is cut into chunks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pilothouse.contracts.errors import DataError

BlockKind = Literal["heading", "paragraph", "item", "table", "code"]
Reason = Literal[
    "empty",
    "broken",
    "encrypted",
    "too_large",
    "bomb",
    "unsupported",
    "mismatch",
    "no_text",
    "no_ocr",
    "denied",
    "missing",
]


@dataclass(frozen=True, slots=True)
class Block:
    """One structural piece. ``level`` counts headings from 1 and list depth from 0; ``page`` counts from 1.

    ``rows`` of a table: cells as text, the header first (an empty header when the table has none); ``text`` is then
    its caption, or empty.
    """

    kind: BlockKind
    text: str
    level: int = 0
    page: int | None = None
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Material:
    """``meta`` holds what the document says of itself (front matter, properties): ``date`` as ISO 8601, ``dept``,
    ``allow`` as a list, ``id``. ``warnings`` are sentences about parts that were left out."""

    title: str
    blocks: tuple[Block, ...]
    meta: Mapping[str, Any] = field(default_factory=dict)
    pages: int | None = None
    warnings: tuple[str, ...] = ()


class Unreadable(DataError):
    """A file that can't be indexed. ``reason`` is its kind; the message says in both languages what to do."""

    def __init__(self, reason: Reason, sentence: str) -> None:
        super().__init__(sentence)
        self.reason: Reason = reason
