from __future__ import annotations

import pytest
from haystack.dataclasses import Document

from pilothouse.retrieval.store import SQLiteDocumentStore
from pilothouse.retrieval.tokenizer import index_tokens, query_tokens
from pilothouse.retrieval.versions import StaleIndex

TEXTS = {
    "a": "年假每年五天，病假另算。",
    "b": "The cars are parked outside.",
    "c": "年假须提前三天申请，car pool 可用。",
}


@pytest.fixture
def store() -> SQLiteDocumentStore:
    store = SQLiteDocumentStore()
    store.write_documents([Document(id=id_, content=text, meta={"kind": id_}) for id_, text in TEXTS.items()])
    store.write_windows({"a": [[1, 0, 0], [0, 1, 0]], "b": [[0, 0, 1]]})
    return store


def test_frequencies_count_documents_not_places(store: SQLiteDocumentStore) -> None:
    total, found = store.lookup.frequencies(["年假", "天", "cars", "没有的词", "", "x AND y", '"'])
    assert total == 3
    assert found["年假"] == sum("年假" in index_tokens(text) for text in TEXTS.values())
    assert found["天"] == 2
    assert found["cars"] == 2, "words are stored as stems"
    assert "没有的词" not in found


def test_frequencies_follow_changes(store: SQLiteDocumentStore) -> None:
    store.lookup.frequencies(["年假"])
    store.delete_documents(["a"])
    assert store.lookup.frequencies(["年假"]) == (2, {"年假": 1})


def test_a_document_is_as_near_as_its_nearest_window(store: SQLiteDocumentStore) -> None:
    near = store.lookup.similarities([0, 3, 0], ["a", "b", "c", "unknown"])
    assert near == {"a": pytest.approx(1.0), "b": pytest.approx(0.0)}
    assert store.lookup.similarities([0, 0, 0], ["a"]) == {}
    with pytest.raises(StaleIndex):
        store.lookup.similarities([1, 0], ["a"])


def test_light_searches_agree_with_those_that_read_documents(store: SQLiteDocumentStore) -> None:
    only = {"field": "meta.kind", "operator": "in", "value": ["a", "b"]}
    for filters in (None, only):
        vector = store.vector_search([0.6, 0.8, 0], filters)
        assert store.lookup.by_vector([0.6, 0.8, 0], filters) == {d.id: pytest.approx(d.score) for d in vector}
        words = store.keyword_search("年假", filters)
        assert store.lookup.by_words(query_tokens("年假"), filters) == {d.id: pytest.approx(d.score) for d in words}
    assert store.lookup.by_words([]) == {}
    assert store.lookup.by_words(['" OR body:']) == {}


def test_documents_come_in_the_order_asked_for(store: SQLiteDocumentStore) -> None:
    assert [document.id for document in store.lookup.documents(["c", "unknown", "a"])] == ["c", "a"]
