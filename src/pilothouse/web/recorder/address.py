"""Addresses of the flight recorder, and the filters that stand in them: a list can be bookmarked and shared."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime, time, timedelta
from typing import Any, get_args
from urllib.parse import urlencode

from pilothouse.telemetry.finding import Trouble, Wanted

HOME = "/recorder"
EXPORT = "/pages/recorder"
LONGEST = 200  # characters of a filter


@dataclass(frozen=True, slots=True)
class Filters:
    """What was typed. ``since`` and ``until`` are days, both included; ``slower`` in milliseconds. What makes no sense
    doesn't filter."""

    text: str = ""
    assistant: str = ""
    outcome: str = ""
    trouble: str = ""
    tool: str = ""
    session: str = ""
    user: str = ""
    since: str = ""
    until: str = ""
    slower: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Filters:
        """Those of an address."""
        return cls(**{one.name: query.get(one.name, "").strip()[:LONGEST] for one in fields(cls)})

    @property
    def given(self) -> dict[str, str]:
        """Those that say something."""
        return {one.name: value for one in fields(self) if (value := getattr(self, one.name))}

    @property
    def wanted(self) -> Wanted:
        """For the recorder; days are those of this machine."""
        trouble: Any = self.trouble if self.trouble in get_args(Trouble) else None
        plain = {name: getattr(self, name) or None for name in ("text", "assistant", "outcome", "tool", "session")}
        return Wanted(
            **plain,
            user=self.user or None,
            trouble=trouble,
            since=_midnight(self.since),
            until=_midnight(self.until, days=1),
            slower_ms=_number(self.slower),
        )


def listed(filters: Filters, before: str = "") -> str:
    """The list with these filters; ``before``: the turns older than that one."""
    query = filters.given | ({"before": before} if before else {})
    return f"{HOME}?{urlencode(query)}" if query else HOME


def turn(trace_id: str) -> str:
    """The page of a turn."""
    return f"{HOME}/{trace_id}" if trace_id.isalnum() else HOME


def exported(filters: Filters) -> str:
    """The list as JSONL."""
    query = urlencode(filters.given)
    return f"{EXPORT}.jsonl?{query}" if query else f"{EXPORT}.jsonl"


def _midnight(text: str, days: int = 0) -> datetime | None:
    try:
        return datetime.combine(date.fromisoformat(text) + timedelta(days), time()).astimezone()
    except (ValueError, OverflowError):
        return None


def _number(text: str) -> float | None:
    try:
        found = float(text)
    except ValueError:
        return None
    return found if math.isfinite(found) and found >= 0 else None
