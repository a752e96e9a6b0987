"""What all query pipelines share: checks, one state of the data for all stages, the cache."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from haystack.core.errors import PipelineRuntimeError
from haystack.core.pipeline import Pipeline
from haystack.errors import FilterError

from pilothouse.contracts.errors import PilothouseError
from pilothouse.embedding.embedder import Embedder
from pilothouse.retrieval.cache import RetrievalCache
from pilothouse.retrieval.noted import Ranked, note_search
from pilothouse.retrieval.scores import Trace
from pilothouse.retrieval.store import SQLiteDocumentStore
from pilothouse.retrieval.versions import IndexVersion

MAX_QUERY = 500  # characters of a query that are looked at

Result = TypeVar("Result")


class Search(ABC, Generic[Result]):
    """A query pipeline over a store. ``settings`` names all that its results depend on beside the data and the
    embedder. With ``cache`` equal questions over unchanged data are answered from it. Thread-safe."""

    candidates: ClassVar[int]  # of each stage, where nobody says how many

    def __init__(
        self,
        store: SQLiteDocumentStore,
        embedder: Embedder,
        pipeline: Pipeline,
        settings: object,
        cache: RetrievalCache[list[Result]] | None,
    ) -> None:
        self.store = store
        self.embedder = embedder
        self.pipeline = pipeline
        self.cache = cache
        self._settings = repr((embedder.id, settings))

    def check(self, data_version: str = "") -> None:
        """Raises ``StaleIndex`` when the index was built by another embedder or tokenizer or from other data."""
        self.store.check(IndexVersion(data=data_version, embedder=self.embedder.id))

    def search(
        self,
        query: str,
        *,
        filters: Mapping[str, Any] | None = None,
        top_k: int = 5,
        candidates: int | None = None,
        scopes: frozenset[str] = frozenset(),
    ) -> list[Result]:
        """The ``top_k`` best of ``candidates`` per stage, best first; a blank query finds nothing.

        Filters are applied before anything is ranked. ``scopes`` of the asker only separate cache entries: what they
        allow is said by ``filters``. Raises ``FilterError`` (Haystack), ``ValueError``, ``StaleIndex``, ``DataError``.
        """
        candidates = max(self.candidates, top_k) if candidates is None else candidates
        if top_k < 1 or candidates < top_k:
            raise ValueError("top_k must be greater than 0 and candidates not smaller than top_k.")
        query = query[:MAX_QUERY].encode("utf-8", "ignore").decode("utf-8")  # half a surrogate pair is no character
        if not query.strip():
            return []
        with self.store.reading():  # all stages and the key see one state of the data
            if self.cache is None:
                return self._run(query, filters, top_k, candidates)
            revision = str(self.store.revision)
            key = self.cache.key(query, revision, scopes, f"{self._settings} {top_k} {candidates}", filters)
            known = self.cache.get(key)
            if known is not None:
                self._note(query, known, None)
                return known
            found = self._run(query, filters, top_k, candidates)
            self.cache.put(key, found)
            return found

    def to_yaml(self) -> str:
        """The pipeline as Haystack's YAML, without secrets."""
        return self.pipeline.dumps()

    @abstractmethod
    def _run(self, query: str, filters: Mapping[str, Any] | None, top_k: int, candidates: int) -> list[Result]:
        """Search, and ``_note`` what was weighed."""

    @abstractmethod
    def _ranked(self, result: Result) -> Ranked:
        """A result as it is noted."""

    def _note(self, query: str, found: Sequence[Result], trace: Trace | None) -> None:
        """Tell the turn that runs what was found; without ``trace``, from the cache."""
        ranked = (self._ranked(result) for result in found)
        stages = trace.stages if trace is not None else None
        note_search(self.store.table, query, ranked, stages=stages, cached=trace is None)


def run(pipeline: Pipeline, data: dict[str, Any]) -> dict[str, Any]:
    """A pipeline's output. What a component raises for its caller comes as it is, not wrapped by Haystack."""
    try:
        return pipeline.run(data)
    except PipelineRuntimeError as error:
        if isinstance(error.__cause__, (PilothouseError, FilterError, ValueError)):
            raise error.__cause__ from error
        raise
