"""What every SQLite file of ours needs: waiting for the write-ahead log, whole transactions, errors by their cause."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Literal

import apsw

Cause = Literal["busy", "readonly", "unopened", "full", "damaged", "disk", "other"]

FULL = (
    "磁盘已满，没有写入任何内容；请腾出空间后重试。 "
    "The disk is full; nothing was written. Free some space and try again."
)
RETRY_S = 0.005

_CAUSES: tuple[tuple[type[Exception] | tuple[type[Exception], ...], Cause], ...] = (
    ((apsw.BusyError, apsw.LockedError), "busy"),
    (apsw.ReadOnlyError, "readonly"),
    ((apsw.CantOpenError, apsw.PermissionsError, apsw.AuthError), "unopened"),
    (apsw.FullError, "full"),
    ((apsw.NotADBError, apsw.CorruptError, apsw.FormatError), "damaged"),
    ((apsw.IOError, OSError), "disk"),
)


def write_ahead(connection: apsw.Connection, wait_s: float) -> None:
    """Switch the file to its write-ahead log. SQLite doesn't wait when another process is switching too: this does."""
    deadline = monotonic() + wait_s
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchall()
            return
        except apsw.BusyError:
            if monotonic() >= deadline:
                raise
            sleep(RETRY_S)


@contextmanager
def transaction(connection: apsw.Connection, begin: str = "BEGIN IMMEDIATE") -> Iterator[apsw.Connection]:
    """Commits at the end; rolls back when anything is raised."""
    connection.execute(begin)
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        # Some failures (disk full) roll back by themselves; a second rollback would hide the first error.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def prepare(connection: apsw.Connection, schema: str, version: int, newer: Exception, wait_s: float) -> None:
    """Make the tables of a file that a person may want forgotten: what is deleted leaves nothing in it.

    ``version`` of the table layout is kept in ``PRAGMA user_version``. Raises ``newer`` for a file that a newer program
    wrote.
    """
    connection.execute("PRAGMA secure_delete = ON")
    found = int(connection.execute("PRAGMA user_version").get)
    if found > version:
        raise newer
    if found == version:
        return
    write_ahead(connection, wait_s)
    with transaction(connection):
        connection.execute(schema)
        connection.execute(f"PRAGMA user_version = {version}")


@contextmanager
def private(path: Path, schema: str, version: int, newer: Exception, wait_s: float) -> Iterator[apsw.Connection]:
    """A connection to a file that nobody but its owner may read, made with its tables when it is missing; see
    ``prepare``. Whoever finds it busy waits ``wait_s``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    connection = apsw.Connection(str(path))
    try:
        connection.set_busy_timeout(int(wait_s * 1000))
        prepare(connection, schema, version, newer, wait_s)
        yield connection
    finally:
        connection.close()


def cause_of(error: Exception) -> Cause:
    """What is wrong with the file; ``other`` for what a person can't mend, such as a missing table."""
    return next((cause for kinds, cause in _CAUSES if isinstance(error, kinds)), "other")


@contextmanager
def explained(sentence: Callable[[Cause, Exception], str | None], error: type[Exception]) -> Iterator[None]:
    """Raises ``error`` with a sentence for whatever SQLite or the system refuses; as it is where there is none."""
    try:
        yield
    except (apsw.Error, OSError) as found:
        said = sentence(cause_of(found), found)
        if said is None:
            raise
        raise error(said) from found
