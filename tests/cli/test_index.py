import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Run


def write(path: Path, data: object) -> Path:
    path.write_text(data if isinstance(data, str) else json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return path


def test_that_an_imported_menu_answers_and_the_sample_is_gone(run: Run, menu: Path) -> None:
    done = run("index", "menu", menu)
    assert (done.code, done.err) == (0, "")
    assert "已导入 3 条" in done.out
    assert "128元" in run("ask", "menu", "松鼠鳜鱼多少钱").out
    assert run("ask", "menu", "麻辣香锅多少钱", "--json").json["outcome"] == "not_found"


def test_that_the_report_of_an_import_is_json(run: Run, menu: Path) -> None:
    report = run("index", "menu", menu, "--json").json
    assert (report["imported"], report["format"], report["skipped"]) == (3, "json", [])
    assert report["version"] == run("ask", "menu", "你好", "--json").json["data"]["menu_version"]


def test_that_prices_are_read_as_people_write_them(run: Run, tmp_path: Path) -> None:
    prices = {"甲菜": "面议", "乙菜": "38元/份", "丙菜": "三十八", "丁菜": "¥38.5起", "戊菜": 12, "己菜🌶️": "8元"}
    file = write(tmp_path / "m.json", [{"name": name, "price": price} for name, price in prices.items()])
    assert run("index", "menu", file, "--json").json["imported"] == len(prices)
    said = {name: run("ask", "menu", f"{name}多少钱", "--json").json for name in prices}
    assert {name: reply["data"]["dishes"][0]["price"] for name, reply in said.items()} == {
        "甲菜": None, "乙菜": 38.0, "丙菜": 38.0, "丁菜": 38.5, "戊菜": 12.0, "己菜🌶️": 8.0
    }  # fmt: skip
    assert "38.5元起" in said["丁菜"]["reply"]


def test_that_traditional_characters_and_duplicates_are_one_dish(run: Run, tmp_path: Path) -> None:
    dishes = (("乾鍋雞", 48), ("干锅鸡", 48), ("乾鍋雞", 52), ("魚香肉絲", 30))
    file = write(tmp_path / "m.json", [{"name": name, "price": price} for name, price in dishes])
    report = run("index", "menu", file, "--json").json
    assert report["imported"] == 2
    assert report["skipped"] or report["notes"]
    assert "30元" in run("ask", "menu", "鱼香肉丝多少钱").out


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("empty.json", b"", 4),
        ("none.json", b"[]", 4),
        ("broken.json", b'[{"name": "a"', 4),
        ("binary.json", b"\x7fELF\x00\x01\x02" * 100, 4),
        ("picture.json", b"\x89PNG\r\n\x1a\n" + b"\x00" * 100, 4),
        ("deep.json", b"[" * 100_000, 4),
        ("half.json", b'[{"name": "\\ud800", "price": 3}]', 4),
    ],
)
def test_that_a_file_which_is_no_menu_changes_nothing(
    run: Run, tmp_path: Path, menu: Path, name: str, content: bytes, code: int
) -> None:
    run("index", "menu", menu)
    (tmp_path / name).write_bytes(content)
    done = run("index", "menu", tmp_path / name)
    assert (done.code, bool(done.sentence)) == (code, True)
    for kind in ("faq", "stores"):
        assert run("index", kind, tmp_path / name).sentence
    assert "128元" in run("ask", "menu", "松鼠鳜鱼多少钱").out


def test_that_a_path_which_is_no_file_is_said(run: Run, tmp_path: Path, menu: Path) -> None:
    assert "目录" in run("index", "menu", tmp_path).sentence
    assert "找不到" in run("index", "menu", tmp_path / "nothing.json").sentence
    assert run("index", "menu", "/dev/null").code == 2
    assert run("index", "menu", menu, "--map", "price").code == 2
    assert run("index", "menu", menu, "--map", "nonsense=价").code == 2
    assert run("index", "menu", menu, "--store", " ").code == 2


def test_that_a_huge_file_is_refused_before_it_is_read(run: Run, tmp_path: Path) -> None:
    with (tmp_path / "huge.json").open("wb") as file:
        file.truncate(200_000_000)
    assert "200,000,000" in run("index", "menu", tmp_path / "huge.json").sentence


def test_that_odd_field_names_can_be_mapped(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path / "m.json", [{"货": "雪花鸡淖", "银子": "58"}])
    assert run("index", "menu", file, "--map", "name=货", "--map", "price=银子").code == 0
    assert "58元" in run("ask", "menu", "雪花鸡淖多少钱").out


def test_that_a_store_can_have_a_menu_of_its_own(run: Run, tmp_path: Path, menu: Path) -> None:
    run("index", "menu", menu)
    run("index", "stores", write(tmp_path / "s.json", [{"name": "东店"}, {"name": "西店", "营业时间": "10:00-22:00"}]))
    own = write(tmp_path / "w.json", [{"name": "松鼠鳜鱼", "price": 98}])
    assert run("index", "menu", own, "--store", "西店").code == 0
    assert "128元" in run("ask", "menu", "松鼠鳜鱼多少钱").out
    run("ask", "menu", "我在西店", "--session", "w")
    assert "98元" in run("ask", "menu", "松鼠鳜鱼多少钱", "--session", "w").out
    report = run("index", "menu", own, "--store", "北店", "--json").json
    assert any("北店" in note for note in report["notes"])


def test_that_stores_which_only_dishes_name_are_made(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path / "m.json", [{"name": "炒肝", "price": 12, "stores": ["南店"]}])
    run("index", "menu", file)
    assert "12元" in run("ask", "menu", "炒肝多少钱").out


def test_that_questions_and_stores_are_imported_and_what_is_wrong_is_told(run: Run, tmp_path: Path, menu: Path) -> None:
    run("index", "menu", menu)
    report = run("index", "faq", write(tmp_path / "f.json", [
        {"问题": "能带狗吗", "答案": "可以，请牵绳。"}, {"question": "没有答案"}, 3
    ]), "--json").json  # fmt: skip
    assert (report["imported"], len(report["skipped"])) == (1, 1)
    assert "牵绳" in run("ask", "menu", "能带狗吗").out
    stores = write(tmp_path / "s.json", {"门店": [{"名称": "江边店", "人均": "82元"}, {"name": ""}]})
    report = run("index", "stores", stores, "--json").json
    assert (report["imported"], len(report["skipped"])) == (1, 1)
    assert run("index", "stores", write(tmp_path / "x.json", [{"a": 1}])).code == 4


def test_that_the_sample_does_not_replace_a_menu_without_being_told(run: Run, menu: Path) -> None:
    run("index", "menu", menu)
    assert "--yes" in run("index", "sample").sentence
    assert "128元" in run("ask", "menu", "松鼠鳜鱼多少钱").out
    assert run("index", "sample", "--yes").code == 0
    assert "38元" in run("ask", "menu", "麻辣香锅多少钱").out


def test_that_only_a_manager_edits_the_menu_and_only_staff_the_stock(run: Run, menu: Path) -> None:
    for name in ("member", "staff", "manager"):
        run("users", "add", name, "--scopes", name)
    for name, may in (("member", False), ("staff", False), ("manager", True)):
        for command in (("index", "menu", menu), ("index", "sample", "--yes")):
            assert run(*command, "--user", name).code == (0 if may else 3)
    for name, may in (("member", False), ("staff", True), ("manager", True)):
        assert run("stock", "set", "麻辣香锅", "--quantity", "7", "--user", name).code == (0 if may else 3)
    assert run("index", "sample", "--user", "nobody").code == 2


def test_that_stock_changes_what_the_next_question_hears(run: Run) -> None:
    assert run("stock", "set", "回锅肉").code == 2
    assert run("stock", "set", "龙肉", "--sold-out").code == 2
    assert run("stock", "set", "回锅肉", "--sold-out", "--store", "月球店").code == 2
    assert run("stock", "set", "回锅肉", "--sold-out", "--store", "河湾店", "--json").json["available"] is False
    assert "售罄" in run("ask", "menu", "河湾店的回锅肉还有吗").out
    assert "售罄" not in run("ask", "menu", "回锅肉还有吗").out
    run("stock", "set", "回锅肉", "--available", "--store", "河湾店")
    assert "售罄" not in run("ask", "menu", "河湾店的回锅肉还有吗").out


def test_that_users_are_added_changed_listed_and_removed(run: Run) -> None:
    assert run("users", "list").code == 0
    assert run("users", "add", "小王", "--scopes", "staff", "--json").json["scopes"] == ["staff"]
    assert run("users", "add", "小王").code == 2
    assert run("users", "add", "../x").code == 2
    assert run("users", "add", "老李", "--scopes", "Not A Scope!").code == 2
    assert run("users", "add", "老李", "--at", "here").code == 2
    assert run("users", "set", "小王", "--at", "30.6，104.1", "--json").json["location"] == [30.6, 104.1]
    assert run("users", "set", "小王", "--at", "none", "--json").json["location"] is None
    assert run("users", "set", "小王").code == 2
    assert run("users", "set", "谁", "--scopes", "staff").code == 2
    assert [user["name"] for user in run("users", "list", "--json").json] == ["小王"]
    assert run("users", "remove", "小王", "--json").json == {"removed": "小王"}
    assert run("users", "remove", "小王").code == 2


def test_that_turns_can_be_looked_at_and_run_again_without_changing_anything(run: Run) -> None:
    assert run("trace", "list", "--json").json == []
    reply = run("ask", "menu", "回锅肉还有吗", "--json").json
    (row,) = run("trace", "list", "--json").json
    assert (row["trace_id"], row["turn"], row["text"]) == (reply["trace_id"], 1, "回锅肉还有吗")
    short = reply["trace_id"][:10]
    shown = run("trace", "show", short, "--json").json
    assert "tool" in {event["kind"] for event in shown["events"]}
    assert "回锅肉" in run("trace", "show", short).out
    run("stock", "set", "回锅肉", "--sold-out")
    again = run("trace", "replay", short, "--json").json
    assert again["then"]["reply"] == again["now"]["reply"] == reply["reply"]
    assert len(run("trace", "list", "--json").json) == 1
    assert run("ask", "menu", "回锅肉还有吗", "--json").json["turn"] == 2
    for command in ("show", "replay"):
        assert run("trace", command, "ffff").code == 2
    assert run("trace", "list", "--user", "nobody", "--json").json == []


def test_that_a_full_disk_leaves_the_old_menu(home: Path, menu: Path, tmp_path: Path) -> None:
    """The disk is a file system of 3 MB; where none can be mounted, a limit on the size of files."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", disk]
    mounted = subprocess.run(mount, capture_output=True).returncode == 0
    limit = "" if mounted else "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))\n"
    dishes = [{"name": f"菜{n}号拼盘", "price": n, "ingredients": ["葱", "姜"]} for n in range(1, 2000)]
    big = write(tmp_path / "big.json", dishes)
    script = (
        limit + "import sys; sys.path.insert(0, sys.argv.pop(1))\nfrom letters import LetterEmbedder\n"
        "from pilothouse.house import Pilothouse\nPilothouse.embedder = LetterEmbedder()\n"
        "import pilothouse.cli\npilothouse.cli.main()\n"
    )

    def call(*args: str | Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", script, Path(__file__).parents[1] / "menu", *args]
        environment = {**os.environ, "PILOTHOUSE_HOME": str(disk / "home")}
        return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60)

    try:
        assert call("index", "menu", menu).returncode == 0
        before = sorted(path.name for path in (disk / "home" / "index").glob("*.db"))
        failed = call("index", "menu", big)
        assert failed.returncode == 4, failed.stderr
        assert failed.stderr.startswith("错误 / Error:")
        assert failed.stderr.count("\n") == 1
        assert sorted(path.name for path in (disk / "home" / "index").glob("*.db")) == before
        assert not list((disk / "home" / "index").glob(".*partial*"))
        assert "128元" in call("ask", "menu", "松鼠鳜鱼多少钱").stdout
    finally:
        if mounted:
            subprocess.run(["umount", disk], check=True)
