"""Vectors of texts seen lately."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any

import numpy as np

from pilothouse.contracts.errors import UsageError
from pilothouse.embedding.embedder import Embedder, Vectors, load


class CachedEmbedder:
    """Keeps the vectors of the ``size`` texts used last. Thread-safe; failures are not kept.

    Raises ``UsageError`` when ``size`` is below 1.
    """

    def __init__(self, embedder: Embedder, size: int = 4096) -> None:
        if size < 1:
            raise UsageError("size 必须大于 0。size must be greater than 0.")
        self.embedder = embedder
        self.size = size
        self._vectors: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = Lock()

    @property
    def id(self) -> str:
        return self.embedder.id

    @property
    def dimension(self) -> int:
        return self.embedder.dimension

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Shape (len(texts), dimension); the array is the caller's own copy."""
        known: dict[str, Vectors] = {}
        with self._lock:
            for text in texts:
                if text in self._vectors:
                    self._vectors.move_to_end(text)
                    known[text] = self._vectors[text]
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        if missing:
            # Outside the lock: other threads' hits must not wait for the model.
            fresh = dict(zip(missing, self.embedder.embed(missing), strict=True))
            known |= fresh
            with self._lock:
                self._vectors.update((text, vector.copy()) for text, vector in fresh.items())
                while len(self._vectors) > self.size:
                    self._vectors.popitem(last=False)
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        return np.stack([known[text] for text in texts])

    def to_dict(self) -> dict[str, Any]:
        return {
            "type": f"{type(self).__module__}.{type(self).__qualname__}",
            "init_parameters": {"embedder": self.embedder.to_dict(), "size": self.size},
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> CachedEmbedder:
        parameters = dict(data.get("init_parameters", {}))
        return cls(load(parameters.pop("embedder")), **parameters)
