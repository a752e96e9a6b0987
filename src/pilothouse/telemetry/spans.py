"""OpenTelemetry spans with the GenAI conventions; nothing at all unless switched on and installed."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from typing import Any, Literal, Protocol

logger = logging.getLogger(__name__)

Value = str | bool | int | float | Sequence[str]

# GenAI semantic conventions (development status): names as of opentelemetry-semantic-conventions 0.6x.
OPERATION = "gen_ai.operation.name"
PROVIDER = "gen_ai.provider.name"
REQUEST_MODEL = "gen_ai.request.model"
RESPONSE_MODEL = "gen_ai.response.model"
TEMPERATURE = "gen_ai.request.temperature"
MAX_TOKENS = "gen_ai.request.max_tokens"
FINISH_REASONS = "gen_ai.response.finish_reasons"
INPUT_TOKENS = "gen_ai.usage.input_tokens"
OUTPUT_TOKENS = "gen_ai.usage.output_tokens"
AGENT = "gen_ai.agent.name"
CONVERSATION = "gen_ai.conversation.id"
TOOL = "gen_ai.tool.name"
TOOL_TYPE = "gen_ai.tool.type"
CALL_ID = "gen_ai.tool.call.id"
DATA_SOURCE = "gen_ai.data_source.id"
ERROR_TYPE = "error.type"
INPUT_MESSAGES = "gen_ai.input.messages"
OUTPUT_MESSAGES = "gen_ai.output.messages"
INSTRUCTIONS = "gen_ai.system_instructions"
CALL_ARGUMENTS = "gen_ai.tool.call.arguments"
CALL_RESULT = "gen_ai.tool.call.result"
QUERY = "gen_ai.retrieval.query.text"
DOCUMENTS = "gen_ai.retrieval.documents"

# What was said or read; exported only when content is switched on.
CONTENT = frozenset({INPUT_MESSAGES, OUTPUT_MESSAGES, INSTRUCTIONS, CALL_ARGUMENTS, CALL_RESULT, QUERY, DOCUMENTS})
# Everything else that may be exported. A list of what is allowed, so that a new attribute can't leak text.
SAFE = frozenset(
    {OPERATION, PROVIDER, REQUEST_MODEL, RESPONSE_MODEL, TEMPERATURE, MAX_TOKENS, FINISH_REASONS, INPUT_TOKENS,
     OUTPUT_TOKENS, AGENT, CONVERSATION, TOOL, TOOL_TYPE, CALL_ID, DATA_SOURCE, ERROR_TYPE,
     "pilothouse.turn", "pilothouse.outcome", "pilothouse.trace_id", "pilothouse.task", "pilothouse.node",
     "pilothouse.origin", "pilothouse.attempts", "pilothouse.cost", "pilothouse.hits", "pilothouse.top_score",
     "pilothouse.status", "pilothouse.reused"}
)  # fmt: skip


class Span(Protocol):
    """What a caller may do with a running span."""

    def set(self, name: str, value: Value) -> None:
        """Set an attribute. Content is dropped unless switched on, names outside ``SAFE`` and ``CONTENT`` always."""


class _Silent:
    def set(self, name: str, value: Value) -> None:
        return None


class _Exported:
    def __init__(self, span: Any, content: bool) -> None:
        self._span, self._content = span, content

    def set(self, name: str, value: Value) -> None:
        if name in SAFE or (self._content and name in CONTENT):
            self._span.set_attribute(name, value)


_SILENT = _Silent()


class Spans:
    """Source of spans. Off until ``configure``; while off, nothing is imported and nothing measured."""

    def __init__(self) -> None:
        self._tracer: Any = None
        self._content = False

    @property
    def on(self) -> bool:
        return self._tracer is not None

    def configure(self, *, enabled: bool, content: bool = False, provider: Any = None) -> bool:
        """Switch export on or off; returns whether it is on.

        Uses ``provider``, or the global tracer provider; if none is set and the SDK with the OTLP exporter is
        installed, sets one that follows the ``OTEL_*`` variables. Without opentelemetry it logs a warning and
        stays off.
        """
        self._tracer, self._content = None, content
        if not enabled:
            return False
        try:
            trace = import_module("opentelemetry.trace")
        except ImportError:
            logger.warning("Spans are not exported: opentelemetry is not installed (pip install opentelemetry-sdk).")
            return False
        if provider is None and isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider):
            provider = _otlp()
            if provider is None:
                return False
        self._tracer = trace.get_tracer("pilothouse", tracer_provider=provider)
        return True

    @contextmanager
    def _span(self, name: str, kind: Literal["INTERNAL", "CLIENT"], attributes: dict[str, Value]) -> Iterator[Span]:
        if self._tracer is None:
            yield _SILENT
            return
        otel = import_module("opentelemetry.trace")
        # Exceptions are not recorded by the library: their messages and stack traces may quote users.
        with self._tracer.start_as_current_span(
            name, kind=otel.SpanKind[kind], record_exception=False, set_status_on_exception=False
        ) as raw:
            span = _Exported(raw, self._content)
            for attribute, value in attributes.items():
                span.set(attribute, value)
            try:
                yield span
            except BaseException as error:
                span.set(ERROR_TYPE, type(error).__qualname__)
                raw.set_status(otel.Status(otel.StatusCode.ERROR))
                raise

    def agent(self, assistant: str, session: str, turn: int) -> AbstractContextManager[Span]:
        """A whole turn of an assistant."""
        attributes: dict[str, Value] = {AGENT: assistant, CONVERSATION: session, "pilothouse.turn": turn}
        return self._span(f"invoke_agent {assistant}", "INTERNAL", {OPERATION: "invoke_agent", **attributes})

    def chat(self, provider: str, model: str) -> AbstractContextManager[Span]:
        """One call of a model."""
        return self._span(f"chat {model}", "CLIENT", {OPERATION: "chat", PROVIDER: provider, REQUEST_MODEL: model})

    def tool(self, name: str, call_id: str = "") -> AbstractContextManager[Span]:
        """One call of a tool."""
        attributes: dict[str, Value] = {OPERATION: "execute_tool", TOOL: name, TOOL_TYPE: "function"}
        return self._span(f"execute_tool {name}", "INTERNAL", attributes | ({CALL_ID: call_id} if call_id else {}))

    def retrieval(self, source: str) -> AbstractContextManager[Span]:
        """One search of a knowledge base."""
        return self._span(f"retrieval {source}", "INTERNAL", {OPERATION: "retrieval", DATA_SOURCE: source})

    def node(self, name: str) -> AbstractContextManager[Span]:
        """One node of a graph."""
        return self._span(f"node {name}", "INTERNAL", {"pilothouse.node": name})


def _otlp() -> Any:
    """A provider that exports over OTLP, or ``None`` where the exporter isn't installed."""
    try:
        otlp = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
        sdk = import_module("opentelemetry.sdk.trace")
        export = import_module("opentelemetry.sdk.trace.export")
        resources = import_module("opentelemetry.sdk.resources")
    except ImportError:
        logger.warning("Spans are not exported: no tracer provider is set, no OTLP exporter installed.")
        return None
    provider = sdk.TracerProvider(resource=resources.Resource.create({"service.name": "pilothouse"}))
    provider.add_span_processor(export.BatchSpanProcessor(otlp.OTLPSpanExporter()))
    return provider


SPANS = Spans()
