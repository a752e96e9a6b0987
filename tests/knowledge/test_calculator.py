"""Arithmetic: exact, bounded, without eval; and which sentences are arithmetic at all."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.assistants.knowledge.amounts import sum_of
from pilothouse.assistants.knowledge.calculator import LONGEST, MAX_BITS, CalculationError, calculate
from pilothouse.assistants.knowledge.sums import asks_to_compute, expression_in
from pilothouse.contracts.numerals import chinese_number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1+2*3", "7"), ("(1+2)*3", "9"), ("（1＋2）×3", "9"), ("2^3^2", "512"), ("2**10", "1024"), ("-3+5", "2"), ("--3", "3"), ("-2^2", "-4"),  # noqa: E501
        ("7/2", "3.5"), ("1/3", "0.3333333333"), ("10 % 3", "1"), ("20%", "0.2"), ("50*20%", "10"), ("1,234.5+0.5", "1235"), (".5+.5", "1"),  # noqa: E501
        ("0.1+0.2", "0.3"), ("一百二十加三十", "150"), ("两千零五十除以二", "1025"), ("三点五乘以二", "7"), ("百分之二十乘以五百", "100"), ("8000的百分之十五", "1200"),  # noqa: E501
        ("500打八折", "400"), ("3天*500元", "1500"), ("2的10次方", "1024"), ("3的平方", "9"), ("5万*3%", "1500"), ("12 x 12", "144"), ("100 divided by 8", "12.5"),  # noqa: E501
        ("9-3-2", "4"), ("100/10/2", "5"), ("1e", None), ("1+", None), ("(1", None), ("1 2", None), ("abc", None), ("", None), ("()", None), ("1//2", None),  # noqa: E501
    ],
)  # fmt: skip
def test_that_an_expression_has_its_value(text: str, value: str | None) -> None:
    if value is None:
        with pytest.raises(CalculationError):
            calculate(text)
    else:
        assert calculate(text).text == value


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1/0", "division_by_zero"), ("5 % 0", "division_by_zero"), ("0^-1", "division_by_zero"), ("9^99999", "power"), ("9^9^9", "power"),  # noqa: E501
        ("2^0.5", "power"), ("10^4000", "too_large"), ("9" * (LONGEST + 1), "too_long"), ("", "empty"), ("(" * 60 + "1" + ")" * 60, "syntax"),  # noqa: E501
        ("__import__('os').system('ls')", "syntax"), ("1;2", "syntax"), ("(lambda: 1)()", "syntax"), ("1 if 1 else 2", "syntax"),  # noqa: E501
    ],
)  # fmt: skip
def test_that_what_can_t_be_computed_says_why(text: str, kind: str) -> None:
    with pytest.raises(CalculationError) as error:
        calculate(text)
    assert error.value.kind == kind
    assert error.value.chinese
    assert error.value.english


@given(st.text(alphabet="0123456789+-*/%^().,一二十百千万点分之折 x", max_size=40))
def test_that_any_text_has_a_value_or_a_typed_error(text: str) -> None:
    try:
        result = calculate(text)
    except CalculationError:
        return
    assert max(result.value.numerator.bit_length(), result.value.denominator.bit_length()) <= MAX_BITS


numbers = st.decimals(min_value=-9999, max_value=9999, places=2, allow_nan=False)


@given(a=numbers, b=numbers, c=numbers)
def test_that_it_computes_as_exact_fractions_do(a: Decimal, b: Decimal, c: Decimal) -> None:
    x, y, z = map(Fraction, (a, b, c))
    assert calculate(f"({a}) + ({b}) * ({c})").value == x + y * z
    assert calculate(f"(({a}) - ({b})) * ({c})").value == (x - y) * z
    if y:
        assert calculate(f"({a}) / ({b})").value == x / y


@given(a=st.integers(1, 99999), b=st.integers(1, 99999))
def test_that_chinese_numerals_are_read(a: int, b: int) -> None:
    assert calculate(f"{chinese_number(a)}加{chinese_number(b)}").value == a + b


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3天*500", "1500"), ("每天补贴120元，出差5天一共多少", "600"), ("出差三天，每天一百二，总共多少钱", "360"), ("住宿350元一晚，住3晚一共多少钱", "1050"),  # noqa: E501
        ("每天伙食100元、交通80元，出差3天一共多少", "540"), ("每人每天120元，3个人5天一共多少", "1800"), ("工资8000元，涨10%是多少", "8800"), ("房租3000降百分之五后是多少", "2850"),  # noqa: E501
        ("128*37等于多少", "4736"), ("帮我算一下 (3+5)×2", "16"), ("1000减去200再乘以2", "1600"), ("120元/天，7天合计多少", "840"), ("100 yuan per day for 5 days, how much in total", "500"),  # noqa: E501
        ("what is 12 times 12", "144"), ("请问5万的3%是多少？", "1500"),
    ],
)  # fmt: skip
def test_that_a_sum_in_words_is_read(text: str, value: str) -> None:
    expression = expression_in(text)
    assert expression is not None
    assert calculate(expression).text == value


@pytest.mark.parametrize(
    "text",
    [
        "超过5000元要谁批", "出差5天补贴多少", "年假有几天", "2024-2025", "2026-03-01", "2026年春节放几天假", "报销2000元以上要哪些材料", "每天补贴多少钱",  # noqa: E501
        "010-12345678", "13800138000", "三加一政策是什么", "一年有多少天年假", "每天工作8小时，超过的算加班吗", "每月5号发工资吗", "第3条是什么", "GB/T 19001是什么",  # noqa: E501
        "3个人去上海出差住几间房", "每人每天120元，住宿另算，标准是什么", "10人以上的会议要提前几天预订", "", "你好", "404", "A-1 文件在哪",  # noqa: E501
    ],
)  # fmt: skip
def test_that_a_question_with_numbers_is_no_sum(text: str) -> None:
    assert expression_in(text) is None


def test_that_a_wish_to_compute_without_numbers_is_seen() -> None:
    assert asks_to_compute("帮我算个数")
    assert not asks_to_compute("帮我算一下3+5")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("每天120补贴，出差5天，住宿一晚280，一共多少", "880"), ("每天补贴100，住宿每晚280，出差5天住4晚，总共多少", "1620"), ("打车花了45.5，吃饭88，一共多少", "133.5"),  # noqa: E501
        ("报销了3笔，分别是120、85和46，合计多少", "251"), ("住宿480一晚，住3晚，打车一共花了150，合计多少", "1590"), ("每人每天补贴100，3个人去4天，一共多少", "1200"),  # noqa: E501
        ("一等奖3000，二等奖1500，加起来多少", "4500"), ("年假5天加上婚假13天一共多少天", "18"), ("一千二的百分之十五", "180"), ("两千八减去六百五", "2150"),  # noqa: E501
        ("1,200元和800元一共多少", "2000"),
    ],
)  # fmt: skip
def test_that_several_amounts_are_added_as_often_as_they_are_due(text: str, value: str) -> None:
    made = expression_in(text)
    assert made is not None
    assert calculate(made).text == value


@pytest.mark.parametrize(
    "text",
    [
        "2025年和2026年春节一共放几天", "P6和P7住宿标准一共差多少", "每天补贴100，住宿每晚280，一共多少", "5000到20000的报销一共要几个人批", "1、年假几天 2、病假几天",  # noqa: E501
        "报销了3笔，分别是120和85，合计多少", "超过5000元一共要几家报价", "第1次和第2次一共扣多少", "去北京3天和上海2晚一共补多少",  # noqa: E501
    ],
)  # fmt: skip
def test_that_nothing_is_added_that_would_have_to_be_guessed(text: str) -> None:
    assert expression_in(text) is None


@pytest.mark.parametrize(
    ("told", "topic", "text", "value"),
    [
        ("出差补助每天 100 元，含早餐以外的餐费。", "出差补助每天多少", "那5天一共多少", "500"), ("出差补助每天 100 元。", "出差补助", "那6天呢", "600"),  # noqa: E501
        ("病历复印每页0.5元。", "病历复印多少钱", "那20页呢", "10"), ("本科 180 元，硕士 240 元，日薪按学历算。", "硕士一天多少钱", "干22天一共能拿多少", "5280"),  # noqa: E501
        ("文史类学费每学年5200元，理工类学费每学年5800元。", "理工类学费多少", "四年一共多少", "23200"), ("套餐：标准套餐，价格：880元。", "标准套餐多少钱", "3个人一起去一共多少", "2640"),  # noqa: E501
        ("出差补助每天 100 元（2025-04-01，较新）。出差补助每天 80 元（2023-02-01）。", "出差补助多少", "那5天一共多少", "500"), ("自驾 1.2 元/公里。", "自驾补多少", "300公里一共多少", "360"),  # noqa: E501
        ("月租 950 元，押金 1,900 元。", "单人间月租多少", "住6个月一共多少", "5700"),
    ],
)  # fmt: skip
def test_that_a_sum_is_made_of_what_the_last_answer_said(told: str, topic: str, text: str, value: str) -> None:
    made = sum_of(text, told, topic)
    assert made is not None
    assert calculate(made.expression).text == value


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ("出差补助每天 100 元。", "年假5天一共多少"), ("迟到每次扣50元。", "超过2小时呢"), ("每册每天收取0.1元。", "晚了20天一共多少"), ("单笔 3,000 元至 20,000 元由部门负责人批准。", "3个人呢"),  # noqa: E501
        ("年假7天。", "那5天呢"), ("停车每天15元。", "停一天多少钱"), ("", "那5天一共多少"), ("补助每天 100 元。", "那上海呢"), ("补助每天 100 元。", "2025年呢"),  # noqa: E501
    ],
)  # fmt: skip
def test_that_no_sum_is_made_of_what_does_not_fit(told: str, text: str) -> None:
    assert sum_of(text, told, "补助") is None


def test_that_of_several_amounts_the_asker_chooses() -> None:
    made = sum_of("那5天一共多少", "国内补助每天 100 元。境外补助每天 300 元。", "补助每天多少")
    assert made is not None
    assert [amount.value for amount in made.choices] == ["100", "300"]


@given(told=st.text(max_size=200), text=st.text(max_size=60))
def test_that_any_answer_and_any_sentence_are_read(told: str, text: str) -> None:
    sum_of(text, told, "补助")
    expression_in(text)
