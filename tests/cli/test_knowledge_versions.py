"""A library that does not match the program, or is damaged, is refused and can be built again (never silently used)."""

import json
from pathlib import Path

import apsw
import pytest

from .conftest import Run

QUESTION = "婚假有几天"


@pytest.fixture
def rules(run: Run, tmp_path: Path) -> Path:
    """An indexed folder."""
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "leave.md").write_text("# 假期办法\n\n婚假共13天，须在登记后一年内休完。\n", encoding="utf-8")
    (folder / "pay.md").write_text("# 薪酬办法\n\n工资于每月10日发放。\n", encoding="utf-8")
    run("index", "knowledge", folder)
    return folder


def execute(home: Path, sql: str, *values: str) -> None:
    connection = apsw.Connection(str(home / "knowledge.db"))
    connection.execute(sql, values)
    connection.close()


def knowledge(run: Run) -> tuple[bool, str]:
    (finding,) = [finding for finding in run("doctor", "--json").json if finding["what"] == "knowledge"]
    return finding["ok"], finding["sentence"]


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_that_an_index_made_by_another_program_is_refused_and_built_again(
    run: Run, home: Path, rules: Path, tmp_path: Path, place: int
) -> None:
    connection = apsw.Connection(str(home / "knowledge.db"))
    made = json.loads(connection.execute("SELECT value FROM library_facts WHERE name = 'built'").get)
    connection.close()
    made[place] = "another@0"
    execute(home, "UPDATE library_facts SET value = ? WHERE name = 'built'", json.dumps(made))
    execute(home, "UPDATE library_documents SET built = ?", json.dumps(made))
    reply = run("ask", "knowledge", QUESTION, "--json").json
    assert reply["outcome"] != "answered"
    assert "13" not in reply["reply"]
    assert (reply["sources"], reply["data"]["passages"]) == ([], [])
    ok, sentence = knowledge(run)
    assert (ok, "index knowledge" in sentence) == (False, True)
    questions = tmp_path / "q.jsonl"
    questions.write_text(json.dumps({"question": QUESTION, "gold": ["rules/leave.md"]}), encoding="utf-8")
    assert run("eval", "knowledge", "--dataset", questions).code == 4
    report = run("index", "knowledge", rules, "--json").json
    assert report["unchanged"] == 0
    assert knowledge(run)[0]
    assert "13天" in run("ask", "knowledge", QUESTION).out


@pytest.mark.parametrize("content", [b"no database", b"SQLite format 3\0" + bytes(4096), bytes(range(256)) * 64])
def test_that_a_damaged_library_is_one_sentence_everywhere(
    run: Run, home: Path, rules: Path, tmp_path: Path, content: bytes
) -> None:
    for path in home.glob("knowledge.db*"):
        path.unlink()
    (home / "knowledge.db").write_bytes(content)
    questions = tmp_path / "q.jsonl"
    questions.write_text(json.dumps({"question": QUESTION, "gold": ["rules/leave.md"]}), encoding="utf-8")
    for command in (
        ["ask", "knowledge", QUESTION],
        ["index", "knowledge", rules],
        ["index", "knowledge", "--list"],
        ["index", "knowledge", "--remove", rules],
        ["eval", "knowledge", "--dataset", questions],
        ["tools", "knowledge"],
    ):
        done = run(*command)
        assert done.code == 4, command
        assert "knowledge.db" in done.sentence
    assert not knowledge(run)[0]
    assert (home / "knowledge.db").read_bytes()[:10] == content[:10]  # nobody deletes what may be mended
    (home / "knowledge.db").unlink()
    assert run("index", "knowledge", rules).code == 0
    assert "13天" in run("ask", "knowledge", QUESTION).out


def test_that_an_emptied_library_is_not_taken_for_a_new_home(run: Run, home: Path, rules: Path) -> None:
    for path in home.glob("knowledge.db*"):
        path.unlink()
    (home / "knowledge.db").write_bytes(b"")
    done = run("ask", "knowledge", QUESTION)
    assert (done.code, "index knowledge" in done.sentence) == (4, True)
    assert not knowledge(run)[0]


def test_that_a_table_that_is_gone_is_no_answer(run: Run, home: Path, rules: Path) -> None:
    execute(home, "DELETE FROM chunks_words_data WHERE id > 10")
    reply = run("ask", "knowledge", QUESTION, "--json").json
    assert "13" not in str(reply.get("reply", ""))
    assert not knowledge(run)[0]
