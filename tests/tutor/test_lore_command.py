# ruff: noqa: E501 -- tables
"""pilothouse lore: for teachers, at run time."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..terminal import Run, home, run

__all__ = ["home", "run"]

TEXT = "---\nkeywords: [盈亏问题]\n---\n# 盈亏\n\n## 要点\n两次分配的差，除以每份的差。\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "math" / "surplus.md"
    path.parent.mkdir()
    path.write_text(TEXT, "utf-8")
    return path


def test_that_a_file_is_added_found_shown_and_removed(run: Run, file: Path) -> None:
    assert run("lore", "add", file).code == 0
    (page,) = [page for page in run("lore", "list", "--json").json if page["origin"] == "own"]
    assert (page["topic"], page["subject"], page["keywords"]) == ("math/surplus", "math", ["盈亏问题"])
    found = run("lore", "search", "盈亏问题", "--subject", "math", "--json").json
    assert found[0]["topic"] == "math/surplus"
    assert found[0]["layer"] in ("vector", "subject")
    assert run("lore", "show", "math/surplus").out.strip() == TEXT.strip()
    assert run("lore", "show", "math/surplus", "--json").json["text"] == TEXT
    file.write_text(TEXT.replace("两次", "先后两次"), "utf-8")
    assert run("lore", "add", file, "--json").json["replaced"] is True
    assert "先后两次" in run("lore", "search", "盈亏问题").out
    assert run("lore", "remove", "math/surplus").code == 0
    assert "math/surplus" not in run("lore", "list").out
    assert run("lore", "remove", "math/surplus").code == 2


def test_that_a_topic_may_be_given(run: Run, file: Path) -> None:
    assert run("lore", "add", file, "--topic", "physics/heat", "--json").json["topic"] == "physics/heat"
    assert "physics/heat" in run("lore", "list", "--subject", "physics").out


def test_that_a_file_in_an_older_chinese_encoding_is_read(run: Run, file: Path) -> None:
    file.write_bytes(TEXT.encode("gb18030"))
    assert run("lore", "add", file).code == 0
    assert "分配" in run("lore", "show", "math/surplus").out


def test_that_a_solved_problem_of_the_store_is_refused(run: Run, home: Path, file: Path) -> None:
    shown = run("problems", "show", "chicken-rabbit", "--json").json
    answer = shown["parts"][0]["expected"]["answer"]
    file.write_text(f"# 例题\n{shown['statement']}\n解：{answer}。\n", "utf-8")
    done = run("lore", "add", file)
    assert done.code == 2
    assert "chicken-rabbit" in done.sentence
    assert not (home / "kb" / "math" / "surplus.md").exists()


@pytest.mark.parametrize(
    "words", [("add", "nowhere.md"), ("show", "math/none"), ("remove", "none"), ("show", "../../etc/passwd"), ("search",)]
)  # fmt: skip
def test_that_what_is_wrong_is_said_in_one_sentence(run: Run, words: tuple[str, ...]) -> None:
    done = run("lore", *words)
    assert done.code == 2
    assert done.sentence


def test_that_what_is_no_text_or_too_large_is_refused(run: Run, file: Path) -> None:
    file.write_bytes(b"\xff\xfe\x00\x80\xff" * 50)
    assert run("lore", "add", file).code == 2
    file.write_bytes(b"x" * 1_000_001)
    assert run("lore", "add", file).code == 2


def test_that_a_named_user_must_be_a_teacher(run: Run, file: Path) -> None:
    run("users", "add", "pupil")
    run("users", "add", "teacher", "--scopes", "tutor:teach")
    for words in (("list",), ("add", file), ("show", "math/surplus"), ("search", "盈亏"), ("remove", "math/surplus")):
        assert run("lore", *words, "--user", "pupil").code == 3
    for words in (("add", file), ("list",), ("show", "math/surplus"), ("search", "盈亏"), ("remove", "math/surplus")):
        assert run("lore", *words, "--user", "teacher").code == 0
