"""All documents of a home: indexed, searched and listed for those who may see them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal

import apsw

from pilothouse.contracts.caller import Caller
from pilothouse.contracts.errors import UsageError
from pilothouse.embedding.embedder import Embedder
from pilothouse.retrieval.cache import RetrievalCache
from pilothouse.retrieval.library.audience import entries
from pilothouse.retrieval.library.edition import Edition
from pilothouse.retrieval.library.job import READ
from pilothouse.retrieval.library.lock import alone
from pilothouse.retrieval.library.report import IndexReport
from pilothouse.retrieval.library.shelf import Shelf
from pilothouse.retrieval.library.survey import roots
from pilothouse.retrieval.library.tables import CHUNKS, TITLE_FIELDS, open_database, visible
from pilothouse.retrieval.noted import Ranked, note_search
from pilothouse.retrieval.passage import Found, Passage
from pilothouse.retrieval.rows import COLUMNS, decode
from pilothouse.retrieval.scores import Trace
from pilothouse.retrieval.semantic import SemanticCache
from pilothouse.retrieval.store import SQLiteDocumentStore

if TYPE_CHECKING:
    from pilothouse.retrieval.knowledge import KnowledgeSearch, Reranker
    from pilothouse.retrieval.library.run import Progress

EVERY_DEPT = "all"

_INFO = (
    "d.id, r.path, d.path, d.source, d.title, d.date, d.dept, d.allow, d.status, d.reason, d.sentence, d.chunks, d.size"
)


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """A document. ``path`` is the file that it was read from, ``source`` what is shown; ``allow`` is empty when it is
    for everybody; ``reason`` and ``sentence`` say why it was ``skipped``; ``size`` in bytes."""

    id: str
    path: str
    source: str
    title: str
    date: str
    dept: str
    allow: tuple[str, ...]
    status: Literal["read", "skipped"]
    reason: str
    sentence: str
    chunks: int
    size: int


class Library:
    """Documents and their index in the SQLite file ``path``, made when it is missing.

    What a caller may see is decided by code before anything is ranked or counted. May be used from several threads
    and processes; readers are never blocked by an index run. Every method raises ``DataError`` when the file can't be
    used. ``cache`` is the number of answers kept, in memory; with ``semantic`` a question that asks the same in other
    words gets them too. ``reranker`` is the last judge of what was found, by default the embedded one.
    """

    def __init__(
        self,
        path: Path | str,
        embedder: Embedder,
        *,
        cache: int = 512,
        reranker: Reranker | None = None,
        semantic: bool = True,
    ) -> None:
        self.path = Path(path)
        self.embedder = embedder
        self._edition = Edition(embedder.id)
        self._database = open_database(self.path)
        self.store = SQLiteDocumentStore(self.path, CHUNKS.documents, TITLE_FIELDS, ())
        self._cache: RetrievalCache[Found] = RetrievalCache(cache)
        # From a question to one that asks the same, whose answer the cache above may still hold.
        self._asked = SemanticCache[str](None, embedder, size=cache) if semantic else None
        self._search: KnowledgeSearch | None = None
        self._reranker = reranker

    # -- reading -------------------------------------------------------------------------------------

    @property
    def search_engine(self) -> KnowledgeSearch:
        """The query pipeline; it may be replaced by one with another reranker."""
        if self._search is None:
            from pilothouse.retrieval.knowledge import KnowledgeSearch

            self._search = KnowledgeSearch(self.store, self.embedder, reranker=self._reranker)
        return self._search

    @search_engine.setter
    def search_engine(self, engine: KnowledgeSearch) -> None:
        self._search = engine
        self._cache.clear()

    @property
    def version(self) -> str:
        """Names the content; another one after every change."""
        with self._database.reading() as connection:
            return self._edition.version(connection)

    def search(
        self, query: str, caller: Caller, *, top_k: int = 5, dept: str = EVERY_DEPT, candidates: int = 50
    ) -> Found:
        """The ``top_k`` best passages that the caller may see, of one department or all; ``total`` counts those that
        came into question. Everything is taken from one state of the library.

        Raises ``StaleIndex`` when the index was made with another embedder or program, ``ValueError`` for counts.
        """
        if top_k < 1 or candidates < top_k:
            raise ValueError("top_k must be greater than 0 and candidates not smaller than top_k.")
        with self.store.reading() as connection:
            self._edition.check(connection)
            version = self._edition.version(connection)
            audiences = visible(connection, caller.expanded, dept)
            if not audiences or not query.strip():
                return Found((), 0, version)
            filters = {"field": "meta.audience", "operator": "in", "value": audiences}
            engine = self.search_engine
            # The audiences stand for the scopes: who sees the same documents gets the same answer.
            place = partial(
                self._cache.key, data_version=version, settings=f"{id(engine)} {top_k} {candidates}", filters=filters
            )
            found = self._cache.get(place(query))
            if found is None and self._asked is not None and (earlier := self._asked.get(query, place(""))) is not None:
                found = self._cache.get(place(earlier))
            if found is None:
                passages = engine.search(query, filters=filters, top_k=candidates, candidates=candidates)
                found = Found(tuple(passages[:top_k]), len(passages), version)
                self._cache.put(place(query), found)
                if self._asked is not None:
                    self._asked.put(query, place(""), query)
            else:
                ranked = (Ranked(item.id, item.title, item.score, item.stages) for item in found.passages)
                note_search(CHUNKS.documents, query, ranked, cached=True)
            return found

    def documents(self, caller: Caller) -> tuple[DocumentInfo, ...]:
        """What the caller may see, by id."""
        with self._database.reading() as connection:
            return _infos(connection, _where(connection, caller), ())

    def document(self, id_: str, caller: Caller) -> DocumentInfo | None:
        """``None`` when there is none of that id that the caller may see."""
        with self._database.reading() as connection:
            return next(iter(_infos(connection, f"{_where(connection, caller)} AND d.id = ?", (id_,))), None)

    def passages(self, id_: str, caller: Caller) -> tuple[Passage, ...]:
        """All chunks of a document in order; empty when there is none of that id that the caller may see."""
        from pilothouse.retrieval.knowledge import passages

        with self._database.reading() as connection:
            if not _infos(connection, f"{_where(connection, caller)} AND d.id = ?", (id_,)):
                return ()
            rows: Any = connection.execute(
                f"SELECT {COLUMNS} FROM {CHUNKS.documents} AS d WHERE d.n IN (SELECT c.n FROM library_chunks AS c JOIN "
                "library_documents AS l ON l.n = c.document WHERE l.id = ? AND l.status = ?) ORDER BY d.n",
                (id_, READ),
            )
            return tuple(passages([decode(row) for row in rows], Trace()))

    def departments(self, caller: Caller) -> tuple[str, ...]:
        """Departments of the documents that the caller may see."""
        with self._database.reading() as connection:
            where = _where(connection, caller)
            rows: Any = connection.execute(
                f"SELECT DISTINCT d.dept FROM library_documents AS d WHERE {where} AND d.dept != '' ORDER BY d.dept"
            )
            return tuple(dept for (dept,) in rows)

    def everything(self) -> tuple[DocumentInfo, ...]:
        """For the operator: all documents by id, and what was skipped."""
        with self._database.reading() as connection:
            return _infos(connection, "1", ())

    # -- changing ------------------------------------------------------------------------------------

    def index(
        self,
        sources: Iterable[Path | str],
        *,
        dept: str = "",
        allow: Sequence[str] = (),
        progress: Progress | None = None,
        workers: int | None = None,
    ) -> IndexReport:
        """Bring the library up to date with files, folders and corpora (``.jsonl``).

        ``dept`` and ``allow`` hold where neither a document nor ``permissions.yaml`` says otherwise, and are
        remembered for the source; ``"*"`` in ``allow`` opens it to everybody again. ``progress`` gets the number of
        documents done and of all. ``workers`` processes do the work, ``None`` for what suits, 0 for this one only.
        What can't be read is skipped and reported. Stopped at any moment, each document is as it was or as it
        is now, and the next run does the rest.

        Raises ``UsageError`` for sources that are not there, ``DataError`` for faulty permissions or another run
        under way; nothing was changed then.
        """
        from pilothouse.retrieval.library.run import IndexRun

        paths = [Path(source) for source in ([sources] if isinstance(sources, (str, Path)) else sources)]
        if not paths:
            raise UsageError("请给出要索引的文件或文件夹。 Name the files or folders to index.")
        try:
            readers = entries(list(allow))
        except ValueError as error:
            raise UsageError(
                f"--allow {','.join(map(str, allow))} 看不懂；应形如 hr,finance。 Write --allow like hr,finance."
            ) from error
        with alone(self.path):
            run = IndexRun(self.path, self._database, self.embedder, self._edition, workers)
            return run.run(paths, dept.strip(), readers, progress)

    def remove(self, paths: Iterable[Path | str]) -> int:
        """Forget sources (files, folders) or single documents by id; files stay. Returns how many documents.

        What lies inside an indexed folder comes back when that is indexed again.
        Raises ``UsageError`` for what is not in the library, and then nothing is removed.
        """
        with alone(self.path), self._database.writing() as connection:
            shelf = Shelf(connection, self._edition.built, checked=False)
            chosen: set[int] = set()
            for path in paths:
                found = _named(connection, str(path))
                if not found:
                    raise UsageError(f"知识库里没有 {str(path)!r}。 The library holds nothing called {str(path)!r}.")
                chosen |= found - {0}
            read = sum(_is_read(connection, number) for number in chosen)
            for number in chosen:
                connection.execute(
                    "DELETE FROM library_corpora WHERE (root, path) IN "
                    "(SELECT root, path FROM library_documents WHERE n = ?)",
                    (number,),
                )
            shelf.remove(chosen)
            connection.execute("DELETE FROM library_roots WHERE n NOT IN (SELECT root FROM library_documents)")
            shelf.close()
            self._edition.finish(connection)
        return read

    def to_yaml(self) -> str:
        """The indexing pipeline as Haystack's YAML, without secrets."""
        from pilothouse.retrieval.library.components import index_pipeline

        return index_pipeline(self.path, self.embedder, self._edition.built).dumps()

    def close(self) -> None:
        """Call it when no thread uses the library any more."""
        self.store.close()
        self._database.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _where(connection: apsw.Connection, caller: Caller) -> str:
    numbers = ", ".join(map(str, visible(connection, caller.expanded)))
    return f"d.status = '{READ}' AND d.audience IN ({numbers})"


def _infos(connection: apsw.Connection, where: str, bindings: tuple[Any, ...]) -> tuple[DocumentInfo, ...]:
    rows: Any = connection.execute(
        f"SELECT {_INFO} FROM library_documents AS d JOIN library_roots AS r ON r.n = d.root WHERE {where} "
        "ORDER BY d.id, d.n",
        bindings,
    )
    return tuple(
        DocumentInfo(
            id_, str(Path(root) / path) if path else root, source, title, date, dept, tuple(json.loads(allow)), *rest
        )
        for id_, root, path, source, title, date, dept, allow, *rest in rows
    )


def _named(connection: apsw.Connection, name: str) -> set[int]:
    """Documents with this id, or of a root or folder of this path; {0} for a root that holds none."""
    rows: Any = connection.execute("SELECT n FROM library_documents WHERE id = ?", (name,))
    found = {n for (n,) in rows}
    place = Path(_absolute(name))
    for root in roots(connection):
        if place != root.path and root.path not in place.parents:
            continue
        below = "" if place == root.path else place.relative_to(root.path).as_posix()
        rows = connection.execute("SELECT n, path FROM library_documents WHERE root = ?", (root.n,))
        inside = {n for n, path in rows if not below or path == below or path.startswith(f"{below}/")}
        found |= inside | ({0} if not below else set())
    return found


def _absolute(name: str) -> str:
    return str(Path(name).expanduser().resolve())


def _is_read(connection: apsw.Connection, number: int) -> bool:
    return bool(connection.execute("SELECT status FROM library_documents WHERE n = ?", (number,)).get == READ)
