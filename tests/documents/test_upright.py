"""The order of lines on pages that lie any way up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.retrieval.documents.upright import Line, rows

PAGE = [
    ["差旅住宿标准管理办法"],
    ["第一条 住宿每晚", "不超过六百元。"],
    ["第二条 市内交通每天不超过八十元。"],
    ["附则"],
]


def lines(turned: float) -> list[Line]:
    """Turned clockwise by so many degrees, with the corners as a detector gives them: from the upper left."""
    angle = np.deg2rad(turned)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    found = []
    for n, row in enumerate(PAGE):
        left = 0.0
        for text in row:
            width = 30.0 * len(text)
            top = 80.0 * n + (4 if left else 0)  # the second part stands a little lower
            corners = np.array([[left, top], [left + width, top], [left + width, top + 40], [left, top + 40]]) @ turn
            first = int(np.argmin(corners.sum(axis=1)))
            found.append(Line(text, np.roll(corners, -first, axis=0)))
            left += width + 30
    return found


def headlong(turned: float) -> Any:
    """What the classifier of lines says: on its head, or reading upwards."""
    return lambda some, sideways: turned % 360 > 225 if sideways else 135 < turned % 360 < 225


@pytest.mark.parametrize("around", [0, 90, 180, 270])
@given(st.floats(-15, 15), st.randoms(use_true_random=False))
def test_that_lines_come_in_reading_order(around: int, askew: float, chance: Any) -> None:
    turned = around + askew
    given_lines = lines(turned)
    chance.shuffle(given_lines)
    assert rows(given_lines, headlong(turned)) == PAGE


def test_that_an_empty_page_has_no_rows() -> None:
    asked: list[Sequence[Line]] = []
    assert rows([], lambda some, sideways: bool(asked.append(some))) == []
    assert asked == []
