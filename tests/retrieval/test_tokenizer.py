from __future__ import annotations

import pytest
from haystack.dataclasses import Document
from hypothesis import given, settings
from hypothesis import strategies as st

from pilothouse.retrieval.store import SQLiteDocumentStore
from pilothouse.retrieval.tokenizer import index_tokens, match_query, normalise, query_tokens

ANY_TEXT = st.text(max_size=60)  # hypothesis includes half surrogates, NUL and every kind of punctuation


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("麻辣香鍋", "麻辣香锅"),
        ("ＡＢＣ　１２", "abc 12"),
        ("宫 保 鸡 丁", "宫保鸡丁"),
        ("a\x00b\u200bc", "abc"),
        ("  两\n行\t字 ", "两行字"),
        ("Kung Pao", "kung pao"),
    ],
)
def test_ways_of_writing_become_one(written: str, normal: str) -> None:
    assert normalise(written) == normal


@given(ANY_TEXT)
def test_normal_text_is_clean(text: str) -> None:
    plain = normalise(text)
    assert plain == plain.strip()
    assert "  " not in plain
    plain.encode()


def test_a_dish_is_indexed_by_words_pairs_and_characters() -> None:
    assert {"麻辣", "辣香", "香锅", "锅"} <= set(index_tokens("麻辣香锅"))


def test_fillers_are_not_looked_for_unless_alone() -> None:
    assert "来" not in query_tokens("来一份鱼")
    assert "鱼" in query_tokens("来一份鱼")
    assert query_tokens("有吗")


def test_a_text_without_words_is_no_query() -> None:
    assert match_query(" ，。!?\x00") is None


STORE = SQLiteDocumentStore()
STORE.replace_all([Document(id="1", content="麻辣香锅 hot pot"), Document(id="2", content="米饭 rice")])


@settings(deadline=None)
@given(
    st.one_of(ANY_TEXT, st.sampled_from(['"', "a OR", "NEAR(a b)", "title:x", "a*", "^a", "-a", "(a", "a AND NOT b"]))
)
def test_no_text_of_a_user_is_ever_query_syntax(text: str) -> None:
    STORE.keyword_search(text)
    STORE.exact_search(text)


@pytest.mark.parametrize("query", ["锅", "香锅", "HOT", "pots", "麻辣香鍋有吗", "香锅 OR 没有", '"香锅"'])
def test_short_queries_find_the_dish(query: str) -> None:
    assert [document.id for document in STORE.keyword_search(query)] == ["1"]
