import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.evaluation.dataset import parse, read_questions, read_users, scopes_of

GOOD: dict[str, Any] = {"question": "年假几天", "gold": ["leave"], "answers": ["5天"]}


def written(path: Path, *lines: object) -> Path:
    path.write_text(
        "\n".join(line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines), "utf-8"
    )
    return path


def test_that_all_fields_are_read(tmp_path: Path) -> None:
    line = {
        **GOOD,
        "id": 7,
        "kind": "conflict",
        "answers": ["5天", ["主管", "直属主管"]],
        "history": [{"role": "user", "content": "请假"}, {"role": "assistant", "content": "好的"}, "病假呢"],
        "user": "tao",
        "scopes": ["dept:hr"],
        "as_of": "2026-11-30",
        "hidden": ["800万"],
        "stale": ["3天"],
        "tools": ["search_knowledge_base"],
    }
    (found,) = read_questions(written(tmp_path / "q.jsonl", "", line))
    assert (found.id, found.line, found.kind, found.every_gold, found.every_answer) == ("7", 2, "conflict", True, True)
    assert found.answers == (("5天",), ("主管", "直属主管"))
    assert found.history == ("请假", "病假呢")
    assert (found.scopes, found.as_of, found.hidden) == (frozenset({"dept:hr"}), date(2026, 11, 30), ("800万",))
    assert (found.stale, found.tools) == (("3天",), frozenset({"search_knowledge_base"}))


def test_that_a_question_without_gold_is_unanswerable_only_when_the_file_says_so() -> None:
    assert not parse('{"question": "q", "gold": []}').answerable
    assert parse('{"question": "q", "answers": ["a"]}').answerable
    assert parse('{"question": "q", "gold": "leave"}').gold == ("leave",)
    talk = parse('{"question": "q", "tools": []}')
    assert (talk.tools, talk.about_documents, talk.answerable) == (frozenset(), False, False)


@pytest.mark.parametrize(
    ("line", "english"),
    [
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "not a JSON object"),
        ({"gold": ["a"]}, "has no question"),
        ({"question": " ", "gold": ["a"]}, "has no question"),
        ({"question": "q"}, "neither gold nor answers"),
        ({**GOOD, "gold": [1.5, None]}, "gold that is not a list of texts"),
        ({**GOOD, "gold": [""]}, "gold that is not a list of texts"),
        ({**GOOD, "answers": [[]]}, "answers that are not"),
        ({**GOOD, "answers": {"a": 1}}, "answers that are not"),
        ({**GOOD, "kind": ["fact"]}, "kind that is not text"),
        ({**GOOD, "history": [{"role": "system", "content": "x"}]}, "history"),
        ({**GOOD, "history": 3}, "history"),
        ({**GOOD, "as_of": "30.11.2026"}, "as_of"),
        ({**GOOD, "scopes": [None]}, "scopes"),
        ({**GOOD, "tools": [1.5, None]}, "tools that is not a list of texts"),
        ({**GOOD, "id": "1"}, "repeats the id"),
    ],
)
def test_that_a_fault_is_told_with_its_line_in_two_languages(tmp_path: Path, line: object, english: str) -> None:
    with pytest.raises(DataError) as told:
        read_questions(written(tmp_path / "q.jsonl", GOOD, "", line))
    assert english in str(told.value)
    assert "Line 3 " in str(told.value)
    assert "第 3 行" in str(told.value)
    assert "\n" not in str(told.value)


def test_that_many_faults_are_counted_and_the_first_are_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="9 in all") as told:
        read_questions(written(tmp_path / "q.jsonl", *["{"] * 9))
    assert "Line 5 " in str(told.value)
    assert "Line 6 " not in str(told.value)


def test_that_files_which_can_not_be_read_are_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no question file"):
        read_questions(tmp_path / "none.jsonl")
    with pytest.raises(UsageError):
        read_questions(tmp_path)
    (tmp_path / "q.jsonl").write_bytes("年假".encode("gbk"))
    with pytest.raises(DataError, match="UTF-8"):
        read_questions(tmp_path / "q.jsonl")
    with pytest.raises(DataError, match="no question"):
        read_questions(written(tmp_path / "q.jsonl", "", " "))


def test_that_a_limit_takes_the_first_questions_but_checks_all(tmp_path: Path) -> None:
    lines = [{**GOOD, "id": str(number)} for number in range(5)]
    assert [item.id for item in read_questions(written(tmp_path / "q.jsonl", *lines), 2)] == ["0", "1"]
    with pytest.raises(DataError):
        read_questions(written(tmp_path / "q.jsonl", *lines, "{"), 2)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
NAMES = ("question", "gold", "answers", "id", "kind", "history", "user", "scopes", "as_of", "hidden", "stale")


@given(st.dictionaries(st.sampled_from(NAMES), JSON))
def test_that_any_line_is_a_question_or_a_fault_in_two_languages(item: dict[str, Any]) -> None:
    try:
        found = parse(json.dumps(item))
    except ValueError as error:
        chinese, english = error.args
        assert chinese != english
        return
    assert found.text == item["question"].strip()
    assert found.gold is not None or found.answers


def test_that_scopes_come_from_the_question_then_the_file_then_the_home(tmp_path: Path) -> None:
    users = read_users(written(tmp_path / "users.json", {"tao": ["dept:hr"], "gu": "management"}))
    stored = {"tao": frozenset({"dept:tech"}), "wen": frozenset({"dept:finance"})}.get
    ask = '{"question": "q", "gold": [], "user": "%s"}'
    assert scopes_of(parse('{"question": "q", "gold": [], "user": "tao", "scopes": []}'), users, stored) == frozenset()
    assert scopes_of(parse(ask % "tao"), users, stored) == {"dept:hr"}
    assert scopes_of(parse(ask % "gu"), users, stored) == {"management"}
    assert scopes_of(parse(ask % "wen"), users, stored) == {"dept:finance"}
    assert scopes_of(parse(ask % ""), users, stored) == frozenset()
    assert scopes_of(parse(ask % "guest"), users, stored) == frozenset()
    with pytest.raises(DataError, match=r"Line 4 .*'nobody'"):
        scopes_of(parse(ask % "nobody", 4), users, stored)


@pytest.mark.parametrize("content", ["{", "[]", '{"a": [1.5, null]}', "[" * 100_000])
def test_that_a_faulty_file_of_users_is_refused(tmp_path: Path, content: str) -> None:
    assert read_users(tmp_path / "users.json") == {}
    with pytest.raises(DataError, match="object of names"):
        read_users(written(tmp_path / "users.json", content))
