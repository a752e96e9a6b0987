import json
import logging
import threading
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilothouse.telemetry.recorder import FlightRecorder, TraceError
from pilothouse.telemetry.trace import TurnTrace

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc键", max_size=3), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture
def recorder(tmp_path: Path) -> FlightRecorder:
    return FlightRecorder(tmp_path / "traces.db")


def begin(recorder: FlightRecorder, **changed: object) -> TurnTrace:
    key = {"assistant": "menu", "session": "s1", "user": "anna"}
    trace = recorder.start(**{name: str(changed.pop(name, value)) for name, value in key.items()})
    trace.begin(**({"turn": 1, "text": "来份锅"} | changed))  # type: ignore[arg-type]
    return trace


def test_that_a_turn_is_stored_with_everything_that_happened(recorder: FlightRecorder) -> None:
    trace = begin(recorder, state_before={"phase": "order"})
    trace.event("tool", name="search", status="success")
    trace.event("model", tokens=12)
    trace.finish("answered", {"reply": "好的"})
    stored = recorder.get(trace.trace_id, user="anna")
    assert stored is not None
    assert (stored.assistant, stored.session, stored.user, stored.turn) == ("menu", "s1", "anna", 1)
    assert (stored.outcome, stored.input, stored.state_before) == ("answered", "来份锅", {"phase": "order"})
    assert stored.reply == {"reply": "好的"}
    assert [(event.kind, event.fields) for event in stored.events] == [
        ("tool", {"name": "search", "status": "success"}),
        ("model", {"tokens": 12}),
    ]
    assert 0 <= stored.events[0].ms <= stored.events[1].ms <= stored.elapsed_ms
    assert len(stored.trace_id) == 32
    assert stored.started_at.endswith("+00:00")


@settings(max_examples=25)
@given(st.text(st.characters(exclude_categories=["Cs"])), JSON, st.dictionaries(st.text("abc"), JSON, max_size=3))
def test_that_what_is_stored_comes_back_unchanged(
    tmp_path_factory: pytest.TempPathFactory, text: str, state: object, reply: dict[str, object]
) -> None:
    recorder = FlightRecorder(tmp_path_factory.mktemp("traces") / "traces.db")
    trace = begin(recorder, text=text, state_before=state)
    trace.finish("answered", reply)
    stored = recorder.get(trace.trace_id, user=None)
    assert stored is not None
    assert (stored.input, stored.state_before, stored.reply) == (text, state, reply)


def test_that_the_state_before_the_turn_is_kept_though_the_turn_changes_it(recorder: FlightRecorder) -> None:
    state = {"items": [1]}
    trace = begin(recorder, state_before=state)
    state["items"].append(2)
    trace.finish("answered")
    assert recorder.list(user=None)[0].state_before == {"items": [1]}


def test_that_the_recorder_stores_a_reply_with_its_outcome(recorder: FlightRecorder) -> None:
    trace = begin(recorder)
    recorder.write(trace, {"reply": "没有找到", "outcome": "not_found"})
    assert [(t.outcome, t.reply["reply"]) for t in recorder.list(user="anna")] == [("not_found", "没有找到")]


def test_that_nothing_is_written_before_the_turn_ends(recorder: FlightRecorder) -> None:
    trace = begin(recorder)
    trace.event("tool", name="x")
    assert recorder.list(user=None) == ()
    assert not recorder.path.exists()
    trace.finish("answered")
    trace.finish("refused")
    assert [stored.outcome for stored in recorder.list(user=None)] == ["answered"]


def test_that_a_turn_that_raises_is_stored_as_an_error_and_still_raises(recorder: FlightRecorder) -> None:
    with pytest.raises(RuntimeError), begin(recorder):
        raise RuntimeError("private words")
    stored = recorder.get(recorder.list(user=None)[0].trace_id, user=None)
    assert stored is not None
    assert stored.outcome == "error"
    assert stored.events[-1].fields == {"type": "RuntimeError"}


def test_that_a_user_never_sees_the_turns_of_another(recorder: FlightRecorder) -> None:
    trace = begin(recorder, user="anna")
    trace.finish("answered")
    assert recorder.list(user="ben") == ()
    assert recorder.get(trace.trace_id, user="ben") is None
    assert recorder.get(trace.trace_id, user="anna") is not None
    assert len(recorder.list(user=None)) == 1


def test_that_turns_are_listed_newest_first_by_filter_and_limit(recorder: FlightRecorder) -> None:
    for turn in range(1, 6):
        begin(recorder, turn=turn, session=f"s{turn % 2}").finish("answered" if turn < 4 else "refused")
    assert [t.turn for t in recorder.list(user=None, limit=3)] == [5, 4, 3]
    assert [t.turn for t in recorder.list(user="anna", session="s1", outcome="answered")] == [3, 1]
    assert recorder.list(user=None, assistant="tutor") == ()
    assert recorder.list(user=None, limit=-1) == ()


def test_that_the_beginning_of_an_id_is_enough_when_it_is_unique(recorder: FlightRecorder) -> None:
    ids = []
    for turn in range(17):  # of 17 ids at least two share their first digit
        trace = begin(recorder, turn=turn)
        trace.finish("answered")
        ids.append(trace.trace_id)
    stored = recorder.get(ids[0][:12].upper(), user=None)
    assert stored is not None
    assert stored.trace_id == ids[0]
    shared = next(i[0] for n, i in enumerate(ids) if i[0] in {other[0] for other in ids[:n]})
    with pytest.raises(TraceError, match=r"多条记录.*Several traces"):
        recorder.get(shared, user=None)
    assert recorder.get("' OR 1=1 --", user=None) is None
    assert recorder.get("", user=None) is None


def test_that_without_content_no_words_are_stored(tmp_path: Path) -> None:
    recorder = FlightRecorder(tmp_path / "traces.db", content=False)
    trace = begin(recorder, text="秘密一", state_before={"messages": ["秘密二"]})
    trace.event("tool", name="search", arguments={"q": "秘密三"}, calls=[{"name": "x", "text": "秘密四"}])
    trace.finish("answered", {"reply": "秘密五", "usage": {"tokens": 3}, "sources": [{"n": 1, "title": "秘密六"}]})
    recorder.close()
    assert "秘密".encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    stored = recorder.get(trace.trace_id, user=None)
    assert stored is not None
    assert (stored.input, stored.state_before) == (None, None)
    assert stored.reply == {"usage": {"tokens": 3}, "sources": [{"n": 1}]}
    assert stored.events[0].fields == {"name": "search", "calls": [{"name": "x"}]}


def test_that_only_the_latest_turns_are_kept(recorder: FlightRecorder) -> None:
    for turn in range(10):
        begin(recorder, turn=turn).finish("answered")
    assert recorder.prune(4) == 6
    assert [t.turn for t in recorder.list(user=None)] == [9, 8, 7, 6]
    assert recorder.prune(4) == 0
    assert recorder.prune(0) == 4


def test_that_old_turns_go_by_themselves_when_there_is_a_bound(tmp_path: Path) -> None:
    recorder = FlightRecorder(tmp_path / "traces.db", keep=5)
    for turn in range(250):
        begin(recorder, turn=turn).finish("answered")
    assert len(recorder.list(user=None, limit=1000)) <= 5 + 100


def test_that_a_disk_error_never_reaches_the_turn_and_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("not a directory")
    recorder = FlightRecorder(tmp_path / "file" / "traces.db")
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            begin(recorder).finish("answered")
    assert len(caplog.records) == 1
    assert "not recorded" in caplog.text


@pytest.mark.parametrize("content", [True, False])
def test_that_values_which_are_not_json_do_not_break_a_turn(recorder: FlightRecorder, content: bool) -> None:
    recorder.content = content
    circular: dict[str, object] = {}
    circular["self"] = circular
    trace = begin(recorder, text="坏\ud800字", state_before=circular)
    trace.event("odd", value=object(), path=Path("/x"))
    trace.event("worse", value=circular)
    trace.finish("answered", {"n": float("nan")})
    stored = recorder.get(trace.trace_id, user=None)
    assert stored is not None
    if content:
        assert stored.input == "坏?字"
        assert stored.state_before == {"unrecorded": "ValueError"}
    assert set(stored.events[1].fields) == {"unrecorded"}
    assert [event.kind for event in stored.events] == ["odd", "worse"]


@pytest.mark.parametrize("damage", ["junk", "version"])
def test_that_a_file_that_cannot_be_read_gives_one_clear_sentence(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "traces.db"
    if damage == "junk":
        path.write_bytes(b"no database at all" * 100)
    else:
        connection = apsw.Connection(str(path))
        connection.pragma("user_version", 99)
        connection.close()
    recorder = FlightRecorder(path)
    begin(recorder).finish("answered")
    with pytest.raises(TraceError, match=r"读不了.*can't be read"):
        recorder.list(user=None)


def test_that_the_file_is_readable_by_its_owner_only(recorder: FlightRecorder) -> None:
    begin(recorder).finish("answered")
    assert recorder.path.stat().st_mode & 0o077 == 0


def test_that_threads_and_processes_can_record_at_once(recorder: FlightRecorder) -> None:
    other = FlightRecorder(recorder.path)

    def record(target: FlightRecorder) -> None:
        for turn in range(20):
            begin(target, turn=turn).finish("answered")

    threads = [threading.Thread(target=record, args=(target,)) for target in (recorder, recorder, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(recorder.list(user=None, limit=100)) == 60


def test_that_a_stored_turn_is_plain_data(recorder: FlightRecorder) -> None:
    trace = begin(recorder, state_before={"a": (1, 2)})
    trace.finish("answered", {"data": {}})
    stored = recorder.get(trace.trace_id, user=None)
    assert stored is not None
    assert json.dumps(stored.state_before) == '{"a": [1, 2]}'


def test_that_the_turns_of_a_user_are_forgotten_and_gone_from_the_file(tmp_path: Path) -> None:
    recorder = FlightRecorder(tmp_path / "traces.db")
    assert recorder.forget("anna") == 0
    for user in ("anna", "bob", "anna"):
        begin(recorder, user=user, text=f"{user}说折耳根").finish("answered", {"reply": "好的"})
    assert recorder.forget("anna") == 2
    assert [trace.user for trace in recorder.list(user=None)] == ["bob"]
    recorder.close()
    assert "anna说折耳根".encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


def test_that_without_a_file_nothing_is_stored_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    recorder = FlightRecorder(None)
    trace = begin(recorder)
    trace.finish("answered", {"reply": "好的"})
    assert recorder.get(trace.trace_id, user=None) is None
    assert (recorder.list(user=None), recorder.prune(0), recorder.forget("anna")) == ((), 0, 0)
    recorder.close()
    with pytest.raises(ValueError, match="None stores nothing"):
        FlightRecorder(":memory:")
    assert list(tmp_path.iterdir()) == []
