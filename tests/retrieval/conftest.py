from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from pilothouse.embedding.embedder import Vectors, unit


class LetterEmbedder:
    """Texts with the same characters get near vectors: enough to see that vectors take part."""

    id = "letters@1"
    dimension = 64

    def __init__(self) -> None:
        self.calls = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.calls += 1
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            for character in text:
                vectors[row, crc32(character.encode()) % self.dimension] += 1
        return unit(vectors)

    def to_dict(self) -> dict[str, Any]:
        return {"type": "tests.LetterEmbedder", "init_parameters": {}}


@pytest.fixture
def embedder() -> LetterEmbedder:
    return LetterEmbedder()
