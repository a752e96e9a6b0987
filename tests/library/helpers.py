"""What the tests of the library share."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from pilothouse.contracts.caller import Caller
from pilothouse.embedding.embedder import Vectors, unit
from pilothouse.embedding.use import EmbeddedEmbedder
from pilothouse.retrieval.library import Library
from pilothouse.retrieval.passage import Passage
from pilothouse.retrieval.pipelines import HybridSearch

FIELDS = ("document", "title", "source", "section", "page", "date", "dept", "kind", "overlap")
GUEST = Caller()


class LetterEmbedder:
    """Texts with the same characters get near vectors, at once. ``seen`` lists what was embedded."""

    dimension = 64

    def __init__(self, id: str = "letters@1") -> None:
        self.id = id
        self.seen: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.seen += texts
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            for character in text:
                vectors[row, crc32(character.encode()) % self.dimension] += 1
        return unit(vectors)

    def to_dict(self) -> dict[str, Any]:
        return {"type": "tests.LetterEmbedder", "init_parameters": {}}


class HybridEngine:
    """The quick query pipeline of the menu behind the call of the knowledge pipeline."""

    def __init__(self, library: Library) -> None:
        self.hybrid = HybridSearch(library.store, library.embedder)
        self.asked: list[Any] = []

    def search(self, query: str, *, filters: Mapping[str, Any], top_k: int, candidates: int) -> list[Passage]:
        self.asked.append((query, filters))
        return [
            Passage(
                id=hit.id,
                content=hit.content,
                score=hit.score,
                stages=hit.stages,
                **{field: hit.meta[field] for field in FIELDS},
            )
            for hit in self.hybrid.search(query, filters=filters, top_k=top_k, candidates=candidates)
        ]


def opened(folder: Path, embedder: Any = None, *, semantic: bool = True) -> Library:
    library = Library(folder / "knowledge.db", embedder or LetterEmbedder(), semantic=semantic)
    if not isinstance(library.embedder, EmbeddedEmbedder):
        library.search_engine = HybridEngine(library)
    return library


def holder(*scopes: str) -> Caller:
    return Caller("somebody", frozenset(scopes))


def write(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def corpus(path: Path, *records: object) -> Path:
    lines = [record if isinstance(record, str) else json.dumps(record, ensure_ascii=False) for record in records]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def ids(library: Library, caller: Caller = GUEST) -> list[str]:
    return [document.id for document in library.documents(caller)]


def found(library: Library, query: str, caller: Caller = GUEST, **options: Any) -> list[str]:
    """Documents of the passages, best first."""
    return [passage.document for passage in library.search(query, caller, top_k=20, candidates=20, **options).passages]


def state(library: Library) -> dict[str, Any]:
    """All that is kept, so that two libraries can be compared: documents, chunks, vectors and words."""
    import apsw
    import sqlite_vec

    connection = apsw.Connection(str(library.path))
    connection.enable_load_extension(True)
    connection.load_extension(sqlite_vec.loadable_path())
    documents = {(info.id, info.path): (info.title, info.dept, info.allow, info.status, info.reason, info.chunks)
                 for info in library.everything()}  # fmt: skip
    chunks = {}
    vectors = "SELECT 1 FROM sqlite_schema WHERE name = 'chunks_vectors'"
    if connection.execute(vectors).fetchone():
        for id_, content, meta, data in connection.execute(
            "SELECT d.id, d.content, json(d.meta), v.embedding FROM chunks AS d "
            "JOIN chunks_windows AS w ON w.doc = d.n "
            "CROSS JOIN chunks_vectors AS v ON v.rowid = w.n JOIN library_chunks AS c ON c.n = d.n "
            "JOIN library_documents AS l ON l.n = c.document AND l.status = 'read' "
            "JOIN library_audiences AS a ON a.n = l.audience AND a.n = meta ->> '$.audience' AND a.allow = l.allow"
        ):
            told = {name: value for name, value in json.loads(meta).items() if name != "audience"}
            chunks[id_] = (content, told, np.frombuffer(data, np.float32).round(5).tolist())
    counts = [connection.execute(f"SELECT count(*) FROM {table}").get
              for table in ("chunks", "library_chunks", "chunks_windows", "chunks_words")]  # fmt: skip
    if connection.execute(vectors).fetchone():
        counts.append(connection.execute("SELECT count(*) FROM chunks_vectors").get)
    assert set(counts) == {len(chunks)}, counts
    connection.execute("INSERT INTO chunks_words (chunks_words) VALUES ('integrity-check')")
    connection.close()
    assert sum(values[-1] for values in documents.values()) == len(chunks)
    return {"documents": documents, "chunks": chunks}
