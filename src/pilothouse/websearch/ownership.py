"""Whose pages a corpus holds: a note beside it, so that a lost corpus is not taken for a new one."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path


class Ownership:
    """The note beside the corpus ``path``. It only ever helps: what the corpus itself says counts more."""

    def __init__(self, path: Path) -> None:
        self.path = path.with_suffix(".json")

    @property
    def own(self) -> bool:
        """Whether the corpus held pages of one's own."""
        try:
            said = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return False
        return isinstance(said, dict) and said.get("sample") is False

    def keep(self, *, sample: bool) -> None:
        """Write the note, whole or not at all."""
        new = self.path.with_suffix(f".{os.getpid()}.new")
        with suppress(OSError):
            new.write_text(json.dumps({"sample": sample}), encoding="utf-8")
            new.replace(self.path)
