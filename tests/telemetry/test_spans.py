import subprocess
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any

import pytest

from pilothouse.telemetry.spans import CALL_ARGUMENTS, ERROR_TYPE, INPUT_TOKENS, QUERY, Spans


class Provider:
    """Stands for an OpenTelemetry provider: keeps name, kind and attributes of every span."""

    def __init__(self) -> None:
        self.spans: list[tuple[str, str, dict[str, object]]] = []
        self.errors = 0

    @contextmanager
    def start_as_current_span(self, name: str, *, kind: Enum, **options: bool) -> Iterator[Any]:
        assert options == {"record_exception": False, "set_status_on_exception": False}
        attributes: dict[str, object] = {}
        self.spans.append((name, kind.name, attributes))

        def failed(status: object) -> None:
            self.errors += 1

        yield types.SimpleNamespace(set_attribute=attributes.__setitem__, set_status=failed)


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Provider:
    found = Provider()
    trace = types.ModuleType("opentelemetry.trace")
    trace.SpanKind = Enum("SpanKind", "INTERNAL CLIENT")  # type: ignore[attr-defined, misc]
    trace.StatusCode = Enum("StatusCode", "ERROR")  # type: ignore[attr-defined, misc]
    trace.Status = lambda code: code  # type: ignore[attr-defined]
    trace.get_tracer = lambda name, tracer_provider: tracer_provider  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "opentelemetry", types.ModuleType("opentelemetry"))
    monkeypatch.setitem(sys.modules, "opentelemetry.trace", trace)
    return found


def test_that_spans_carry_the_genai_names(provider: Provider) -> None:
    spans = Spans()
    assert spans.configure(enabled=True, provider=provider)
    with spans.agent("menu", "s1", 2), spans.tool("search", "c1"), spans.chat("openai", "m") as chat:
        chat.set(INPUT_TOKENS, 7)
    with spans.retrieval("handbook"):
        pass
    assert [(name, kind) for name, kind, _ in provider.spans] == [
        ("invoke_agent menu", "INTERNAL"), ("execute_tool search", "INTERNAL"), ("chat m", "CLIENT"),
        ("retrieval handbook", "INTERNAL"),
    ]  # fmt: skip
    assert provider.spans[0][2]["gen_ai.conversation.id"] == "s1"
    assert provider.spans[1][2] == {
        "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "search", "gen_ai.tool.type": "function",
        "gen_ai.tool.call.id": "c1",
    }  # fmt: skip
    assert provider.spans[2][2]["gen_ai.usage.input_tokens"] == 7


@pytest.mark.parametrize("content", [False, True])
def test_that_words_of_users_leave_only_when_switched_on(provider: Provider, content: bool) -> None:
    spans = Spans()
    spans.configure(enabled=True, content=content, provider=provider)
    with spans.tool("search") as span:
        span.set(CALL_ARGUMENTS, '{"q": "secret"}')
        span.set(QUERY, "secret")
        span.set("made.up.name", "secret")
    exported = provider.spans[0][2]
    assert (CALL_ARGUMENTS in exported) is content
    assert (QUERY in exported) is content
    assert "made.up.name" not in exported


def test_that_an_exception_is_marked_by_its_type_without_its_words(provider: Provider) -> None:
    spans = Spans()
    spans.configure(enabled=True, provider=provider)
    with pytest.raises(ValueError, match="secret"), spans.node("answer"):
        raise ValueError("secret")
    assert provider.spans[0][2][ERROR_TYPE] == "ValueError"
    assert "secret" not in str(provider.spans)
    assert provider.errors == 1


def test_that_without_opentelemetry_spans_stay_silent(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    monkeypatch.setitem(sys.modules, "opentelemetry.trace", None)
    spans = Spans()
    assert spans.configure(enabled=True) is False
    assert "not installed" in caplog.text
    with spans.chat("openai", "m") as span:
        span.set(INPUT_TOKENS, 1)


def test_that_switched_off_nothing_is_imported() -> None:
    code = (
        "import sys; from pilothouse.telemetry.spans import SPANS; SPANS.configure(enabled=False)\n"
        "with SPANS.chat('a', 'b') as s: s.set('x', 1)\n"
        "import pilothouse.telemetry.recorder, pilothouse.telemetry.metrics\n"
        "assert not {'opentelemetry', 'apsw', 'pydantic'} & set(sys.modules), sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
