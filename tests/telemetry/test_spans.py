from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("opentelemetry.exporter.otlp.proto.http", reason="needs the extra [otel]")

from pilothouse.gateway import Fail, Say, ScriptedModel
from pilothouse.telemetry.conventions import CONTENT, SAFE
from pilothouse.telemetry.spans import Spans, wanted
from pilothouse.telemetry.trace import Event, Trace
from pilothouse.telemetry.tree import Branch, grow

from .garden import SECONDS, Collector, attributes, garden, said, tree

SECRETS = ("secret", "Every 7", "You garden", "water me")
WHOLE = {
    "invoke_agent gardener": {
        "node look": {"execute_tool plant_search": {"retrieval": {}}, "task converse": {"chat scripted": {}}}
    }
}


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    found = Collector()
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", found.url)
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "20")
    yield found
    found.close()


def model() -> ScriptedModel:
    return ScriptedModel([Say("water me")])


def test_that_a_turn_arrives_as_a_tree_with_the_genai_names(tmp_path: Path, collector: Collector) -> None:
    with garden(tmp_path, model()) as house:
        reply = house.ask("gardener", "secret-ivy", session="secret session")
    spans = collector.spans(6)
    assert collector.paths[0] == "/v1/traces"
    assert collector.resource()["service.name"] == "pilothouse"
    assert tree(spans) == WHOLE
    assert {span.trace_id.hex() for span in spans} == {reply.trace_id}
    by_name = {span.name: span for span in spans}
    kinds = {name: span.kind for name, span in by_name.items()}
    assert {name for name, kind in kinds.items() if kind == 3} == {"chat scripted"}  # CLIENT; all others INTERNAL
    whole = attributes(by_name["invoke_agent gardener"])
    assert {name: whole[name] for name in ("gen_ai.operation.name", "gen_ai.agent.name", "pilothouse.outcome")} == {
        "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "gardener", "pilothouse.outcome": "answered"
    }  # fmt: skip
    assert whole["gen_ai.usage.input_tokens"] + whole["gen_ai.usage.output_tokens"] == reply.usage.tokens
    assert whole["pilothouse.cost"] == reply.usage.cost > 0
    assert whole["pilothouse.trace_id"] == reply.trace_id
    assert len(whole["gen_ai.conversation.id"]) == 32
    tool = attributes(by_name["execute_tool plant_search"])
    assert (tool["gen_ai.tool.name"], tool["gen_ai.tool.type"], tool["pilothouse.status"], tool["pilothouse.ran"]) == (
        "plant_search", "function", "success", True
    )  # fmt: skip
    found = attributes(by_name["retrieval"])
    assert found == {
        "gen_ai.operation.name": "retrieval", "gen_ai.data_source.id": "plant_search", "pilothouse.hits": 1,
        "gen_ai.retrieval.top_k": 3,
    }  # fmt: skip
    chat = attributes(by_name["chat scripted"])
    assert (chat["gen_ai.operation.name"], chat["gen_ai.request.model"]) == ("chat", "scripted")
    assert chat["gen_ai.response.finish_reasons"] == ["stop"]
    assert chat["gen_ai.usage.input_tokens"] > 0
    assert all(span.status.code == 0 for span in spans)
    for span in spans:
        parent = next((other for other in spans if other.span_id == span.parent_span_id), span)
        assert parent.start_time_unix_nano <= span.start_time_unix_nano <= span.end_time_unix_nano
        assert span.end_time_unix_nano <= parent.end_time_unix_nano


def test_that_by_default_no_words_leave_the_machine(tmp_path: Path, collector: Collector) -> None:
    with garden(tmp_path, model()) as house:
        house.ask("gardener", "secret-ivy", session="secret session")
        house.ask("gardener", "broken", session="secret session")
        house.users.add("secret-anna", ["member"])
        house.ask("gardener", "bug", user="secret-anna")
        collector.spans(12)
    sent = b"".join(collector.raw).decode("utf-8", "replace")
    assert [word for word in SECRETS if word in sent] == []
    assert "plant_search" in sent


def test_that_words_are_exported_when_switched_on(tmp_path: Path, collector: Collector) -> None:
    with garden(tmp_path, model(), export_content=True) as house:
        house.ask("gardener", "secret-ivy")
        spans = {span.name: attributes(span) for span in collector.spans(6)}
    assert said(spans["invoke_agent gardener"]["gen_ai.input.messages"]) == [("user", "secret-ivy")]
    assert said(spans["invoke_agent gardener"]["gen_ai.output.messages"]) == [("assistant", "1 water me")]
    chat = spans["chat scripted"]
    assert "You garden." in chat["gen_ai.system_instructions"]
    assert said(chat["gen_ai.input.messages"])[-1] == ("user", "secret-ivy")
    assert said(chat["gen_ai.output.messages"]) == [("assistant", "water me")]
    assert "secret-ivy" in spans["execute_tool plant_search"]["gen_ai.tool.call.arguments"]
    assert "Every 7 days." in spans["execute_tool plant_search"]["gen_ai.tool.call.result"]
    assert spans["retrieval"]["gen_ai.retrieval.query.text"] == "secret-ivy"
    assert spans["retrieval"]["gen_ai.retrieval.documents"] == '[{"id": "doc/secret-ivy#1", "score": 0.5}]'


def test_that_words_that_are_not_recorded_are_not_exported_either(tmp_path: Path, collector: Collector) -> None:
    with garden(tmp_path, model(), export_content=True, record_content=False) as house:
        house.ask("gardener", "secret-ivy")
        collector.spans(6)
    sent = b"".join(collector.raw).decode("utf-8", "replace")
    assert "secret-ivy" not in sent
    assert "Every 7" not in sent


def test_that_errors_are_marked_by_their_type_and_an_empty_search_is_none(tmp_path: Path, collector: Collector) -> None:
    with garden(tmp_path, ScriptedModel([Fail("server"), Say("x"), Say("y")])) as house:
        house.ask("gardener", "broken")
        house.ask("gardener", "unknown plant")
        house.ask("gardener", "bug")
        spans = collector.spans(14)
    failed = {(span.name, attributes(span)["error.type"]) for span in spans if span.status.code == 2}  # ERROR
    assert failed == {
        ("execute_tool plant_search", "unavailable"), ("retrieval", "unavailable"), ("chat scripted", "server"),
        ("node look", "KeyError"), ("invoke_agent gardener", "KeyError"),
    }  # fmt: skip
    assert not any(span.events for span in spans)
    assert not any(span.status.message for span in spans)
    statuses = [attributes(s).get("pilothouse.status") for s in spans if s.name.startswith("execute_tool")]
    assert sorted(statuses) == ["no_results", "unavailable"]


def test_that_a_slow_collector_holds_up_no_turn(tmp_path: Path, collector: Collector) -> None:
    collector.open.clear()
    with garden(tmp_path, model()) as house:
        house.ask("gardener", "secret-ivy")
        with collector.heard:
            assert collector.heard.wait_for(lambda: collector.raw, SECONDS)
        # It has our spans and doesn't answer.
        assert [house.ask("gardener", "secret-ivy").outcome for _ in range(20)] == ["answered"] * 20
        assert len(collector.raw) == 1


def test_that_a_collector_that_is_away_breaks_no_turn_and_is_told_of_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = Collector()
    gone.close()
    code = (
        "import sys, logging; logging.basicConfig(); sys.path.insert(0, sys.argv[2])\n"
        "from garden import garden; from pathlib import Path\n"
        "with garden(Path(sys.argv[1])) as house:\n"
        "    for _ in range(3): print(house.ask('gardener', 'secret-ivy').outcome)\n"
    )
    environment = {"OTEL_EXPORTER_OTLP_ENDPOINT": gone.url, "OTEL_BSP_SCHEDULE_DELAY": "20", "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path), str(Path(__file__).parent)],
        env=environment, capture_output=True, text=True, timeout=SECONDS, check=True,
    )  # fmt: skip
    assert done.stdout.split() == ["answered"] * 3
    assert done.stderr.count("can't be delivered") <= 1
    assert "Traceback" not in done.stderr


def test_that_a_program_sends_its_last_turn_when_it_ends_even_to_a_collector_that_hangs(collector: Collector) -> None:
    collector.open.clear()
    code = (
        "from pilothouse.telemetry.spans import Spans, wanted; from pilothouse.telemetry.trace import Trace\n"
        "spans = Spans(); assert spans.configure(enabled=wanted(False))\n"
        "at = '2026-01-01T00:00:00+00:00'\n"
        "spans.export(Trace('a' * 32, 'menu', 's', 'u', 1, at, 5.0, 'answered', None, None, {}))"
    )
    environment = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url}  # not long enough to send by itself
    subprocess.run([sys.executable, "-c", code], env=environment, timeout=SECONDS, check=True)
    (span,) = collector.spans(1)
    assert (span.name, span.trace_id.hex()) == ("invoke_agent menu", "a" * 32)


@pytest.mark.parametrize(
    "environment",
    [{}, {"OTEL_EXPORTER_OTLP_ENDPOINT": "x", "OTEL_SDK_DISABLED": "true"},
     {"OTEL_EXPORTER_OTLP_ENDPOINT": "x", "OTEL_TRACES_EXPORTER": "none"}, {"PILOTHOUSE_EXPORT_SPANS": "true"},
     {"OTEL_EXPORTER_OTLP_ENDPOINT": "x", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}],
)  # fmt: skip
def test_that_nothing_is_sent_unless_a_collector_is_named(environment: dict[str, str], tmp_path: Path) -> None:
    code = (
        "import sys, socket; from pilothouse import Pilothouse\n"
        "def refused(*_): raise AssertionError('somebody is called')\n"
        "socket.socket.connect = refused\n"
        "with Pilothouse(sys.argv[1]) as house:\n"
        "    trace = house.recorder.start(assistant='a', session='s', user='u')\n"
        "    trace.begin(turn=1, text='x'); trace.finish('answered')\n"
        "    assert len(house.recorder.list(user=None)) == 1\n"
        "assert 'opentelemetry.sdk.trace' not in sys.modules, 'the library was loaded'"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], env=environment, check=True, timeout=SECONDS)


def test_that_the_provider_of_a_program_around_us_is_used_and_our_turn_is_part_of_its_trace(tmp_path: Path) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[2]); from garden import garden; from pathlib import Path\n"
        "from opentelemetry import trace; from opentelemetry.sdk.trace import TracerProvider\n"
        "from opentelemetry.sdk.trace.export import SimpleSpanProcessor as Simple\n"
        "from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter\n"
        "kept = InMemorySpanExporter(); provider = TracerProvider(); provider.add_span_processor(Simple(kept))\n"
        "trace.set_tracer_provider(provider)\n"
        "with garden(Path(sys.argv[1]), export_spans=True) as house:\n"
        "    with trace.get_tracer('app').start_as_current_span('request') as request: house.ask('gardener', 'x')\n"
        "root = next(s for s in kept.get_finished_spans() if s.name.startswith('invoke_agent'))\n"
        "assert root.parent.span_id == request.get_span_context().span_id\n"
        "assert root.context.trace_id == request.get_span_context().trace_id\n"
    )
    subprocess.run(
        [sys.executable, "-c", code, str(tmp_path), str(Path(__file__).parent)], env={}, check=True, timeout=SECONDS
    )


def test_that_without_opentelemetry_a_sentence_is_logged_and_turns_go_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("opentelemetry", "opentelemetry.trace"):
        monkeypatch.setitem(sys.modules, name, None)
    spans = Spans()
    assert spans.configure(enabled=True) is False
    assert "pilothouse[otel]" in caplog.text
    spans.export(Trace("a", "menu", "s", "u", 1, "", 0.0, "answered", None, None, None))


def test_that_switched_off_nothing_is_imported() -> None:
    code = (
        "import sys; from pilothouse.telemetry.spans import Spans; Spans().configure(enabled=False)\n"
        "import pilothouse.telemetry.recorder, pilothouse.telemetry.metrics\n"
        "assert not {'opentelemetry', 'apsw', 'pydantic'} & set(sys.modules), sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_that_an_endpoint_in_the_environment_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_SDK_DISABLED"):
        monkeypatch.delenv(name, raising=False)
    assert (wanted(False), wanted(True)) == (False, True)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://localhost:1/v1/traces")
    assert wanted(False)


EVENTS = st.lists(
    st.builds(
        Event,
        st.floats(-5, 200),
        st.sampled_from(["node", "task", "step", "tool", "model_call", "cited", "failed"]),
        st.fixed_dictionaries(
            {"name": st.sampled_from(["a", "b_search"]), "task": st.sampled_from(["t", "u"]),
             "envelope": st.sampled_from([{}, {"status": "success", "total_found": 2}, {"error_type": "timeout"}])},
            optional={"took_ms": st.floats(0, 300), "ms": st.floats(0, 300), "place": st.integers(0, 3),
                      "arguments": st.just({"query": "secret", "top_k": 5}), "output": st.just("secret"),
                      "prompt": st.just([{"role": "user", "content": "secret"}]), "fault": st.just("timeout")},
        ),
    ),
    max_size=12,
)  # fmt: skip


@given(EVENTS, st.floats(0, 250))
def test_that_every_span_lies_within_its_parent_and_names_only_what_is_known(
    events: list[Event], elapsed_ms: float
) -> None:
    turn = Trace(
        "t", "menu", "s", "u", 1, "", elapsed_ms, "answered", "secret", None, {"reply": "secret"}, tuple(events)
    )
    spans = [grow(turn)]
    seen = 0
    while spans:
        span: Branch = spans.pop()
        seen += 1
        assert 0 <= span.begin <= span.end <= elapsed_ms
        assert set(span.attributes) <= SAFE | CONTENT
        assert "secret" not in str({name: value for name, value in span.attributes.items() if name in SAFE})
        assert all(span.begin <= inner.begin and inner.end <= span.end for inner in span.inside)
        spans += span.inside
    own = [event for event in events if event.kind in ("node", "task", "step", "tool", "model_call")]
    looked = [e for e in own if e.kind == "tool" and e.fields.get("place") and "search" in e.fields["name"]]
    assert seen == 1 + len(own) + len(looked)
