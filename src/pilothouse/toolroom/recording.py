"""Tool results of a recorded turn, played back."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.plain import canonical


class Recording:
    """Answers calls as they were answered when the turn was recorded, in the same order."""

    def __init__(self, events: Iterable[Mapping[str, Any]]) -> None:
        self._envelopes: defaultdict[str, deque[Envelope]] = defaultdict(deque)
        for event in sorted(events, key=_place):
            try:
                envelope = Envelope.model_validate(event["envelope"])
                self._envelopes[_key(event["name"], event["arguments"])].append(envelope)
            except (KeyError, ValidationError):  # recorded without content
                continue

    def answer(self, name: str, arguments: Mapping[str, Any]) -> Envelope | None:
        """The envelope of then; ``None`` for a call that the turn did not make."""
        envelopes = self._envelopes.get(_key(name, arguments))
        return envelopes.popleft() if envelopes else None


def _place(event: Mapping[str, Any]) -> int:
    """Equal calls of one step may have ended in another order than they were asked for."""
    place = event.get("place")
    return place if isinstance(place, int) else 0


def _key(name: str, arguments: Mapping[str, Any]) -> str:
    return f"{name}:{canonical(arguments)}"
