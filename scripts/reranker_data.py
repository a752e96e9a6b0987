"""What the reranker is trained on and measured with: chunks, and questions with the documents that answer them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from campus import site
from haystack.dataclasses import Document

from pilothouse.embedding.use import EmbeddedEmbedder
from pilothouse.retrieval.indexing import split_windows
from pilothouse.retrieval.store import SQLiteDocumentStore

HANDBOOK, DOMAIN = 6.0, 4.0  # weight of one of their questions: they are few, and the nearest to what people ask


@dataclass
class Asked:
    question: str
    gold: frozenset[str]
    answers: tuple[str, ...] = ()
    kind: str = ""
    train: bool = False
    weight: float = 1.0


@dataclass
class Collection:
    name: str
    documents: list[Document]  # chunks, ids DOCUMENT#N
    asked: list[Asked]


def chunks(id_: str, title: str, text: str, date: str = "", size: int = 400) -> list[Document]:
    parts = split_windows(text, size) or [title]
    meta = {"document": id_, "title": title, "date": date, "section": "", "kind": "text"}
    return [Document(id=f"{id_}#{n}", content=part, meta=dict(meta)) for n, part in enumerate(parts)]


def zh_passages(folder: Path) -> Collection:
    corpus = [json.loads(line) for line in (folder / "cmrc_trial_corpus.jsonl").open()]
    questions = [json.loads(line) for line in (folder / "cmrc_trial_questions.jsonl").open()]
    documents = [chunk for record in corpus for chunk in chunks(record["pid"], "", record["text"])]
    asked = [
        Asked(q["question"], frozenset(q["gold_pids"]), tuple(q["answers"]), train=half(q["gold_pids"][0]))
        for q in questions
    ]
    return Collection("zh_passages", documents, asked)


def campus(seed: int, train: bool) -> Collection:
    pages, queries = site(seed, colleges=10 if train else 14)
    documents = [chunk for page in pages for chunk in chunks(page.id, page.title, page.text, page.date)]
    asked = []
    for query in queries:
        if train and query.held_out:
            continue
        if not train and not query.held_out:
            continue
        asked.append(Asked(query.question, frozenset(query.gold), query.answers, query.kind, train))
    return Collection(f"campus-{seed}", documents, asked)


def handbook(folder: Path, work: Path) -> Collection:
    """The sample handbook as it is indexed for users; questions that need no history and have an answer."""
    documents = indexed(folder / "documents", work / "handbook.db")
    asked = [replace(one, train=half(min(one.gold)), weight=HANDBOOK) for one in questions(folder / "questions.jsonl")]
    return Collection("handbook", documents, asked)


def domain(folder: Path, work: Path, train: bool) -> Collection:
    """One of ``benchmarks/handbooks``: other kinds of houses, each with a corpus and questions."""
    documents = indexed(folder / "corpus.jsonl", work / f"{folder.name}.db")
    asked = [replace(one, train=train, weight=DOMAIN) for one in questions(folder / "questions.jsonl")]
    return Collection(folder.name, documents, asked)


def indexed(source: Path, path: Path) -> list[Document]:
    """The chunks that the program makes of a file or folder."""
    from pilothouse.retrieval.library.library import Library
    from pilothouse.retrieval.library.tables import CHUNKS, TITLE_FIELDS

    with Library(path, EmbeddedEmbedder()) as library:
        library.index([source])
    return SQLiteDocumentStore(path, CHUNKS.documents, TITLE_FIELDS, ()).filter_documents()


def questions(path: Path) -> list[Asked]:
    """Those that need no history and have an answer."""
    return [
        Asked(record["question"], frozenset(record["gold"]), tuple(record.get("answers", ())), record.get("kind", ""))
        for record in map(json.loads, path.open(encoding="utf-8"))
        if record.get("gold") and not record.get("history")
    ]


def half(text: str) -> bool:
    return hashlib.sha256(text.encode()).digest()[0] % 2 == 0


class Vectors:
    """Vectors by text, kept in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.embedder = EmbeddedEmbedder()
        self.known: dict[str, np.ndarray] = {}
        if path.exists():
            with np.load(path) as kept:
                self.known = dict(zip(kept["keys"].tolist(), kept["vectors"].astype(np.float32), strict=True))

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        keys = [hashlib.sha256(text.encode()).hexdigest()[:24] for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in self.known}
        listed = list(missing.items())
        for start in range(0, len(listed), 256):
            part = listed[start : start + 256]
            self.known.update(zip((k for k, _ in part), self.embedder.embed([t for _, t in part]), strict=True))
        if missing:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            np.savez(self.path, keys=np.array(list(self.known)), vectors=np.stack(list(self.known.values())))
        return np.stack([self.known[key] for key in keys])
