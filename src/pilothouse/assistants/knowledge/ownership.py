"""Whose documents a library holds: a note beside it, so that a lost library is not taken for a new one."""

from __future__ import annotations

import json
import os
from importlib.resources import files
from pathlib import Path
from typing import Any

FILE = "knowledge.json"


def sample_folder() -> Path:
    """Where the sample handbook lies."""
    return Path(str(files("pilothouse.assistants.knowledge") / "sample" / "documents")).resolve()


class Ownership:
    """The note in ``home``."""

    def __init__(self, home: Path) -> None:
        self.path = home / FILE

    @property
    def known(self) -> bool:
        """Whether anything was ever indexed to the end."""
        return bool(self._read())

    @property
    def own(self) -> bool:
        """Whether the library held documents of one's own."""
        said = self._read()
        return not said.get("sample", True) and int(said.get("documents", 0)) > 0

    @property
    def sample(self) -> bool:
        """Whether the library holds the sample handbook."""
        return bool(self._read().get("sample"))

    def keep(self, *, sample: bool, documents: int) -> None:
        """Write the note, whole or not at all."""
        new = self.path.with_suffix(f".{os.getpid()}.new")
        new.write_text(json.dumps({"sample": sample, "documents": documents}), encoding="utf-8")
        new.replace(self.path)

    def _read(self) -> dict[str, Any]:
        try:
            said = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return said if isinstance(said, dict) else {}
