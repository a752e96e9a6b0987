"""What is said at the end, to whom, and in which language; and the smaller question that fits a step."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pilothouse import Pilothouse
from tests.tutor.classroom import APPLES, begin, open_class, say

SUMMARY = ("开始", "442", "检查好了", "34", "检查好了", "26 个")


def _own(house: Pilothouse, home: Path, problem: dict[str, Any]) -> None:
    path = home / "more.yaml"
    path.write_text(json.dumps(problem, ensure_ascii=False), encoding="utf-8")
    house.room("tutor").services.problems.add(path)


def test_that_the_method_is_told_and_not_asked_for(tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        begin(house)
        bubble = say(house, *SUMMARY)[-1].data["turn"]["bubble"]
        assert "把筐数拆开来算比较容易" in bubble, "the explanation of a step"
        assert "每个班分到 34 个" in bubble, "what a step without one gives"
        assert APPLES["idea"]["hint"] not in bubble
        assert not re.search(r"[?？]", bubble)


def test_that_the_method_of_a_part_that_was_left_out_stays_unsaid(tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        begin(house)
        bubble = say(house, "开始", "442", "检查好了", "继续", "继续", "跳过", "跳过")[-1].data["turn"]["bubble"]
        assert "34" not in bubble


def test_that_a_typed_problem_has_its_calculations_as_the_method(tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        text = "3 箱苹果重 72 千克，照这样计算，5 箱苹果重多少千克？"
        bubble = say(house, text, "开始", "120 千克", "检查好了")[-1].data["turn"]["bubble"]
        assert "72 ÷ 3 = 24" in bubble
        assert "哪两个数" not in bubble


STEPS = {
    "B": ("choice", "哪一个"),
    "18x+15": ("expression", "哪个量在变"),
    "3x+5=20": ("equation", "相等"),
    "x=2 或 x=-3": ("set", "式子"),
    "能": ("auto", "条件"),
    "24 个": ("auto", "加、减、乘、除|哪两个数"),
}


@pytest.mark.parametrize("answer", STEPS)
def test_that_the_smaller_question_fits_what_the_step_looks_for(answer: str, tmp_path: Path) -> None:
    kind, wanted = STEPS[answer]
    expected = {"answer": answer, "kind": kind}
    step = {"id": "s1", "ask": "这一步的结果是什么？", "expected": expected, "hints": ["看题。"], "conclusion": "好了"}
    problem = {
        "id": "own-kind", "title": "一步", "subject": "math", "statement": "题里的数是 7 和 9。结果是什么？",
        "parts": [{"id": "1", "question": "结果是什么？", "expected": expected, "steps": [step]}],
    }  # fmt: skip
    with open_class(tmp_path) as house:
        _own(house, tmp_path, problem)
        begin(house, "own-kind")
        question = say(house, "开始", "继续", "继续", "不会", "不会")[-1].data["turn"]["question"]
        assert re.search(wanted, question)
        assert bool(re.search("加、减、乘、除|哪两个数", question)) == (answer == "24 个")


def test_that_an_english_pupil_is_told_once_that_the_problem_is_in_chinese(tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        begin(house)
        replies = say(house, "I am ready to begin now", "go on", "go on", "I don't know how to do it", "260", "tell me")
        offers = ["#problem english-" in reply.data["turn"]["bubble"] for reply in replies]
        assert offers == [True, False, False, False, False, False]
        assert all(reply.data["turn"]["question"] for reply in replies)
        assert "Give me a hint" in replies[-1].reply


def test_that_nobody_is_told_so_about_an_english_problem(tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        begin(house, "own-reading")
        reply = house.ask("tutor", "I am ready to begin now", session="s")
        assert "#problem" not in reply.reply


def test_that_who_greets_in_english_is_offered_english_problems(tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        bubble = house.ask("tutor", "hello there my friend", session="s").data["turn"]["bubble"]
        assert not re.search(r"[\u4e00-\u9fff]", bubble)
        assert "#problem english-" in bubble
