"""For any number, any spelling and any text: read back, never accepted when wrong, never an exception, never
endless."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilothouse.assistants.tutor.checking import answers_in, check, substitution
from pilothouse.assistants.tutor.checking.symbolic import timed
from pilothouse.assistants.tutor.problems.problem import Expected
from pilothouse.contracts.numerals import chinese_number

ANSWERS = (
    "12", "12米", "3/4", "25%", "鸡23只，兔12只", "x=2 或 x=-3", "(2,3)", "x>3", "[1,3)", "2x+1", "2x+4(35-x)=94",
    "2√3", "5……3", "3:4", "无解",
    "18x+15≤260", "x+y=3；x-y=1",
)  # fmt: skip
SENTENCES = (
    "{}",
    "所以一共有{}只",
    "我觉得是{}吧",
    "so the answer is {}",
    "是{}吗？",
    "x={}",
    "不是13，是{}",
    "答：{}。",
    "算出来等于{}",
)
PIECES = (
    *"0123456789.,，。+-×÷*/^()[]{}√π%=<>≤≥≠|!±°:：…$\\ 是不或的第约大于",
    *"一二两三十百万半分之点负又余比每个只米元时xyABa'",
    "\\frac{", "不是", "或者", "答案", "所以", "sin", "and", "or", "鸡", "兔", "x=", "一共", "无解",
)  # fmt: skip

integers = st.integers(0, 10**9)
texts = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=40).map("".join))


def spellings(value: Fraction) -> list[str]:
    top, bottom = value.numerator, value.denominator
    if bottom == 1:
        forms = [
            str(top),
            f"{top:,}",
            f"{top}.0",
            chinese_number(top),
            str(top).translate({48 + d: 0xFF10 + d for d in range(10)}),
        ]
        return [*forms, f"**{top}**", f"\\boxed{{{top}}}", f"{top * 100}%"]
    forms = [
        f"{top}/{bottom}",
        f"{2 * top}/{2 * bottom}",
        f"\\frac{{{top}}}{{{bottom}}}",
        f"{chinese_number(bottom)}分之{chinese_number(top)}",
    ]
    if top > bottom:
        whole, rest = divmod(top, bottom)
        forms += [
            f"{whole}又{rest}/{bottom}",
            f"{whole} {rest}/{bottom}",
            f"{chinese_number(whole)}又{chinese_number(bottom)}分之{chinese_number(rest)}",
        ]
    return forms


numbers = st.one_of(integers.map(Fraction), st.builds(Fraction, st.integers(1, 300), st.integers(2, 60)))


@given(numbers, st.data(), st.sampled_from(SENTENCES))
def test_that_every_spelling_of_a_number_is_read_back(value: Fraction, data: st.DataObject, sentence: str) -> None:
    text = sentence.format(data.draw(st.sampled_from(spellings(value))))
    if value != 13:
        assert check(text, Expected(answer=str(value))).verdict == "right"


@given(numbers, numbers, st.data(), st.sampled_from(SENTENCES))
def test_that_another_number_is_never_accepted(a: Fraction, b: Fraction, data: st.DataObject, sentence: str) -> None:
    text = sentence.format(data.draw(st.sampled_from(spellings(a))))
    if a != b and b != 13:
        assert check(text, Expected(answer=str(b)), given=["13"]).verdict in ("wrong", "unclear", "none")


@given(
    integers,
    integers,
    st.sampled_from(["{}或者{}", "{}，{}", "{} or {}", "{}还是{}", "{} {}", "可能是{}可能是{}", "答案是{}，答案是{}"]),
)
def test_that_two_numbers_are_a_guess(a: int, b: int, sentence: str) -> None:
    if a != b:
        for answer in (a, b):
            found = check(sentence.format(a, b), Expected(answer=str(answer)), given=[str(a + b + 1)])
            assert found.verdict in ("unclear", "none", "wrong") or (f"{a}，{b}" == f"{a},{b}")


@settings(deadline=None, max_examples=300)
@given(texts, st.sampled_from(ANSWERS))
def test_that_no_text_raises(text: str, answer: str) -> None:
    found = check(
        text, Expected(answer=answer), given=[text], others={"b": Expected(answer="7")}, steps=[Expected(answer="24")]
    )
    assert found.verdict in ("right", "partial", "wrong", "unclear", "none")
    answers_in(text)
    substitution(text, "鸡+兔=35; 2*鸡+4*兔=94")


@settings(deadline=None)
@given(texts)
def test_that_any_text_can_be_a_teacher_s_answer(text: str) -> None:
    check("12", Expected(answer=text))
    check("12", Expected(answer="12", accept=(text,)))


@pytest.mark.parametrize(
    "text",
    [
        "9**9**9", "9^" * 500 + "9", "(" * 10_000, "1" * 10_000, "1+" * 5000, "√" * 3000, "((x+1)^50)^50",
        "2^1000000", "1e999", "x/0", "0^-1",
        "__import__('os').system('exit 1')", "x.__class__", "lambda: 0", "exp(exp(exp(9)))",
        "是12，" * 5000, "|" * 999, "\\frac{" * 999,
        "sin(" * 200, "\ud800",
        "\x00" * 50, "三点" * 500, "百分之" * 400, "十" * 999, "12米" * 400, "1 km/h/h" * 200, "鸡1兔" * 300, "0/0",
    ],
)  # fmt: skip
@pytest.mark.parametrize("answer", ANSWERS)
def test_that_hostile_input_is_neither_run_nor_accepted(text: str, answer: str) -> None:
    assert check(text, Expected(answer=answer)).verdict not in ("right", "partial")


def test_that_a_proof_is_stopped_when_its_time_is_over() -> None:
    def endless() -> bool:
        while True:
            pass

    assert timed(endless, 0.05) is None
    assert timed(lambda: True, 5) is True
