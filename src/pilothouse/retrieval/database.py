"""SQLite connections: one per thread, short transactions, errors as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock, local
from time import monotonic, sleep
from weakref import WeakSet

import apsw

from pilothouse.contracts.errors import DataError

MEMORY = ":memory:"
CACHE_KIB = 65536
MAP_BYTES = 1 << 30

_CAUSES: tuple[tuple[type[apsw.Error] | tuple[type[apsw.Error], ...], str, str], ...] = (
    (
        (apsw.BusyError, apsw.LockedError),
        "另一个进程正在写入；请稍后重试",
        "another process is writing to it; try again in a moment",
    ),
    (
        apsw.ReadOnlyError,
        "文件或目录是只读的；请授予写权限或换一个目录",
        "the file or directory is read-only; allow writing or choose another directory",
    ),
    (
        (apsw.CantOpenError, apsw.PermissionsError, apsw.AuthError),
        "无法打开或创建文件；请检查目录是否存在且可写",
        "it can't be opened or created; check that the directory exists and is writable",
    ),
    (apsw.FullError, "磁盘已满；请释放空间后重试", "the disk is full; free some space and try again"),
    (
        (apsw.NotADBError, apsw.CorruptError, apsw.FormatError),
        "文件已损坏或不是索引；请删除该文件并重建索引",
        "the file is damaged or not an index; delete it and build the index again",
    ),
    (
        apsw.IOError,
        "读写磁盘失败（磁盘已满、配额用尽或硬件故障）；请检查磁盘后重试",
        "reading or writing failed (disk full, quota used up or hardware fault); check the disk and try again",
    ),
)


class Database:
    """Opens ``path`` (or ``":memory:"``) and prepares each new connection with ``prepare``.

    A file gets one connection per thread; memory has one connection that threads share in turn. Every error
    of SQLite that a person can mend is raised as ``DataError`` saying what to do.
    """

    def __init__(self, path: str, busy_timeout_s: float, prepare: Callable[[apsw.Connection], None]) -> None:
        self.path = path
        self._timeout_ms = int(busy_timeout_s * 1000)
        self._prepare = prepare
        self._threads = local()
        self._lock = RLock()
        self._all: WeakSet[apsw.Connection] = WeakSet()
        self._shared = self._open() if path == MEMORY else None

    @contextmanager
    def reading(self) -> Iterator[apsw.Connection]:
        """A connection inside a read transaction: all statements see the same state."""
        with self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[apsw.Connection]:
        """A connection that holds the write lock; commits at the end, rolls back when anything is raised."""
        with self._transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    def close(self) -> None:
        """Closes all connections; call it when no thread uses them any more."""
        with self._lock:
            for connection in list(self._all):
                connection.close()
            self._threads = local()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[apsw.Connection]:
        with self._explained():
            if self._shared is not None:
                with self._lock:
                    yield from self._run(self._shared, begin)
                return
            connection = getattr(self._threads, "connection", None)
            if connection is None:
                connection = self._threads.connection = self._open()
            yield from self._run(connection, begin)

    @staticmethod
    def _run(connection: apsw.Connection, begin: str) -> Iterator[apsw.Connection]:
        connection.execute(begin)
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            # Some failures (disk full) roll back by themselves; a second rollback would hide the first error.
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _open(self) -> apsw.Connection:
        with self._explained():
            if self.path != MEMORY:
                Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            connection = apsw.Connection(self.path)
            connection.set_busy_timeout(self._timeout_ms)
            self._use_log(connection)
            for pragma in (
                "synchronous=NORMAL",  # safe against kill -9; a power cut may lose the last commit, never the file
                f"cache_size=-{CACHE_KIB}",
                f"mmap_size={MAP_BYTES}",  # vectors are scanned in place instead of being copied to the page cache
                "temp_store=MEMORY",
                "journal_size_limit=16777216",  # the log of a whole replacement does not stay on the disk
            ):
                connection.execute(f"PRAGMA {pragma}").fetchall()
            self._prepare(connection)
            self._all.add(connection)
            return connection

    def _use_log(self, connection: apsw.Connection) -> None:
        """Switches to the write-ahead log. SQLite doesn't wait when another process is doing the same: try again."""
        deadline = monotonic() + self._timeout_ms / 1000
        while True:
            try:
                connection.execute("PRAGMA journal_mode=WAL").fetchall()
                return
            except apsw.BusyError:
                if monotonic() >= deadline:
                    raise
                sleep(0.005)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise DataError(
                f"无法使用索引文件 {self.path}：{error.strerror}；请检查目录和权限。"
                f"The index {self.path} can't be used: {error.strerror}; check the directory and its permissions."
            ) from error
        except apsw.Error as error:
            for kinds, chinese, english in _CAUSES:
                if isinstance(error, kinds):
                    raise DataError(
                        f"无法使用索引文件 {self.path}：{chinese}。The index {self.path} can't be used: {english}."
                    ) from error
            raise
