"""One index run at a time."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pilothouse.contracts.errors import DataError

WAIT_S = 1.0  # a run that was just stopped may still be leaving
POLL_S = 0.05


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold the lock of the library ``path``; that of a killed process is free.

    Raises ``DataError`` when another run holds it, or when the lock can't be made.
    """
    file = path.with_name(f"{path.name}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(file, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise DataError(
            f"无法使用 {file}：{error.strerror}；请检查目录和权限。 {file} can't be used: {error.strerror}."
        ) from error
    try:
        deadline = time.monotonic() + WAIT_S
        while not _taken(descriptor):
            if time.monotonic() > deadline:
                other = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip() or "?"
                raise DataError(
                    f"另一个索引任务（进程 {other}）正在进行；请等它结束后再试。 "
                    f"Another index run (process {other}) is under way; try again when it has ended."
                )
            time.sleep(POLL_S)
        with suppress(OSError):  # the number is for the sentence only
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        yield
    finally:
        os.close(descriptor)  # the file stays: removing it would let two runs lock two files


def _taken(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
