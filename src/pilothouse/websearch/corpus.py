"""Review pages in this home, searched by the project's own retrieval: the sample, or pages of one's own."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.embedding.embedder import Embedder, Vectors
from pilothouse.retrieval.library.lock import alone
from pilothouse.websearch.canonical import domain
from pilothouse.websearch.material import Material, gather, read_file
from pilothouse.websearch.ownership import Ownership
from pilothouse.websearch.page import LAYOUT, Page, record, stored
from pilothouse.websearch.query import Query, read_query, tokens
from pilothouse.websearch.relevance import Candidate, Counting, below, named, near_kinds, scores
from pilothouse.websearch.report import Report

if TYPE_CHECKING:
    from pilothouse.retrieval.store import SQLiteDocumentStore

TABLE = "pages"
CANDIDATES = 80  # pages of each kind of search that are looked at
PATIENCE_S = 120.0  # for another process that indexes the sample
REMEDY = (
    "请重新导入自己的网页：pilothouse index shopping 文件",
    "import your pages again: pilothouse index shopping FILE",
)

_OWN = f"own:{LAYOUT}:"

Filters = Mapping[str, Any]
Progress = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class Found:
    """A page with its relevance to a query, 0 to 1."""

    page: Page
    score: float


class Corpus:
    """Pages and their index in the SQLite file ``path``, made when it is missing. ``sample``: files of the pages to use
    while there are none of one's own.

    May be used from several threads and processes; readers are never blocked. Every method raises ``DataError`` when
    the file can't be used.
    """

    def __init__(self, path: Path | str, embedder: Embedder, sample: Sequence[Path] = ()) -> None:
        self.path = Path(path)
        self.embedder = embedder
        self._sample = tuple(sorted(sample))
        self._ownership = Ownership(self.path)
        self._opening = threading.RLock()
        self._store: SQLiteDocumentStore | None = None
        self._is_ready = False

    # -- reading -------------------------------------------------------------------------------------

    @property
    def version(self) -> str:
        """Names the content; another one after every change. Empty when there are no pages."""
        said = self.store.version()
        whole = f"{said.data} {said.embedder} {said.tokenizer} {LAYOUT}"
        return hashlib.sha256(whole.encode()).hexdigest()[:12] if said.data else ""

    @property
    def holds(self) -> str:
        """``sample``, ``own``, or nothing."""
        return self.store.version().data.partition(":")[0]

    def __len__(self) -> int:
        return self.store.count_documents()

    def find(self, query: Query, filters: Filters | None = None, candidates: int = CANDIDATES) -> list[Found]:
        """The pages that filters admit and that words or meaning bring up, most relevant first."""
        if not query.subject:
            return []
        subject, kind = self.embedder.embed([query.subject, query.kind])
        with self.store.reading():
            pages, asked, count = self.candidates(query, subject, kind, filters, candidates)
            found = scores(query, asked, subject, kind, count)
            ranked = [Found(page, score) for page, score in zip(pages, found, strict=True)]
            for other in [] if named(query, asked) else near_kinds(query, asked):
                renamed = read_query(query.text.replace(query.kinds[0], other))
                ranked = _either(ranked, self._find_near(renamed, filters, candidates))
        return sorted(ranked, key=lambda each: (-each.score, each.page.id))

    def _find_near(self, query: Query, filters: Filters | None, candidates: int) -> list[Found]:
        subject, kind = self.embedder.embed([query.subject, query.kind])
        pages, asked, count = self.candidates(query, subject, kind, filters, candidates)
        found = scores(query, asked, subject, kind, count)
        return [Found(page, below(score)) for page, score in zip(pages, found, strict=True)]

    def candidates(
        self, query: Query, subject: Vectors, kind: Vectors, filters: Filters | None, count: int = CANDIDATES
    ) -> tuple[list[Page], list[Candidate], Counting]:
        """The pages that words or meaning bring up, as they are and as relevance wants them, and how to count words."""
        from pilothouse.retrieval.windows import stored_windows

        lookup = self.store.lookup
        ids = dict.fromkeys(lookup.by_words(query.tokens, filters, count))
        for phrase in query.phrases:
            ids |= dict.fromkeys(lookup.by_words(tokens((phrase,)), filters, count))
        for vector in (subject, kind):
            ids |= dict.fromkeys(lookup.by_vector(vector, filters, count))
        windows = stored_windows(self.store, list(ids))
        pages = [_page(document) for document in lookup.documents(list(ids))]
        nothing = np.zeros((0, len(subject)), dtype=np.float32)
        asked = [Candidate(page.title, page.text, windows.get(page.id, nothing)) for page in pages]
        return pages, asked, lambda words: lookup.frequencies(words, filters)[1]

    def get(self, ids: Sequence[str]) -> list[Page]:
        """Pages by canonical address, in the order asked; unknown ones are left out."""
        return [_page(document) for document in self.store.lookup.documents(ids)]

    # -- changing ------------------------------------------------------------------------------------

    def ready(self) -> None:
        """Index the sample when there is nothing yet, or when it was made by another program. Cheap once done.

        Raises ``DataError`` for pages of one's own that were lost, or were indexed by another embedder or program.
        """
        with self._opening:
            if self._is_ready or self._usable():
                self._is_ready = True
                return
            with _patiently(self.path):
                if not self._usable():
                    self._replace(gather(*self._sample), sample=True)
            self._is_ready = True

    def index(self, file: Path | str, progress: Progress | None = None) -> Report:
        """Put the pages of a file in place of all that there are, the sample included.

        Raises ``UsageError`` and ``DataError``; nothing was changed then.
        """
        found = read_file(Path(file))
        with alone(self.path):
            return self._replace(found, sample=False, progress=progress)

    def restore(self, *, replace_own: bool = False, progress: Progress | None = None) -> Report:
        """Bring the sample back. Raises ``UsageError`` when there are pages of one's own, not to be replaced."""
        with alone(self.path):
            if self.holds == "own" and not replace_own:
                raise UsageError(
                    "已有自己的网页，恢复示例会移除它们；确定要这样做请加 --yes。 "
                    "There are pages of your own, which the sample would replace; add --yes if you mean it."
                )
            return self._replace(gather(*self._sample), sample=True, progress=progress)

    def close(self) -> None:
        """Call it when no thread uses the corpus any more."""
        with self._opening:
            if self._store is not None:
                self._store.close()
            self._store = None

    @property
    def store(self) -> SQLiteDocumentStore:
        """The index."""
        with self._opening:
            if self._store is None:
                from pilothouse.retrieval.store import SQLiteDocumentStore

                self._store = SQLiteDocumentStore(self.path, TABLE, ("title",), ())
            return self._store

    # -- inside --------------------------------------------------------------------------------------

    def _usable(self) -> bool:
        """Whether the pages are there as they should be; ``False``: the sample must be indexed."""
        from pilothouse.retrieval.versions import IndexVersion, StaleIndex

        data = self.store.version().data
        kind = data.partition(":")[0]
        if not kind and self._ownership.own:
            raise DataError(
                f"网页库 {self.path} 丢失或被清空；{REMEDY[0]}，或用 pilothouse index shopping --sample 恢复示例。 "
                f"The pages in {self.path} were lost: {REMEDY[1]}, or bring the sample back with --sample."
            )
        if not kind:
            return not self._sample
        wanted = IndexVersion(data=self._fingerprint() if kind == "sample" else "", embedder=self.embedder.id)
        try:
            self.store.check(wanted)
            if kind == "own" and not data.startswith(_OWN):
                raise StaleIndex({"cutting": (data, _OWN)})
        except StaleIndex as error:
            if kind == "sample":
                return not self._sample
            raise StaleIndex(error.differences, REMEDY) from error
        if self._ownership.own != (kind == "own"):
            self._ownership.keep(sample=kind == "sample")
        return True

    def _fingerprint(self) -> str:
        digest = hashlib.sha256(LAYOUT.encode())
        for path in self._sample:
            digest.update(path.read_bytes() if path.exists() else b"")
        return f"sample:{digest.hexdigest()[:16]}"

    def _replace(self, found: Material, *, sample: bool, progress: Progress | None = None) -> Report:
        from pilothouse.retrieval.replacing import replace_content

        started = time.perf_counter()
        before = self.holds
        if sample:
            data = self._fingerprint()
        else:
            digest = hashlib.sha256(repr(found.pages).encode())
            data = f"{_OWN}{digest.hexdigest()[:16]}"
        replace_content(
            self.store, map(record, found.pages), self.embedder, data, progress or (lambda done, total: None)
        )
        self._ownership.keep(sample=sample)
        return Report(
            pages=len(found.pages),
            domains=len({domain(page.url) for page in found.pages}),
            undated=sum(page.date is None for page in found.pages),
            thin=found.thin,
            sample=sample,
            replaced=before,
            version=self.version,
            seconds=time.perf_counter() - started,
            notes=tuple([] if sample else found.notes),
        )


def _either(found: Sequence[Found], others: Sequence[Found]) -> list[Found]:
    """Each page once, with the better of its scores."""
    best: dict[str, Found] = {}
    for each in (*found, *others):
        if each.page.id not in best or each.score > best[each.page.id].score:
            best[each.page.id] = each
    return list(best.values())


def _page(document: Any) -> Page:
    return stored(document.id, document.content or "", document.meta)


@contextmanager
def _patiently(path: Path) -> Iterator[None]:
    """Two programs may be started in a new home at once: one indexes, the other waits."""
    deadline = time.monotonic() + PATIENCE_S
    with ExitStack() as held:
        while True:
            try:
                held.enter_context(alone(path))
                break
            except DataError:
                if time.monotonic() > deadline:
                    raise
        yield
