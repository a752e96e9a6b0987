import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.context.budget import CUT, Budget, Material, cut, fit, trim
from pilothouse.context.sentences import split
from pilothouse.contracts.errors import ContractViolation

SENTENCES = st.lists(
    st.text("你好天气预算abc ", min_size=1, max_size=20).map(lambda s: s.strip() + "。"), max_size=12
).map("".join)


def rough(text: str) -> int:
    """A counter whose parts don't add up: joined texts cost more."""
    return len(text) + len(text) // 10


@given(SENTENCES, st.integers(0, 120), st.sampled_from(["start", "end"]))
def test_that_trimming_keeps_whole_sentences_within_the_limit(text: str, limit: int, keep: str) -> None:
    short = trim(text, limit, rough, keep=keep)  # type: ignore[arg-type]
    assert rough(short) <= limit
    whole = [piece.strip() for piece in split(text)]
    assert all(piece.strip() in whole for piece in split(short))


@given(SENTENCES)
def test_that_a_text_within_the_limit_is_left_alone(text: str) -> None:
    assert trim(text, rough(text), rough) == text


def test_that_a_sentence_longer_than_the_limit_is_dropped_and_never_cut() -> None:
    assert trim("短。" + "长" * 50 + "。也短。", 10, len) == "短。也短。"
    assert trim("长" * 50, 10, len) == ""


def test_that_trimming_from_the_front_keeps_the_last_sentences() -> None:
    assert trim("一。二。三。", 4, len, keep="end") == "二。三。"


@given(st.text(max_size=200), st.integers(0, 150))
def test_that_a_question_is_cut_within_the_limit_and_the_cut_is_marked(question: str, limit: int) -> None:
    short = cut(question, limit, rough)
    assert rough(short) <= limit
    if rough(question) <= limit:
        assert short == question
    elif limit > rough(CUT):
        assert short.endswith(CUT)
        assert question.startswith(short.removesuffix(CUT))


def test_that_materials_go_whole_by_priority_and_stay_in_order() -> None:
    items = [Material(1, "a" * 10, "x", 0.2), Material(2, "b" * 10, "y", 0.9), Material(3, "c" * 10, "z", 0.5)]
    kept = fit(items, 20, lambda item: len(item.text), len)
    assert [item.n for item in kept] == [2, 3]
    assert all(item in items for item in kept)


def test_that_the_best_material_is_trimmed_when_not_even_it_fits() -> None:
    items = [Material(1, "第一句。第二句。", "x", 0.9), Material(2, "第三句，很长很长。", "y", 0.1)]
    assert fit(items, 5, lambda item: len(item.text), len) == [Material(1, "第一句。", "x", 0.9)]


def test_that_a_wrong_budget_is_refused() -> None:
    with pytest.raises(ContractViolation, match="negative"):
        Budget({"rules": -1})
    with pytest.raises(ContractViolation, match="no section 'tools'"):
        Budget().limit("tools")
