"""``pilothouse problems`` and the problem of ``ask`` and ``chat``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pilothouse.assistants.tutor.problems import photo

from .conftest import Run

PENS = """\
id: pens
topic: math/word-problem
statement: 每支笔3元，买5支要多少元？
answer: 15元
steps:
  - ask: 买5支，要付几个3元？怎么列式？
    answer: 15元
    hint: 每支一样贵，想想乘法。
    conclusion: 3 × 5 = 15 元
"""


@pytest.fixture
def pens(tmp_path: Path) -> Path:
    path = tmp_path / "pens.yaml"
    path.write_text(PENS, encoding="utf-8")
    return path


def test_that_the_list_names_the_problems_and_no_answers(run: Run) -> None:
    listed = run("problems", "list", "--json").json
    assert len(listed) >= 40
    assert {item["subject"] for item in listed} >= {"math", "physics", "english"}
    assert all(not {"answer", "steps", "expected"} & item.keys() for item in listed)
    assert {item["subject"] for item in run("problems", "list", "--subject", "physics", "--json").json} == {"physics"}
    assert listed[0]["id"] in run("problems", "list").out


def test_that_show_prints_the_whole_problem(run: Run) -> None:
    first = run("problems", "list", "--json").json[0]["id"]
    whole = run("problems", "show", first, "--json").json
    said = run("problems", "show", first).out
    for part in whole["parts"]:
        assert part["expected"]["answer"] in said
        assert all(step["conclusion"] in said and step["hints"][0] in said for step in part["steps"])


def test_that_a_problem_is_added_shown_and_removed(run: Run, pens: Path) -> None:
    added = run("problems", "add", pens, "--json").json
    assert [item["id"] for item in added["added"]] == ["pens"]
    assert run("problems", "show", "pens", "--json").json["parts"][0]["expected"]["answer"] == "15元"
    assert [item["origin"] for item in run("problems", "list", "--json").json if item["id"] == "pens"] == ["own"]
    run("problems", "remove", "pens")
    assert run("problems", "show", "pens").code == 2


def test_that_a_faulty_file_is_told_with_its_line(run: Run, pens: Path) -> None:
    pens.write_text(PENS.replace("hint:", "hnit:"), encoding="utf-8")
    result = run("problems", "add", pens)
    assert result.code == 4
    assert "pens.yaml" in result.sentence
    assert "第 8 行" in result.sentence
    assert run("problems", "show", "pens").code == 2


def test_that_an_unknown_problem_is_told(run: Run) -> None:
    result = run("problems", "show", "no-such-problem")
    assert result.code == 2
    assert "problems list" in result.sentence


def test_that_answers_are_for_teachers(run: Run, pens: Path) -> None:
    run("users", "add", "pupil", "--scopes", "member")
    run("users", "add", "teacher", "--scopes", "tutor:teach")
    run("users", "add", "head", "--scopes", "manager")
    run("users", "add", "aide", "--scopes", "staff")
    first = run("problems", "list", "--json").json[0]["id"]
    for user in ("pupil", "guest"):
        for command in (("show", first), ("add", str(pens)), ("remove", "pens")):
            result = run("problems", *command, "--user", user)
            assert result.code == 3
            assert "tutor:teach" in result.sentence
    for user in ("teacher", "head", "aide"):
        assert run("problems", "show", first, "--user", user).code == 0


def test_that_a_named_problem_starts_a_lesson(run: Run) -> None:
    first = run("problems", "list", "--json").json[0]
    reply = run("ask", "tutor", "--problem", first["id"], "--session", "s", "--json").json
    assert reply["data"]["problem"]["id"] == first["id"]
    again = run("ask", "tutor", "我不知道", "--session", "s", "--json").json
    assert again["data"]["problem"]["id"] == first["id"]


def test_that_a_photographed_problem_starts_a_lesson(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo, "read_photo", lambda path: "鸡兔同笼，共有35个头，94只脚。\n鸡和兔各有几只？")
    reply = run("ask", "tutor", "--photo", "cage.png", "--session", "s", "--json").json
    assert reply["data"]["problem"]["id"].startswith("free-")
    assert "23" not in reply["reply"]


def test_that_problem_and_photo_are_the_tutors(run: Run) -> None:
    assert "tutor" in run("ask", "menu", "你好", "--problem", "bus-stops").sentence
    assert run("ask", "tutor", "--problem", "bus-stops", "--photo", "a.png").code == 2
    assert run("ask", "tutor", "--problem", "no-such-problem").code == 2
    assert run("ask", "tutor").code == 2


def test_that_a_chat_can_begin_with_a_problem(process: Run) -> None:
    known = process("problems", "list", "--json").json[0]["id"]
    lines = process("chat", "tutor", "--problem", known, "--json", stdin="我不会\n").out.splitlines()
    replies = [json.loads(line) for line in lines]
    assert len(replies) == 2
    assert {reply["data"]["problem"]["id"] for reply in replies} == {known}
