"""A clock that only tests move, and words as vectors."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from pilothouse.embedding.embedder import Vectors, unit


class Clock:
    """Time in seconds. Sleeping moves it and is written down."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


class LetterEmbedder:
    """Pairs of letters, hashed. Enough for tests in which only equal texts must be near."""

    id = "letters@1"
    dimension = 256

    def __init__(self) -> None:
        self.seen: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.seen += texts
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for first, second in pairwise(text):
                row[zlib.crc32((first + second).encode()) % self.dimension] += 1
        return unit(rows)

    def to_dict(self) -> dict[str, Any]:
        return {"type": "tests.LetterEmbedder", "init_parameters": {}}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def letters() -> LetterEmbedder:
    return LetterEmbedder()
