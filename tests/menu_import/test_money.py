from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.assistants.menu.importing import parse_money
from pilothouse.contracts.numerals import chinese_number


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("38", "38"),
        (38, "38"),
        (38.0, "38"),
        (38.5, "38.5"),
        ("38元", "38"),
        ("38.00", "38"),
        ("３８", "38"),
        ("1,288", "1288"),
        ("RMB 38", "38"),
        ("CNY38", "38"),
        ("￥ 38", "38"),
        ("38块", "38"),
        ("38块5", "38.5"),
        ("三十八", "38"),
        ("三十八元", "38"),
        ("一百二十八块", "128"),
        ("三十八块五", "38.5"),
        ("两块二毛五", "2.25"),
        ("三块零五分", "3.05"),
        ("五毛", "0.5"),
        ("貳拾元", "20"),
        ("两百五", "250"),
        ("免费", "0"),
        ("赠送", "0"),
        ("售价：38元", "38"),
        ("每份38元", "38"),
        ("买一送一38元", "38"),
        ("原价48元 现价38元", "38"),
        ("38元（会员35元）", "38"),
        ("38.", "38"),
        (38.300000000000004, "38.3"),
        ({"amount": "12.5", "currency": "CNY"}, "12.5"),
    ],
)
def test_that_a_price_is_read(text: object, amount: str) -> None:
    money = parse_money(text)
    assert money.amount == Decimal(amount)
    assert not money.starting


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("¥38.5起", "38.5"),
        ("￥38.5起", "38.5"),
        ("38起", "38"),
        ("38元/份起", "38"),
        ("38元起/份", "38"),
        ("25-38元", "25"),
        ("25~38", "25"),
        ("二十五至三十八元", "25"),
        ("起价38元", "38"),
        ("低至9.9元", "9.9"),
        ("大份48元/小份32元", "32"),
        ([48, 32], "32"),
    ],
)
def test_that_the_lowest_of_several_prices_is_marked_as_starting(text: object, amount: str) -> None:
    money = parse_money(text)
    assert money.amount == Decimal(amount)
    assert money.starting


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("38元/份", "份"),
        ("38.50元/斤", "斤"),
        ("38一份", "份"),
        ("38/例", "例"),
        ("38元每位", "位"),
        ("38元/500g", "500g"),
        ("￥98起/份", "份"),
    ],
)
def test_that_the_unit_of_a_price_is_kept(text: str, unit: str) -> None:
    assert parse_money(text).unit == unit


@pytest.mark.parametrize(
    ("text", "currency"), [("$12.5", "美元"), ("HK$88", "港元"), ("12.5 USD", "美元"), ("€9", "欧元"), ("38", "元")]
)
def test_that_a_foreign_currency_is_not_called_yuan(text: str, currency: str) -> None:
    assert parse_money(text).currency == currency


@pytest.mark.parametrize("text", ["面议", "时价", "市价", "時價", "询价", "market price"])
def test_that_an_open_price_keeps_its_words(text: str) -> None:
    money = parse_money(text)
    assert money.amount is None
    assert money.text == text


@pytest.mark.parametrize("text", [None, "", "-", "暂无", "无"])
def test_that_no_price_is_no_error(text: str | None) -> None:
    money = parse_money(text)
    assert (money.amount, money.text) == (None, None)


@pytest.mark.parametrize(
    "text",
    [
        "abc",
        "-5",
        -5,
        "-38元",
        "￥-3",
        "nan",
        float("nan"),
        "inf",
        float("inf"),
        "1e9",
        1_000_001,
        "9999999",
        True,
        "38,5",
        "8折",
        "买一送一",
        "48/32",
        object(),
        "八块鸡",
        "38元38元",
        "３８－",
    ],
)
def test_that_what_is_no_price_is_refused_with_a_reason(text: object) -> None:
    with pytest.raises(ValueError, match="价格"):
        parse_money(text)


@given(
    st.integers(min_value=0, max_value=99_999_900),
    st.sampled_from(["{}", "{}元", "￥{}", "¥ {}", "{}元/份", "RMB {}", "售价{}元", "{}块", "{}圆整", "仅需{}元"]),
)
def test_that_every_price_equals_what_was_written(cents: int, form: str) -> None:
    amount = Decimal(cents) / 100
    assert parse_money(form.format(amount)).amount == amount


@given(st.integers(min_value=0, max_value=1_000_000), st.sampled_from(["{}", "{}元", "{}块钱", "售价{}元", "{}元起"]))
def test_that_every_price_in_chinese_numerals_equals_what_was_written(yuan: int, form: str) -> None:
    assert parse_money(form.format(chinese_number(yuan))).amount == yuan


@given(
    st.text(alphabet="0123456789.,-~元块毛分角起/份斤大小中¥￥$ 一二三百万免费时价()（）", max_size=20)
    | st.text(max_size=60)
    | st.floats()
    | st.decimals()
    | st.integers()
    | st.booleans()
)
def test_that_anything_is_a_price_in_range_or_a_value_error(value: object) -> None:
    try:
        money = parse_money(value)
    except ValueError:
        return
    assert money.amount is None or 0 <= money.amount <= 1_000_000
