"""Lists: measured values beside each other, advice for one case or another, answers that are a name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.assistants.shopping.evidence.opinion.lexicon import patterns
from pilothouse.assistants.shopping.evidence.opinion.trigger import pieces
from pilothouse.assistants.shopping.evidence.record import Evidence

from .pages import read, said

A, B, C = "澄风 F3", "奈凌 X5", "海岳 M2"
HOME = (f"{A}。{B}。{C}。", f"{C}，{B}，{A}。", f"{B}；{C}；{A}。")


def records(sentence: str, product: str = A) -> list[Evidence]:
    found = read(sentence, *HOME)
    [key] = [item.key for item in found.products if item.name == product]
    return [item for item in found.evidence if item.product == key and item.page == 0]


def judged(sentence: str) -> set[tuple[str, str]]:
    return {pair for pair in said(read(sentence, *HOME)) if pair[0] in (A, B, C)}


@pytest.mark.parametrize(
    ("sentence", "best", "worst"),
    [
        (f"噪音（满档）：{A} 28 dB；{B} 35；{C} 46。", A, C),
        (f"续航：{A} 6 小时，{B} 13 小时，{C} 18 小时。", C, A),
        (f"重量：{A} 6.1 kg，{B} 8.2，{C} 11.2。", A, C),
        (f"返修率：{A} 12%，{B} 6%，{C} 2%。", C, A),
        (f"满意的人数得票：{A} 61 票，{B} 30 票，{C} 4 票。", A, C),
        (f"Fan noise under load: {A} 31 dB, {B} 41, {C} 51.", A, C),
    ],
)
def test_that_measured_values_beside_each_other_tell_which_is_best(sentence: str, best: str, worst: str) -> None:
    found = judged(sentence)
    assert (best, "+") in found
    assert (worst, "-") in found
    assert not {(best, "-"), (worst, "+")} & found


@pytest.mark.parametrize(
    "sentence",
    [
        f"价格：{A} 89 元，{B} 35 元，{C} 129 元。",
        f"编号：{A} 3，{B} 7，{C} 9。",
        f"续航：{A} 标称 100 小时，{B} 标称 50 小时，{C} 标称 20 小时。",
        f"噪音：{A} 28 dB，{B} 46 dB。",
    ],
)
def test_that_prices_numbers_claims_and_pairs_rank_nothing(sentence: str) -> None:
    assert judged(sentence) == set()


@pytest.mark.parametrize(
    ("sentence", "case"),
    [
        (f"小缸预算紧选 {A}；大缸请选 {B}。", "小缸预算紧"),
        (f"结论：家里爱停电的选 {A}。", "家里爱停电"),
        (f"【小个子】第一名 {A}，满意度 89%。", "小个子"),
        (f"Verdict: {A} for pet owners, {B} for small flats.", "pet owners"),
    ],
)
def test_that_advice_for_a_case_is_kept_with_its_case(sentence: str, case: str) -> None:
    found = [item for item in records(sentence) if item.case]
    assert {(item.polarity, item.case) for item in found} == {("positive", case)}
    assert all(item.quotation in sentence and case in item.quotation for item in found)


@pytest.mark.parametrize("sentence", [f"总体首选 {A}。", f"我们推荐 {A}。", f"{A} overall."])
def test_that_advice_for_all_has_no_case(sentence: str) -> None:
    assert [item.polarity for item in records(sentence)] == ["positive"]
    assert [item.case for item in records(sentence)] == [""]


def test_that_an_answer_that_is_a_name_recommends_it() -> None:
    thread = f"楼主：停电的时候用什么？\n阿慧：{A}。\n老兵：买什么都行。\n阿慧：真的。"
    assert (A, "+") in judged(thread)
    assert judged(f"楼主：{B} 怎么样？\n老兵：看人。\n楼主：哦。") == set()


@pytest.mark.parametrize(
    ("sentence", "sign"),
    [
        (f"用过三款，最后留下的是 {A}。", "+"),
        (f"{A} 用了半年，会再买。", "+"),
        (f"{A} 用了半年，不会再买。", "-"),
        (f"只有 {A} 撑了一整夜。", "+"),
        (f"{A}：三个月没剪过一次。", "+"),
        (f"We kept the {A}.", "+"),
        (f"Our pick for travellers is the {A}.", "+"),
    ],
)
def test_that_what_people_do_tells_what_they_think(sentence: str, sign: str) -> None:
    assert (A, sign) in judged(sentence)


@given(st.sampled_from(patterns()), st.text("推荐的不选第一名满意度小时for the pickchoice \ue000,。:9%", max_size=40))
def test_that_a_pattern_matches_only_where_one_of_its_pieces_is(pattern: object, text: str) -> None:
    expression = pattern.expression  # type: ignore[attr-defined]
    needed = pieces(expression)
    if needed and expression.search(text):
        assert any(piece in text for piece in needed)
