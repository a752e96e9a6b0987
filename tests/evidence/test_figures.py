"""Values are equal in every writing, and different values never are."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.contracts.numerals import chinese_number
from pilothouse.retrieval.evidence.figures import Figure, figures, same


def only(text: str) -> Figure:
    found = figures(text)
    assert len(found) == 1, (text, found)
    return found[0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("15天", "十五天"),
        ("15 days", "15天"),
        ("fifteen days", "15天"),
        ("3,000元", "三千元"),
        ("3000元", "¥3,000"),
        ("RMB 3000", "3000元"),
        ("1.2亿元", "120000000元"),
        ("3万5千元", "35000元"),
        ("百分之十", "10%"),
        ("2025年3月1日", "2025-03-01"),
        ("March 1, 2025", "2025年3月1日"),
        ("1 March 2025", "2025/3/1"),
        ("二〇二五年三月一日", "2025-03-01"),
        ("3月1日", "2025年3月1日"),
        ("下午5点半", "17:30"),
        ("5 pm", "17:00"),
        ("星期五", "Friday"),
        ("电话：010-12345678", "热线010 12345678"),
        ("第6届", "第六届"),
        ("两个工作日", "2 working days"),
    ],
)
def test_that_equal_values_are_equal_in_other_writing(one: str, other: str) -> None:
    assert same(only(one), only(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("15天", "16天"),
        ("15天", "15元"),
        ("3000元", "3000美元"),
        ("2025年3月1日", "2024年3月1日"),
        ("2025年3月1日", "2025年3月2日"),
        ("9:00", "21:00"),
        ("第6届", "第7届"),
        ("5个工作日", "5天"),
        ("15%", "15"),
    ],
)
def test_that_different_values_stay_different(one: str, other: str) -> None:
    a, b = only(one), only(other)
    assert not same(a, b) or "" in (a.unit, b.unit)


@given(st.integers(2, 9_999), st.sampled_from(["天", "元", "个月", "人", "次"]))
def test_that_a_number_in_chinese_numerals_equals_its_digits(number: int, unit: str) -> None:
    assert same(only(f"{chinese_number(number)}{unit}"), only(f"{number}{unit}"))
    assert same(only(f"{number:,}{unit}"), only(f"{number}{unit}"))
    assert not same(only(f"{number}{unit}"), only(f"{number + 1}{unit}"))


@given(st.dates())
def test_that_a_date_is_equal_in_all_its_writings(day: object) -> None:
    from datetime import date

    assert isinstance(day, date)
    if not 1950 <= day.year < 2050:
        return
    writings = [f"{day.year}年{day.month}月{day.day}日", day.isoformat(), f"{day.year}/{day.month}/{day.day}"]
    dates = [only(writing) for writing in writings]
    assert all(same(dates[0], other) for other in dates)


def test_that_a_range_gives_both_ends_their_unit() -> None:
    assert [(f.key, f.unit) for f in figures("3-5个工作日")] == [("3", "个工作日"), ("5", "个工作日")]
    assert [f.key for f in figures("11月9日至11日")] == ["-11-9", "-11-11"]


def test_that_words_which_look_like_numbers_are_none() -> None:
    assert figures("统一安排一下，万一有事，一般不用，三明治十分好吃") == ()


def test_that_digits_of_a_name_are_no_amount() -> None:
    assert figures("P7 和 MIX1 可以使用") == ()


@given(st.text(max_size=80))
def test_that_reading_never_fails_and_values_do_not_overlap(text: str) -> None:
    found = figures(text)
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(0 <= figure.start < figure.end <= len(text) for figure in found)
