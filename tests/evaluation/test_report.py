import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.evaluation.page import page, write_page
from pilothouse.evaluation.report import Record, Report, read_report

TEXT = st.text(st.characters(codec="utf-8"), max_size=8)
SCORES = st.dictionaries(
    st.sampled_from(("pilothouse", "dense", "answers")),
    st.dictionaries(st.sampled_from(("mrr", "recall@1", "correct", "wrong")), st.floats(0, 1), max_size=3),
    max_size=3,
)
RECORDS = st.lists(
    st.builds(
        Record,
        id=TEXT,
        question=TEXT,
        kind=TEXT,
        gold=st.lists(TEXT, max_size=2).map(tuple),
        query=TEXT,
        scores=SCORES,
        ranks=st.dictionaries(st.sampled_from(("pilothouse", "dense")), st.integers(0, 50)),
        found=st.lists(TEXT, max_size=2).map(tuple),
        reply=TEXT,
        search_ms=st.floats(0, 1e4),
        answer_ms=st.floats(0, 1e4),
    ),
    max_size=5,
).map(tuple)


def ranked(id_: str, value: float, kind: str = "fact", **answers: float) -> Record:
    scores = {"pilothouse": {"recall@1": value, "mrr": value}, **({"answers": answers} if answers else {})}
    return Record(id_, f"问题{id_}", kind, ("g",), f"问题{id_}", scores, {"pilothouse": 1 if value else 2}, ("a", "g"))


@given(RECORDS, st.lists(TEXT, max_size=2).map(tuple))
def test_that_a_report_survives_being_written_and_read(records: tuple[Record, ...], notes: tuple[str, ...]) -> None:
    report = Report({"dataset": "x", "cut_offs": [1, 5]}, records, notes)
    report = report.compared(report)
    again = Report.from_dict(json.loads(json.dumps(report.as_dict())))
    assert again == report
    assert again.as_dict() == report.as_dict()
    assert all(change.verdict == "same" for change in report.changes)


def test_that_means_are_over_the_questions_to_which_a_measure_applies() -> None:
    report = Report({}, (ranked("1", 1.0, correct=1.0), ranked("2", 0.0, "table"), ranked("3", 1.0, "table")))
    assert report.overall["pilothouse"]["recall@1"].value == pytest.approx(2 / 3)
    assert (report.overall["answers"]["correct"].value, report.overall["answers"]["correct"].n) == (1.0, 1)
    assert report.kinds["table"]["pilothouse"]["recall@1"].value == 0.5
    assert "answers" not in report.kinds["table"]


def test_that_a_change_is_judged_on_the_same_questions() -> None:
    before = Report({}, tuple(ranked(str(n), 0.0, wrong=0.0) for n in range(40)))
    now = Report({}, tuple(ranked(str(n), float(n % 2), wrong=float(n % 2)) for n in range(50)))
    changes = {(change.group, change.measure): change for change in now.compared(before).changes}
    better, worse = changes["pilothouse", "recall@1"], changes["answers", "wrong"]
    assert (better.before, better.now, better.n, better.verdict) == (0.0, 0.5, 40, "better")
    assert worse.verdict == "worse"
    assert any("10 questions" in note for note in now.compared(before).notes)
    other = Report({}, tuple(replace(record, question="另一题") for record in before.records))
    assert now.compared(other).changes == ()


def test_that_what_else_differs_from_the_baseline_is_said() -> None:
    records = (ranked("1", 1.0),)
    now = Report({"documents": 9, "model": "qwen", "version": "b"}, records)
    (note,) = now.compared(Report({"documents": 8, "model": "qwen", "version": "a"}, records)).notes
    assert "documents 8 → 9" in note
    assert "qwen" not in note
    assert now.compared(now).notes == ()


def test_that_each_kind_stands_beside_its_baselines() -> None:
    low, high = {"recall@1": 0.125}, {"recall@1": 0.875}
    records = tuple(
        replace(ranked(str(n), 1.0, kind), scores={"dense": low, "pilothouse": high})
        for n, kind in enumerate(("fact", "table"))
    )
    report = Report({}, records)
    assert report.text().count("0.125") == report.text().count("0.875") == 3
    assert page(report).count("<td>0.125") == 3


def test_that_a_difference_that_chance_explains_is_no_change() -> None:
    before = Report({}, tuple(ranked(str(n), float(n % 2)) for n in range(20)))
    now = Report({}, tuple(ranked(str(n), float(n % 2) if n else 1.0) for n in range(20)))
    assert {change.verdict for change in now.compared(before).changes} == {"same"}


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"format": "other"}', '{"format": 3, "questions": 1}'])
def test_that_another_file_is_no_baseline(tmp_path: Path, content: str) -> None:
    with pytest.raises(UsageError):
        read_report(tmp_path / "none.json")
    (tmp_path / "b.json").write_text(content, "utf-8")
    with pytest.raises(DataError):
        read_report(tmp_path / "b.json")


def test_that_the_tables_show_the_numbers() -> None:
    report = Report({"dataset": "own.jsonl"}, (ranked("1", 1.0, correct=1.0), ranked("2", 0.0)), ("一条说明",))
    text = report.compared(report).text()
    assert all(part in text for part in ("own.jsonl", "Pilothouse", "R@1", "MRR", "0.500", "1.000", "fact", "一条说明"))
    assert Report({}, ()).text()


def test_that_the_page_loads_nothing_and_runs_nothing(tmp_path: Path) -> None:
    attack = '<script>alert(1)</script><img src="http://evil.example/x">'
    bad = replace(
        ranked("1", 0.0, attack, correct=0.0),
        question=attack,
        reply=attack,
        gold=(attack,),
        query=attack,
        answer_ms=9.0,
    )
    report = Report({"dataset": attack}, (bad, ranked("2", 1.0)), (attack,))
    html = page(report.compared(report))
    assert "&lt;script&gt;" in html
    assert re.findall(r"<(script|img|link|iframe|object)\b", html) == []
    assert re.findall(r"(?:src|href)=['\"]?(?:https?:)?//", html) == []
    assert html.count("<svg") >= 3
    write_page(report, tmp_path / "r.html")
    assert (tmp_path / "r.html").read_text("utf-8") == page(report)
    assert [path.name for path in tmp_path.iterdir()] == ["r.html"]
    with pytest.raises(UsageError):
        write_page(report, tmp_path / "none" / "r.html")
