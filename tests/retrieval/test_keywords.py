"""Keyword search that passes over common words finds what the plain search finds."""

from __future__ import annotations

import random
from typing import Any

import pytest
from haystack.dataclasses import Document
from hypothesis import given, settings
from hypothesis import strategies as st

from pilothouse.retrieval import keywords
from pilothouse.retrieval.store import SQLiteDocumentStore

RARE = [f"词{chr(0x4E00 + n)}" for n in range(0, 600, 20)]
COMMON = ("每月", "上限", "项目", "申请")


@pytest.fixture(scope="module")
def store() -> SQLiteDocumentStore:
    chance = random.Random(3)
    documents = []
    for n in range(3000):
        said = [word for word in COMMON if chance.random() < 0.6] * chance.randint(1, 3)
        said += [RARE[min(int(chance.expovariate(0.25)), len(RARE) - 1)] for _ in range(chance.randint(0, 3))]
        documents.append(Document(id=f"d{n}", content="，".join(said) or "空", meta={"even": 1 - n % 2}))
    store = SQLiteDocumentStore()
    store.write_documents(documents)
    return store


def plainly(store: SQLiteDocumentStore, tokens: list[str], filters: Any, top_k: int) -> dict[str, float]:
    """As it was before common words were passed over."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keywords, "COMMON", 10**9)
        return store.lookup.by_words(tokens, filters, top_k)


@given(
    st.lists(st.sampled_from([*RARE, *COMMON, "没有", "unknown"]), min_size=1, max_size=8, unique=True),
    st.sampled_from([None, {"field": "meta.even", "operator": "==", "value": 1}]),
    st.integers(1, 60),
)
@settings(max_examples=150, deadline=None)
def test_that_nothing_is_missed(store: SQLiteDocumentStore, tokens: list[str], filters: Any, top_k: int) -> None:
    expected = plainly(store, tokens, filters, top_k)
    found = store.lookup.by_words(tokens, filters, top_k)
    assert list(found.values()) == pytest.approx(list(expected.values()))
    # Equal scores may differ in their last bit, as they are summed in another order: which comes first is then open.
    last = min(expected.values(), default=0.0)
    for id_ in found.keys() ^ expected.keys():
        assert {**expected, **found}[id_] == pytest.approx(last)
    for id_ in found.keys() & expected.keys():
        assert found[id_] == pytest.approx(expected[id_])


def test_that_common_words_are_passed_over_where_that_is_safe() -> None:
    counts = {"项目": 9000, "申请": 2500, "年假": 700, "罕见": 3}
    parts = keywords.split(list(counts), 10_000, counts, 50)
    assert parts.common[0] == "项目"
    assert {"年假", "罕见"} <= set(parts.rare)
    assert keywords.split(["罕见", "项目"], 10_000, counts, 50).common == (), "three documents are not enough"
    assert keywords.split(["没有"], 10_000, counts, 50).rare == ()


def test_that_hidden_documents_leave_no_trace_in_scores_and_counts() -> None:
    chance = random.Random(5)

    def documents(prefix: str, words: tuple[str, ...], shown: int, count: int) -> list[Document]:
        texts = ["，".join(chance.choices(words, k=6)) for _ in range(count)]
        return [Document(id=f"{prefix}{n}", content=text, meta={"shown": shown}) for n, text in enumerate(texts)]

    visible = documents("v", ("裁员", "年假", "报销", "出差", "会议"), 1, 300)
    hidden = documents("h", ("裁员", "奖金"), 0, 900)
    alone, beside = SQLiteDocumentStore(), SQLiteDocumentStore()
    alone.write_documents(visible)
    beside.write_documents([*hidden[:450], *visible, *hidden[450:]])
    only = {"field": "meta.shown", "operator": "in", "value": [1]}
    tokens = ["裁员", "年假", "奖金", "报销"]
    assert beside.lookup.frequencies(tokens, only) == alone.lookup.frequencies(tokens)
    assert beside.lookup.frequencies(tokens, only) != beside.lookup.frequencies(tokens)
    for asked in (tokens, ["裁员"], ["裁员", "年假"], ["奖金"], ["会议", "裁员"]):
        expected, found = alone.lookup.by_words(asked, only, 40), beside.lookup.by_words(asked, only, 40)
        # BM25 divides by the average length, which differs a little; what is written in hidden documents doesn't.
        assert list(found.values()) == pytest.approx(list(expected.values()), rel=0.06)
        assert [id_ for id_ in list(found)[:10] if id_ not in expected] == []
