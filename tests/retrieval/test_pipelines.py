from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from haystack.core.pipeline import Pipeline
from haystack.dataclasses import Document
from haystack.errors import FilterError
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.embedding.embedder import Embedder
from pilothouse.embedding.use import EmbeddedEmbedder
from pilothouse.retrieval.cache import RetrievalCache
from pilothouse.retrieval.indexing import split_windows
from pilothouse.retrieval.pipelines import Hit, HybridSearch, index_pipeline
from pilothouse.retrieval.reranker import LexicalReranker
from pilothouse.retrieval.store import SQLiteDocumentStore
from pilothouse.retrieval.versions import StaleIndex

DISHES: list[tuple[str, str, int, list[str]]] = [
    ("麻辣香锅", "锅物", 58, ["香锅"]),
    ("牛肉干锅", "锅物", 48, []),
    ("番茄牛腩", "热菜", 42, ["西红柿牛腩"]),
    ("清炒时蔬", "素菜", 18, ["炒青菜"]),
    ("米饭", "主食", 3, ["白饭"]),
]


def menu() -> list[Document]:
    return [
        Document(
            id=name,
            content=f"【菜品名称】{name} 【分类】{category} 【价格】{price}元",
            meta={"name": name, "category": category, "price": price, "aliases": aliases},
        )
        for name, category, price, aliases in DISHES
    ]


def fill(store: SQLiteDocumentStore, embedder: Embedder, version: str = "menu-1") -> None:
    index_pipeline(store, embedder).run({"normaliser": {"documents": menu()}, "writer": {"data_version": version}})


@pytest.fixture
def search(embedder: Embedder) -> HybridSearch:
    store = SQLiteDocumentStore()
    fill(store, embedder)
    return HybridSearch(store, embedder)


@pytest.mark.parametrize(
    ("query", "dish"),
    [
        ("麻辣香锅", "麻辣香锅"),
        ("来一份麻辣香鍋", "麻辣香锅"),
        ("西红柿牛腩有吗", "番茄牛腩"),
        ("干锅", "牛肉干锅"),
        ("白饭", "米饭"),
        ("素菜", "清炒时蔬"),
    ],
)
def test_a_dish_is_found_by_name_alias_category_and_part(search: HybridSearch, query: str, dish: str) -> None:
    assert search.search(query, top_k=1)[0].id == dish


def test_a_hit_tells_which_stage_found_it_and_where(search: HybridSearch) -> None:
    hit = search.search("麻辣香锅", top_k=1)[0]
    assert hit.meta["price"] == 58
    assert 0.5 < hit.score <= 1
    assert hit.stages["exact"] == (1, 1.0)
    assert {"keyword", "vector", "fused"} <= set(hit.stages)


def test_no_document_comes_twice_and_scores_fall(search: HybridSearch) -> None:
    hits = search.search("牛肉锅", top_k=5)
    assert len({hit.id for hit in hits}) == len(hits)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_a_filtered_dish_is_never_a_candidate(search: HybridSearch) -> None:
    cheap = {"field": "meta.price", "operator": "<=", "value": 20}
    hits = search.search("麻辣香锅", filters=cheap)
    assert {hit.id for hit in hits} == {"清炒时蔬", "米饭"}


def test_weights_belong_to_the_stage_they_are_given_for(embedder: Embedder) -> None:
    store = SQLiteDocumentStore()
    fill(store, embedder)
    for stage in ("exact", "keyword", "vector"):
        weights = {"exact": 0.0, "keyword": 0.0, "vector": 0.0, stage: 1.0}
        for hit in HybridSearch(store, embedder, weights=weights).search("麻辣香锅", top_k=5):
            assert (hit.stages["fused"][1] > 0) == (stage in hit.stages)


def test_a_blank_query_finds_nothing_and_a_strange_one_does_not_fail(search: HybridSearch) -> None:
    assert search.search(" \n") == []
    assert search.search("，。！？") is not None
    assert search.search('"OR" NEAR(' * 200) is not None


def test_errors_are_those_of_the_store_not_of_the_pipeline(search: HybridSearch) -> None:
    with pytest.raises(FilterError):
        search.search("米饭", filters={"field": "meta.price", "operator": "~", "value": 1})
    with pytest.raises(ValueError, match="top_k"):
        search.search("米饭", top_k=0)


def test_an_index_of_another_model_or_menu_is_refused(search: HybridSearch) -> None:
    search.check("menu-1")
    with pytest.raises(StaleIndex):
        search.check("menu-2")
    with pytest.raises(StaleIndex):
        HybridSearch(search.store, EmbeddedEmbedder()).check()
    with pytest.raises(StaleIndex):
        HybridSearch(search.store, EmbeddedEmbedder()).search("米饭")


def test_the_query_pipeline_survives_yaml(tmp_path: Path) -> None:
    store = SQLiteDocumentStore(tmp_path / "index.db")
    embedder = EmbeddedEmbedder()
    fill(store, embedder)
    loaded = Pipeline.loads(HybridSearch(store, embedder).to_yaml(), allowed_modules=["pilothouse.*"])
    query = {"query": "白饭"}
    found = loaded.run({"embedder": {"text": "白饭"}, "keyword": query, "exact": query, "reranker": query})
    assert found["reranker"]["documents"][0].id == "米饭"


def test_the_index_pipeline_survives_yaml(tmp_path: Path) -> None:
    path = tmp_path / "index.db"
    text = index_pipeline(SQLiteDocumentStore(path), EmbeddedEmbedder(), fields=["name"]).dumps()
    loaded = Pipeline.loads(text, allowed_modules=["pilothouse.*"])
    loaded.run({"normaliser": {"documents": menu()}, "writer": {"data_version": "menu-1"}})
    assert SQLiteDocumentStore(path).version().data == "menu-1"


def test_equal_questions_over_equal_data_are_answered_from_the_cache(embedder: Any) -> None:
    store = SQLiteDocumentStore()
    fill(store, embedder)
    search = HybridSearch(store, embedder, cache=RetrievalCache[list[Hit]]())
    first = search.search("麻辣香锅")
    calls = embedder.calls
    assert search.search(" 麻辣香鍋 ") == first
    assert embedder.calls == calls
    search.search("麻辣香锅", scopes=frozenset({"staff"}))
    search.search("麻辣香锅", top_k=2)
    search.search("麻辣香锅", filters={"field": "meta.price", "operator": "<", "value": 9})
    assert embedder.calls == calls + 3
    store.delete_documents(["麻辣香锅"])
    assert "麻辣香锅" not in {hit.id for hit in search.search("麻辣香锅")}


def test_threads_may_share_a_search(search: HybridSearch) -> None:
    expected = [search.search(name) for name, *_ in DISHES]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(5):
            assert list(pool.map(search.search, [name for name, *_ in DISHES])) == expected


def test_unusable_documents_are_left_out_of_an_index(embedder: Embedder) -> None:
    store = SQLiteDocumentStore()
    documents = [
        Document(id="1", content="米\x00饭\ud800"),
        Document(id="1", content="again"),
        Document(id="2", content=" \n"),
    ]
    done = index_pipeline(store, embedder).run({"normaliser": {"documents": documents}})
    assert done["writer"]["documents_written"] == 1
    assert store.filter_documents()[0].content == "米饭"


def test_a_long_text_is_found_by_one_of_its_sentences(embedder: Embedder) -> None:
    store = SQLiteDocumentStore()
    pages = [
        Document(id="long", content="甲乙丙丁。" * 60 + "发票应在三十天内报销。" + "戊己庚辛。" * 60),
        Document(id="other", content="报销单在楼下领取，三天内交回，发票另附，应"),
    ]
    index_pipeline(store, embedder, window=20).run({"normaliser": {"documents": pages}})
    assert store.vector_search(embedder.embed(["发票应在三十天内报销。"])[0])[0].id == "long"


def test_a_document_may_be_embedded_by_chosen_fields_only(embedder: Embedder) -> None:
    store = SQLiteDocumentStore()
    page = Document(id="1", content="甲乙丙丁", meta={"questions": ["几点开门", "怎么付款"]})
    index_pipeline(store, embedder, window=0, fields=["questions"]).run({"normaliser": {"documents": [page]}})
    assert store.vector_search(embedder.embed(["怎么付款"])[0])[0].score == pytest.approx(1.0)
    assert (store.vector_search(embedder.embed(["甲乙丙丁"])[0])[0].score or 0) < 0.9


@given(st.text(max_size=80), st.integers(1, 30))
def test_windows_are_never_longer_than_asked_and_lose_only_spaces(text: str, size: int) -> None:
    windows = split_windows(text, size)
    assert all(0 < len(window) <= size for window in windows)
    assert "".join("".join(windows).split()) == "".join(text.split())


def test_the_reranker_refuses_weights_that_cannot_be_right() -> None:
    with pytest.raises(ValueError, match="negative"):
        LexicalReranker(vector_weight=-1.0)
    with pytest.raises(ValueError, match="sum to zero"):
        LexicalReranker(vector_weight=0, keyword_weight=0, overlap_weight=0, exact_weight=0)
