"""For how long one looks back, in which steps."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from pilothouse.telemetry.statistics import midnights

DAYS = (1, 7, 30)
USUAL = 7


@dataclass(frozen=True, slots=True)
class Spell:
    """The last ``days`` in steps between ``edges``: of hours for one day, else of days from midnight to midnight."""

    days: int
    edges: tuple[datetime, ...]

    @property
    def since(self) -> datetime:
        return self.edges[0]

    @property
    def until(self) -> datetime:
        return self.edges[-1]

    def name(self, moment: datetime) -> str:
        """How a step is called, by its beginning."""
        local = moment.astimezone()
        return f"{local:%H:%M}" if self.days == 1 else f"{local:%m-%d}"


def spell(days: str | int, now: datetime) -> Spell:
    """The spell that ends with the running hour or day. Another number than those of ``DAYS`` is the usual one."""
    chosen = next((number for number in DAYS if str(days) == str(number)), USUAL)
    if chosen == 1:
        end = now.astimezone().replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
        return Spell(chosen, tuple(end - timedelta(hours=24 - n) for n in range(25)))
    return Spell(chosen, midnights(chosen, now))
