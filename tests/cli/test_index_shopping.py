import json
from datetime import date, timedelta
from pathlib import Path

from pilothouse.assistants.shopping.corpus import FILE, sample_files
from pilothouse.websearch.budget import FILE as SPENT
from pilothouse.websearch.budget import Budget

from .conftest import Run


def pages(path: Path, *more: str) -> Path:
    rows = [
        {"url": f"https://site{n}.example/p", "title": f"吸顶灯 {n}", "date": "2026-05-01", "text": "亮度够用。" * 30}
        for n in range(3)
    ]
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_text("\n".join([*lines, *more]), encoding="utf-8")
    return path


def test_that_own_pages_are_imported_and_the_sample_comes_back(run: Run, home: Path, tmp_path: Path) -> None:
    done = run("index", "shopping", pages(tmp_path / "own.jsonl"), "--json")
    assert (done.code, done.json["pages"], done.json["sample"]) == (0, 3, False)
    assert (home / FILE).exists()
    assert run("index", "shopping", pages(tmp_path / "own.jsonl")).out
    refused = run("index", "shopping", "--sample")
    assert (refused.code, "--yes" in refused.sentence) == (2, True)
    back = run("index", "shopping", "--sample", "--yes", "--json").json
    assert back["sample"]
    assert back["pages"] >= 250
    assert back["replaced"] == "own"


def test_that_mistakes_are_one_sentence_with_the_line(run: Run, tmp_path: Path) -> None:
    for args, code in (
        ([], 2),
        ([tmp_path / "none.jsonl"], 2),
        ([tmp_path / "a.jsonl", "--sample"], 2),
        ([pages(tmp_path / "b.jsonl", "{")], 4),
    ):
        done = run("index", "shopping", *args)
        assert done.code == code, args
        assert done.sentence
    assert "line 4" in run("index", "shopping", tmp_path / "b.jsonl").sentence


def test_that_a_named_user_needs_the_scope(run: Run, tmp_path: Path) -> None:
    own = pages(tmp_path / "own.jsonl")
    run("users", "add", "anna", "--scopes", "staff")
    run("users", "add", "mara", "--scopes", "shopping:write")
    assert run("index", "shopping", own, "--user", "anna").code == 3
    assert run("index", "shopping", own, "--user", "mara").code == 0


def test_that_the_sample_is_whole(tmp_path: Path) -> None:
    from pilothouse.websearch.material import gather

    found = gather(*sample_files())
    assert found.faults == []
    assert len(found.pages) >= 250
    assert not [note for note in found.notes if "repeats" in note.sentence]


def test_that_the_cost_of_searches_is_shown_by_day_and_user(run: Run, home: Path) -> None:
    assert run("usage", "shopping", "--json").json == []
    run("users", "add", "anna", "--scopes", "member")
    budget = Budget(home / SPENT)
    budget.spend(2, "anna", date.today(), engine="tavily")
    budget.spend(1, "guest", date.today() - timedelta(days=40), engine="tavily")
    (row,) = run("usage", "shopping", "--json").json
    assert (row["user"], row["engine"], row["credits"]) == ("anna", "tavily", 2)
    assert len(run("usage", "shopping", "--days", "100", "--json").json) == 2
    assert run("usage", "shopping", "--days", "100", "--user", "anna", "--json").json == [row]
    assert "anna" in run("usage", "shopping").out
    assert run("usage", "shopping", "--user", "nobody").code == 2
