"""Finished turns as OpenTelemetry spans; nothing at all unless switched on and installed."""

from __future__ import annotations

import logging
import os
from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pilothouse.telemetry import otlp
from pilothouse.telemetry.conventions import CONTENT, ERROR_TYPE, SAFE
from pilothouse.telemetry.tree import Branch, grow

if TYPE_CHECKING:
    from pilothouse.telemetry.trace import Trace

logger = logging.getLogger(__name__)

MISSING = (
    "没有导出遥测：请运行 pip install 'pilothouse[otel]'。 Spans are not exported: run pip install 'pilothouse[otel]'."
)


def wanted(setting: bool) -> bool:
    """Whether turns are to be exported: by the setting, or since the environment names a collector."""
    if os.environ.get("OTEL_SDK_DISABLED", "").strip().lower() == "true":
        return False
    if os.environ.get("OTEL_TRACES_EXPORTER", "").strip().lower() == "none":
        return False
    return setting or otlp.endpoint() is not None


class Spans:
    """Where finished turns go. Off until ``configure``; while off, nothing is imported.

    A turn is exported when it has ended, with the times that were measured: while it runs nothing can hold it up.
    """

    def __init__(self) -> None:
        self._tracer: Any = None
        self._content = False
        self._told = False

    @property
    def on(self) -> bool:
        return self._tracer is not None

    def configure(self, *, enabled: bool, content: bool = False, provider: Any = None) -> bool:
        """Switch export on or off; returns whether it is on.

        Uses ``provider``, or the tracer provider of the program around us; without one, where the environment names a
        collector, one that follows the ``OTEL_*`` variables. ``content`` exports what was said as well. Where that
        can't be done it logs one sentence and stays off.
        """
        self._tracer, self._content = None, content
        if not enabled:
            return False
        try:
            trace = import_module("opentelemetry.trace")
        except ImportError:
            logger.warning(MISSING)
            return False
        if provider is None and isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider):
            provider = otlp.provider()
            if provider is None:
                return False
        self._tracer = trace.get_tracer("pilothouse", tracer_provider=provider)
        return True

    def export(self, turn: Trace) -> None:
        """Hand a finished turn over. Never raises, and waits for nobody: spans are sent by a thread of their own."""
        if self._tracer is None:
            return
        try:
            begun = round(datetime.fromisoformat(turn.started_at).timestamp() * 1e9)
            with otlp.named(turn.trace_id):
                self._span(grow(turn), begun, otlp.caller())
        except Exception:  # telemetry never costs a turn its reply
            if not self._told:
                self._told = True
                logger.exception("A turn could not be exported.")

    def _span(self, branch: Branch, begun: int, parent: Any) -> None:
        """A span and those inside it. ``begun``: nanoseconds since 1970 when the turn began."""
        otel = import_module("opentelemetry.trace")
        attributes = {
            name: value
            for name, value in branch.attributes.items()
            if name in SAFE or (self._content and name in CONTENT)
        }
        if branch.error:
            attributes[ERROR_TYPE] = branch.error
        span = self._tracer.start_span(
            branch.name,
            context=None if parent is None else otel.set_span_in_context(parent),
            kind=otel.SpanKind[branch.kind],
            attributes=attributes,
            start_time=begun + round(branch.begin * 1e6),
        )
        if branch.error:  # the type only: messages and stack traces may quote users
            span.set_status(otel.Status(otel.StatusCode.ERROR))
        for inner in branch.inside:
            self._span(inner, begun, span)
        span.end(end_time=begun + round(branch.end * 1e6))
