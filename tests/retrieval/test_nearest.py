"""Vector search from memory answers as the scan of the file does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from haystack.dataclasses import Document

from pilothouse.retrieval import nearest
from pilothouse.retrieval.store import SQLiteDocumentStore

COUNT, DIMENSION = 700, 72  # not a multiple of 64: the last number of bits is not full
EVEN = {"field": "meta.even", "operator": "==", "value": 1}
FIVE = {"field": "meta.n", "operator": "in", "value": [0, 1, 2, 3, 4]}


def vectors(seed: int, count: int = COUNT) -> Any:
    """In thirty clusters, as texts about the same things are."""
    chance = np.random.default_rng(seed)
    centres = np.random.default_rng(0).standard_normal((30, DIMENSION))
    found = centres[chance.integers(0, 30, count)] + 0.7 * chance.standard_normal((count, DIMENSION))
    return found.astype(np.float32)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SQLiteDocumentStore:
    monkeypatch.setattr(nearest, "FEW", 100)
    monkeypatch.setattr(nearest, "COMPARED", 120)
    store = SQLiteDocumentStore(tmp_path / "index.db")
    store.write_documents(
        [Document(id=f"d{n}", content=f"{n}", meta={"n": n, "even": 1 - n % 2}) for n in range(COUNT)]
    )
    store.write_windows({f"d{n}": vector for n, vector in enumerate(vectors(1))})
    return store


@pytest.fixture
def held(store: SQLiteDocumentStore) -> Callable[..., dict[str, float]]:
    def ask(query: Any, filters: Any = None, top_k: int = 20) -> dict[str, float]:
        """From memory: the state was asked before."""
        store.lookup.by_vector(query, filters, top_k)
        found = store.lookup.by_vector(query, filters, top_k)
        assert store.lookup._nearest._held is not None
        return found

    return ask


def shared(found: dict[str, float], scanned: dict[str, float]) -> float:
    """Share of what the scan found; as near as the scan says, and the nearest first."""
    shared = [id_ for id_ in found if id_ in scanned]
    assert len(found) == len(scanned)
    assert [found[id_] for id_ in shared] == pytest.approx([scanned[id_] for id_ in shared], abs=1e-4)
    assert list(found.values()) == sorted(found.values(), reverse=True)
    return len(shared) / len(scanned)


@pytest.mark.parametrize("filters", [None, EVEN, FIVE])
def test_that_memory_and_file_find_the_same(store: SQLiteDocumentStore, held: Any, filters: Any) -> None:
    recall = []
    for query in vectors(2, 20):
        scanned = {d.id: d.score or 0.0 for d in store.vector_search(query, filters, 20)}
        recall.append(shared(held(query, filters), scanned))
        assert next(iter(held(query, filters))) == next(iter(scanned))
    assert np.mean(recall) >= (1.0 if filters is FIVE else 0.9)


def test_that_changes_are_seen_at_once(store: SQLiteDocumentStore, held: Any) -> None:
    (query,) = vectors(3, 1)
    first = next(iter(held(query)))
    store.delete_documents([first])
    assert first not in store.lookup.by_vector(query)
    assert first not in held(query)
    store.write_documents([Document(id="new", content="new", meta={"even": 0})])
    store.write_windows({"new": query})
    assert next(iter(store.lookup.by_vector(query))) == "new"
    assert next(iter(held(query))) == "new"
    assert "new" not in held(query, EVEN)


def test_that_another_process_changing_the_file_is_noticed(store: SQLiteDocumentStore, held: Any) -> None:
    (query,) = vectors(4, 1)
    first = next(iter(held(query)))
    other = SQLiteDocumentStore(store.path)
    other.delete_documents([first])
    other.close()
    assert first not in store.lookup.by_vector(query)
    assert first not in held(query)


def test_that_a_document_with_many_windows_takes_one_place(store: SQLiteDocumentStore, held: Any) -> None:
    (query,) = vectors(5, 1)
    store.write_documents([Document(id="long", content="long", meta={"even": 1})])
    store.write_windows({"long": query + 0.01 * vectors(6, 300)})
    found = held(query, top_k=30)
    assert next(iter(found)) == "long"
    assert len(found) == 30


def test_that_a_store_with_few_vectors_is_scanned(monkeypatch: pytest.MonkeyPatch, store: SQLiteDocumentStore) -> None:
    monkeypatch.setattr(nearest, "FEW", COUNT)
    (query,) = vectors(7, 1)
    expected = {d.id: pytest.approx(d.score) for d in store.vector_search(query)}
    for _ in range(3):
        assert store.lookup.by_vector(query) == expected
    assert store.lookup._nearest._held is None
