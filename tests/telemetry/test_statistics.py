from __future__ import annotations

import json
import math
from datetime import UTC, datetime, timedelta
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilothouse.telemetry import figures, metrics
from pilothouse.telemetry.questions import unanswered
from pilothouse.telemetry.recorder import FlightRecorder, TraceError
from pilothouse.telemetry.statistics import citations, statistics
from pilothouse.telemetry.trace import TurnTrace

START = datetime(2026, 11, 1, tzinfo=UTC)
EVENTS = st.one_of(
    st.builds(
        lambda name, place, total, error: (
            "tool",
            {"name": name, "place": place, "ms": 2.5,
             "envelope": {"status": "error" if error else "success", "total_found": total, "error_type": error}},
        ),
        st.sampled_from(["menu_search", "place_order"]), st.integers(0, 2), st.integers(0, 3),
        st.sampled_from([None, "no_results", "unknown_tool"]),
    ),
    st.builds(
        lambda tin, tout, cost, fault: (
            "model_call", {"model": "m", "tokens_in": tin, "tokens_out": tout, "cost": cost, "fault": fault, "ms": 1}
        ),
        st.integers(0, 900), st.integers(0, 90), st.sampled_from([0, 0.25, 0.5]), st.sampled_from([None, "timeout"]),
    ),
    st.builds(lambda passed: ("verification", {"passed": passed}), st.booleans()),
    st.builds(lambda ids: ("cited", {"ids": ids, "unused": ["z#9"]}), st.lists(st.sampled_from("ab"), max_size=2)),
    st.builds(lambda origin: ("task", {"task": "t", "origin": origin}), st.sampled_from(["model", "fallback"])),
    st.just(("tool", {"broken": True})),
)  # fmt: skip
TURNS = st.lists(
    st.tuples(
        st.integers(-3600, 4 * 3600),
        st.sampled_from(["menu", "knowledge"]),
        st.sampled_from(["answered", "not_found", "error"]),
        st.integers(1, 9000),
        st.lists(EVENTS, max_size=5),
    ),
    max_size=12,
)


def record(recorder: FlightRecorder, at: datetime, **turn: object) -> TurnTrace:
    """A turn that began and took as told, whatever the clock says."""
    trace = recorder.start(assistant=str(turn.get("assistant", "menu")), session="s", user=str(turn.get("user", "a")))
    trace._started_at = at.isoformat(timespec="milliseconds")
    trace.begin(turn=1, text=str(turn.get("text", "hello")))
    for kind, fields in turn.get("events", ()):  # type: ignore[attr-defined]
        trace.event(kind, **fields)
    trace.finish(str(turn.get("outcome", "answered")))
    return trace


def edges(hours: int = 3) -> list[datetime]:
    return [START + timedelta(hours=hour) for hour in range(hours + 1)]


@settings(max_examples=40, deadline=None)
@given(TURNS, st.sampled_from([None, "menu"]), st.booleans())
def test_that_the_figures_are_those_of_a_plain_count(
    tmp_path_factory: pytest.TempPathFactory, turns: list, assistant: str | None, old: bool
) -> None:
    path = tmp_path_factory.mktemp("traces") / "traces.db"
    recorder = FlightRecorder(path)
    for second, name, outcome, ms, events in turns:
        record(recorder, START + timedelta(seconds=second), assistant=name, outcome=outcome, events=events)
        connection = apsw.Connection(str(path))
        for table, row in (("turns", "id"), ("figures", "turn")):
            connection.execute(
                f"UPDATE {table} SET elapsed_ms = ? WHERE {row} = (SELECT max({row}) FROM {table})", (ms,)
            )
        if old:  # as a version without figures left it
            connection.execute("DROP TABLE figures; DROP TABLE citations")
        recorder.close()
    found = statistics(path, edges(), assistant)
    everything = [turn for turn in turns if assistant in (None, turn[1]) and 0 <= turn[0] < 3 * 3600]
    assert [span.figures.turns for span in found.spans] == [
        sum(hour * 3600 <= turn[0] < (hour + 1) * 3600 for turn in everything) for hour in range(3)
    ]
    for part, chosen in [
        (found.total, everything),
        *((span.figures, [t for t in everything if t[0] // 3600 == n]) for n, span in enumerate(found.spans)),
    ]:
        said = {"tool": [], "model_call": [], "verification": [], "cited": [], "task": []}
        for turn in chosen:
            for kind, fields in turn[4]:
                said[kind].append(fields)
        tools = [tool for tool in said["tool"] if "name" in tool]
        searches = [tool for tool in tools if "search" in tool["name"] and tool["place"]]
        hits = [tool for tool in searches if tool["envelope"]["total_found"]]
        ran = [turn for turn in chosen if any(kind == "tool" and f.get("place") for kind, f in turn[4])]
        cited = [fields for fields in said["cited"] if fields["ids"]]
        times = sorted(turn[3] for turn in chosen)
        assert part.outcomes == {
            name: n for name in ("answered", "error", "not_found") if (n := sum(t[2] == name for t in chosen))
        }
        assert part.trigger_rate == (len(ran) / len(chosen) if chosen else None)
        assert part.hit_rate == (len(hits) / len(searches) if searches else None)
        assert part.empty_rate == ((len(searches) - len(hits)) / len(searches) if searches else None)
        assert part.citation_rate == (len(cited) / len(said["cited"]) if said["cited"] else None)
        assert part.failures == sum(not fields["passed"] for fields in said["verification"])
        assert part.fallbacks == sum(fields["origin"] == "fallback" for fields in said["task"])
        assert (part.calls, part.faults) == (
            len(said["model_call"]), sum(bool(fields["fault"]) for fields in said["model_call"]),
        )  # fmt: skip
        assert part.tokens_in == sum(fields["tokens_in"] for fields in said["model_call"])
        assert part.tokens_out == sum(fields["tokens_out"] for fields in said["model_call"])
        assert part.cost == sum(fields["cost"] for fields in said["model_call"])
        assert part.p50_ms == (times[math.ceil(len(times) * 0.5) - 1] if times else None)
        assert part.p95_ms == (times[math.ceil(len(times) * 0.95) - 1] if times else None)


def test_that_the_dashboard_and_the_metrics_of_prometheus_count_alike(tmp_path: Path) -> None:
    for metric in metrics.ALL:
        metric.reset()
    recorder = FlightRecorder(tmp_path / "traces.db")
    tool = {"name": "menu_search", "place": 1, "envelope": {"status": "success", "total_found": 1}}
    call = {"model": "m", "tokens_in": 7, "tokens_out": 2, "cost": 0.5}
    events = [("tool", tool), ("tool", {**tool, "envelope": {"status": "error", "error_type": "no_results"}})]
    events += [("model_call", call), ("cited", {"ids": []}), ("verification", {"passed": False})]
    for _ in range(3):
        record(recorder, START, events=[*events, ("step", {"task": "converse", "origin": "fallback"})])
    total = statistics(recorder.path, edges()).total
    assert total.turns == metrics.TURNS.value(assistant="menu") == 3
    assert total.ran == metrics.TOOL_TURNS.value() == 3
    assert total.hits == metrics.RETRIEVALS.value(result="hit") == 3
    assert total.searches - total.hits == metrics.RETRIEVALS.value(result="empty") == 3
    assert total.cited == metrics.CITATIONS.value(cited="yes") == 0
    assert total.failures == metrics.VERIFICATION_FAILURES.value() == 3
    assert total.fallbacks == metrics.FALLBACKS.value(task="converse") == 3
    assert total.tokens_in == metrics.TOKENS.value(direction="input") == 21
    assert total.cost == metrics.COST.value() == 1.5


def test_that_figures_stay_when_turns_and_users_go_but_hold_no_words(tmp_path: Path) -> None:
    path = tmp_path / "traces.db"
    recorder = FlightRecorder(path)
    for name in ("anna-secret", "ben"):
        record(recorder, START, user=name, text="my secret", events=[("cited", {"ids": ["a#1"]})])
    recorder.prune(1)
    recorder.forget("ben")
    assert recorder.list(user=None) == ()
    assert statistics(path, edges()).total.turns == 2
    assert citations(path, START, edges()[-1]) == {"a#1": (2, 0)}
    recorder.close()
    rows = apsw.Connection(str(path)).execute("SELECT * FROM figures JOIN citations USING (turn)").fetchall()
    assert "secret" not in json.dumps(rows)


def test_that_figures_beyond_their_bound_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "KEEP", 150)
    recorder = FlightRecorder(tmp_path / "traces.db", keep=10)
    for _ in range(300):
        record(recorder, START, events=[("cited", {"ids": ["a#1"]})])
    assert statistics(recorder.path, edges()).total.turns == 150
    assert citations(recorder.path, START, edges()[-1]) == {"a#1": (150, 0)}


def test_that_questions_without_an_answer_are_grouped_the_most_frequent_first(tmp_path: Path) -> None:
    recorder = FlightRecorder(tmp_path / "traces.db")
    for text, outcome in (
        ("WiFi 密码？", "not_found"), ("wifi 密码", "not_found"), ("wifi 密码 ", "fallback"), ("天气", "refused"),
        ("谢谢", "answered"), ("哪一个", "clarify"),
    ):  # fmt: skip
        record(recorder, START + timedelta(minutes=1), text=text, outcome=outcome)
    record(recorder, START, text="天气", outcome="refused", assistant="butler")
    record(recorder, START - timedelta(days=9), text="太早", outcome="not_found")
    found = unanswered(recorder.path, START, edges()[-1])
    assert [(each.times, each.assistant) for each in found] == [(3, "menu"), (1, "menu"), (1, "butler")]
    assert "密码" in found[0].text
    assert [each.assistant for each in unanswered(recorder.path, START, edges()[-1], "butler")] == ["butler"]
    assert len(unanswered(recorder.path, START, edges()[-1], limit=1)) == 1


def test_that_without_recorded_content_there_are_numbers_and_no_questions(tmp_path: Path) -> None:
    recorder = FlightRecorder(tmp_path / "traces.db", content=False)
    record(recorder, START, text="secret", outcome="not_found", events=[("cited", {"ids": ["a#1"], "unused": ["b#2"]})])
    assert statistics(recorder.path, edges()).total.answers == 1
    assert citations(recorder.path, START, edges()[-1]) == {"a#1": (1, 0), "b#2": (0, 1)}
    assert unanswered(recorder.path, START, edges()[-1]) == ()


def test_that_no_file_is_no_turns_and_a_damaged_one_is_told_in_a_sentence(tmp_path: Path) -> None:
    assert statistics(tmp_path / "none.db", edges()).total.turns == 0
    assert not (tmp_path / "none.db").exists()
    (tmp_path / "bad.db").write_bytes(b"no database at all" * 100)
    for ask in (lambda path: statistics(path, edges()), lambda path: unanswered(path, *edges()[:2])):
        with pytest.raises(TraceError, match="read"):
            ask(tmp_path / "bad.db")
    with pytest.raises(ValueError, match="rise"):
        statistics(None, [START, START])


def test_that_turns_go_on_being_written_while_statistics_are_read(tmp_path: Path, caplog) -> None:
    recorder = FlightRecorder(tmp_path / "traces.db")
    for n in range(120):
        record(recorder, START)
        if n % 40 == 0:
            assert statistics(recorder.path, edges()).total.turns == n + 1
    assert statistics(recorder.path, edges()).total.turns == 120
    assert caplog.text == ""
