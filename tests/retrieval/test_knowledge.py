from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from haystack.core.pipeline import Pipeline
from haystack.dataclasses import Document
from haystack.errors import FilterError
from hypothesis import given, settings
from hypothesis import strategies as st

from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.embedding.embedder import Embedder
from pilothouse.embedding.use import EmbeddedEmbedder
from pilothouse.retrieval.cache import RetrievalCache
from pilothouse.retrieval.crossencoder import CrossEncoderReranker, OnnxPairScorer
from pilothouse.retrieval.fusion import ScoreFusion
from pilothouse.retrieval.knowledge import KnowledgeSearch, windows_of
from pilothouse.retrieval.learned.reranker import LearnedReranker
from pilothouse.retrieval.passage import Passage
from pilothouse.retrieval.scores import Scores
from pilothouse.retrieval.store import SQLiteDocumentStore
from pilothouse.retrieval.versions import IndexVersion, StaleIndex

UNITS = ("法学院", "医学院", "软件学院")


def pages() -> list[Document]:
    made = []
    for unit in UNITS:
        for year in (2021, 2022, 2023, 2024):
            title = f"{unit}{year}年硕士研究生复试安排"
            for n, part in enumerate(
                (
                    f"复试时间为3月{year - 2000}日，地点在主楼。",
                    f"{unit}复试费{year - 1900}元，咨询电话010-6275{year}。",
                )
            ):
                meta = {
                    "document": title,
                    "title": title,
                    "section": "",
                    "page": n + 1,
                    "date": f"{year}-03-01",
                    "dept": unit,
                    "kind": "text",
                    "source": f"/docs/{title}.md",
                    "overlap": 0,
                    "audience": "" if unit != "医学院" else "doctors",
                }
                made.append(Document(id=f"{title}#{n}", content=part, meta=meta))
    return made


def fill(store: SQLiteDocumentStore, embedder: Embedder, documents: Sequence[Document] | None = None) -> None:
    documents = pages() if documents is None else list(documents)
    texts = [windows_of(d.meta["title"], d.meta["section"], d.content or "")[0] for d in documents]
    vectors = embedder.embed(texts)
    windows = {document.id: vectors[n : n + 1] for n, document in enumerate(documents)}
    store.replace_all(list(documents), windows, IndexVersion.now("pages-1", embedder.id))


@pytest.fixture
def store(embedder: Embedder) -> SQLiteDocumentStore:
    store = SQLiteDocumentStore(title_fields=("title", "section"), term_fields=())
    fill(store, embedder)
    return store


@pytest.fixture
def search(store: SQLiteDocumentStore, embedder: Embedder) -> KnowledgeSearch:
    return KnowledgeSearch(store, embedder)


@pytest.mark.parametrize("year", [2021, 2022, 2023, 2024])
@pytest.mark.parametrize("unit", UNITS)
def test_the_page_of_the_right_unit_and_year_is_found(search: KnowledgeSearch, unit: str, year: int) -> None:
    best = search.search(f"{year}年{unit}复试时间是哪天？", top_k=1)[0]
    assert best.document == f"{unit}{year}年硕士研究生复试安排"
    assert best.id.endswith("#0")


def test_without_a_year_the_newest_page_is_found(search: KnowledgeSearch) -> None:
    assert search.search("法学院复试费多少", top_k=1)[0].date == "2024-03-01"


def test_a_passage_says_where_it_stands_and_how_it_was_found(search: KnowledgeSearch) -> None:
    best = search.search("2022年法学院复试费", top_k=1)[0]
    assert (best.page, best.dept, best.kind) == (2, "法学院", "text")
    assert best.source.endswith(".md")
    assert {"keyword", "fused"} <= set(best.stages)
    assert 0 < best.score <= 1


def test_scores_fall_and_no_passage_comes_twice(search: KnowledgeSearch) -> None:
    found = search.search("复试费多少钱", top_k=20)
    assert len({passage.id for passage in found}) == len(found)
    assert [p.score for p in found] == sorted((p.score for p in found), reverse=True)


def test_one_document_does_not_crowd_out_the_others(embedder: Embedder) -> None:
    store = SQLiteDocumentStore(title_fields=("title", "section"), term_fields=())
    long = [
        Document(
            id=f"long#{n}", content=f"出差住宿每晚{n}00元。", meta={"document": "long", "title": "出差", "section": ""}
        )
        for n in range(1, 8)
    ]
    short = Document(
        id="short#0", content="出差须审批。", meta={"document": "short", "title": "审批办法", "section": ""}
    )
    fill(store, embedder, [*long, short])
    found = KnowledgeSearch(store, embedder).search("出差住宿每晚多少元", top_k=3)
    assert [passage.document for passage in found] == ["long", "long", "short"]


def test_what_a_filter_leaves_out_is_never_a_candidate(search: KnowledgeSearch) -> None:
    open_to_all = {"field": "meta.audience", "operator": "==", "value": ""}
    found = search.search("2023年医学院复试时间", filters=open_to_all, top_k=20)
    assert found
    assert "医学院" not in {passage.dept for passage in found}


@settings(max_examples=25, deadline=None)
@given(st.sets(st.sampled_from(UNITS)), st.sampled_from(["医学院复试", "2021年复试费", "软件学院 电话", "？"]))
def test_only_what_the_filter_admits_is_found_whatever_is_asked(admitted: set[str], query: str) -> None:
    from tests.retrieval.conftest import LetterEmbedder  # a fixture would be shared between examples

    embedder = LetterEmbedder()
    store = SQLiteDocumentStore(title_fields=("title", "section"), term_fields=())
    fill(store, embedder)
    only = {"field": "meta.dept", "operator": "in", "value": sorted(admitted)}
    assert {p.dept for p in KnowledgeSearch(store, embedder).search(query, filters=only, top_k=20)} <= admitted


def test_a_blank_question_finds_nothing_and_a_strange_one_does_not_fail(search: KnowledgeSearch) -> None:
    assert search.search(" \n") == []
    for query in ('"OR" NEAR(' * 200, "，。！？", "\ud800\x00", "a" * 5000, "的了吗"):
        assert search.search(query) is not None


def test_an_empty_index_finds_nothing(embedder: Embedder) -> None:
    assert KnowledgeSearch(SQLiteDocumentStore(), embedder).search("复试时间") == []


def test_errors_are_those_of_the_store_not_of_the_pipeline(search: KnowledgeSearch) -> None:
    with pytest.raises(FilterError):
        search.search("复试", filters={"field": "meta.dept", "operator": "~", "value": 1})
    with pytest.raises(ValueError, match="top_k"):
        search.search("复试", top_k=0)
    with pytest.raises(ValueError, match="candidates"):
        search.search("复试", top_k=9, candidates=5)


def test_an_index_of_another_model_or_other_data_is_refused(search: KnowledgeSearch) -> None:
    search.check("pages-1")
    with pytest.raises(StaleIndex):
        search.check("pages-2")
    other = KnowledgeSearch(search.store, EmbeddedEmbedder())
    with pytest.raises(StaleIndex):
        other.check()
    with pytest.raises(StaleIndex):
        other.search("复试时间")


def test_equal_questions_of_equal_rights_are_answered_from_the_cache(store: Any, embedder: Any) -> None:
    search = KnowledgeSearch(store, embedder, cache=RetrievalCache[list[Passage]]())
    first = search.search("法学院复试费")
    calls = embedder.calls
    assert search.search(" 法學院復試費 ") == first
    assert embedder.calls == calls
    search.search("法学院复试费", scopes=frozenset({"dept:hr"}))
    search.search("法学院复试费", top_k=2)
    search.search("法学院复试费", filters={"field": "meta.dept", "operator": "==", "value": "法学院"})
    assert embedder.calls == calls + 3
    gone = first[0].id
    store.delete_documents([gone])
    assert gone not in {passage.id for passage in search.search("法学院复试费")}


def test_other_settings_do_not_share_a_cache_entry(store: Any, embedder: Any) -> None:
    cache = RetrievalCache[list[Passage]]()
    KnowledgeSearch(store, embedder, cache=cache).search("复试费")
    calls = embedder.calls
    KnowledgeSearch(store, embedder, cache=cache, fusion=ScoreFusion(1.0, 0.0)).search("复试费")
    KnowledgeSearch(store, embedder, cache=cache, reranker=LearnedReranker(per_document=1)).search("复试费")
    assert embedder.calls == calls + 2


def test_the_pipeline_survives_yaml(tmp_path: Path) -> None:
    store = SQLiteDocumentStore(tmp_path / "index.db", title_fields=("title", "section"), term_fields=())
    embedder = EmbeddedEmbedder()
    fill(store, embedder)
    loaded = Pipeline.loads(KnowledgeSearch(store, embedder).to_yaml(), allowed_modules=["pilothouse.*"])
    query = {"query": "2022年法学院复试时间"}
    found = loaded.run({"embedder": {"text": query["query"]}, "keyword": query, "shortlist": query, "reranker": query})
    assert found["reranker"]["shortlist"].documents[0].meta["title"] == "法学院2022年硕士研究生复试安排"


def test_threads_may_share_a_search(search: KnowledgeSearch) -> None:
    questions = [f"{year}年{unit}复试时间" for year in (2021, 2023) for unit in UNITS]
    expected = [search.search(question) for question in questions]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(search.search, questions)) == expected


def test_fusion_keeps_a_hit_that_is_far_ahead_and_refuses_weights_that_cannot_be_right() -> None:
    keyword, vector = Scores({"a": 20.0, "b": 2.0}), Scores({"c": 0.4, "b": 0.39})
    fused = ScoreFusion().run(keyword, vector)["scores"].by_id
    assert next(iter(fused)) == "a"
    assert all(0 <= score <= 1 for score in fused.values())
    assert next(iter(ScoreFusion(0.0, 1.0).run(keyword, vector)["scores"].by_id)) == "c"
    for weights in ((-1.0, 1.0), (0.0, 0.0)):
        with pytest.raises(ValueError, match="Weights"):
            ScoreFusion(*weights)


class Loving:
    """Loves texts with a word in them."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.read = 0

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        self.read += len(texts)
        return [9.0 if self.word in text else -9.0 for text in texts]


def test_a_cross_encoder_judges_the_best_and_has_the_last_word(store: Any, embedder: Any) -> None:
    scorer = Loving("2021")
    reranker = CrossEncoderReranker("/models/none", read=24, scorer=scorer)
    best = KnowledgeSearch(store, embedder, reranker=reranker).search("法学院复试费", top_k=3)
    assert best[0].date == "2021-03-01"
    assert "learned" in best[0].stages
    few = CrossEncoderReranker("/models/none", read=4, scorer=Loving("2021"))
    found = KnowledgeSearch(store, embedder, reranker=few).search("法学院复试费", top_k=20)
    assert [p.score for p in found] == sorted((p.score for p in found), reverse=True)
    assert few.scorer.read == 4  # type: ignore[attr-defined]


def test_a_cross_encoder_that_is_not_there_is_a_clear_error(store: Any, embedder: Any, tmp_path: Path) -> None:
    search = KnowledgeSearch(store, embedder, reranker=CrossEncoderReranker(str(tmp_path / "missing")))
    with pytest.raises(UsageError, match=r"model\.onnx"):
        search.search("法学院复试费")
    (tmp_path / "model.onnx").write_bytes(b"no model")
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises((DataError, UsageError)):
        OnnxPairScorer(tmp_path).score("a", ["b"])


def test_a_pipeline_with_a_cross_encoder_names_its_folder_in_yaml(store: Any, embedder: Any) -> None:
    text = KnowledgeSearch(store, embedder, reranker=CrossEncoderReranker("/models/bge", read=7)).to_yaml()
    assert "/models/bge" in text
    assert CrossEncoderReranker.from_dict(CrossEncoderReranker("/models/bge", read=7).to_dict()).read == 7
