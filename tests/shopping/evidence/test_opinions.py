"""What a sentence thinks: polarity through negation, comparison, irony and mood."""

from __future__ import annotations

import pytest

from .pages import read, said

A, B = "澄风 F3", "奈凌 X5"
INTRO = f"{A} 和 {B} 都用过。"


def judged(sentence: str) -> set[tuple[str, str]]:
    found = read(f"{INTRO}\n{sentence}", f"{A}。{B}。", f"{B}，{A}。")
    return {pair for pair in said(found) if pair[0] in (A, B)}


@pytest.mark.parametrize(
    ("sentence", "sign"),
    [
        (f"{A} 一点都不吵。", "+"),
        (f"{A} 没有那么响。", "+"),
        (f"{A} 不太好用。", "-"),
        (f"{A} 谈不上安静。", "-"),
        (f"{A} 用了八个月没出过故障。", "+"),
        (f"{A} 不到两个月就坏了。", "-"),
        (f"{A} 不得不说很安静。", "+"),
        (f"{A} 没有任何异味。", "+"),
        (f"{A} 噪音很小，续航也长。", "+"),
        (f"{A} 噪音大，续航短。", "-"),
        (f"{A} 静音个鬼。", "-"),
        (f"{A} 拉杆第三次就缩不回去了。", "-"),
        (f"{A} 客服踢皮球。", "-"),
        (f"{A} is not very quiet.", "-"),
        (f"{A} has never failed.", "+"),
        (f"{A} broke after three weeks.", "-"),
        (f"{A} is anything but flimsy.", "+"),
        (f"I can't recommend {A} highly enough.", "+"),
    ],
)
def test_that_negation_and_turns_of_phrase_are_read(sentence: str, sign: str) -> None:
    assert judged(sentence) == {(A, sign)}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (f"{A} 比 {B} 吵得多。", {(A, "-"), (B, "+")}),
        (f"{A} 没有 {B} 安静。", {(A, "-"), (B, "+")}),
        (f"{A} 没有 {B} 那么吵。", {(A, "+"), (B, "-")}),
        (f"{A} 不如 {B}。", {(A, "-"), (B, "+")}),
        (f"相比 {B}，{A} 更安静。", {(A, "+"), (B, "-")}),
        (f"{A} 和 {B} 一样吵。", {(A, "-"), (B, "-")}),
        (f"{A} 不比 {B} 吵。", {(A, "+")}),
        (f"{A} is quieter than the {B}.", {(A, "+"), (B, "-")}),
        (f"{A} 很安静，{B} 有点吵。", {(A, "+"), (B, "-")}),
    ],
)
def test_that_a_comparison_judges_both(sentence: str, expected: set[tuple[str, str]]) -> None:
    assert judged(sentence) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        f"{A} 静音效果“太好了”，整层楼都听得见。",
        f"{A} 说好的静音呢？",
        f"{A} 这也叫静音？",
        f"{A} 安静得像拖拉机。",
    ],
)
def test_that_irony_is_blame(sentence: str) -> None:
    assert judged(sentence) == {(A, "-")}


@pytest.mark.parametrize(
    "sentence",
    [
        f"{A} 吵不吵？",
        f"{A} 是不是很容易坏吗？",
        f"Is the {A} noisy?",
        f"{A} 官方宣称静音。",
        f"听说 {A} 很安静。",
        f"{A} 号称行业标杆。",
        f"有没有人用过 {A} 求推荐。",
    ],
)
def test_that_questions_claims_and_hearsay_say_next_to_nothing(sentence: str) -> None:
    assert judged(sentence) == set()


def test_that_an_answered_question_counts() -> None:
    assert judged(f"Is the {A} silent? No.") == {(A, "-")}


def test_that_a_wish_is_mild_blame() -> None:
    found = read(f"{A} 要是再安静一点就好了。", f"{A}。", f"{A} 一台。")
    assert said(found) == {(A, "-")}
    assert max(item.strength for item in found.evidence) <= 0.5


def test_that_strength_follows_the_words() -> None:
    def strength(text: str) -> float:
        return max(item.strength for item in read(text, f"{A}。", f"{A}！").evidence)

    assert strength(f"{A} 还行。") < strength(f"{A} 不错。") < strength(f"{A} 无可挑剔。")


def test_that_measured_sentences_are_more_specific_than_praise() -> None:
    found = read(f"{A} 很安静。\n{A} 一档实测 23 分贝，用了八个月都很安静。", f"{A}。")
    plain, measured = sorted(found.evidence, key=lambda item: len(item.quotation))
    assert plain.specificity < 0.4 < measured.specificity
