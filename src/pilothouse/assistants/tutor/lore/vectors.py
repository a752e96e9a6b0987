"""The vector layer: an index file of the retrieval room for each version of the knowledge base.

It is a help, never a condition: whatever goes wrong here (no model, no network, a full disk, a damaged file), the
search goes on with words.
"""

from __future__ import annotations

import hashlib
import logging
import os
import time
import uuid
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any

from pilothouse.assistants.tutor.lore.fragment import Fragment
from pilothouse.embedding.embedder import Embedder
from pilothouse.retrieval.tokenizer import TOKENIZER_ID
from pilothouse.sqlite import cause_of

if TYPE_CHECKING:
    from pilothouse.retrieval.store import SQLiteDocumentStore

log = logging.getLogger(__name__)

FOLDER = "lore"  # in the home directory
TABLE = "fragments"
LAYOUT = 1  # raise it when documents or windows are made otherwise
WINDOW = 120  # characters that one vector stands for
RETRY_S = 60.0  # after a failure: a remote embedder that is down must not cost every search its time limit
CANDIDATES = 24
ABANDONED_S = 3600.0
PAUSE_S = 0.4  # before vectors are made aside: the turn that wants them is answered first


class Vectors:
    """Cosines of the fragments nearest to a query. ``folder`` holds the index files; ``None`` as embedder: no layer.
    ``aside``: an index that is missing, and a model that isn't loaded, are made ready in a thread, and there are no
    cosines until then: nobody waits seconds in the middle of a talk."""

    def __init__(self, folder: Path, embedder: Embedder | None, *, aside: bool = False) -> None:
        self._aside = aside
        self._maker: Thread | None = None
        self._ready = ""  # the version that searches needn't wait for
        self._folder = folder
        self._embedder = embedder
        self._lock, self._making = Lock(), Lock()
        self._opened: tuple[Path, SQLiteDocumentStore] | None = None
        self._resting = 0.0  # until this time (monotonic, seconds)

    def near(self, version: str, fragments: Mapping[str, Fragment], query: str, subject: str = "") -> dict[str, float]:
        """Cosine by fragment id of the nearest in ``subject`` and in all; empty when vectors can't be had now."""
        if self._embedder is None or not fragments or time.monotonic() < self._resting:
            return {}
        if self._aside and self._ready != version:
            self.prepare(version, fragments)
            return {}
        try:
            store = self._store(version, fragments.values())
            asked = self._embedder.embed([query])[0]
            found = store.lookup.by_vector(asked, None, CANDIDATES)
            if subject:
                filters = {"field": "meta.subject", "operator": "==", "value": subject}
                found = {**store.lookup.by_vector(asked, filters, CANDIDATES), **found}
            return {id_: cosine for id_, cosine in found.items() if id_ in fragments}
        except Exception as error:  # of whatever kind: words will do
            log.warning("The knowledge base is searched by words only", exc_info=True)
            with self._lock:
                self._opened = None
                if cause_of(error) == "damaged" or cause_of(_below(error)) == "damaged":
                    _remove(self._path(version))  # made anew by the next search
                else:
                    self._resting = time.monotonic() + RETRY_S
            return {}

    def prepare(self, version: str, fragments: Mapping[str, Fragment]) -> None:
        """Begin to make the layer ready in a thread, unless one does so. The process ends when it has."""
        with self._making:
            if self._embedder is None or not fragments or (self._maker is not None and self._maker.is_alive()):
                return
            self._maker = Thread(target=self._make, args=(version, fragments), name="lore")
            self._maker.start()

    def _make(self, version: str, fragments: Mapping[str, Fragment]) -> None:
        assert self._embedder is not None
        Event().wait(PAUSE_S)
        try:
            self._store(version, fragments.values())
            self._embedder.embed(["预备"])  # loads the model
            self._ready = version
        except Exception:  # the next search tries again, and rests if it must
            log.warning("The vectors of the knowledge base could not be made ready", exc_info=True)
            self._resting = time.monotonic() + RETRY_S

    def _store(self, version: str, fragments: Collection[Fragment]) -> SQLiteDocumentStore:
        assert self._embedder is not None
        from pilothouse.retrieval.store import SQLiteDocumentStore

        with self._lock:
            path = self._path(version)
            if self._opened is None or self._opened[0] != path or not path.exists():
                if not path.exists():
                    self._build(path, version, fragments)
                self._opened = (path, SQLiteDocumentStore(path, table=TABLE))
            return self._opened[1]

    def _path(self, version: str) -> Path:
        """An index is named after all that it is built from, so that a wrong one is never opened."""
        assert self._embedder is not None
        made = hashlib.sha256(f"{self._embedder.id}|{TOKENIZER_ID}|{LAYOUT}".encode()).hexdigest()[:8]
        return self._folder / f"{version}-{made}.db"

    def _build(self, path: Path, version: str, fragments: Collection[Fragment]) -> None:
        """Beside the old one, and put in place whole. Two processes that build the same put the same in place."""
        assert self._embedder is not None
        from pilothouse.retrieval.building import build_index

        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        older = sorted(self._folder.glob("[!.]*.db"), key=lambda file: -file.stat().st_mtime_ns)
        for left in self._folder.glob(".*.partial*"):  # by a process that was killed
            if time.time() - left.stat().st_mtime > ABANDONED_S:
                left.unlink(missing_ok=True)
        partial = self._folder / f".{path.name}.{uuid.uuid4().hex}.partial"
        try:
            before = older[0] if older else None
            build_index(partial, TABLE, map(_record, fragments), self._embedder, version, older=before)
            if Path(f"{partial}-wal").exists():
                raise OSError("the log could not be written back")
            os.replace(partial, path)
        finally:
            _remove(partial)
        for file in older[1:]:  # the version before stays for a process in the middle of a search
            _remove(file)


def _record(fragment: Fragment) -> dict[str, Any]:
    return {
        "id": fragment.id,
        "content": fragment.text,
        "meta": {"subject": fragment.subject, "title": fragment.title},
        "windows": [f"{fragment.heading}：{window}" for window in _windows(fragment.text)],
    }


def _windows(text: str) -> Iterator[str]:
    for start in range(0, max(len(text), 1), WINDOW):
        yield text[start : start + WINDOW]


def _below(error: BaseException) -> Exception:
    """What an error was raised from, which tells more of the file."""
    return error.__cause__ if isinstance(error.__cause__, Exception) else Exception()


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
