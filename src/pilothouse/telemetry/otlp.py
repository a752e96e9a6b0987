"""Sending spans to a collector over OTLP/HTTP, as the ``OTEL_*`` variables say."""

from __future__ import annotations

import atexit
import logging
import os
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from importlib import import_module
from typing import Any

logger = logging.getLogger(__name__)

ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
SPOKEN = "http/protobuf"
FLUSH_S = 2.0  # how long the end of the program waits for spans to be sent
_LIBRARY = "opentelemetry"

_trace: ContextVar[str] = ContextVar("pilothouse_trace", default="")
_caller: ContextVar[str] = ContextVar("pilothouse_caller", default="")
_TRACEPARENT = re.compile(r"[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})")


def endpoint() -> str | None:
    """The collector that the environment names."""
    return next((found for name in ENDPOINTS if (found := os.environ.get(name, "").strip())), None)


@contextmanager
def named(trace_id: str) -> Iterator[None]:
    """A trace that begins inside gets this id, 32 hexadecimal digits: that of the flight recorder."""
    token = _trace.set(trace_id)
    try:
        yield
    finally:
        _trace.reset(token)


@contextmanager
def joined(traceparent: str) -> Iterator[None]:
    """Turns that begin inside belong to the trace of this W3C header; one that makes no sense changes nothing."""
    token = _caller.set(traceparent)
    try:
        yield
    finally:
        _caller.reset(token)


def caller() -> Any:
    """The span of the caller whose trace is joined, or ``None``."""
    found = _TRACEPARENT.fullmatch(_caller.get())
    if found is None or _caller.get().startswith("ff"):
        return None
    trace = import_module("opentelemetry.trace")
    flags = trace.TraceFlags(int(found[3], 16) & 1)
    return trace.NonRecordingSpan(trace.SpanContext(int(found[1], 16), int(found[2], 16), True, flags))


def provider() -> Any:
    """A provider of tracers for the collector of the environment, or ``None``, with a sentence in the log."""
    where = endpoint()
    if where is None:
        logger.warning("Spans are not exported: OTEL_EXPORTER_OTLP_ENDPOINT names no collector.")
        return None
    spoken = next((found for name in PROTOCOLS if (found := os.environ.get(name, "").strip())), SPOKEN)
    if spoken != SPOKEN:
        logger.warning("Spans are not exported: the protocol is %r, and only %r is spoken.", spoken, SPOKEN)
        return None
    try:
        return _provider(where)
    except ImportError:
        logger.warning("Spans are not exported: run pip install 'pilothouse[otel]'.")
    except Exception as error:  # a variable that the library can't read
        logger.warning("Spans are not exported: %s", error)
    return None


class Delivery:
    """An exporter that tells once that a collector can't be reached, and once that it can be again."""

    def __init__(self, exporter: Any) -> None:
        self._exporter = exporter
        self._failing = False

    def export(self, spans: Sequence[Any]) -> Any:
        result = self._exporter.export(spans)
        failed = getattr(result, "name", "") != "SUCCESS"
        if failed != self._failing:
            self._failing = failed
            if failed:
                logger.warning("Spans can't be delivered to the collector; turns go on without them.")
            else:
                logger.info("Spans are delivered again.")
        return result

    def shutdown(self) -> None:
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30000) -> bool:
        return bool(self._exporter.force_flush(timeout_millis))


@lru_cache
def _provider(where: str) -> Any:
    """One for the process and collector. Raises ``ImportError`` where the exporter isn't installed."""
    exporter = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter").OTLPSpanExporter()
    sdk = import_module("opentelemetry.sdk.trace")
    batch = import_module("opentelemetry.sdk.trace.export").BatchSpanProcessor(Delivery(exporter))
    # The library would tell of every batch, with its stack trace, for as long as a collector is away.
    logging.getLogger(f"{_LIBRARY}.exporter").setLevel(logging.CRITICAL)
    logging.getLogger(f"{_LIBRARY}.sdk._shared_internal").setLevel(logging.ERROR)
    found = sdk.TracerProvider(resource=_resource(), id_generator=_ids(), shutdown_on_exit=False)
    found.add_span_processor(batch)
    _end_with(found)
    return found


def _resource() -> Any:
    from pilothouse import __version__

    # What is given here would win over the environment.
    named = "OTEL_SERVICE_NAME" in os.environ or "service.name=" in os.environ.get("OTEL_RESOURCE_ATTRIBUTES", "")
    attributes = {"service.version": __version__} | ({} if named else {"service.name": "pilothouse"})
    return import_module("opentelemetry.sdk.resources").Resource.create(attributes)


def _ids() -> Any:
    """Random ids, but for traces that were ``named``."""
    ids = import_module("opentelemetry.sdk.trace.id_generator").RandomIdGenerator()
    random = ids.generate_trace_id
    ids.generate_trace_id = lambda: int(_trace.get() or "0", 16) or random()
    return ids


def _end_with(found: Any) -> None:
    """Send what is left when the program ends, without waiting long for a collector that doesn't answer."""
    ending = threading.Event()

    def end() -> None:
        ending.wait()
        found.shutdown()

    # Begun now: a thread can't be begun any more while the interpreter ends.
    thread = threading.Thread(target=end, name="pilothouse-spans-end", daemon=True)
    thread.start()

    def finish() -> None:
        ending.set()
        thread.join(FLUSH_S)

    atexit.register(finish)
