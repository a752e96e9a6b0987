# ruff: noqa: E501 -- tables
"""The oracle that judges the tutor's replies finds what is told, and nothing else."""

from __future__ import annotations

import pytest

from pilothouse.assistants.tutor.problems.problem import Expected, Part, Problem, Step

from .pupils_oracle import Oracle

PROBLEM = Problem(
    id="trip",
    title="去郊游",
    statement="36 个人去郊游，每人 5 元。(1) 一共多少元？(2) 打七五折是多少元？(3) Which is right? A. too much B. fair C. cheap",
    parts=(
        Part(
            id="1", question="一共多少元？", expected=Expected(answer="180 元"),
            steps=(Step(id="s1", ask="30 个人多少元？", expected=Expected(answer="150 元"), hints=("乘",), conclusion="30 个人 150 元"),),
        ),
        Part(id="2", question="打七五折是多少元？", expected=Expected(answer="135 元")),
        Part(id="3", question="Which is right? A. too much B. fair C. cheap", expected=Expected(answer="B", kind="choice")),
        Part(id="4", question="为什么？", expected=Expected(answer="因为人多/group discount", kind="words")),
        Part(id="5", question="几分之几？", expected=Expected(answer="3/8")),
        Part(id="6", question="分解因式", expected=Expected(answer="(x-2)(x+13)", kind="expression")),
    ),
)  # fmt: skip
TELLS = (
    "一共 180 元", "是１８０", "1 8 0", "一百八十元", "one hundred eighty yuan", "先算出 150", "一三五", "135.0 元", "选 B", "答案是 B",
    "答案是 fair", "有 group discount", "八分之三", "0.375", "37.5%", "6/16", "它等于 (x - 2)(x + 13)",
)  # fmt: skip
TELLS_NOTHING = (
    "36 个人，每人 5 元", "一步一步来", "第 2 问", "再练一两道", "我们再想想", "用 30 乘每人的钱", "Which is right? A. too much B. fair C. cheap",
    "A 和 B 都看看", "把 (x-2) 想一想",
)  # fmt: skip


@pytest.mark.parametrize("text", TELLS)
def test_that_what_is_told_is_found(text: str) -> None:
    assert Oracle(PROBLEM).leaks(text, (), ())


@pytest.mark.parametrize("text", TELLS_NOTHING)
def test_that_what_tells_nothing_is_let_pass(text: str) -> None:
    assert Oracle(PROBLEM).leaks(text, (), ()) == []


def test_that_what_was_found_or_said_is_no_secret() -> None:
    oracle = Oracle(PROBLEM)
    assert oracle.leaks("对，180 元", (), ("1",)) == []
    assert oracle.leaks("对，150 元", ("1.s1",), ()) == []
    oracle.hear("是不是 135？")
    assert oracle.leaks("135 是你说的", (), ()) == []
