from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilothouse.contracts.numerals import parse_number
from pilothouse.speech import for_ear


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("38元", "三十八元。"),
        ("¥38.00", "三十八元。"),
        ("￥１,２８８", "一千二百八十八元。"),
        ("合计$12.5吧", "合计十二点五美元吧。"),
        ("38元/份", "三十八元每份。"),
        ("21:30送到", "晚上九点半送到。"),
        ("营业 10:00-22:05", "营业上午十点到晚上十点零五分。"),
        ("0:15开，24:00关", "凌晨零点十五分开，晚上十二点关。"),
        ("下午2:00", "下午两点。"),
        ("晚上7:30", "晚上七点半。"),
        ("比分3:2，比例1:10", "比分三比二，比例一比十。"),
        ("距离1.5km，约12分钟", "距离一点五公里，约十二分钟。"),
        ("2–3人份", "两到三人份。"),
        ("2个、第2个、2号", "两个、第二个、二号。"),
        ("打95折，好评98.5%，50%-80%", "打九十五折，好评百分之九十八点五，百分之五十到百分之八十。"),
        ("电话028-5550-1288", "电话零二八，五五五零，幺二八八。"),
        ("手机13812345678", "手机幺三八，幺二三四，五六七八。"),
        ("2026-03-05，2026年", "二零二六年三月五日，二零二六年。"),
        ("单号20260305001234", "单号二零二六零三零五零零一二三四。"),
        ("007号，3.4.1版，A12", "零零七号，三点四点一版，A一二。"),
        ("3万5，1.2万", "三万五，一点二万。"),
        ("1/2份", "二分之一份。"),
        ("3×4=12", "三乘四等于十二。"),
        ("米饭 ×2", "米饭，两份。"),
        ("今天-5℃", "今天负五摄氏度。"),
        ("评分4.8 38元", "评分四点八，三十八元。"),
        ("人均50+元", "人均五十元以上。"),
        ("推荐iPhone 15 Pro", "推荐iPhone十五Pro。"),
    ],
)  # fmt: skip
def test_that_numbers_in_chinese_are_said_as_people_say_them(written: str, spoken: str) -> None:
    assert for_ear(written, chinese=True) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("# 推荐\n- **麻辣香锅**（微辣）\n- `回锅肉`", "推荐。麻辣香锅，微辣。回锅肉。"),
        ("1. 香锅\n2. 米饭", "第一，香锅。第二，米饭。"),
        ("① 香锅\n② 米饭", "第一，香锅。第二，米饭。"),
        ("见[菜单](https://a.b/c?d=(1))。", "见菜单。"),
        ("官网（https://a.b/c）很好[1]，真的【2】", "官网很好，真的。"),
        ("| 菜 | 价 |\n|---|---|\n| 米饭 | 2元 |", "菜，价。米饭，两元。"),
        ("好的😀👨‍👩‍👧！🇨🇳", "好的！"),
        ("> 引用\n\n---\n~~旧~~ _新_", "引用。旧新。"),
        ("```json\n香锅\n```", "香锅。"),
        ("香锅&米饭<br>中辣/微辣", "香锅和米饭。中辣、微辣。"),
        ("【招牌】《香锅》——很辣→下饭", "招牌香锅，很辣，下饭。"),
        ("**", ""),
        ("🎉\n---", ""),
        ("", ""),
    ],
)
def test_that_what_only_eyes_can_use_is_gone(written: str, spoken: str) -> None:
    assert for_ear(written) == spoken


def test_that_english_stays_english() -> None:
    assert (
        for_ear("**Hot pot** costs $12.50 (mild), ready at 21:30 🎉") == "Hot pot costs $12.50, mild, ready at 21:30."
    )
    assert for_ear("1. Rice\n2. Fish") == "1, Rice. 2, Fish."
    assert for_ear("你好。\nOrder number 42 is ready") == "你好。Order number 42 is ready."


# A reader of spoken numbers: what a listener takes away, independent of how `for_ear` works.
SPOKEN = re.compile(
    r"百分之(?P<percent>[零一二三四五六七八九两十百千万亿点]+)"
    r"|(?P<over>[零一二三四五六七八九两十百千]+)分之(?P<part>[零一二三四五六七八九两十百千]+)"
    r"|(?P<period>凌晨|早上|上午|中午|下午|晚上)(?P<hour>[零一二三四五六七八九两十]+)点(?P<half>半)?(?:(?P<minute>[零一二三四五六七八九十]+)分)?"
    r"|(?P<number>负?[零一二三四五六七八九两十百千万亿]+(?:点[零一二三四五六七八九]+)?)"
)


def heard(text: str) -> Counter[Decimal]:
    values: Counter[Decimal] = Counter()

    def value(part: str) -> Decimal:
        number = parse_number(part.removeprefix("零") if len(part) == 2 and part[0] == "零" else part)
        assert number is not None, (part, text)
        return number

    for found in SPOKEN.finditer(text):
        if found["percent"]:
            values[value(found["percent"])] += 1
        elif found["over"]:
            values.update([value(found["over"]), value(found["part"])])
        elif found["period"]:
            hour = value(found["hour"])
            hour += 12 if found["period"] in ("下午", "晚上") and hour < 12 else 0
            values.update(
                [hour, Decimal(30) if found["half"] else value(found["minute"]) if found["minute"] else Decimal(0)]
            )
        else:
            values[value(found["number"])] += 1
    return values


amount = st.integers(0, 99_999)
price = st.decimals("0.01", "99999", places=2)
pieces = st.one_of(
    amount.map(lambda n: (f"共{n}份", [n])),
    price.map(lambda p: (f"价格¥{p}", [p])),
    price.map(lambda p: (f"要{p}元", [p])),
    st.integers(1_000, 999_999_999).map(lambda n: (f"月售{n:,}单", [n])),
    st.tuples(st.integers(0, 23), st.integers(0, 59)).map(lambda t: (f"到店{t[0]:02}:{t[1]:02}", list(t))),
    st.tuples(amount, amount).map(lambda t: (f"{t[0]}-{t[1]}人份", list(t))),
    st.tuples(st.integers(1, 99), st.integers(1, 99)).map(lambda t: (f"加{t[0]}/{t[1]}勺", list(t))),
    st.decimals("0", "100", places=1).map(lambda p: (f"好评{p}%", [p])),
    st.decimals("0", "999", places=1).map(lambda p: (f"距离{p}km", [p])),
    st.integers(1, 60).map(lambda n: (f"气温-{n}℃", [-n])),
    st.sampled_from([("好吃😀", []), ("**招牌**", []), ("（微辣）", []), ("[菜单](http://a.b/1)", [])]),
)


@given(st.lists(pieces, min_size=1, max_size=6), st.sampled_from(["，", "。", "\n- ", " | ", " "]))
@settings(max_examples=300)
def test_that_no_number_is_lost_or_changed(parts: list[tuple[str, list[Decimal]]], joint: str) -> None:
    written = joint.join(text for text, _ in parts)
    expected = Counter(Decimal(value) for _, values in parts for value in values)
    spoken = for_ear(written, chinese=True)
    assert heard(spoken) == expected
    assert for_ear(spoken) == spoken
    assert not re.search(r"[\d*|\[\]()（）#`😀]", spoken)


@given(st.lists(st.integers(0, 9), min_size=10, max_size=10))
def test_that_a_phone_number_is_said_digit_by_digit(digits: list[int]) -> None:
    number = "028" + "".join(map(str, digits[2:]))
    spoken = for_ear(f"电话{number[:3]}-{number[3:7]}-{number[7:]}").removeprefix("电话")
    assert "".join(str("零幺二三四五六七八九".index(char)) for char in spoken if char not in "，。") == number


@given(st.text(max_size=120) | st.text(alphabet="菜1 .,-:/()*#|>[]\n2%元¥A。，x", max_size=60))
@settings(max_examples=300)
def test_that_any_text_gives_one_line_or_nothing(text: str) -> None:
    for chinese in (True, False):
        spoken = for_ear(text, chinese=chinese)
        assert "\n" not in spoken
        assert not spoken or any(char.isalnum() for char in spoken)


def test_that_hostile_text_comes_to_an_end() -> None:
    """With a pattern that backtracks it would not; how long it takes is measured in ``benchmarks/speech.py``."""
    for text in (
        "*" * 20_000,
        "1" * 20_000,
        "[(" * 10_000,
        "1:" * 10_000,
        "|" * 20_000,
        "<a" * 10_000,
        "_a " * 7_000,
        "1-" * 10_000,
        "http://" * 3_000,
    ):
        assert for_ear("菜" + text).startswith("菜")
