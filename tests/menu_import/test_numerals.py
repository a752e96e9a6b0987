from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.contracts.numerals import chinese_number, parse_number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("三十八", 38),
        ("一百二十八", 128),
        ("两百五", 250),
        ("一百零五", 105),
        ("一百一", 110),
        ("一百十五", 115),
        ("二十", 20),
        ("十", 10),
        ("廿", 20),
        ("廿五", 25),
        ("半", "0.5"),
        ("三点五", "3.5"),
        ("零点零五", "0.05"),
        ("3万5", 35000),
        ("3.5万", 35000),
        ("一万五", 15000),
        ("一万零五", 10005),
        ("1亿2千万", 120_000_000),
        ("1,288", 1288),
        ("1，288", 1288),
        ("３８", 38),
        ("38.50", "38.5"),
        ("二零二六", 2026),
        ("壹佰贰拾元"[:-1], 120),
        ("負三", -3),
        ("-5", -5),
        (" 3 8 ", 38),
    ],
)
def test_that_numbers_are_read_as_people_write_them(text: str, value: int | str) -> None:
    assert parse_number(text) == Decimal(value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "abc",
        "百",
        "万",
        "十十",
        "三万万",
        "1,28",
        "1,2345",
        "1.2.3",
        "三点",
        "点五",
        "三点十",
        "--5",
        "3个",
        "三十八元",
        "9" * 60,
    ],
)
def test_that_what_is_no_number_as_a_whole_is_none(text: str) -> None:
    assert parse_number(text) is None


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "零"),
        (10, "十"),
        (110, "一百一十"),
        (105, "一百零五"),
        (2050, "两千零五十"),
        (22_000, "两万两千"),
        (-8, "负八"),
        (100_010, "十万零一十"),
    ],
)
def test_that_numbers_are_said_as_people_say_them(number: int, text: str) -> None:
    assert chinese_number(number) == text


def test_that_a_number_too_large_to_say_is_refused() -> None:
    with pytest.raises(ValueError, match="too large"):
        chinese_number(10**16)


@given(st.integers(min_value=-(10**16) + 1, max_value=10**16 - 1))
def test_that_every_number_said_is_read_back(number: int) -> None:
    assert parse_number(chinese_number(number)) == number


@given(st.text(alphabet="零一二两三五九十百千万亿点半廿0123456789.,-+负 ", max_size=12) | st.text(max_size=50))
def test_that_any_text_is_read_or_refused_without_error(text: str) -> None:
    value = parse_number(text)
    assert value is None or value.is_finite()
