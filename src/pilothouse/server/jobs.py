"""Work that takes longer than a request: done one after another in the background, with progress."""

from __future__ import annotations

import json
import os
import re
import secrets
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from pilothouse.contracts.errors import DataError, PilothouseError, UsageError
from pilothouse.server.errors import ApiError, ErrorBody, api_error
from pilothouse.server.forgetting import JOBS

KEEP = 200
WAITING = 20  # jobs that may wait
TELL = 20  # progress is written down so many times at most
_ID = re.compile(r"[0-9a-f]{24}")

Progress = Callable[[int, int], object]
Work = Callable[[Progress], Mapping[str, Any]]


class Job(BaseModel):
    """A piece of work. ``done`` of ``total`` steps; ``result`` is the report. Times are ISO 8601 in UTC.

    ``interrupted``: the server ended before the job did; what it was to do is as before, or as after.
    """

    model_config = ConfigDict(validate_assignment=True)

    id: str
    kind: str
    user: str
    status: Literal["queued", "running", "done", "failed", "interrupted"] = "queued"
    done: int = 0
    total: int = 0
    result: dict[str, Any] | None = None
    error: ErrorBody | None = None
    created_at: str
    ended_at: str | None = None

    @property
    def over(self) -> bool:
        return self.status not in ("queued", "running")


class Jobs:
    """The jobs of this process, each in a file below ``home``, so that its end is known after a restart as well."""

    def __init__(self, home: Path) -> None:
        self._folder = home / JOBS
        self._lock = threading.Lock()
        self._jobs: dict[str, Job] = {}
        self._futures: dict[str, Future[None]] = {}
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="jobs")

    def start(self, kind: str, user: str, work: Work) -> Job:
        """Queue ``work``, which is told how to report its progress. Raises ``ApiError`` 429 when too many wait."""
        with self._lock:
            if sum(not job.over for job in self._jobs.values()) >= WAITING:
                raise ApiError(
                    429, "too_many_jobs", "等待的任务太多。 Too many jobs wait.", headers={"Retry-After": "30"}
                )
            job = Job(id=secrets.token_hex(12), kind=kind, user=user, created_at=_now())
            self._jobs[job.id] = job
            self._write(job)
            self._tidy()
            self._futures[job.id] = self._pool.submit(self._run, job, work)
            return job.model_copy()

    def get(self, id: str) -> Job | None:
        """The job as it is now."""
        with self._lock:
            if id in self._jobs:
                return self._jobs[id].model_copy()
        return _read(self._folder / f"{id}.json") if _ID.fullmatch(id) else None

    def list(self, user: str | None) -> list[Job]:
        """The jobs of a user, or all, the newest first."""
        stored = [_read(path) for path in self._folder.glob("*.json")] if self._folder.exists() else []
        with self._lock:
            known = {job.id: job for job in stored if job is not None}
            known |= {id: job.model_copy() for id, job in self._jobs.items()}
        mine = [job for job in known.values() if user is None or job.user == user]
        return sorted(mine, key=lambda job: (job.created_at, job.id), reverse=True)

    def settle(self) -> None:
        """Note which jobs a process that has ended left unfinished."""
        for path in self._folder.glob("*.json"):
            job = _read(path)
            if job is not None and not job.over and not _alive(path):
                self._write(job.model_copy(update={"status": "interrupted", "ended_at": _now()}))

    def close(self, wait_s: float) -> None:
        """Finish what was accepted, for ``wait_s`` seconds at most; what is left then is noted as interrupted."""
        wait(list(self._futures.values()), timeout=wait_s)
        self._pool.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            for job in self._jobs.values():
                if not job.over:
                    self._end(job, status="interrupted")

    def _run(self, job: Job, work: Work) -> None:
        def progress(done: int, total: int) -> None:
            with self._lock:
                told = total and (done * TELL // total) != (job.done * TELL // total)
                job.done, job.total = done, total
                if told:
                    self._write(job)

        with self._lock:
            if job.over:
                return
            job.status = "running"
            self._write(job)
        try:
            result = dict(work(progress))
        except Exception as error:
            found = error
            if isinstance(error, (DataError, UsageError)):  # about what was uploaded: its sentence is for the user
                found = ApiError(422, "unusable", str(error))
            elif isinstance(error, PilothouseError):
                found = ApiError(400, "refused", str(error))
            with self._lock:
                self._end(job, status="failed", error=ErrorBody(**api_error(found).body()["error"]))
        else:
            with self._lock:
                self._end(job, status="done", result=json.loads(json.dumps(result, default=str)))

    def _end(self, job: Job, **fields: Any) -> None:
        for name, value in (fields | {"ended_at": _now()}).items():
            setattr(job, name, value)
        self._write(job)

    def _write(self, job: Job) -> None:
        """Whole or not at all; a full disk must not end the job."""
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            new = self._folder / f".{job.id}.{os.getpid()}"
            new.write_text(json.dumps(job.model_dump(mode="json") | {"process": os.getpid()}), encoding="utf-8")
            new.replace(self._folder / f"{job.id}.json")
        except OSError:
            return

    def _tidy(self) -> None:
        over = [job for job in self._jobs.values() if job.over]
        for job in over[: max(0, len(over) - KEEP)]:
            self._jobs.pop(job.id)
            self._futures.pop(job.id, None)
        files = sorted(self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for path in files[: max(0, len(files) - KEEP)]:
            if path.stem not in self._jobs:
                path.unlink(missing_ok=True)


def _read(path: Path) -> Job | None:
    try:
        return Job.model_validate_json(path.read_text(encoding="utf-8"))
    except (OSError, ValidationError):
        return None


def _alive(path: Path) -> bool:
    """Whether the process that wrote a job's file still runs."""
    try:
        os.kill(int(json.loads(path.read_text(encoding="utf-8"))["process"]), 0)
    except PermissionError:
        return True
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return True


def _now() -> str:
    return datetime.now(UTC).isoformat("T", "milliseconds")
