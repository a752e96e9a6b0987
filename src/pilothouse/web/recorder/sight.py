"""Which turns a visitor may see, and how much of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pilothouse.telemetry import finding
from pilothouse.telemetry.finding import Sight
from pilothouse.telemetry.trace import Event, Trace

if TYPE_CHECKING:
    from pilothouse.server.access import Asker
    from pilothouse.server.desk import Desk
    from pilothouse.web.cookie import Kept

ALL = "traces:read"

# What the asker himself sees of an event, as over the API: no prompts, no drafts that were withheld and what was wrong
# with them, no stored state, no rows of tools. A tutor's pupil would read the answer there.
_OWN: dict[str, tuple[str, ...]] = {
    "node": ("name", "took_ms", "failed"),
    "tool": ("name", "arguments", "ms", "place"),
    "model_call": (
        "task", "mode", "model", "attempt", "ms", "tokens_in", "tokens_out", "estimated", "cost", "finish_reason",
        "fault",
    ),
    "task": ("task", "origin", "attempts", "ms"),
    "step": ("task", "origin", "attempts", "ms"),
    "verification": ("passed", "attempt", "origin"),
    "retrieval": ("source", "query", "stages", "found", "candidates", "cached"),
    "kept": ("ids", "dropped"),
    "intent": ("intent", "sure", "reason"),
    "rewritten": ("query", "carried"),
    "evidence": ("kept", "dropped", "conflicts", "products", "records", "origin"),
    "cited": ("ids", "unused"),
    "transition": ("state", "event_name", "to"),
    "aim": ("intent", "about", "sure"),
    "decision": ("product", "score", "abstained", "shortage", "sub_queries", "urls"),
    "wording": ("origin", "attempts"),
    "failed": ("type",),
    "error": ("type",),
}  # fmt: skip


@dataclass(frozen=True)
class View:
    """What somebody may see. ``everything``: of all users, and all of it."""

    desk: Desk
    sight: Sight
    everything: bool

    def get(self, trace_id: str) -> Trace | None:
        """The turn, as far as he may see it; ``None`` for one that isn't there or isn't his. Raises ``TraceError``."""
        found = finding.get(self.desk.house.recorder, trace_id, self.sight)
        return self.shown(found) if found is not None else None

    def shown(self, trace: Trace) -> Trace:
        """The turn as far as he may see it."""
        if self.everything:
            return trace
        return replace(trace, state_before=None, events=tuple(self.events(trace.events)))

    def events(self, events: tuple[Event, ...]) -> list[Event]:
        """Events as far as he may see them."""
        return list(events) if self.everything else [_own(event) for event in events]


def view(desk: Desk, kept: Kept, asker: Asker) -> View:
    """What the asker may see: operators everything, users their own turns, and guests, who all have one name, those
    of the conversations that their browser knows."""
    if asker.caller.holds(frozenset({ALL})) and asker.user is not None:
        return View(desk, Sight(None), True)
    if asker.user is not None:
        return View(desk, Sight(asker.user), False)
    return View(desk, Sight(asker.caller.name, kept.all), False)


def _own(event: Event) -> Event:
    fields = {name: event.fields[name] for name in _OWN.get(event.kind, ()) if name in event.fields}
    if event.kind == "tool":
        envelope: Any = event.fields.get("envelope")
        facts = envelope.items() if isinstance(envelope, Mapping) else ()
        fields["envelope"] = {name: value for name, value in facts if name != "results"}
    if event.kind == "verification":
        problems = event.fields.get("problems")
        fields["count"] = len(problems) if isinstance(problems, list) else 0
    return Event(event.ms, event.kind, fields)
