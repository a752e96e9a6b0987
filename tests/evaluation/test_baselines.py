import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.contracts.caller import Caller
from pilothouse.evaluation.baselines import Baselines, Bm25, best, fused, pair_tokens, word_tokens
from pilothouse.evaluation.stock import Stock
from pilothouse.retrieval.library import Library


def test_that_bm25_is_the_formula_computed_by_hand() -> None:
    index = Bm25(["a a b", "b c", ""], str.split, k1=1.5, b=0.75)
    average = 5 / 3
    idf_a, idf_b = math.log(1 + 2.5 / 1.5), math.log(1 + 1.5 / 2.5)
    first = idf_a * 2 * 2.5 / (2 + 1.5 * (0.25 + 0.75 * 3 / average))
    first += idf_b * 2.5 / (1 + 1.5 * (0.25 + 0.75 * 3 / average))
    second = idf_b * 2.5 / (1 + 1.5 * (0.25 + 0.75 * 2 / average))
    assert index.scores("a b") == pytest.approx([first, second, 0.0])
    assert index.scores("z") == pytest.approx([0.0, 0.0, 0.0])
    assert list(Bm25([], str.split).scores("a")) == []


def test_that_pairs_are_of_chinese_characters_and_words_of_other_scripts_stay_whole() -> None:
    assert pair_tokens("年休假 OA系统2026") == ["年休", "休假", "系统", "oa", "2026"]
    assert "年休假" in "".join(word_tokens("年休假"))


def test_that_ranks_are_fused_equally() -> None:
    assert fused([["a", "b"], ["b", "c"]], 10) == ["b", "a", "c"]
    assert fused([["a", "b"], ["b", "c"]], 1) == ["b"]


@given(st.lists(st.floats(0, 5), max_size=12), st.integers(1, 5), st.data())
def test_that_only_what_is_seen_is_ranked(scores: list[float], depth: int, data: st.DataObject) -> None:
    seen = data.draw(st.lists(st.booleans(), min_size=len(scores), max_size=len(scores)))
    found = best(np.asarray(scores), np.asarray(seen, dtype=bool), depth)
    assert all(seen[place] and scores[place] > 0 for place in found)
    assert len(found) == min(depth, sum(shown and score > 0 for shown, score in zip(seen, scores, strict=True)))
    assert [scores[place] for place in found] == sorted((scores[place] for place in found), reverse=True)


@pytest.mark.parametrize("scopes", [(), ("board",), ("dept:legal",), ("legal", "board"), ("dept:hr",)])
def test_that_no_ranker_shows_what_the_library_hides(library: Library, scopes: tuple[str, ...]) -> None:
    stock = Stock.of(library)
    caller = Caller("x", frozenset(scopes))
    allowed = {info.id for info in library.documents(caller)}
    assert ("bonus" in allowed) == ("board" in scopes)
    for name, ranker in Baselines(stock).rankers().items():
        for query in ("高管奖金总额", "收购蓝鲸科技", "年休假几天", "2026"):
            found = ranker(query, caller)
            assert {stock.by_id[id_].document for id_ in found} <= allowed, name
            assert len(found) == len(set(found))


def test_that_every_ranker_finds_a_document_by_its_own_words(library: Library) -> None:
    rankers = Baselines(Stock.of(library)).rankers()
    assert set(rankers) == {"bm25_words", "bm25_bigrams", "dense", "equal_rrf"}
    for name, ranker in rankers.items():
        assert ranker("地下车库停车费为每月多少元", Caller())[0] == "parking#0", name
