from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.contracts.numerals import chinese_number
from pilothouse.evaluation.canonical import canonical, plain, says, share


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("每年有５天年假", "5天"),
        ("每年有五天年假", "5天"),
        ("住宿标准为每晚 500 元", "500元"),
        ("上限为三万五千元", "35,000 元"),
        ("上限为3.5万元", "35000元"),
        ("按基本工资的百分之八十发放", "80%"),
        ("自2026年3月1日起施行", "2026-03-01"),
        ("自2026-03-01起施行", "2026年3月1日"),
        ("自2026-03-01起施行", "3月1日"),
        ("自2026年3月1日起施行", "2026年3月"),
        ("二〇二六年三月生效", "2026年3月"),
        ("早上九点半上班", "9:30"),
        ("金额1200.50元", "1,200.5元"),
        ("見勞動合同", "劳动合同"),
        ("In Tampa, Florida.", "tampa florida"),
        ("税号91330200XC7H4K2Q9M。", "91330200XC7H4K2Q9M"),
    ],
)
def test_that_an_answer_is_found_however_it_is_written(text: str, answer: str) -> None:
    assert says(text, [answer])


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("共15天", "5天"),
        ("共3.5天", "5天"),
        ("编号12", "1"),
        ("房费5000元", "500"),
        ("不可以报销", "可以报销"),
        ("a restart is needed", "start"),
        ("2026-03-11起施行", "2026年3月1日"),
        ("共3人", "3月"),
        ("", "5天"),
        ("5天", "。"),
    ],
)
def test_that_a_part_of_another_number_or_word_is_no_answer(text: str, answer: str) -> None:
    assert not says(text, [answer])


@given(st.integers(1, 999_999_999))
def test_that_a_number_is_the_same_in_digits_with_separators_and_in_chinese(number: int) -> None:
    for written in (f"{number}", f"{number:,}", chinese_number(number)):
        assert says(f"合计{written}元。", [f"{number}元"]), written


@given(st.integers(0, 9999), st.integers(0, 9999))
def test_that_different_numbers_are_never_the_same(said: int, wanted: int) -> None:
    assert says(f"共{said}人", [f"{wanted}人"]) == (said == wanted)


@given(st.dates(date(1950, 1, 1), date(2100, 1, 1)), st.dates(date(1950, 1, 1), date(2100, 1, 1)))
def test_that_a_date_is_the_same_in_all_its_forms_and_no_other(one: date, other: date) -> None:
    text = f"截止{one.year}年{one.month}月{one.day}日"
    for form in (other.isoformat(), f"{other:%Y/%m/%d}", f"{other.year}年{other.month:02d}月{other.day:02d}日"):
        assert says(text, [form]) == (one == other)


@given(st.text(max_size=60))
def test_that_any_text_has_a_form_and_says_itself(text: str) -> None:
    assert plain(plain(text)) == plain(text)
    assert canonical(text) is not None
    assert says(text, [text]) or not plain(text)


def test_that_the_share_counts_answers_and_not_spellings() -> None:
    assert share("5天，由主管审批", [("5天", "五日"), ("主管",), ("3月",)]) == pytest.approx(2 / 3)
    assert share("5天", []) == 0.0
