"""What every embedder offers, and how one is named in a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from pilothouse.contracts.errors import UsageError

Vectors = NDArray[np.float32]
ROOM = "pilothouse.embedding."


@runtime_checkable
class Embedder(Protocol):
    """Text to vectors.

    ``id`` is name and version: it is written into every index, and another id means that the index must be
    built again. ``dimension`` is the length of a vector.
    """

    @property
    def id(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Shape (len(texts), dimension), float32. Rows have length 1; the row of a blank text is all zeros."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """``{"type": qualified class name, "init_parameters": {...}}`` without any secret."""
        ...


def unit(vectors: NDArray[Any]) -> Vectors:
    """Rows scaled to length 1; rows that are zero or not finite become zero, never NaN. Shape is kept."""
    rows = np.nan_to_num(np.asarray(vectors, dtype=np.float32), nan=0.0, posinf=0.0, neginf=0.0)
    norms = np.linalg.norm(rows, axis=-1, keepdims=True)
    scaled: Vectors = np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 1e-12)
    return scaled


def load(data: Mapping[str, Any]) -> Embedder:
    """The embedder that ``to_dict`` described. Raises ``UsageError`` for a class outside this package."""
    module, _, name = str(data.get("type", "")).rpartition(".")
    kind = None
    if module.startswith(ROOM):
        with suppress(ImportError):
            kind = getattr(import_module(module), name, None)
    from_dict = getattr(kind, "from_dict", None)
    embedder = from_dict(dict(data)) if isinstance(kind, type) and from_dict else None
    if not isinstance(embedder, Embedder):
        raise UsageError(f"未知的向量模型类型 {data.get('type')!r}。Unknown embedder type {data.get('type')!r}.")
    return embedder
