"""What a file may cost before it is refused, and the account that is kept while it is read."""

from __future__ import annotations

import time
from dataclasses import dataclass

from pilothouse.retrieval.documents.material import Reason

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """``file_bytes`` and ``unpacked_bytes`` (all parts of an archive together) in bytes, ``seconds`` of wall time.

    ``ratio`` is unpacked to packed size of one archive part above 1 MiB. ``memory_bytes`` is the address space of the
    process that reads PDF files and scans (0: unbounded). Raises ``ValueError`` when one is not positive.
    """

    file_bytes: int = 200 * MIB
    unpacked_bytes: int = 512 * MIB
    entries: int = 20_000
    ratio: int = 200
    characters: int = 20_000_000
    cells: int = 5_000_000
    pages: int = 5_000
    scanned_pages: int = 200
    seconds: float = 120.0
    memory_bytes: int = 2 * 1024 * MIB

    def __post_init__(self) -> None:
        for field in ("file_bytes", "unpacked_bytes", "entries", "ratio", "characters", "cells", "pages", "seconds"):
            if getattr(self, field) <= 0:
                raise ValueError(f"{field} must be greater than 0.")


class Refusal(Exception):
    """Why a file can't be read; ``read_document`` puts the file's name to it and makes an ``Unreadable`` of it."""

    def __init__(self, reason: Reason, chinese: str, english: str) -> None:
        super().__init__(english)
        self.reason: Reason = reason
        self.chinese = chinese
        self.english = english


class Account:
    """Counts what one file has cost so far; every method raises ``Refusal`` (``too_large``) above the limit."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.warnings: list[str] = []
        self._until = time.monotonic() + limits.seconds
        self._characters = 0
        self._cells = 0

    @property
    def left(self) -> float:
        """Seconds until the end, not negative."""
        return max(0.0, self._until - time.monotonic())

    def check(self) -> None:
        if time.monotonic() > self._until:
            raise Refusal(
                "too_large",
                f"读取超过 {self.limits.seconds:g} 秒，请拆成几个较小的文件。",
                f"took longer than {self.limits.seconds:g} seconds to read; split it into smaller files.",
            )

    def text(self, text: str) -> str:
        """``text`` itself, once it is counted."""
        self._characters += len(text)
        if self._characters > self.limits.characters:
            raise Refusal(
                "too_large",
                f"文字超过 {self.limits.characters} 个字符，请拆成几个较小的文件。",
                f"has more than {self.limits.characters} characters of text; split it into smaller files.",
            )
        return text

    def cell(self, count: int = 1) -> None:
        before = self._cells
        self._cells += count
        if self._cells // 4096 != before // 4096:
            self.check()
        if self._cells > self.limits.cells:
            raise Refusal(
                "too_large",
                f"表格超过 {self.limits.cells} 个单元格，请拆成几个较小的文件。",
                f"has more than {self.limits.cells} table cells; split it into smaller files.",
            )

    def warn(self, chinese: str, english: str) -> None:
        """Note that a part was left out; said once however often it happens."""
        sentence = f"{chinese} / {english}"
        if sentence not in self.warnings:
            self.warnings.append(sentence)
