"""An index run: look, compare, do."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pilothouse.contracts.errors import UsageError
from pilothouse.embedding.embedder import Embedder, load
from pilothouse.retrieval.database import Database
from pilothouse.retrieval.library.crew import MAX_WORKERS, Crew
from pilothouse.retrieval.library.edition import Edition
from pilothouse.retrieval.library.job import SKIPPED, Job, Result
from pilothouse.retrieval.library.planning import Plan, Planner
from pilothouse.retrieval.library.report import IndexReport, Skipped
from pilothouse.retrieval.library.shelf import Shelf
from pilothouse.retrieval.library.survey import Scope, register, roots, scope_of, survey
from pilothouse.retrieval.library.workshop import Workshop

Progress = Callable[[int, int], object]

BATCH_JOBS, MOST_JOBS, BATCH_BYTES = 16, 64, 128 * 1024
SHARES = 8  # batches a process gets at least before they grow, so that none waits long for the others at the end
SMALL_JOBS, SMALL_BYTES = 64, 256 * 1024  # below, starting processes takes longer than the work
REMOVED_AT_ONCE = 100  # documents in one transaction


class IndexRun:
    """One run over ``sources``; the caller holds the lock. ``workers``: how many processes, ``None`` for what suits."""

    def __init__(
        self, path: Path, database: Database, embedder: Embedder, edition: Edition, workers: int | None = None
    ) -> None:
        self._path = path
        self._database = database
        self._embedder = embedder
        self._edition = edition
        self._built = edition.built
        self._workers = workers

    def run(self, sources: Sequence[Path], dept: str, allow: tuple[str, ...], progress: Progress | None) -> IndexReport:
        started = time.perf_counter()
        with self._database.reading() as connection:
            known = roots(connection)
            stale = self._edition.stale(connection)
        scopes = survey(known, sources, dept, allow)
        if stale:  # everything is made again, not only what was named now
            whole = {scope.root.path: scope for scope in scopes if not scope.below}
            old = [scope_of(root) for root in _present(known) if root.path not in whole]
            scopes = [*whole.values(), *old]
        notes = _remembered(scopes, dept, allow)
        with self._database.writing() as connection:
            self._edition.begin(connection)
            scopes = [register(connection, scope) for scope in scopes]
        with self._database.reading() as connection:
            planner = Planner(connection, self._built)
            for scope in scopes:
                planner.add(scope)
        plan = planner.plan
        planned = time.perf_counter() - started
        self._prepare(plan)
        counts = {"added": 0, "changed": 0, "chunks": 0, "embedded": 0}
        stages: dict[str, float] = {"plan": planned}
        done, total = 0, len(plan.jobs) + plan.unchanged + plan.described
        seen = total - len(plan.jobs)
        if progress is not None:
            progress(seen, total)
        with self._results(plan.jobs) as results:
            for result in results:
                done += len(result.outcomes)
                _count(counts, result, plan.changed, stages)
                notes += [f"{o.source}: {sentence}" for o in result.outcomes for sentence in o.warnings]
                if progress is not None:
                    progress(seen + done, total)
        with self._database.writing() as connection:
            self._finish(connection, plan)
        with self._database.reading() as connection:
            skipped = _skipped(connection, scopes)
            version = self._edition.version(connection)
        notes += [
            f"权限规则 {pattern!r} 没有匹配任何文件。 The permission rule {pattern!r} matches no file."
            for pattern in plan.unmatched
        ]
        return IndexReport(
            added=counts["added"],
            changed=counts["changed"],
            described=plan.described,
            unchanged=plan.unchanged,
            removed=plan.removed,
            skipped=skipped,
            chunks=counts["chunks"],
            embedded=counts["embedded"],
            seconds=round(time.perf_counter() - started, 3),
            stages={stage: round(seconds, 3) for stage, seconds in stages.items()},
            version=version,
            notes=tuple(notes),
        )

    def _prepare(self, plan: Plan) -> None:
        """Who may read what comes first, in one transaction; then what is gone; then what can't be read."""
        with self._writing() as shelf:
            for document, dept, allow in plan.readers:
                shelf.reassign(document, dept, allow)
            for document, record in plan.facts:
                shelf.redescribe(document, record)
            for stamp in plan.stamps:
                shelf.restamp(*stamp)
        for start in range(0, len(plan.gone), REMOVED_AT_ONCE):
            with self._writing() as shelf:
                shelf.remove(plan.gone[start : start + REMOVED_AT_ONCE], spare=bool(plan.jobs))
        with self._writing() as shelf:
            for reading in plan.refused:
                shelf.put(reading, ())

    def _finish(self, connection: Any, plan: Plan) -> None:
        rows = [(c.root, c.path, c.size, c.mtime, c.hash, self._built) for c in plan.corpora]
        connection.executemany("INSERT OR REPLACE INTO library_corpora VALUES (?, ?, ?, ?, ?, ?)", rows)
        connection.execute(
            "DELETE FROM library_corpora AS c WHERE NOT EXISTS "
            "(SELECT 1 FROM library_documents AS d WHERE d.root = c.root AND d.path = c.path)"
        )
        connection.execute("DELETE FROM library_spare")
        self._edition.finish(connection)

    @contextmanager
    def _writing(self) -> Iterator[Shelf]:
        with self._database.writing() as connection:
            shelf = Shelf(connection, self._built)
            yield shelf
            shelf.close()

    @contextmanager
    def _results(self, jobs: Sequence[Job]) -> Iterator[Iterable[Result]]:
        count = self._count(jobs)
        batches = _batches(jobs, min(MOST_JOBS, max(BATCH_JOBS, len(jobs) // (SHARES * max(count, 1)))))
        if count:
            results = Crew(self._path, self._embedder, self._built, count).run(batches)
            try:
                yield results
            finally:
                results.close()  # type: ignore[attr-defined]
            return
        workshop = Workshop(self._path, self._embedder, self._built)
        try:
            yield map(workshop.run, batches)
        finally:
            workshop.close()

    def _count(self, jobs: Sequence[Job]) -> int:
        """How many processes to start; none for little work, and for an embedder that can't be sent to them."""
        if not jobs or self._workers == 0 or not _loadable(self._embedder):
            return 0
        if self._workers is not None:
            return self._workers
        if len(jobs) <= SMALL_JOBS and sum(job.size for job in jobs) <= SMALL_BYTES:
            return 0
        return max(1, min(os.cpu_count() or 1, MAX_WORKERS, len(jobs)))


def _batches(jobs: Sequence[Job], most: int) -> Iterator[list[Job]]:
    """Few enough that a crash costs little and progress is smooth, many enough that the pipeline's own cost is not."""
    batch: list[Job] = []
    size = 0
    for job in jobs:
        if batch and (len(batch) >= most or size + job.size > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(job)
        size += job.size
    if batch:
        yield batch


def _loadable(embedder: Embedder) -> bool:
    try:
        return load(embedder.to_dict()).id == embedder.id
    except (UsageError, TypeError):
        return False


def _present(known: Sequence[Any]) -> Sequence[Any]:
    missing = [str(root.path) for root in known if not root.path.exists()]
    if missing:
        names = "、".join(missing)
        raise UsageError(
            f"索引要整个重建，但来源 {names} 不在了；请恢复它，或用 --remove 去掉。没有改动任何内容。 "
            f"The index has to be built again, but {', '.join(missing)} is gone; bring it back or --remove it. "
            "Nothing was changed."
        )
    return known


def _remembered(scopes: Sequence[Scope], dept: str, allow: tuple[str, ...]) -> list[str]:
    kept = [scope.root for scope in scopes if scope.root.n and scope.root.allow and not allow]
    return [
        f"{root.path} 沿用以前的 --allow {','.join(root.allow)}；要向所有人公开，请用 --allow '*'。 "
        f"{root.path} keeps its earlier --allow {','.join(root.allow)}; use --allow '*' to open it to everybody."
        for root in kept
    ]


def _count(counts: dict[str, int], result: Result, changed: set[str], stages: dict[str, float]) -> None:
    for outcome in result.outcomes:
        if not outcome.reason:
            counts["changed" if outcome.id in changed else "added"] += 1
        counts["chunks"] += outcome.chunks
    counts["embedded"] += result.embedded
    for stage, seconds in result.seconds.items():
        stages[stage] = stages.get(stage, 0.0) + seconds


def _skipped(connection: Any, scopes: Sequence[Scope]) -> tuple[Skipped, ...]:
    found: list[Skipped] = []
    for scope in scopes:
        rows = connection.execute(
            "SELECT path, line, reason, sentence FROM library_documents WHERE root = ? AND status = ? ORDER BY n",
            (scope.root.n, SKIPPED),
        )
        for path, line, reason, sentence in rows:
            place = str(scope.root.path / path) if path else str(scope.root.path)
            found.append(Skipped(f"{place}:{line}" if line else place, reason, sentence))
    return tuple(found)
