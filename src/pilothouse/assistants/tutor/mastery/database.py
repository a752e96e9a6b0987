"""The file of the tutor's memory of its pupils: right and wrong answers by topic, mistakes by pattern."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from pilothouse.assistants.tutor import held
from pilothouse.assistants.tutor.held import BUSY_S
from pilothouse.contracts.caller import GUEST
from pilothouse.contracts.errors import DataError
from pilothouse.sqlite import FULL, Cause, explained, prepare, transaction

FILE = "tutor.db"  # in the home directory
VERSION = 1  # of the table layout, in PRAGMA user_version
_NEWER = (
    "学习记录由更新版本的 Pilothouse 写成，请升级程序。 "
    "The record of learning was written by a newer Pilothouse; upgrade."
)
LONGEST = 300  # characters of a name or key
GUEST_DAYS = 90.0  # that a guest's lesson may rest

# ``at`` in seconds since 1970. One row is one thing that happened; sums are made when they are asked for, so that the
# order of writing doesn't matter and what is written twice counts once.
_SCHEMA = """
CREATE TABLE IF NOT EXISTS answer (
  learner TEXT NOT NULL COLLATE NOCASE, topic TEXT NOT NULL, key TEXT NOT NULL, right INTEGER NOT NULL,
  at REAL NOT NULL,
  PRIMARY KEY (learner, topic, key)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS mistake (
  learner TEXT NOT NULL COLLATE NOCASE, topic TEXT NOT NULL, key TEXT NOT NULL, pattern TEXT NOT NULL,
  at REAL NOT NULL,
  PRIMARY KEY (learner, topic, key, pattern)) WITHOUT ROWID;
"""
TABLES = ("answer", "mistake")


def learner(user: str, session: str) -> str:
    """Under which name something is kept: the user's; for the guest, a name that many share, the session's.

    No user's name holds a colon, so none is a guest's session.
    """
    guest = not user.strip() or user.casefold() == GUEST
    return f"{GUEST}:{session}"[:LONGEST] if guest else user


def forget(path: Path | str, user: str) -> None:
    """Delete all that is kept about ``user``; of the guest, all its sessions. Nothing of it stays in the file."""
    if not Path(path).exists():
        return
    where, name = ("learner = ?", user)
    if not user.strip() or user.casefold() == GUEST:
        where, name = ("learner >= ? AND learner < 'guest;'", f"{GUEST}:")
    with opened(path) as connection:
        with transaction(connection):
            for table in TABLES:
                connection.execute(f"DELETE FROM {table} WHERE {where}", (name,))
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def opened(path: Path | str) -> Iterator[apsw.Connection]:
    """The file, made when it isn't there, for its owner only: a child's mistakes are nobody else's business.

    The connection stays open for the next use by this thread: to open and close one costs more than the rest of a
    turn. Raises ``DataError`` when the file can't be used.
    """
    file = Path(path)
    with explained(lambda cause, error: _sentence(file, cause), DataError):
        try:
            yield held.connection(file, _begin)
        except (apsw.Error, DataError):
            held.drop(file)  # the next use looks at the file anew
            raise


def _begin(connection: apsw.Connection) -> None:
    prepare(connection, _SCHEMA, VERSION, DataError(_NEWER), BUSY_S)


def tidy(connection: apsw.Connection, name: str) -> None:
    """Whenever a guest's lesson is kept, those that rested for ``GUEST_DAYS`` go: nobody else would remove them."""
    if not name.startswith(f"{GUEST}:"):
        return
    for table in TABLES:
        connection.execute(
            f"DELETE FROM {table} WHERE learner >= 'guest:' AND learner < 'guest;' AND at < ?",
            (time.time() - GUEST_DAYS * 86400,),
        )


def _sentence(path: Path, cause: Cause) -> str:
    if cause == "full":
        return FULL
    if cause == "busy":
        return (
            "另一个进程正在写入学习记录，请稍后再试。 "
            "Another process is writing the record of learning; try again shortly."
        )
    if cause in ("damaged", "other"):
        return (
            f"{path} 不是学习记录或已损坏，请移走它，会重新建立。 "
            "It is not a record of learning or is damaged: move it away and a new one will be made."
        )
    return f"无法读写 {path}，请检查磁盘和权限。 It can't be read or written: check the disk and the permissions."
