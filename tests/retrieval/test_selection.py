"""Filters over many documents, whose answers are remembered until the data changes."""

import random
from typing import Any

import numpy as np
import pytest
from haystack.dataclasses import Document
from haystack.document_stores.types import DuplicatePolicy

from pilothouse.retrieval import selection
from pilothouse.retrieval.store import SQLiteDocumentStore


@pytest.fixture(autouse=True)
def _always(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "FEW", -1)


def within(*groups: int) -> dict[str, Any]:
    return {"field": "meta.group", "operator": "in", "value": list(groups)}


def filled(store: SQLiteDocumentStore, groups: dict[str, int]) -> None:
    documents = [Document(id=id_, content=f"年假 {id_}", meta={"group": group}) for id_, group in groups.items()]
    store.write_documents(documents, DuplicatePolicy.OVERWRITE)
    rng = np.random.default_rng(1)
    store.write_windows({id_: rng.standard_normal((1 + len(id_) % 2, 8)) for id_ in groups})


def check(store: SQLiteDocumentStore, groups: dict[str, int], wanted: tuple[int, ...]) -> None:
    expected = {id_ for id_, group in groups.items() if group in wanted}
    for found in (
        store.keyword_search("年假", within(*wanted), 100),
        store.vector_search(np.ones(8), within(*wanted), 100),
    ):
        assert {document.id for document in found} == expected


@pytest.mark.parametrize("place", [":memory:", "file"])
def test_that_only_admitted_documents_are_found_however_often_data_and_filters_change(
    tmp_path: Any, place: str
) -> None:
    rng = random.Random(3)
    store = SQLiteDocumentStore(place if place == ":memory:" else tmp_path / "s.db")
    groups = {f"d{n}": rng.randrange(8) for n in range(60)}
    filled(store, groups)
    for turn in range(30):
        for _ in range(3):
            check(store, groups, tuple(rng.sample(range(8), rng.randrange(1, 8))))
        if turn % 3 == 0:
            moved = {id_: rng.randrange(8) for id_ in rng.sample(sorted(groups), 5)}
            groups |= moved
            filled(store, moved)
        if turn % 7 == 0:
            gone = rng.choice(sorted(groups))
            del groups[gone]
            store.delete_documents([gone])
    store.close()


def test_that_a_failed_reading_leaves_no_wrong_memory(tmp_path: Any) -> None:
    store = SQLiteDocumentStore(tmp_path / "s.db")
    groups = {f"d{n}": n % 3 for n in range(12)}
    filled(store, groups)

    def fail() -> None:
        with store.reading():
            check(store, groups, (1,))
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    check(store, groups, (1,))
    check(store, groups, (0, 2))
    store.close()
