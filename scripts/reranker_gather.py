"""Questions with their candidates as the reranker sees them."""

from __future__ import annotations

import ast
import hashlib
import pickle
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from haystack.dataclasses import Document
from reranker_data import Asked, Collection, Vectors
from reranker_figures import BM25, CANDIDATES, equal_rrf, folded

import pilothouse.retrieval
from pilothouse.retrieval.fusion import ScoreFusion
from pilothouse.retrieval.knowledge import windows_of
from pilothouse.retrieval.learned.features import matrix
from pilothouse.retrieval.learned.question import read_question
from pilothouse.retrieval.learned.reranker import candidates
from pilothouse.retrieval.scores import Scores
from pilothouse.retrieval.shortlist import Shortlister
from pilothouse.retrieval.store import SQLiteDocumentStore
from pilothouse.retrieval.tokenizer import bigrams, normalise, words


@dataclass
class Gathered:
    """One question with its candidates: features, labels (1 answers, 0 not, -1 same document but not the answer)."""

    asked: Asked
    ids: list[str]
    rows: np.ndarray
    labels: np.ndarray
    orders: dict[str, list[str]] = field(default_factory=dict)  # baseline → document ids, best first


def build(collection: Collection, vectors: Vectors) -> SQLiteDocumentStore:
    store = SQLiteDocumentStore(":memory:", title_fields=("title", "section"), term_fields=())
    texts = {
        d.id: windows_of(d.meta["title"], d.meta.get("section", ""), d.content or "") for d in collection.documents
    }
    flat = [text for parts in texts.values() for text in parts]
    found, start, windows = vectors.embed(flat), 0, {}
    for id_, parts in texts.items():
        windows[id_] = found[start : start + len(parts)]
        start += len(parts)
    store.replace_all(collection.documents, windows)
    return store


def gather(collection: Collection, vectors: Vectors, seed: int, missing: float) -> list[Gathered]:
    """``missing``: share of the questions trained on whose gold documents are taken from the candidates, so that
    nothing answers."""
    baselines = any(not asked.train for asked in collection.asked)
    store = build(collection, vectors)
    shortlister, fusion = Shortlister(store), ScoreFusion()
    chance = random.Random(seed)
    texts = [f"{d.meta['title']}\n{d.content}" for d in collection.documents]
    owners = [d.meta["document"] for d in collection.documents]
    owner = {d.id: d.meta["document"] for d in collection.documents}
    bm25 = {"bm25 words": BM25(texts, words), "bm25 pairs": BM25(texts, bigrams)} if baselines else {}
    queries = vectors.embed([asked.question for asked in collection.asked])
    found = []
    for asked, query in zip(collection.asked, queries, strict=True):
        keyword = Scores(store.lookup.by_words(read_question(asked.question).searched, None, CANDIDATES))
        vector = Scores(store.lookup.by_vector(query, None, CANDIDATES))
        fused = fusion.run(keyword, vector)["scores"]
        if asked.train and chance.random() < missing:
            fused = Scores({id_: score for id_, score in fused.by_id.items() if owner[id_] not in asked.gold})
        top_k = CANDIDATES + CANDIDATES // 5
        shortlist = shortlister.run(asked.question, query, keyword, vector, fused, None, top_k)["shortlist"]
        rows = matrix(asked.question, candidates(shortlist), shortlist.corpus)
        labels = np.array([_label(d, asked) for d in shortlist.documents], dtype=int)
        one = Gathered(asked, [d.meta["document"] for d in shortlist.documents], rows, labels)
        if baselines and not asked.train:
            for name, index in bm25.items():
                one.orders[name] = folded(owners[n] for n in index.order(asked.question))
            one.orders["store words"] = folded(owner[id_] for id_ in keyword.by_id)
            one.orders["dense"] = folded(owner[id_] for id_ in vector.by_id)
            one.orders["equal rrf"] = equal_rrf(one.orders["bm25 pairs"], one.orders["dense"])
            one.orders["fusion"] = folded(owner[id_] for id_ in fused.by_id)
        found.append(one)
    return found


def kept(folder: Path, collection: Collection, make: Callable[[], list[Gathered]]) -> list[Gathered]:
    """What was gathered before with the same code from the same questions."""
    room = Path(pilothouse.retrieval.__file__).parent
    made_by = (
        "learned/features.py",
        "learned/comparing.py",
        "learned/terms.py",
        "learned/inflection.py",
        "learned/candidate.py",
        "learned/columns.py",
        "learned/page.py",
        "learned/question.py",
        "learned/lexicon.py",
        "shortlist.py",
        "fusion.py",
        "tokenizer.py",
    )
    state = hashlib.sha256()
    for name in made_by:
        state.update(ast.dump(ast.parse((room / name).read_text("utf-8"))).encode())
    state.update(repr([(asked.question, sorted(asked.gold), asked.train) for asked in collection.asked]).encode())
    state.update(repr([document.content for document in collection.documents]).encode())
    path = folder / f"{collection.name}-{state.hexdigest()[:16]}.pickle"
    if path.exists():
        known: list[Gathered] = pickle.loads(path.read_bytes())
        return known
    found = make()
    path.write_bytes(pickle.dumps(found))
    return found


def _label(document: Document, asked: Asked) -> int:
    if document.meta["document"] not in asked.gold:
        return 0
    text = normalise(document.content or "")
    answered = not asked.answers or any(normalise(answer) in text for answer in asked.answers)
    return 1 if answered else -1
