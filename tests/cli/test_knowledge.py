"""The knowledge assistant on the command line."""

from pathlib import Path

import pytest

from .conftest import Run


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "leave.md").write_text("# 假期办法\n\n婚假共13天，须在登记后一年内休完。\n", encoding="utf-8")
    (folder / "board.md").write_text(
        "---\nallow: [board]\n---\n# 奖金方案\n\n高管奖金总额为800万元。\n", encoding="utf-8"
    )
    return folder


def test_that_documents_are_indexed_and_answer(run: Run, rules: Path) -> None:
    report = run("index", "knowledge", rules, "--dept", "hr", "--json").json
    assert (report["added"], report["unchanged"], report["skipped"]) == (2, 0, [])
    assert run("index", "knowledge", rules, "--json").json["unchanged"] == 2
    reply = run("ask", "knowledge", "婚假有几天", "--json").json
    assert "13天" in reply["reply"]
    assert reply["sources"][0]["path"]


def test_that_a_user_sees_what_his_scopes_allow(run: Run, rules: Path) -> None:
    run("index", "knowledge", rules)
    run("users", "add", "boss", "--scopes", "dept:board")
    assert "800" in run("ask", "knowledge", "高管奖金总额是多少", "--user", "boss").out
    assert "800" not in run("ask", "knowledge", "高管奖金总额是多少").out


def test_that_the_tools_are_those_of_the_user(run: Run, rules: Path) -> None:
    run("index", "knowledge", rules, "--dept", "secret", "--allow", "board")
    run("users", "add", "boss", "--scopes", "board")
    enum = [
        run("tools", "knowledge", "--json", *user).json[0]["function"]["parameters"]["properties"]["filter_dept"][
            "enum"
        ]
        for user in ((), ("--user", "boss"))
    ]
    assert enum == [["all"], ["secret", "all"]]


def test_that_a_conversation_carries_its_topic(run: Run, rules: Path) -> None:
    run("index", "knowledge", rules)
    run("ask", "knowledge", "婚假有几天", "--session", "s")
    reply = run("ask", "knowledge", "要什么时候休完", "--session", "s", "--json").json
    assert "一年" in reply["reply"]


def test_that_doctor_tells_of_the_library(run: Run, rules: Path) -> None:
    run("index", "knowledge", rules)
    findings = {finding["what"]: finding for finding in run("doctor", "--json").json}
    assert findings["knowledge"]["ok"]
    for file in rules.parent.joinpath("home").glob("knowledge.db*"):
        file.unlink()
    findings = {finding["what"]: finding for finding in run("doctor", "--json").json}
    assert not findings["knowledge"]["ok"]
    assert "pilothouse index knowledge" in findings["knowledge"]["sentence"]
