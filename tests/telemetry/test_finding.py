from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import apsw
import pytest

from pilothouse.telemetry import finding
from pilothouse.telemetry.finding import Sight, Wanted, count, find, get, whole
from pilothouse.telemetry.recorder import FlightRecorder, TraceError

ALL = Sight(None)
OK = {"status": "success", "total_found": 1}


def turn(recorder: FlightRecorder, text: str = "来份锅", *, outcome: str = "answered", events=(), **key: str) -> str:
    trace = recorder.start(**({"assistant": "menu", "session": "s", "user": "anna"} | key))
    trace.begin(turn=1, text=text)
    for kind, fields in events:
        trace.event(kind, **fields)
    trace.finish(outcome, {"reply": f"答：{text}", "outcome": outcome})
    return trace.trace_id


def tool(name: str, **envelope: object) -> tuple[str, dict[str, object]]:
    return "tool", {"name": name, "arguments": {}, "envelope": OK | envelope, "ms": 1.0, "place": 1}


@pytest.fixture
def recorder(tmp_path: Path) -> FlightRecorder:
    return FlightRecorder(tmp_path / "traces.db")


def ids(recorder: FlightRecorder, sight: Sight = ALL, **wanted: object) -> list[str]:
    found = find(recorder.path, Wanted(**wanted), sight)  # type: ignore[arg-type]
    assert count(recorder.path, Wanted(**wanted), sight) == len(found)  # type: ignore[arg-type]
    return [glance.trace_id for glance in found]


def test_that_turns_are_found_by_each_thing_that_is_known_of_them(recorder: FlightRecorder) -> None:
    lost = turn(
        recorder, "有鱼吗", outcome="not_found", events=[tool("menu_search", status="error", error_type="no_results")]
    )
    wrong = turn(recorder, "What's 100% NEW?", user="bob", session="b", events=[("verification", {"passed": False})])
    broken = turn(recorder, "x", assistant="tutor", events=[tool("lookup", status="error", error_type="timeout")])
    assert ids(recorder) == [broken, wrong, lost]
    assert ids(recorder, assistant="tutor") == [broken]
    assert ids(recorder, user="bob") == ids(recorder, session="b") == [wrong]
    assert ids(recorder, outcome="not_found") == [lost]
    assert ids(recorder, tool="menu_search") == [lost]
    assert ids(recorder, tool="menu") == []
    assert ids(recorder, trouble="check") == [wrong]
    assert ids(recorder, trouble="error") == [broken]  # that nothing is there is no error
    assert ids(recorder, trouble="any") == [broken, wrong]
    assert ids(recorder, text="100% new") == ids(recorder, text="答：what's") == [wrong]
    assert ids(recorder, text="1_0") == ids(recorder, text="' OR 1 --") == []
    assert ids(recorder, slower_ms=60_000.0) == []
    assert ids(recorder, slower_ms=0.0) == [broken, wrong, lost]
    now = datetime.now(UTC)
    assert ids(recorder, since=now - timedelta(hours=1), until=now + timedelta(hours=1)) == [broken, wrong, lost]
    assert ids(recorder, since=now + timedelta(hours=1)) == ids(recorder, until=now - timedelta(hours=1)) == []


def test_that_nobody_finds_turns_that_he_may_not_see(recorder: FlightRecorder) -> None:
    anna, guest, other = turn(recorder), turn(recorder, user="guest"), turn(recorder, user="guest", session="t")
    assert ids(recorder, Sight("anna")) == [anna]
    assert ids(recorder, Sight("anna"), user="guest") == []
    assert ids(recorder, Sight("guest", ("s",))) == [guest]
    assert ids(recorder, Sight("guest", ())) == []
    assert get(recorder, guest, Sight("guest", ("s",))) is not None
    for id_, sight in (
        (guest, Sight("anna")), (other, Sight("guest", ("s",))), (anna[:31], Sight("anna")), ("é" * 32, ALL),
    ):  # fmt: skip
        assert get(recorder, id_, sight) is None
    assert [trace.trace_id for trace in whole(recorder, Wanted(), Sight("anna"))] == [anna]


def test_that_a_long_list_is_read_page_by_page_without_a_gap(recorder: FlightRecorder, monkeypatch) -> None:
    monkeypatch.setattr(finding, "PAGE", 2)
    made = [turn(recorder, str(n), user=("anna", "bob")[n % 2]) for n in range(9)][::-1]
    pages, before = list[list[str]](), None
    while found := find(recorder.path, Wanted(), ALL, before=before, limit=4):
        pages.append([glance.trace_id for glance in found])
        before = pages[-1][-1]
    assert [id_ for page in pages for id_ in page] == made
    assert [len(page) for page in pages] == [4, 4, 1]
    assert [trace.trace_id for trace in whole(recorder, Wanted(), Sight("bob"))] == made[1::2]
    assert find(recorder.path, Wanted(), ALL, before="no such turn") == ()


def test_that_nothing_said_is_in_the_list_where_content_is_not_recorded(tmp_path: Path) -> None:
    recorder = FlightRecorder(tmp_path / "traces.db", content=False)
    turn(recorder, "秘密", events=[tool("menu_search")])
    (glance,) = find(recorder.path, Wanted(), ALL)
    assert (glance.said, glance.answer, glance.tools) == (None, None, ("menu_search",))
    recorder.close()
    assert "秘密".encode() not in (tmp_path / "traces.db").read_bytes()


def test_that_what_is_forgotten_or_pruned_is_found_no_more(recorder: FlightRecorder) -> None:
    old, anna, bob = turn(recorder, user="bob"), turn(recorder, "annas own"), turn(recorder, user="bob")
    recorder.prune(2)
    assert ids(recorder) == [bob, anna]
    recorder.forget("anna")
    assert ids(recorder) == [bob]
    assert old not in ids(recorder)
    recorder.close()
    assert b"annas own" not in recorder.path.read_bytes()


def test_that_turns_of_a_version_without_the_list_are_found(recorder: FlightRecorder, monkeypatch) -> None:
    one = turn(recorder, "早先", events=[tool("menu_search"), ("verification", {"passed": False})])
    recorder.close()
    connection = apsw.Connection(str(recorder.path))
    connection.execute("DROP TRIGGER glances_gone; DROP TABLE glances")
    connection.close()
    monkeypatch.setattr(finding, "_caught_up", set())
    (glance,) = find(recorder.path, Wanted(text="早先", trouble="check"), ALL)
    assert (glance.trace_id, glance.tools, glance.answer) == (one, ("menu_search",), "答：早先")
    two = turn(recorder)
    assert ids(recorder) == [two, one]


def test_that_a_file_that_is_none_is_told_in_a_sentence(tmp_path: Path) -> None:
    assert find(None, Wanted(), ALL) == find(tmp_path / "none.db", Wanted(), ALL) == ()
    assert count(tmp_path / "none.db", Wanted(), ALL) == 0
    (tmp_path / "bad.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(TraceError):
        find(tmp_path / "bad.db", Wanted(), ALL)
