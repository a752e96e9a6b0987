# ruff: noqa: E501 -- tables
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.assistants.menu.hours import parse_hours

WEDNESDAY = datetime(2026, 3, 4)


@pytest.mark.parametrize(
    ("text", "open_at", "closed_at"),
    [
        ("10:30-21:30", ["10:30", "21:29"], ["10:29", "21:30", "03:00"]), ("10:30-14:00,17:00-21:30", ["11:00", "18:00"], ["15:00"]), ("17:00-02:00", ["23:59", "01:59"], ["02:00", "12:00"]),
        ("17:00-次日02:00", ["18:00", "01:00"], ["03:00"]), ("周一至周五 09:00-18:00；周六周日休息", ["09:00"], ["18:00"]), ("24小时营业", ["00:00", "04:44"], []),
    ],
)  # fmt: skip
def test_that_hours_are_read_as_restaurants_write_them(text: str, open_at: list[str], closed_at: list[str]) -> None:
    hours = parse_hours(text)
    assert hours is not None
    assert all(hours.open_at(at(clock)) for clock in open_at)
    assert not any(hours.open_at(at(clock)) for clock in closed_at)


def at(clock: str) -> datetime:
    hour, minute = clock.split(":")
    return WEDNESDAY + timedelta(hours=int(hour), minutes=int(minute))


@pytest.mark.parametrize("text", ["", None, "请来电咨询", "看心情"])
def test_that_what_is_no_time_is_not_guessed(text: str | None) -> None:
    assert parse_hours(text) is None


@given(st.integers(0, 23), st.integers(0, 59), st.integers(0, 23), st.integers(0, 59))
def test_that_a_span_is_open_at_its_beginning_and_closed_at_its_end(h1: int, m1: int, h2: int, m2: int) -> None:
    hours = parse_hours(f"{h1:02d}:{m1:02d}-{h2:02d}:{m2:02d}")
    assert hours is not None
    assert hours.open_at(at(f"{h1}:{m1}"))
    if (h1, m1) != (h2, m2):
        assert not hours.open_at(at(f"{h2}:{m2}"))
