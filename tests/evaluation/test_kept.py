from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pilothouse.evaluation import kept
from pilothouse.evaluation.kept import before, keep, runs
from pilothouse.evaluation.report import Record, Report

from .conftest import Run

DAY = datetime(2026, 5, 1, tzinfo=UTC)


def report(dataset: str = "sample", value: float = 1.0) -> Report:
    scores = {"pilothouse": {"mrr": value}}
    return Report({"assistant": "knowledge", "dataset": dataset}, (Record("1", "问", scores=scores),))


def test_that_a_run_of_the_command_is_kept_whole_for_its_owner_only(run: Run, home: Path) -> None:
    done = run("eval", "knowledge", "--limit", "2", "--retrieval-only", "--json")
    assert done.code == 0
    (path,) = (home / "evaluations").iterdir()
    assert json.loads(path.read_text(encoding="utf-8")) == done.json
    assert path.stat().st_mode & 0o777 == 0o600
    assert runs(home)[0].report.as_dict()["overall"] == done.json["overall"]


def test_that_runs_are_listed_the_newest_first_and_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST", 5)
    for day in (3, 1, 2, 7, 5, 4, 6):
        keep(report(value=day / 10), tmp_path, DAY + timedelta(days=day))
    found = runs(tmp_path)
    assert [run.at.day for run in found] == [8, 7, 6, 5, 4]
    assert [run.at.day for run in runs(tmp_path, 2)] == [8, 7]
    assert found[0].report.overall["pilothouse"]["mrr"].value == 0.7


def test_that_a_run_is_compared_with_the_latest_before_it_that_asked_the_same(tmp_path: Path) -> None:
    for day, dataset in ((1, "sample"), (2, "/data/own.jsonl"), (3, "sample"), (4, "sample")):
        keep(report(dataset), tmp_path, DAY + timedelta(days=day))
    found = runs(tmp_path)
    assert [(run.at.day, run.dataset) for run in found] == [
        (5, "sample"), (4, "sample"), (3, "own.jsonl"), (2, "sample")
    ]  # fmt: skip
    assert [other and other.at.day for other in (before(run, found) for run in found)] == [4, 2, None, None]


def test_that_other_files_are_left_alone_and_broken_ones_left_out(tmp_path: Path) -> None:
    keep(report(), tmp_path, DAY)
    folder = tmp_path / "evaluations"
    (folder / "notes.txt").write_text("mine")
    (folder / "knowledge-20260601T000000000000Z.json").write_text("{broken")
    (folder / "knowledge-20269901T000000000000Z.json").write_text("{}")
    (folder / "knowledge-20260701T000000000000Z.json").symlink_to("/etc/hostname")
    assert [run.at for run in runs(tmp_path)] == [DAY]
    assert (folder / "notes.txt").exists()
    assert runs(tmp_path / "nowhere") == ()


def test_that_a_folder_that_cannot_be_written_costs_nobody_the_result(tmp_path: Path) -> None:
    (tmp_path / "evaluations").write_text("in the way")
    assert keep(report(), tmp_path) is None
