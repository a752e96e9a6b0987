"""SQLite connections: one per thread, short transactions, errors as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from threading import RLock, local
from weakref import WeakSet

import apsw

from pilothouse.contracts.errors import DataError
from pilothouse.sqlite import Cause, explained, transaction, write_ahead

MEMORY = ":memory:"
CACHE_KIB = 65536
MAP_BYTES = 1 << 30

_SENTENCES: dict[Cause, tuple[str, str]] = {
    "busy": ("另一个进程正在写入；请稍后重试", "another process is writing to it; try again in a moment"),
    "readonly": (
        "文件或目录是只读的；请授予写权限或换一个目录",
        "the file or directory is read-only; allow writing or choose another directory",
    ),
    "unopened": (
        "无法打开或创建文件；请检查目录是否存在且可写",
        "it can't be opened or created; check that the directory exists and is writable",
    ),
    "full": ("磁盘已满；请释放空间后重试", "the disk is full; free some space and try again"),
    "damaged": (
        "文件已损坏或不是索引；请删除该文件并重建索引",
        "the file is damaged or not an index; delete it and build the index again",
    ),
    "disk": (
        "读写磁盘失败（磁盘已满、配额用尽或硬件故障）；请检查磁盘后重试",
        "reading or writing failed (disk full, quota used up or hardware fault); check the disk and try again",
    ),
}


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
        """A connection inside a read transaction: all statements see the same state.

        Inside one, the same thread's further readings see that state too.
        """
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
                with self._lock, _within(self._shared, begin):
                    yield self._shared
                return
            connection = getattr(self._threads, "connection", None)
            if connection is None:
                connection = self._threads.connection = self._open()
            with _within(connection, begin):
                yield connection

    def _open(self) -> apsw.Connection:
        with self._explained():
            if self.path != MEMORY:
                Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            connection = apsw.Connection(self.path)
            connection.set_busy_timeout(self._timeout_ms)
            write_ahead(connection, self._timeout_ms / 1000)
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

    def _explained(self) -> AbstractContextManager[None]:
        return explained(self._sentence, DataError)

    def _sentence(self, cause: Cause, error: Exception) -> str | None:
        if isinstance(error, OSError):
            return (
                f"无法使用索引文件 {self.path}：{error.strerror}；请检查目录和权限。"
                f"The index {self.path} can't be used: {error.strerror}; check the directory and its permissions."
            )
        if cause == "other":
            return None
        chinese, english = _SENTENCES[cause]
        return f"无法使用索引文件 {self.path}：{chinese}。The index {self.path} can't be used: {english}."


def _within(connection: apsw.Connection, begin: str) -> AbstractContextManager[object]:
    return nullcontext() if begin == "BEGIN" and connection.in_transaction else transaction(connection, begin)
