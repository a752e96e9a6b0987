"""The Haystack components of the indexing pipeline: reader → chunker → embedder → writer."""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from haystack.core.component import component
from haystack.core.pipeline import Pipeline
from haystack.core.serialization import default_to_dict
from haystack.dataclasses import Document
from numpy.typing import NDArray

from pilothouse.embedding.embedder import Embedder, load
from pilothouse.retrieval.database import Database
from pilothouse.retrieval.documents import reading
from pilothouse.retrieval.documents.chunker import chunk
from pilothouse.retrieval.documents.limits import Account, Limits, Refusal
from pilothouse.retrieval.documents.material import Material, Unreadable
from pilothouse.retrieval.indexing import usable
from pilothouse.retrieval.knowledge import windows_of
from pilothouse.retrieval.library.audience import entries
from pilothouse.retrieval.library.job import Batch, Job, Outcome, Reading
from pilothouse.retrieval.library.planning import digest
from pilothouse.retrieval.library.records import read_at
from pilothouse.retrieval.library.shelf import Piece, Shelf, known_vectors
from pilothouse.retrieval.library.tables import TITLE_FIELDS, open_database
from pilothouse.retrieval.library.written import written
from pilothouse.retrieval.rows import encode

SIZE, OVERLAP = 400, 0.15  # characters of a chunk, and the share that it repeats of the one before
RECENT = 4096  # vectors kept of what was embedded last: a batch that is not committed yet is not found in the library


@dataclass(frozen=True, slots=True)
class Embedded:
    """By chunk id the vector, shape (dimension,), and the hash of the text it stands for. An object of its own because
    Haystack copies bare dictionaries item by item."""

    vectors: Mapping[str, NDArray[np.float32]]
    hashes: Mapping[str, bytes]

    def __deepcopy__(self, memo: dict[int, Any]) -> Embedded:
        return self


@component
class SourceReader:
    """Jobs to readings with their material. What can't be read becomes a reading with a reason."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @component.output_types(readings=Batch[Reading])
    def run(self, jobs: Batch[Job]) -> dict[str, Any]:
        started = time.perf_counter()
        readings = Batch(tuple(_read(job) for job in jobs))
        self.seconds += time.perf_counter() - started
        return {"readings": readings}


@component
class MaterialChunker:
    """Readings to one document a chunk, ids ``DOCUMENT#N``, ``size`` characters at most, with where it stands as meta.
    Raises ``ValueError`` as ``chunk`` does for a size or an overlap that makes no sense."""

    def __init__(self, size: int = SIZE, overlap: float = OVERLAP) -> None:
        chunk(Material("", ()), size, overlap)  # refuses early
        self.size = size
        self.overlap = overlap
        self.seconds = 0.0

    @component.output_types(documents=Batch[Document])
    def run(self, readings: Batch[Reading]) -> dict[str, Any]:
        started = time.perf_counter()
        chunks = (document for reading in readings if not reading.reason for document in self._chunks(reading))
        documents = Batch(tuple(document for document in chunks if document.content))
        self.seconds += time.perf_counter() - started
        return {"documents": documents}

    def to_dict(self) -> dict[str, Any]:
        return default_to_dict(self, size=self.size, overlap=self.overlap)

    def _chunks(self, reading: Reading) -> list[Document]:
        shared = {"document": reading.job.id, "title": reading.title, "source": reading.source, "date": reading.date}
        return [
            Document(
                id=f"{reading.job.id}#{found.n}",
                content=usable(found.content),
                meta={
                    **shared,
                    "section": " > ".join(found.section),
                    "page": found.page,
                    "kind": found.kind,
                    "overlap": found.overlap,
                    "n": found.n,
                },
            )
            for found in chunk(reading.material, self.size, self.overlap)
        ]


@component
class ThriftyEmbedder:
    """One vector for each chunk with its headings; texts that the library at ``path`` knows are not embedded again."""

    def __init__(self, embedder: Embedder, path: str) -> None:
        self.embedder = embedder
        self.path = path
        self.seconds = 0.0
        self.embedded = 0
        self._database: Database | None = None
        self._recent: OrderedDict[bytes, NDArray[np.float32]] = OrderedDict()

    @component.output_types(documents=Batch[Document], embedded=Embedded)
    def run(self, documents: Batch[Document]) -> dict[str, Any]:
        started = time.perf_counter()
        texts = {document.id: _telling(document) for document in documents}
        hashes = {id_: hashlib.blake2b(text.encode(), digest_size=16).digest() for id_, text in texts.items()}
        wanted = {hashes[id_]: text for id_, text in texts.items()}
        known = {hash_: self._recent[hash_] for hash_ in wanted if hash_ in self._recent}
        known |= self._stored([hash_ for hash_ in wanted if hash_ not in known])
        missing = [hash_ for hash_ in wanted if hash_ not in known]
        if missing:
            known |= dict(zip(missing, self.embedder.embed([wanted[hash_] for hash_ in missing]), strict=True))
            self.embedded += len(missing)
        for hash_ in missing:
            self._recent[hash_] = known[hash_]
        while len(self._recent) > RECENT:
            self._recent.popitem(last=False)
        self.seconds += time.perf_counter() - started
        return {"documents": documents, "embedded": Embedded({id_: known[hashes[id_]] for id_ in texts}, hashes)}

    def close(self) -> None:
        if self._database is not None:
            self._database.close()

    def to_dict(self) -> dict[str, Any]:
        return default_to_dict(self, embedder=self.embedder.to_dict(), path=self.path)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> ThriftyEmbedder:
        parameters = dict(data["init_parameters"])
        return cls(load(parameters.pop("embedder")), **parameters)

    def _stored(self, hashes: list[bytes]) -> dict[bytes, NDArray[np.float32]]:
        self._database = self._database or open_database(Path(self.path))
        with self._database.reading() as connection:
            found = known_vectors(connection, hashes)
        return {hash_: vector for hash_, vector in found.items() if vector.shape == (self.embedder.dimension,)}


@component
class LibraryWriter:
    """Readings with their chunks into the library at ``path``, all of one run in one transaction. ``built`` names how
    the chunks were made."""

    def __init__(self, path: str, built: str) -> None:
        self.path = path
        self.built = built
        self.seconds = 0.0
        self._database: Database | None = None

    @component.output_types(outcomes=Batch[Outcome])
    def run(self, readings: Batch[Reading], documents: Batch[Document], embedded: Embedded) -> dict[str, Any]:
        started = time.perf_counter()
        pieces: dict[str, list[Piece]] = {reading.job.id: [] for reading in readings}
        for document in documents:  # before the lock is taken: tokenising is the slow part
            row, id_ = encode(document, TITLE_FIELDS, ()), document.id
            piece = Piece(row, embedded.hashes[id_], embedded.vectors[id_])
            pieces[document.meta["document"]].append(piece)
        whole = [reading if reading.reason or pieces[reading.job.id] else _blank(reading) for reading in readings]
        self._database = self._database or open_database(Path(self.path))
        with self._database.writing() as connection:
            shelf = Shelf(connection, self.built)
            outcomes = Batch(tuple(shelf.put(reading, pieces[reading.job.id]) for reading in whole))
            shelf.close()
        self.seconds += time.perf_counter() - started
        return {"outcomes": outcomes}

    def close(self) -> None:
        if self._database is not None:
            self._database.close()

    def to_dict(self) -> dict[str, Any]:
        return default_to_dict(self, path=self.path, built=self.built)


def index_pipeline(path: Path, embedder: Embedder, built: str) -> Pipeline:
    """Run it with ``{"reader": {"jobs": Batch(...)}}``; the outcomes are ``["writer"]["outcomes"]``."""
    pipeline = Pipeline()
    pipeline.add_component("reader", SourceReader())
    pipeline.add_component("chunker", MaterialChunker())
    pipeline.add_component("embedder", ThriftyEmbedder(embedder, str(path)))
    pipeline.add_component("writer", LibraryWriter(str(path), built))
    pipeline.connect("reader.readings", "chunker.readings")
    pipeline.connect("reader.readings", "writer.readings")
    pipeline.connect("chunker.documents", "embedder.documents")
    for output in ("documents", "embedded"):
        pipeline.connect(f"embedder.{output}", f"writer.{output}")
    return pipeline


def _read(job: Job) -> Reading:
    try:
        return _record(job) if job.line else _file(job)
    except Unreadable as error:
        return Reading(job, digest(job.place), reason=error.reason, sentence=str(error))
    except MemoryError:
        sentence = f"{job.source} 太大，内存不够。 {job.source} is too large for the memory of this machine."
        return Reading(job, digest(job.place), reason="too_large", sentence=sentence)


def _file(job: Job) -> Reading:
    hash_ = digest(job.place)  # first: a file that changes meanwhile is read again by the next run
    material = reading.read_document(Path(job.place))
    meta = material.meta
    try:
        allow = entries(meta.get("allow"))
    except ValueError as error:
        raise Unreadable(
            "broken", f"{job.source} 的 allow 看不懂。 The allow list of {job.source} is unclear."
        ) from error
    return Reading(
        job,
        hash_,
        title=material.title or Path(job.place).stem,
        source=job.id,
        date=str(meta.get("date", "")),
        own_dept=str(meta.get("dept", "")),
        own_allow=allow,
        warnings=material.warnings,
        material=material,
    )


def _record(job: Job) -> Reading:
    try:
        record = read_at(Path(job.place), job.offset)
        if record.id != job.id:
            raise ValueError(record.id)
    except (OSError, ValueError) as error:
        sentence = f"{job.source} 在索引时被改动，请再索引一次。 {job.source} changed meanwhile; index it again."
        raise Unreadable("missing", sentence) from error
    try:
        title, blocks = written(record.text, Account(Limits()))
    except Refusal as refusal:
        raise reading.unreadable(job.source, refusal) from refusal
    return Reading(
        job,
        record.hash,
        title=record.title or title or record.id,
        source=record.url or record.id,
        date=record.date,
        own_dept=record.dept,
        own_allow=record.allow,
        material=Material(record.title or title, blocks),
    )


def _blank(reading: Reading) -> Reading:
    name = reading.job.source
    return replace(reading, reason="no_text", sentence=f"{name} 里没有文字。 There is no text in {name}.")


def _telling(document: Document) -> str:
    """What is embedded: headings give a passage its subject. A title made of a file's name is left out, so that a
    file can be renamed without being embedded again."""
    id_, title, section = (document.meta[name] for name in ("document", "title", "section"))
    named = title not in (id_, Path(id_).stem) and not section.startswith(title)
    return windows_of(title if named else "", section, document.content or "")[0]
