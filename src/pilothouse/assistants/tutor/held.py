"""Connections to the tutor's files that stay open: to open and close one costs more than what a turn asks of it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import apsw

MOST = 6  # connections of a thread
BUSY_S = 10.0

_Identity = tuple[int, int] | None
_local = threading.local()


def connection(file: Path, begin: Callable[[apsw.Connection], None]) -> apsw.Connection:
    """This thread's connection to ``file``, which is made for its owner only when it isn't there. ``begin`` is called
    with a new one. A file that was put in its place is opened anew. Raises ``apsw.Error`` and ``OSError``."""
    held = _connections().get(str(file))
    if held is not None and held[0] == _identity(file):
        return held[1]
    drop(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    made = apsw.Connection(str(file))
    try:
        made.set_busy_timeout(int(BUSY_S * 1000))
        begin(made)
    except BaseException:
        made.close()
        raise
    connections = _connections()
    while len(connections) >= MOST:
        drop(Path(next(iter(connections))))
    connections[str(file)] = (_identity(file), made)
    return made


def drop(file: Path) -> None:
    """Close it: the next use looks at the file anew."""
    held = _connections().pop(str(file), None)
    if held is not None:
        held[1].close()


def _connections() -> dict[str, tuple[_Identity, apsw.Connection]]:
    """This thread's, by path; a forked process must not use its parent's."""
    if getattr(_local, "process", None) != os.getpid():
        _local.process, _local.connections = os.getpid(), {}
    connections: dict[str, tuple[_Identity, apsw.Connection]] = _local.connections
    return connections


def _identity(file: Path) -> _Identity:
    """Another file may have been put in its place."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
