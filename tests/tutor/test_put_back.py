"""Answers put back into the conditions of their problem (T8), as a pupil meets it in a lesson."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from pilothouse.assistants.tutor.mastery import learner
from pilothouse.contracts.errors import DataError
from pilothouse.contracts.reply import Reply
from tests.tutor.classroom import begin, open_class, say

BOATS = "湖边大船每条坐7人，小船每条坐4人。53人一共租了11条船，正好坐满。大船和小船各租了几条？"  # 3, 8
STAMPS = "小红买了3元和5元的邮票共14张，一共花了54元，两种邮票各几张？"  # 8, 6
COINS = "小军买了6角和8角的邮票共12张，一共花了8元，两种邮票各几张？"  # 8, 4
PUPILS = "三年级一班共有43人，男生比女生多7人，男生和女生各有多少人？"  # 25, 18
TREES = "植树节，男生每人种4棵，女生每人种3棵，13人一共种了45棵树。男生和女生各有多少人？"  # 6, 7
SHOTS = "小强投中2分球和3分球共13个，得了31分，2分球和3分球各投中几个？"  # 8, 5
HENS = "There are 30 heads and 86 legs in a cage of chickens and rabbits. How many chickens and how many rabbits?"
# 17, 13
RIGHT = [
    (BOATS, "大船3条，小船8条"), (BOATS, "3 big boats and 8 small boats"), (BOATS, "7×3+4×8=53"),
    (BOATS, "设大船x条，小船y条，x=3，y=8"), (BOATS, "大3小8"),
    (STAMPS, "3元的8张，5元的6张"), (STAMPS, "6张5元，8张3元"), (COINS, "6角8张，8角4张"),
    (PUPILS, "男生25人，女生18人"), (PUPILS, "25 boys and 18 girls"), (PUPILS, "女18男25"),
    (TREES, "男生6人，女生7人"), (SHOTS, "8个2分球，5个3分球"),
    (HENS, "17 hens and 13 rabbits"), (HENS, "鸡17只，兔13只"),
]  # fmt: skip
# (problem, what is said, whether each condition holds, numbers that must be said, numbers of the solution)
WRONG = [
    (BOATS, "大船5条，小船6条", [True, False], ["7×5+4×6", "59"], ["3", "8"]),
    (BOATS, "4 big boats and 6 small boats", [False, False], ["4+6", "52"], ["3", "8"]),
    (STAMPS, "3元的7张，5元的7张", [True, False], ["3×7+5×7", "56"], ["8", "6"]),
    (COINS, "6角5张，8角7张", [True, False], ["6×5+8×7", "86"], ["4"]),
    (PUPILS, "男生23人，女生20人", [True, False], ["23+20", "20+7"], ["25", "18"]),
    (TREES, "男生9人，女生4人", [True, False], ["4×9+3×4", "48"], ["6", "7"]),
    (SHOTS, "2分球9个，3分球4个", [True, False], ["2×9+3×4", "30"], ["8", "5"]),
    (HENS, "20 chickens and 10 rabbits", [True, False], ["2×20+4×10", "80"], ["17", "13"]),
]


def asked(home: Path, problem: str, *texts: str) -> Reply:
    """The reply to the last of ``texts``, said at the first step of the problem."""
    with open_class(home) as house:
        house.ask("tutor", f"#new\n{problem}", session="s")
        say(house, "开始", "继续", "继续")
        return say(house, *texts)[-1]


@pytest.mark.parametrize(("problem", "text"), RIGHT)
def test_that_what_fulfils_all_conditions_is_right(problem: str, text: str, tmp_path: Path) -> None:
    reply = asked(tmp_path, problem, text)
    assert reply.data["check"]["verdict"] == "right"
    assert (reply.data["state"], reply.data["solved"]) == ("CHECK", ["1"])


@pytest.mark.parametrize(("problem", "text", "holds", "said", "hidden"), WRONG)
def test_that_a_wrong_answer_is_told_which_condition_fails(
    problem: str, text: str, holds: list[bool], said: list[str], hidden: list[str], tmp_path: Path
) -> None:
    reply = asked(tmp_path, problem, text)
    check = reply.data["check"]
    assert (reply.data["state"], check["verdict"], check["error"]) == ("STEP", "wrong", "substitution")
    assert [item["holds"] for item in check["conditions"]] == holds
    assert all(item in reply.data["turn"]["bubble"] for item in said)
    rest = reply.data["turn"]["bubble"]
    for known in (*problem.split("，"), problem, *(item["put"] for item in check["conditions"])):
        rest = rest.replace(known, "")
    assert not [number for number in hidden if f"是{number}" in rest or f"={number}" in rest]


def test_that_names_that_hold_numbers_are_not_mixed_up(tmp_path: Path) -> None:
    reply = asked(tmp_path, STAMPS, "5元8张，3元6张")
    assert (reply.data["check"]["verdict"], reply.data["solved"]) == ("wrong", [])


@pytest.mark.parametrize(("text", "state"), [("4×11+3×8=68", "UNDERSTAND"), ("2×11+5×8=62", "UNDERSTAND")])
def test_that_the_pupils_own_insertion_counts_as_the_check(text: str, state: str, tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        begin(house, "notebook-pens")
        found = say(house, "开始", "继续", "继续", "笔记本11元，钢笔8元")[-1]
        assert found.data["state"] == "CHECK"
        checked = house.ask("tutor", text, session="s")
        assert (checked.data["event"], checked.data["state"]) == ("right", state)
        assert checked.data["part"]["number"] == 2


@pytest.mark.parametrize("text", ["4×11+3×8=70", "4×12+3×8=72"])
def test_that_a_false_insertion_checks_nothing(text: str, tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        begin(house, "notebook-pens")
        say(house, "开始", "继续", "继续", "笔记本11元，钢笔8元")
        assert house.ask("tutor", text, session="s").data["state"] == "CHECK"


@pytest.mark.parametrize("text", ["一只鸡有2条腿，一只兔有4条腿", "鸡有2条腿，兔有4条腿", "20+20=40"])
def test_that_numbers_of_the_way_are_not_put_in(text: str, tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        begin(house, "chicken-rabbit")
        reply = say(house, "开始", "继续", "继续", text)[-1]
        assert reply.data["check"]["error"] != "substitution"
        assert reply.data["solved"] == []


def test_that_a_known_mistake_keeps_its_name(tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        begin(house, "chicken-rabbit")
        check = say(house, "开始", "继续", "继续", "鸡20只，兔20只")[-1].data["check"]
        assert (check["error"], check["pattern"]) == ("substitution", "split_evenly")


RULED: dict[str, Any] = {
    "id": "own-geese",
    "title": "鹅和羊",
    "subject": "math",
    "statement": "院子里的鹅和羊一共有 19 个头、56 条腿。鹅和羊各有多少只？",
    "given": ["鹅和羊一共有 19 个头", "鹅和羊一共有 56 条腿"],
    "parts": [
        {
            "id": "1",
            "question": "鹅和羊各有多少只？",
            "expected": {"answer": "鹅10只，羊9只"},
            "substitution": "鹅+羊=19; 2*鹅+4*羊=56",
            "steps": [],
        }
    ],
}


def test_that_the_failing_condition_is_named_as_the_problem_has_it(tmp_path: Path) -> None:
    with open_class(tmp_path) as house:
        path = tmp_path / "geese.yaml"
        path.write_text(yaml.safe_dump(RULED, allow_unicode=True), encoding="utf-8")
        house.room("tutor").services.problems.add(path)
        begin(house, "own-geese")
        bubble = say(house, "开始", "继续", "继续", "鹅12只，羊7只")[-1].data["turn"]["bubble"]
        good, bad = bubble.index("19 个头"), bubble.index("56 条腿")
        assert good < bubble.index("12+7=19") < bad < bubble.index("2×12+4×7=52")
        found = house.ask("tutor", "10 geese and 9 sheep", session="s")
        assert found.data["solved"] == ["1"]


def test_that_an_author_hears_of_an_answer_that_breaks_his_rule(tmp_path: Path) -> None:
    part = {**RULED["parts"][0], "expected": {"answer": "鹅10只，羊9只", "accept": ["鹅9只，羊10只"]}}
    path = tmp_path / "geese.yaml"
    path.write_text(yaml.safe_dump({**RULED, "parts": [part]}, allow_unicode=True), encoding="utf-8")
    with open_class(tmp_path / "home") as house, pytest.raises(DataError, match=r"2\*鹅\+4\*羊=56"):
        house.room("tutor").services.problems.add(path)


def test_that_half_an_answer_keeps_the_name_of_its_mistake(tmp_path: Path) -> None:
    part = {
        "id": "1",
        "question": "解方程 x²-x-6=0，x 等于多少？",
        "expected": {"answer": "x=3 或 x=-2"},
        "mistakes": [{"answer": "x=3", "pattern": "one_root", "hint": "平方根有正有负，另一个也找找看。"}],
        "steps": [],
    }
    roots = {"id": "own-roots", "title": "解方程", "subject": "math", "statement": "解方程 x²-x-6=0。", "parts": [part]}
    with open_class(tmp_path) as house:
        path = tmp_path / "roots.yaml"
        path.write_text(yaml.safe_dump(roots, allow_unicode=True), encoding="utf-8")
        house.room("tutor").services.problems.add(path)
        begin(house, "own-roots")
        reply = say(house, "开始", "继续", "继续", "x=3")[-1]
        assert (reply.data["event"], reply.data["check"]["pattern"]) == ("partial", "one_root")
        patterns = house.room("tutor").services.patterns
        assert [item.name for item in patterns.of(learner("", "s"))] == ["one_root"]
