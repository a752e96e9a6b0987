"""Index files: one for each edition and embedder, built beside the old one and put in place whole."""

from __future__ import annotations

import fcntl
import hashlib
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pilothouse.assistants.menu.documents import dish_document, faq_document
from pilothouse.assistants.menu.edition import Edition
from pilothouse.contracts.errors import DataError
from pilothouse.embedding.embedder import Embedder

if TYPE_CHECKING:
    from pilothouse.retrieval.pipelines import Hit, HybridSearch

KEPT = 2  # the edition before stays for processes that are in the middle of a turn
LAYOUT = 1  # raise it when documents or windows are made otherwise
LOCK_WAIT_S = 60.0
POLL_S = 0.02

Progress = Callable[[int, int], object]


class Indexes:
    """The folder of index files. An index is named after all that it is built from, so a wrong one is never opened.

    One process builds at a time; another waits up to ``wait_s``, then is told to try again. Raises ``DataError``.
    """

    def __init__(self, folder: Path, embedder: Embedder, wait_s: float = LOCK_WAIT_S) -> None:
        self.folder = folder
        self.embedder = embedder
        self._wait_s = wait_s
        self._lock = threading.RLock()
        self._held = 0

    def path(self, version: str) -> Path:
        """Where the index of an edition is, or would be."""
        return self.folder / f"{version}-{self._suffix}.db"

    @property
    def own(self) -> bool:
        """Whether this home has had a menu of its own: known even when the database of menus is lost."""
        return (self.folder / ".own").exists()

    def mark(self, *, own: bool) -> None:
        """Note whether the menu that was just published is the restaurant's own, not the sample."""
        with self._explained():
            marker = self.folder / ".own"
            marker.touch() if own else marker.unlink(missing_ok=True)

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Nobody else builds or publishes meanwhile. May be entered again by the thread that holds it."""
        if not self._lock.acquire(timeout=self._wait_s):
            raise _busy()
        try:
            descriptor = self._locked() if self._held == 0 else None
            self._held += 1
            try:
                yield
            finally:
                self._held -= 1
                if descriptor is not None:
                    os.close(descriptor)
        finally:
            self._lock.release()

    def build(self, edition: Edition, progress: Progress | None = None) -> Path:
        """The index of ``edition``, built unless it is there already."""
        with self.exclusive(), self._explained():
            target = self.path(edition.version)
            if not target.exists():
                self._build(edition, target, progress or (lambda done, total: None))
            return target

    def open(self, edition: Edition, kind: str) -> Search:
        """Search over ``"dishes"`` or ``"faq"``."""
        return Search(self, edition, kind)

    def discard(self, edition: Edition) -> None:
        """Remove an index that can't be used."""
        with self.exclusive(), self._explained():
            _remove(self.path(edition.version))

    def tidy(self, current: str) -> None:
        """Keep the index of version ``current`` and the newest ones beside it; remove what killed builds left."""
        with self.exclusive(), self._explained():
            target = self.path(current)
            self._sweep()
            others = [file for file in self._by_age() if file != target]
            for path in others[KEPT - 1 :]:
                _remove(path)

    def _build(self, edition: Edition, target: Path, progress: Progress) -> None:
        from pilothouse.retrieval.building import build_index

        self._sweep()
        partial = self.folder / f".{target.name}.partial"
        dishes = (dish_document(menu, dish) for menu, found in edition.menus.items() for dish in found)
        faq = (faq_document(item) for item in edition.faq)
        total = edition.size + len(edition.faq)
        older = next((path for path in self._by_age() if path.name.endswith(f"-{self._suffix}.db")), None)
        try:
            for table, documents, before in (("dishes", dishes, 0), ("faq", faq, edition.size)):
                step = _from(before, total, progress)
                build_index(partial, table, documents, self.embedder, edition.version, step, older)
            if Path(f"{partial}-wal").exists():  # not everything reached the file itself
                raise OSError("the log could not be written back")
            _flush(partial)
            _remove(target)  # a log that a killed process left beside it would be taken for the new file's
            os.replace(partial, target)
            _flush(self.folder)
        finally:
            _remove(partial)

    def _sweep(self) -> None:
        for path in self.folder.glob(".*.partial*"):
            path.unlink(missing_ok=True)
        for log in self.folder.glob("*.db-*"):
            if not log.with_name(log.name.rpartition("-")[0]).exists():
                log.unlink(missing_ok=True)

    def _by_age(self) -> list[Path]:
        return sorted(self.folder.glob("[!.]*.db"), key=lambda path: path.stat().st_mtime_ns, reverse=True)

    def _locked(self) -> int:
        with self._explained():
            self.folder.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self.folder / ".lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        deadline = time.monotonic() + self._wait_s
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return descriptor
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    os.close(descriptor)
                    raise _busy() from None
                time.sleep(POLL_S)
            except BaseException:
                os.close(descriptor)
                raise

    @property
    def _suffix(self) -> str:
        from pilothouse.retrieval.tokenizer import TOKENIZER_ID
        from pilothouse.retrieval.versions import SCHEMA

        parts = f"{self.embedder.id}|{TOKENIZER_ID}|{SCHEMA}|{LAYOUT}"
        return hashlib.sha256(parts.encode()).hexdigest()[:8]

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise DataError(
                f"索引写不进 {self.folder}（{error.strerror or error}），没有改动任何内容；请检查磁盘空间和权限。 "
                f"The index can't be written to {self.folder} ({error.strerror or error}); nothing was changed. "
                "Check disk space and permissions."
            ) from error


class Search:
    """Hybrid search over one part of an edition's index. An index that is missing, vanished or damaged is built
    (again) from the edition, once per question."""

    def __init__(self, indexes: Indexes, edition: Edition, kind: str) -> None:
        self._indexes = indexes
        self._edition = edition
        self._kind = kind
        self._lock = threading.Lock()
        self._opened: tuple[tuple[int, int], HybridSearch] | None = None

    def search(self, query: str, **options: Any) -> list[Hit]:
        """As ``HybridSearch.search``."""
        try:
            return self.ready().search(query, **options)
        except DataError as error:
            if not _unusable(error):  # a full disk, say, is no fault of the index
                raise
            with self._lock:
                self._opened = None
            self._indexes.discard(self._edition)
            return self.ready().search(query, **options)

    def ready(self) -> HybridSearch:
        """The search over the file as it is now. Raises ``StaleIndex`` when its content is of another version."""
        with self._lock:
            path = self._indexes.path(self._edition.version)
            found = _identity(path)
            if found is None:
                self._indexes.build(self._edition)
                found = _identity(path)
            if self._opened is None or self._opened[0] != found or found is None:
                search = _open(path, self._kind, self._indexes.embedder)
                search.check(self._edition.version)
                self._opened = (found or (0, 0), search)
            return self._opened[1]


def _from(before: int, total: int, progress: Progress) -> Callable[[int], object]:
    return lambda done: progress(before + done, total)


def _open(path: Path, kind: str, embedder: Embedder) -> HybridSearch:
    from pilothouse.retrieval.cache import RetrievalCache
    from pilothouse.retrieval.pipelines import HybridSearch
    from pilothouse.retrieval.store import SQLiteDocumentStore

    return HybridSearch(SQLiteDocumentStore(path, table=kind), embedder, cache=RetrievalCache())


def _unusable(error: DataError) -> bool:
    import apsw

    from pilothouse.retrieval.versions import StaleIndex

    damaged = (apsw.NotADBError, apsw.CorruptError, apsw.FormatError)
    return isinstance(error, StaleIndex) or isinstance(error.__cause__, damaged)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)


def _flush(path: Path) -> None:
    """To the disk, so that a power cut can't leave a name without its content."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _busy() -> DataError:
    return DataError(
        "另一个进程正在导入菜单或建立索引，请稍后再试。 "
        "Another process is importing a menu or building its index; try again shortly."
    )
