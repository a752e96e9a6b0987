"""The pages that the embedded provider searches: where they lie, and the sample that ships with the package."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from pilothouse.embedding.embedder import Embedder
from pilothouse.websearch.corpus import Corpus

FILE = "shopping.db"  # in the home directory


def sample_files() -> tuple[Path, ...]:
    """The files of the sample pages."""
    folder = Path(str(files("pilothouse.assistants.shopping") / "sample"))
    return tuple(sorted(folder.glob("pages-*.jsonl")))


def open_corpus(home: Path, embedder: Embedder) -> Corpus:
    """The pages of ``home``; ``ready`` indexes the sample when there are none yet."""
    return Corpus(home / FILE, embedder, sample_files())
