"""Jobs done in this process."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from haystack.core.errors import PipelineRuntimeError

from pilothouse.contracts.errors import PilothouseError
from pilothouse.embedding.embedder import Embedder
from pilothouse.retrieval.library.components import index_pipeline
from pilothouse.retrieval.library.job import Batch, Job, Outcome, Reading, Result
from pilothouse.retrieval.library.planning import digest
from pilothouse.retrieval.library.shelf import Shelf
from pilothouse.retrieval.library.tables import open_database

STAGES = {"reader": "read", "chunker": "chunk", "embedder": "embed", "writer": "write"}


class Workshop:
    """Runs the indexing pipeline over the library at ``path``."""

    def __init__(self, path: Path, embedder: Embedder, built: str) -> None:
        self._path = path
        self._built = built
        self._pipeline = index_pipeline(path, embedder, built)
        self._parts: dict[str, Any] = {name: self._pipeline.get_component(name) for name in STAGES}

    def run(self, jobs: Sequence[Job]) -> Result:
        """Each document is wholly in the library, or skipped with its reason.

        Raises ``DataError`` and ``StaleIndex`` when the library can't be written to.
        """
        before, started = self._state(), time.perf_counter()
        try:
            outcomes = self._pipeline.run({"reader": {"jobs": Batch(tuple(jobs))}})["writer"]["outcomes"].items
        except PipelineRuntimeError as error:
            cause = error.__cause__
            if isinstance(cause, PilothouseError):
                raise cause from error
            if len(jobs) > 1:  # one of them is at fault: the others go through alone
                return _sum([self.run([job]) for job in jobs])
            outcomes = (self.refuse(jobs[0], "broken", _failed(jobs[0], cause or error)),)
        after = self._state()
        seconds = {STAGES[name]: after[name] - before[name] for name in STAGES}
        seconds["pipeline"] = time.perf_counter() - started - sum(seconds.values())
        return Result(outcomes, seconds, int(after["texts"] - before["texts"]))

    def refuse(self, job: Job, reason: str, sentence: str) -> Outcome:
        """Keep the document as skipped."""
        database = open_database(self._path)
        try:
            with database.writing() as connection:
                shelf = Shelf(connection, self._built)
                outcome = shelf.put(Reading(job, digest(job.place), reason=reason, sentence=sentence), ())
                shelf.close()
        finally:
            database.close()
        return outcome

    def close(self) -> None:
        self._parts["embedder"].close()
        self._parts["writer"].close()

    def _state(self) -> dict[str, float]:
        return {name: self._parts[name].seconds for name in STAGES} | {"texts": self._parts["embedder"].embedded}


def _sum(results: Sequence[Result]) -> Result:
    stages = {stage for result in results for stage in result.seconds}
    return Result(
        tuple(outcome for result in results for outcome in result.outcomes),
        {stage: sum(result.seconds.get(stage, 0.0) for result in results) for stage in stages},
        sum(result.embedded for result in results),
    )


def _failed(job: Job, error: BaseException) -> str:
    kind = type(error).__name__
    return f"{job.source} 无法处理（{kind}）。 {job.source} can't be processed ({kind})."
