"""From a reply to the page of its turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pilothouse.web.recorder.address import turn
from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.web.words import Words


def inside(say: Words, trace_id: str) -> None:
    """A small link, where the reply says which turn it is of."""
    if trace_id:
        Tag("a", say("rec.inside"), "inside", href=turn(trace_id), aria_label=say("rec.inside.label"))
