import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.websearch.material import gather, read_file
from pilothouse.websearch.page import parse, record, stored

from .corpora import page, shelf, written

GOOD = {"url": "https://a.example/1", "title": "台灯", "date": "2026-01-31", "text": "亮。" * 60}


def test_that_pages_are_read_with_their_dates(tmp_path: Path) -> None:
    found = read_file(written(tmp_path / "p.jsonl", shelf()))
    assert len(found.pages) == 14
    assert found.pages[0].date is not None
    assert (found.faults, found.pages[0].date.isoformat()) == ([], "2026-01-01")


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "null",
        '"text"',
        "[" * 5000,
        {**GOOD, "url": 7},
        {**GOOD, "url": ""},
        {**GOOD, "url": None},
        {**GOOD, "url": "javascript:alert(1)"},
        {**GOOD, "url": "ftp://a.example/1"},
        {**GOOD, "url": "https://a.example/a b"},
        {**GOOD, "url": "https://[::1/x"},
        {**GOOD, "url": "https://[a.b/x"},
        {**GOOD, "url": "kettle"},
        {**GOOD, "url": "https://a.example/" + "x" * 3000},
        {**GOOD, "title": ["台灯"]},
        {**GOOD, "date": 3.5},
        {**GOOD, "date": True},
        {**GOOD, "text": ["a"]},
        {**GOOD, "text": " \n "},
        {key: value for key, value in GOOD.items() if key != "text"},
    ],
)
def test_that_a_wrong_line_is_refused_with_its_number_and_nothing_else_is_taken(tmp_path: Path, line: Any) -> None:
    path = written(tmp_path / "p.jsonl", [GOOD, line])
    with pytest.raises(DataError) as error:
        read_file(path)
    assert "第 2 行" in str(error.value)
    assert "line 2" in str(error.value)
    assert "\n" not in str(error.value)


def test_that_many_wrong_lines_are_counted_and_the_first_are_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="12") as error:
        read_file(written(tmp_path / "p.jsonl", ["{"] * 12))
    assert "line 1 " in str(error.value)
    assert "line 9 " not in str(error.value)


def test_that_odd_lines_are_taken_with_a_note(tmp_path: Path) -> None:
    odd = [
        GOOD,
        {**GOOD, "url": "http://www.a.example/1/?utm_source=x#top"},  # the first page again
        {**GOOD, "url": "b.example/2"},
        {**GOOD, "url": "https://c.example/3", "title": None, "date": None},
        {**GOOD, "url": "https://d.example/4", "date": "someday"},
        {**GOOD, "url": "https://e.example/5", "text": "短"},
        {**GOOD, "url": "https://f.example/6", "date": 20251224, "more": {"any": 1}},
        {"url": "https://g.example/7", "text": GOOD["text"]},
    ]
    found = read_file(written(tmp_path / "p.jsonl", odd))
    assert [note.line for note in found.notes] == [2, 3, 4, 5, 6, 8]
    assert len(found.pages) == 7
    assert found.thin == 1
    days = {page.url: page.date for page in found.pages}
    assert str(days["https://f.example/6"]) == "2025-12-24"
    assert [url for url, day in days.items() if day is None] == [
        "https://c.example/3", "https://d.example/4", "https://g.example/7"
    ]  # fmt: skip
    assert "https://b.example/2" in days


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_that_every_usual_encoding_is_read(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "p.jsonl"
    lines = [json.dumps(each, ensure_ascii=False) for each in shelf()]
    path.write_bytes("\r\n".join(lines).encode(encoding))
    found = read_file(path)
    assert [page.title for page in found.pages] == [page["title"] for page in shelf()]


def test_that_bytes_of_no_text_and_a_huge_line_are_named(tmp_path: Path) -> None:
    good = json.dumps(GOOD, ensure_ascii=False).encode()
    path = tmp_path / "p.jsonl"
    path.write_bytes(b"\n".join([good, b'{"url": "\xff\xfe\xfa"}', b"", b"x" * 2_000_001, good]))
    found = gather(path)
    assert [fault.line for fault in found.faults] == [2, 4]
    assert len(found.pages) == 1


def test_that_a_missing_file_a_folder_and_an_empty_file_are_said_to_be_that(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(UsageError):
            read_file(path)
    (tmp_path / "empty.jsonl").write_bytes(b"\n\n")
    with pytest.raises(DataError):
        read_file(tmp_path / "empty.jsonl")


ANYTHING = st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.lists(st.text(max_size=5), max_size=2)
ADDRESS = st.builds(
    "{}{}{}".format,
    st.sampled_from(["", "http://", "https://", "ftp:"]),
    st.text("a.[]:@/?#é 中", max_size=9),
    st.sampled_from(["", ".example", "/"]),
)
LINE = st.fixed_dictionaries(
    {"url": ADDRESS | ANYTHING, "title": ANYTHING, "date": ANYTHING, "text": st.text(max_size=90) | ANYTHING}
)


@given(st.text(max_size=60) | ANYTHING.map(json.dumps) | LINE.map(json.dumps))
def test_that_any_line_is_a_page_or_refused_with_a_reason_in_two_languages(line: str) -> None:
    refused: tuple[Any, ...] = ("", "")
    found = None
    try:
        found, _ = parse(line)
    except ValueError as error:
        refused = error.args
    assert len(refused) == 2
    assert found is None or (found.text and found.id and "://" in found.url)


@given(st.dates(date(1990, 1, 1), date(2099, 12, 31)), st.text(max_size=300), st.text(min_size=1, max_size=300))
def test_that_a_page_comes_back_from_its_record_as_it_was(day: date, title: str, text: str) -> None:
    raw = page(1, "", date=day.isoformat())
    found, _ = parse(json.dumps({**raw, "title": title, "text": f"{text}。"}))
    made = record(found)
    assert stored(made["id"], made["content"], made["meta"]) == found
    assert found.date == day
