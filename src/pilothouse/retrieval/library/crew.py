"""Jobs done by several processes.

A process that dies over a file (a fault in a library written in C, memory) takes only that file with it.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Queue
from threading import Event, Lock, Thread, Timer
from typing import Any

from pilothouse.contracts.errors import DataError
from pilothouse.embedding.embedder import Embedder
from pilothouse.retrieval.library.job import Job, Result
from pilothouse.retrieval.library.workshop import Workshop

MAX_WORKERS = 8
PATIENCE_S = 600.0  # for one batch; reading has limits of its own, this is for what hangs inside a library


class Crew:
    """``count`` processes that run the indexing pipeline over the library at ``path``. The embedder must be one that
    its ``to_dict`` describes."""

    def __init__(self, path: Path, embedder: Embedder, built: str, count: int, patience_s: float = PATIENCE_S) -> None:
        self._setup = (str(path), embedder.to_dict(), built)
        self._own = Workshop(path, embedder, built)
        self._count = count
        self._patience_s = patience_s
        self._processes: set[subprocess.Popen[bytes]] = set()
        self._stopped = Event()
        self._taking = Lock()

    def run(self, batches: Iterable[Sequence[Job]]) -> Iterator[Result]:
        """Results in the order in which they are ready. Raises ``DataError`` when the library can't be written to."""
        answers: Queue[Result | Exception | None] = Queue()
        rest = iter(batches)
        threads = [Thread(target=self._serve, args=(rest, answers), daemon=True) for _ in range(self._count)]
        for thread in threads:
            thread.start()
        ended = 0
        try:
            while ended < len(threads):
                answer = answers.get()
                if isinstance(answer, Exception):
                    raise answer
                if answer is None:
                    ended += 1
                else:
                    yield answer
        finally:
            self._stopped.set()
            for process in list(self._processes):
                process.kill()
            for thread in threads:
                thread.join()
            self._own.close()

    def _serve(self, rest: Iterator[Sequence[Job]], answers: Queue[Result | Exception | None]) -> None:
        process: subprocess.Popen[bytes] | None = None
        try:
            while not self._stopped.is_set():
                with self._taking:
                    batch = next(rest, None)
                if batch is None:
                    break
                pending = [list(batch)]
                while pending and not self._stopped.is_set():
                    jobs = pending.pop()
                    process = process or self._start()
                    answer = self._ask(process, jobs)
                    if answer is not None:
                        answers.put(answer)
                        continue
                    self._end(process)
                    process = None
                    if self._stopped.is_set():
                        break
                    if len(jobs) > 1:
                        pending += [[job] for job in jobs]
                    else:
                        answers.put(Result((self._own.refuse(jobs[0], "broken", _died(jobs[0])),)))
        except Exception as error:
            answers.put(error)
        finally:
            if process is not None:
                self._end(process)
            answers.put(None)

    def _start(self) -> subprocess.Popen[bytes]:
        paths = os.pathsep.join(path for path in sys.path if path)
        one = {f"{library}_NUM_THREADS": "1" for library in ("OPENBLAS", "OMP", "MKL")}
        process = subprocess.Popen(
            [sys.executable, "-m", "pilothouse.retrieval.library.worker", str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # what a terminal sends is for the parent to decide on
            env={**os.environ, **one, "PYTHONPATH": paths},
        )
        self._processes.add(process)
        with suppress(OSError):  # one that died at once is noticed by the first question
            _send(process, self._setup)
        return process

    def _ask(self, process: subprocess.Popen[bytes], jobs: list[Job]) -> Result | None:
        """``None`` when the process died over it. Raises what it reports."""
        timer = Timer(self._patience_s, process.kill)
        timer.daemon = True
        timer.start()
        try:
            _send(process, jobs)
            assert process.stdout is not None
            answer: Any = pickle.load(process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError):
            return None
        finally:
            timer.cancel()
        if isinstance(answer, str):
            raise DataError(answer)
        assert isinstance(answer, Result)
        return answer

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        process.kill()  # between two batches: nothing is half done, and SQLite would undo it
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]
        process.wait()
        self._processes.discard(process)


def _send(process: subprocess.Popen[bytes], value: object) -> None:
    assert process.stdin is not None
    pickle.dump(value, process.stdin)
    process.stdin.flush()


def _died(job: Job) -> str:
    return (
        f"读取 {job.source} 时程序崩溃或超时，已跳过。 Reading {job.source} crashed or took too long; it was skipped."
    )
