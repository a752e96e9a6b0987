"""``pilothouse memory`` and what ``pilothouse users remove`` does to it."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import pilothouse.cli
from pilothouse.assistants.menu.memory import FILE, MemoryStore
from pilothouse.users import UserStore


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    monkeypatch.setenv("PILOTHOUSE_HOME", str(tmp_path))
    UserStore(tmp_path / "users.db").add("anna")

    def call(*args: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["pilothouse", "memory", *args])
        with pytest.raises(SystemExit) as ended:
            pilothouse.cli.main()
        captured = capsys.readouterr()
        return int(ended.value.code or 0), captured.out, captured.err

    return call


def test_that_the_memory_is_shown_edited_exported_and_deleted(run: Any) -> None:
    assert "没有记住 anna 的口味。 Nothing is remembered of anna." in run("show", "anna")[1]
    code, out, _ = run("edit", "Anna", "--allergy", "花生", "--dislike", "香菜", "--dislike", "葱", "--spice", "不辣")
    assert code == 0
    assert "过敏 / allergies: 花生" in out
    assert "不吃 / avoids: 香菜、葱" in run("show", "anna")[1]
    assert '"葱"' not in run("edit", "anna", "--no-dislike", "葱", "--spice", "none", "--json")[1]
    exported = run("export", "anna")[1]
    assert '"花生"' in exported
    assert '"spice": ""' in exported
    assert run("delete", "anna", "--term", "香菜")[0] == 0
    assert "花生" in run("show", "anna")[1]
    assert "已忘掉 anna 的全部口味记录" in run("delete", "anna")[1]
    assert "没有记住" in run("show", "anna")[1]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("show", "nobody"), "没有用户 'nobody'"),
        (("delete", "nobody"), "没有用户 'nobody'"),
        (("show", "guest"), "访客是多人共用的"),
        (("edit", "anna"), "请说明怎么改"),
        (("edit", "anna", "--spice", "hot"), "辣度 'hot' 不存在"),
        (("delete", "anna", "--term", "葱"), "没有 '葱'"),
        (("delete", "anna", "--term", ""), "没有 ''"),
        (("edit", "anna", "--no-allergy", "葱"), "没有 '葱'"),
        (("edit", "anna", "--allergy", ""), "须为 1 到 20 个字符"),
        (("edit", "nobody", "--allergy", "花生"), "没有用户 'nobody'"),
        (("export", "nobody"), "没有用户 'nobody'"),
        (("export", "guest"), "访客是多人共用的"),
        (("show", ""), "访客是多人共用的"),
        (("show",), "命令写法不对"),
        (("bogus", "anna"), "命令写法不对"),
    ],
)
def test_that_a_wrong_command_is_one_sentence(run: Any, args: tuple[str, ...], sentence: str) -> None:
    code, out, err = run(*args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert sentence in err


@pytest.mark.parametrize(
    "args",
    [
        ("show", "nobody"),
        ("edit", "nobody", "--allergy", "花生"),
        ("edit", "anna", "--spice", "hot"),
        ("delete", "nobody"),
        ("delete", "anna", "--term", "葱"),
        ("export", "nobody"),
    ],
)
def test_that_with_json_a_wrong_command_is_one_object(run: Any, args: tuple[str, ...]) -> None:
    code, out, err = run(*args, "--json")
    assert (code, err) == (2, "")
    assert json.loads(out).keys() == {"error", "code"}


def test_that_with_json_nothing_remembered_is_an_empty_taste(run: Any) -> None:
    for command in ("show", "export"):
        code, out, _ = run(command, "anna", "--json")
        empty = {"user": "anna", "dislikes": [], "allergies": [], "likes": [], "spice": "", "spice_said": False}
        assert (code, json.loads(out)) == (0, {**empty, "spices": {}, "updated_at": "", "ordered": []})
    assert json.loads(run("delete", "anna", "--json")[1]) == {"user": "anna", "deleted": "all"}


def test_that_removing_a_user_forgets_his_taste(run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run("edit", "anna", "--allergy", "花生")
    monkeypatch.setattr(sys, "argv", ["pilothouse", "users", "remove", "ANNA", "--json"])
    with pytest.raises(SystemExit) as ended:
        pilothouse.cli.main()
    assert not ended.value.code
    assert not MemoryStore(tmp_path / FILE).known("anna")
    assert "花生".encode() not in (tmp_path / FILE).read_bytes()
    assert UserStore(tmp_path / "users.db").list() == ()


def test_that_the_memory_of_a_removed_user_can_be_deleted(run: Any, tmp_path: Path) -> None:
    run("edit", "anna", "--allergy", "花生")
    UserStore(tmp_path / "users.db").remove("anna")
    assert run("show", "anna")[0] == 2
    assert run("delete", "anna")[0] == 0
    assert not MemoryStore(tmp_path / FILE).known("anna")
