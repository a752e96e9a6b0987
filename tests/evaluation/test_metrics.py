import math

import pytest
from haystack import Document
from haystack.components.evaluators import DocumentMRREvaluator, DocumentNDCGEvaluator, DocumentRecallEvaluator
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.evaluation.metrics import (
    document,
    estimate,
    folded,
    measured,
    ndcg,
    percentile,
    recall,
    reciprocal_rank,
)

IDS = st.sampled_from("abcdefghijklmnopqrstuvwxyz")
RANKINGS = st.lists(IDS, unique=True, max_size=10)
GOLD = st.lists(IDS, unique=True, min_size=1, max_size=4)


def test_that_chunks_count_as_their_document_at_its_best_place() -> None:
    assert folded(["b#3", "a#0", "b#0", "c", "a#1"]) == ["b", "a", "c"]
    assert (document("a#b#12"), document("#1"), document("x#y"), document("plain")) == ("a#b", "#1", "x#y", "plain")
    assert folded(["faq#2", "faq#2#0"], {"faq#2"}) == ["faq#2"]


def test_that_measures_are_those_computed_by_hand() -> None:
    ranking, gold = ["x", "a", "y", "b"], {"a", "b", "c"}
    assert [recall(ranking, gold, k) for k in (1, 2, 5)] == [0.0, 1.0, 1.0]
    assert [recall(ranking, gold, k, every=True) for k in (1, 2, 5)] == [0.0, 1 / 2, 2 / 3]
    assert reciprocal_rank(ranking, gold) == 0.5
    assert ndcg(ranking, gold) == pytest.approx(1 / math.log2(3))
    ideal = 1 + 1 / math.log2(3) + 1 / 2
    assert ndcg(ranking, gold, every=True) == pytest.approx((1 / math.log2(3) + 1 / math.log2(5)) / ideal)
    assert measured([], gold, (1, 5), every=False) == {"recall@1": 0, "recall@5": 0, "mrr": 0, "ndcg@10": 0}


@given(RANKINGS, GOLD)
def test_that_measures_agree_with_haystacks_evaluators(ranking: list[str], gold: list[str]) -> None:
    # Haystack has no cut-off and divides by all gold documents; up to ten found and four wanted the two are the same.
    given_ = {
        "ground_truth_documents": [[Document(id=id_, content=id_) for id_ in gold]],
        "retrieved_documents": [[Document(id=id_, content=id_) for id_ in ranking]],
    }
    assert recall(ranking, gold, 10) == DocumentRecallEvaluator("single_hit").run(**given_)["score"]
    assert recall(ranking, gold, 10, every=True) == pytest.approx(
        DocumentRecallEvaluator("multi_hit").run(**given_)["score"]
    )
    assert reciprocal_rank(ranking, gold) == pytest.approx(DocumentMRREvaluator().run(**given_)["score"])
    assert ndcg(ranking, gold, every=True) == pytest.approx(DocumentNDCGEvaluator().run(**given_)["score"])


@given(RANKINGS, GOLD, st.booleans())
def test_that_measures_are_shares_and_recall_of_any_gold_grows_with_k(
    ranking: list[str], gold: list[str], every: bool
) -> None:
    found = measured(ranking, gold, (1, 5, 20), every=every)
    assert all(0 <= value <= 1 + 1e-9 for value in found.values())
    hits = [recall(ranking, gold, k) for k in range(1, 12)]
    assert hits == sorted(hits)
    perfect = measured([*gold, *(id_ for id_ in ranking if id_ not in gold)], gold, (1, 5), every=every)
    assert all(value == pytest.approx(1) for value in perfect.values())


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_that_the_interval_holds_the_mean_and_is_the_same_each_time(values: list[float]) -> None:
    found = estimate(values, resamples=200)
    assert found == estimate(values, resamples=200)
    assert found.n == len(values)
    assert 0 <= found.low <= found.high <= 1 + 1e-9
    assert found.value == pytest.approx(sum(values) / len(values))


def test_that_the_interval_is_that_of_the_normal_distribution_for_many_questions() -> None:
    found = estimate([1.0] * 300 + [0.0] * 100)
    half = 1.96 * math.sqrt(0.75 * 0.25 / 400)
    assert found.low == pytest.approx(0.75 - half, abs=0.01)
    assert found.high == pytest.approx(0.75 + half, abs=0.01)


def test_that_equal_values_leave_no_doubt_and_no_values_are_refused() -> None:
    assert (estimate([0.5, 0.5]).low, estimate([0.5, 0.5]).high) == (0.5, 0.5)
    with pytest.raises(ValueError, match="nothing"):
        estimate([])


def test_that_percentiles_are_those_of_the_values() -> None:
    assert percentile([1.0, 2.0, 3.0, 4.0, 5.0], 0.5) == 3.0
    assert percentile([], 0.95) == 0.0
