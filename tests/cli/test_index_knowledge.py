import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Run


@pytest.fixture
def handbook(tmp_path: Path) -> Path:
    root = tmp_path / "handbook"
    (root / "hr").mkdir(parents=True)
    (root / "leave.md").write_text("---\ntitle: 年假\ndept: hr\n---\n年假每年五天。\n", encoding="utf-8")
    (root / "hr" / "pay.txt").write_text("薪酬每月十日发放。\n", encoding="utf-8")
    (root / "cut.pdf").write_bytes(b"%PDF-1.4 cut")
    return root


def listed(run: Run) -> dict[str, dict[str, object]]:
    return {info["id"]: info for info in run("index", "knowledge", "--list", "--json").json["documents"]}


def test_that_documents_are_indexed_listed_and_removed(run: Run, handbook: Path) -> None:
    done = run("index", "knowledge", handbook)
    assert (done.code, done.err) == (0, "")
    assert "cut.pdf" in done.out
    assert run("index", "knowledge", handbook, "--json").json["unchanged"] == 2
    found = listed(run)
    assert {id_: info["status"] for id_, info in found.items()} == {
        "handbook/leave.md": "read", "handbook/hr/pay.txt": "read", "handbook/cut.pdf": "skipped"
    }  # fmt: skip
    assert (found["handbook/leave.md"]["title"], found["handbook/leave.md"]["dept"]) == ("年假", "hr")
    assert "handbook/leave.md" in run("index", "knowledge", "--list").out
    assert run("index", "knowledge", "--remove", handbook / "hr", "--json").json["removed"] == 1
    assert set(listed(run)) == {"handbook/leave.md", "handbook/cut.pdf"}


def test_that_department_and_readers_can_be_given(run: Run, handbook: Path) -> None:
    run("index", "knowledge", handbook / "hr", "--dept", "pay", "--allow", "hr,finance")
    info = listed(run)["hr/pay.txt"]
    assert (info["dept"], info["allow"]) == ("pay", ["finance", "hr"])


def test_that_a_named_user_needs_the_scope(run: Run, handbook: Path) -> None:
    run("users", "add", "anna", "--scopes", "staff")
    run("users", "add", "mara", "--scopes", "manager")
    assert run("index", "knowledge", handbook, "--user", "anna").code == 3
    assert run("index", "knowledge", "--list", "--user", "anna").code == 3
    assert run("index", "knowledge", handbook, "--user", "mara").code == 0


def test_that_mistakes_are_one_sentence(run: Run, handbook: Path) -> None:
    for args in (
        [],
        [handbook / "nothing"],
        [handbook, "--list"],
        ["--remove", "nothing"],
        ["--list", "--dept", "hr"],
        [handbook, "--allow", ","],
    ):
        done = run("index", "knowledge", *args)
        assert done.code == 2, args
        assert done.sentence
    (handbook / "permissions.yaml").write_text("rules: oops", encoding="utf-8")
    done = run("index", "knowledge", handbook)
    assert done.code == 4
    assert "permissions.yaml" in done.sentence


def test_that_the_command_works_in_a_process_of_its_own_and_prints_only_json(home: Path, handbook: Path) -> None:
    command = [sys.executable, "-m", "pilothouse.cli", "index", "knowledge", str(handbook), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONWARNINGS": "default"})
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["added"], len(report["skipped"])) == (2, 1)
    assert report["version"]
