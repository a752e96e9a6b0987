"""A turn as it is recorded: its events while it runs, and how it reads afterwards."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from pilothouse.telemetry.measuring import Tally, measure, tally

Row = tuple[Any, ...]

# Event fields that carry words of users, models or documents: left out when content isn't recorded.
CONTENT_FIELDS = frozenset(
    {"answer", "arguments", "content", "data", "draft", "input", "message", "messages", "prompt", "query", "question",
     "queries", "reply", "result", "results", "rows", "state", "summary", "text", "title", "transcript", "utterance"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Event:
    """What happened ``ms`` milliseconds after the turn began."""

    ms: float
    kind: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Trace:
    """A stored turn. ``input`` and ``state_before`` are ``None`` when content wasn't recorded."""

    trace_id: str
    assistant: str
    session: str
    user: str
    turn: int
    started_at: str
    elapsed_ms: float
    outcome: str
    input: str | None
    state_before: Any
    reply: Any
    events: tuple[Event, ...] = ()


class TurnTrace:
    """One running turn. Events stay in memory until ``finish`` writes them all in one transaction.

    ``listener`` hears each event as it happens, whatever is recorded of it; it must not raise.
    ``measured``: the turn counts in the metrics. ``export`` is handed the turn when it has ended; it must not raise.
    As a context manager it is finished in any case; an exception gives the outcome ``error``.
    """

    def __init__(
        self,
        write: Callable[[Row, Tally], None],
        key: tuple[str, str, str],
        content: bool,
        listener: Callable[[Event], None] | None = None,
        measured: bool = False,
        export: Callable[[Trace], None] | None = None,
    ) -> None:
        self.trace_id = os.urandom(16).hex()
        self._write = write
        self._content = content
        self._listener = listener
        self._measured = measured
        self._export = export
        self._key = key
        self._turn = 0
        self._text: str | None = None
        self._state: str | None = None
        self._started_at = datetime.now(UTC).isoformat(timespec="milliseconds")
        self._start = time.perf_counter()
        self._events: list[Event] = []
        self._finished = False

    def begin(self, *, turn: int, text: str, state_before: object = None) -> None:
        """Note what the turn starts from. ``state_before`` is plain data, from which it can be run again."""
        self._turn = turn
        if self._content:
            self._text = _clean(text)
            # Now, not at the end: the turn goes on to change its state.
            self._state = None if state_before is None else _dumps(state_before)

    @property
    def elapsed_ms(self) -> float:
        """Milliseconds since the turn began."""
        return round((time.perf_counter() - self._start) * 1000, 3)

    def event(self, kind: str, **fields: Any) -> None:
        """Note that ``kind`` happened now. Values that are not JSON are stored as their ``str()``."""
        self._events.append(Event(self.elapsed_ms, kind, fields))
        self._tell(self._events[-1])

    def signal(self, kind: str, **fields: Any) -> None:
        """Tell whoever listens that ``kind`` happened now. Not recorded."""
        self._tell(Event(self.elapsed_ms, kind, fields))

    def _tell(self, event: Event) -> None:
        if self._listener is not None:
            self._listener(event)

    def finish(self, outcome: str, reply: Mapping[str, Any] | None = None) -> None:
        """Write the turn; a second call does nothing. Never raises."""
        if self._finished:
            return
        self._finished = True
        content = self._content
        happened = tuple(self._events)  # a tool that was given up on may still tell something
        # One by one, so that a field that can't be stored costs only its own event.
        fields = (_dumps(e.fields if content else _discreet(e.fields)) for e in happened)
        events = [f"[{e.ms},{_dumps(e.kind)},{stored}]" for e, stored in zip(happened, fields, strict=True)]
        assistant, session, user = self._key
        elapsed_ms = self.elapsed_ms
        found = tally(self._events)
        if self._measured:
            measure(assistant, outcome, elapsed_ms, found)
        about = (self.trace_id, assistant, session, user, self._turn, self._started_at, elapsed_ms, outcome)
        stored_reply = None if reply is None else _dumps(reply if content else _discreet(reply))
        self._write((*about, self._text, self._state, stored_reply, f"[{','.join(events)}]"), found)
        if self._export is not None:
            plain = self._events if content else [Event(e.ms, e.kind, _discreet(e.fields)) for e in self._events]
            self._export(Trace(*about, self._text, None, reply if content else None, tuple(plain)))

    def __enter__(self) -> TurnTrace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self.event("error", type=type(error).__name__)
        self.finish("error" if error is not None else "unfinished")


def restore(row: tuple[Any, ...]) -> Trace:
    """The turn of a stored row, in the order of the fields of ``Trace``."""
    trace_id, assistant, session, user, turn, started_at, elapsed_ms, outcome, text, state, reply, events = row
    return Trace(
        trace_id, assistant, session, user, turn, started_at, elapsed_ms, outcome, text,
        None if state is None else json.loads(state),
        None if reply is None else json.loads(reply),
        tuple(Event(ms, kind, fields) for ms, kind, fields in json.loads(events)),
    )  # fmt: skip


def _discreet(fields: Mapping[str, Any]) -> Any:
    """``fields`` without content, at every depth."""

    def walk(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {str(key): walk(inner) for key, inner in value.items() if key not in CONTENT_FIELDS}
        if isinstance(value, list | tuple):
            return [walk(item) for item in value]
        return value

    try:
        return walk(fields)
    except RecursionError as error:
        return _unrecorded(error)


def _dumps(value: object) -> str:
    try:
        return _clean(json.dumps(value, ensure_ascii=False, default=str, separators=(",", ":")))
    except Exception as error:  # circular, keys that aren't text, a failing __str__: the turn goes on
        return json.dumps(_unrecorded(error))


def _unrecorded(error: Exception) -> dict[str, str]:
    return {"unrecorded": type(error).__name__}


def _clean(text: str) -> str:
    """``text`` without lone surrogates, which SQLite can't store."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
