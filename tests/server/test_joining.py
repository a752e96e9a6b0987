"""A caller's trace is joined where the operator says so, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .kit import Served, serving

pytest.importorskip("opentelemetry.exporter.otlp.proto.http", reason="needs the extra [otel]")

from ..telemetry.garden import Collector

TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
PARENT = f"00-{TRACE}-{SPAN}-01"


SPANS = 3  # of a turn: the whole, and two nodes


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    found = Collector()
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", found.url)
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "20")
    yield found
    found.close()


def ask(served: Served, header: str, *, live: bool = False) -> None:
    headers = {"traceparent": header} | ({"Accept": "text/event-stream"} if live else {})
    answered = served.client("anna").post("/v1/assistants/echo/turns", json={"text": "hi"}, headers=headers)
    assert answered.status_code == 200


def told(collector: Collector, turns: int) -> list[tuple[str, str]]:
    """The trace ids of the spans of so many turns, each with the id of the span around it."""
    return [(span.trace_id.hex(), span.parent_span_id.hex()) for span in collector.spans(SPANS * turns)]


@pytest.mark.parametrize("live", [False, True])
def test_that_a_turn_joins_the_trace_of_its_caller_where_the_settings_say_so(
    tmp_path: Path, collector: Collector, live: bool
) -> None:
    with serving(tmp_path, join_traces=True) as served:
        ask(served, PARENT, live=live)
        found = told(collector, 1)
        assert {trace for trace, _ in found} == {TRACE}
        assert [parent for _, parent in found].count(SPAN) == 1
        ask(served, "")  # the next turn has a trace of its own
        assert sum(trace == TRACE for trace, _ in told(collector, 2)) == SPANS


def test_that_a_header_that_makes_no_sense_costs_nothing(tmp_path: Path, collector: Collector) -> None:
    wrong = (
        "x", PARENT.upper(), f"00-{'0' * 32}-{SPAN}-01", f"00-{TRACE}-{'0' * 16}-01", f"ff-{TRACE}-{SPAN}-01",
        f"{PARENT}-more", "00-" + "a" * 5000,
    )  # fmt: skip
    with serving(tmp_path, join_traces=True) as served:
        for header in wrong:
            ask(served, header)
        assert TRACE not in {trace for trace, _ in told(collector, len(wrong))}


def test_that_strangers_choose_no_trace_otherwise(tmp_path: Path, collector: Collector) -> None:
    with serving(tmp_path) as served:
        ask(served, PARENT)
        assert TRACE not in {trace for trace, _ in told(collector, 1)}
