"""What a pupil thinks aloud is no answer: a plan, the problem told again, a question about a term."""

from __future__ import annotations

from pathlib import Path

import pytest

from pilothouse.assistants.tutor.planning import plans, restates
from tests.tutor.classroom import begin, open_class, say, states

PLANS = [
    "先求一份是多少", "先求一筐的数量", "用一次函数", "用一元一次方程", "先求1份", "两边同时减去一个数",
    "find one basket first", "I would use one equation",
]  # fmt: skip
ANSWERS = [
    "先算得24",
    "一个",
    "是一个",
    "求出来是1",
    "先求一箱24千克",
    "x=1",
    "用72除以3",
    "二分之一",
    "first I got 24",
]
MARBLES = "小明有 30 颗弹珠，给了小红 12 颗，又买了 12 颗，现在有多少颗？"


@pytest.mark.parametrize("text", PLANS)
def test_that_a_plan_is_told_from_a_value(text: str) -> None:
    assert plans(text)


@pytest.mark.parametrize("text", ANSWERS)
def test_that_a_value_is_told_from_a_plan(text: str) -> None:
    assert not plans(text)


@pytest.mark.parametrize("text", PLANS)
def test_that_a_plan_is_not_called_wrong(text: str, tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        begin(house)
        say(house, "开始", "继续")
        thought = house.ask("tutor", text, session="s")
        assert thought.data["check"]["verdict"] != "wrong"
        assert thought.data["event"] != "wrong"
        say(house, "继续")
        step = house.ask("tutor", text, session="s")
        assert (step.data["state"], step.data["check"]["verdict"]) == ("STEP", "unclear")


def test_that_an_idea_counts_before_the_number_in_it(tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        begin(house)
        say(house, "开始", "继续")
        assert house.ask("tutor", "先求总数，一筐一筐地加", session="s").data["event"] == "right"


def test_that_a_wrong_value_behind_a_plan_is_still_wrong(tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        begin(house)
        assert say(house, "开始", "继续", "继续", "先算出 10 筐，得 250 个")[-1].data["check"]["verdict"] == "wrong"


def test_that_a_term_with_a_numeral_in_a_question_is_no_answer(tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        begin(house)
        say(house, "开始", "继续", "继续")
        for text in ("什么叫归一？", "为什么要分两步？", "what does one basket mean?"):
            assert house.ask("tutor", text, session="s").data["event"] == "question"


@pytest.mark.parametrize(
    "text",
    [
        "30 颗，给出 12 颗，又买 12 颗，求现在几颗",
        "已知有 30 颗，给了 12 颗，又买 12 颗",
        "有 30 颗弹珠，给了 12 颗，问现在有多少颗",
    ],
)
def test_that_who_tells_the_problem_again_has_not_solved_it(text: str, tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        say(house, MARBLES, "开始")
        told = house.ask("tutor", text, session="s")
        assert (told.data["state"], told.data["solved"]) == ("THINK", [])


@pytest.mark.parametrize("text", ["30 颗", "30-12+12=30", "已知有 30 颗，给了 12 颗，又买 12 颗，所以还是 30 颗"])
def test_that_an_answer_that_is_a_number_of_the_problem_is_found(text: str, tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        say(house, MARBLES, "开始")
        assert house.ask("tutor", text, session="s").data["state"] == "CHECK"


@pytest.mark.parametrize(
    "text", ["Why Tom took the umbrella", "why did Tom take an umbrella?", "what made Tom take an umbrella that day"]
)
def test_that_what_is_asked_may_be_told_as_a_question(text: str, tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        begin(house, "own-reading")
        say(house, "start")
        assert house.ask("tutor", text, session="s").data["state"] == "THINK"


def test_that_a_question_about_the_problem_stays_one(tmp_path: Path) -> None:
    assert not restates("为什么要求每个班分到多少个？", ["每个班分到多少个？"])
    with open_class(tmp_path) as house:
        begin(house)
        replies = say(house, "开始", "平均分是什么意思？")
        assert states(replies)[-1] == "UNDERSTAND"
        assert replies[-1].data["event"] == "question"


def test_that_numbers_without_names_are_asked_for_with_the_names_of_the_problem(tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        say(house, "鸡兔同笼，共有35个头，94只脚。鸡和兔各有几只？", "开始", "继续", "继续")
        asked = house.ask("tutor", "I get 23 and 12", session="s")
        assert asked.data["solved"] == []
        assert "鸡" in asked.data["turn"]["bubble"]
        assert "兔" in asked.data["turn"]["bubble"]
