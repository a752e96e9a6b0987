"""An embedder for tests: texts with the same characters get near vectors, at once."""

from collections.abc import Sequence
from typing import Any
from zlib import crc32

import numpy as np

from pilothouse.embedding.embedder import Vectors, unit


class LetterEmbedder:
    dimension = 64

    def __init__(self, id: str = "letters@1") -> None:
        self.id = id
        self.texts = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.texts += len(texts)
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            for character in text:
                vectors[row, crc32(character.encode()) % self.dimension] += 1
        return unit(vectors)

    def to_dict(self) -> dict[str, Any]:
        return {"type": "tests.LetterEmbedder", "init_parameters": {}}
