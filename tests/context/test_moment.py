"""Words that say when."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.context.moment import moment, timeless
from pilothouse.contracts.numerals import chinese_number

NOW = datetime(2026, 11, 30, 10, 0)  # a Monday


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("明天", "2026-12-01 09:00"),
        ("明天晚上八点半提醒我", "2026-12-01 20:30"),
        ("下周三", "2026-12-09 09:00"),
        ("周五下午3:30", "2026-12-04 15:30"),
        ("周一", "2026-11-30 09:00"),
        ("大后天早上6点一刻", "2026-12-03 06:15"),
        ("半小时后", "2026-11-30 10:30"),
        ("一个半小时后", "2026-11-30 11:30"),
        ("过两个钟头半后", "2026-11-30 12:30"),
        ("三天后", "2026-12-03 10:00"),
        ("一个星期后", "2026-12-07 10:00"),
        ("12月5日上午9点", "2026-12-05 09:00"),
        ("3月1日", "2027-03-01 09:00"),
        ("2027年1月3日", "2027-01-03 09:00"),
        ("5号", "2026-12-05 09:00"),
        ("晚上12点", "2026-12-01 00:00"),
        ("半夜十二点", "2026-12-01 00:00"),
        ("中午12点", "2026-11-30 12:00"),
        ("九点", "2026-12-01 09:00"),
        ("今晚", "2026-11-30 20:00"),
        ("tomorrow at 7pm", "2026-12-01 19:00"),
        ("in two hours", "2026-11-30 12:00"),
        ("in half an hour", "2026-11-30 10:30"),
        ("on Friday at 15:00", "2026-12-04 15:00"),
        ("next monday", "2026-12-07 09:00"),
        ("12 am", "2026-12-01 00:00"),
        ("at noon", "2026-11-30 12:00"),
    ],
)
def test_that_a_moment_is_read(text: str, expected: str) -> None:
    assert moment(text, NOW) == datetime.fromisoformat(expected)


@pytest.mark.parametrize("text", ["提醒我带伞", "买3号电池", "来一份麻辣香锅", "明白了", "13月5日", "add milk", ""])
def test_that_a_sentence_without_a_moment_has_none(text: str) -> None:
    assert moment(text, NOW) is None


@given(st.integers(1, 99), st.sampled_from([("分钟", 1), ("小时", 60), ("天", 1440), ("周", 10080)]), st.booleans())
def test_that_any_distance_is_counted_from_now(count: int, unit: tuple[str, int], spoken: bool) -> None:
    said = chinese_number(count) if spoken else str(count)
    assert moment(f"{said}{unit[0]}后", NOW) == NOW + timedelta(minutes=count * unit[1])


@given(st.integers(0, 23), st.integers(0, 59), st.integers(0, 6))
def test_that_any_time_of_any_weekday_is_read_and_lies_in_the_week_ahead(hour: int, minute: int, day: int) -> None:
    found = moment(f"周{'一二三四五六日'[day]}{hour}:{minute:02d}", NOW)
    assert found is not None
    assert (found.hour, found.minute, found.weekday()) == (hour, minute, day)
    assert NOW.date() <= found.date() < NOW.date() + timedelta(days=7)


@given(st.text(alphabet="明后大今天晚上下周一二三四五六日号月点半分钟小时后0123456789: atpmin提醒我", max_size=20))
def test_that_no_sentence_breaks_the_reading(text: str) -> None:
    found = moment(text, NOW)
    assert found is None or found.tzinfo is None
    assert len(timeless(text)) <= len(text)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("明天晚上八点半带伞", "带伞"),
        ("call mum at 7pm", "call mum"),
        ("下周三下午3点去开会", "去开会"),
        ("十分钟后关火", "关火"),
    ],
)
def test_that_what_says_when_can_be_taken_away(text: str, rest: str) -> None:
    assert timeless(text) == rest
