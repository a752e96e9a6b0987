"""A house for evaluations: its users, sessions and recorded turns are thrown away afterwards."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING

from pilothouse.contracts.reply import Reply
from pilothouse.house import Assistant, Pilothouse
from pilothouse.rooms import Resources
from pilothouse.settings import Settings

if TYPE_CHECKING:
    from pilothouse.gateway import ChatModel


@dataclass
class Clock:
    """The day of asking, at noon; the present moment where a question names none."""

    day: date | None = None

    def __call__(self) -> datetime:
        if self.day is None:
            return datetime.now().astimezone()
        return datetime.combine(self.day, time(12)).astimezone()


@dataclass
class Bench:
    """``settings`` are those whose data is asked, the real home's or the bench's own."""

    house: Pilothouse
    settings: Settings
    clock: Clock
    _names: dict[frozenset[str], str] = field(default_factory=dict)

    def ask(self, assistant: str, turns: list[str], *, session: str, scopes: frozenset[str], day: date | None) -> Reply:
        """What is replied to the last of the turns, by an asker with these scopes, on this day."""
        self.clock.day = day
        user = self._user(scopes)
        return [self.house.ask(assistant, text, session=session, user=user) for text in turns][-1]

    def _user(self, scopes: frozenset[str]) -> str | None:
        if not scopes:
            return None
        if scopes not in self._names:
            self._names[scopes] = self.house.users.add(f"asker{len(self._names) + 1}", scopes).name
        return self._names[scopes]


@contextmanager
def bench(house: Pilothouse, assistant: str, *, own: bool, model: ChatModel | None = None) -> Iterator[Bench]:
    """A house with the settings of ``house`` and a home of its own for as long as it is open.

    With ``own`` the assistant answers from that new home, where it finds its sample; else from the data of ``house``,
    which is only read. ``model`` replaces the configured one.
    """
    clock = Clock()
    with tempfile.TemporaryDirectory(prefix="pilothouse-eval-", ignore_cleanup_errors=True) as folder:
        apart = house.settings.model_copy(update={"home": Path(folder), "database_url": None})
        data = apart if own else house.settings
        known = house.assistant(assistant)
        with Pilothouse(
            settings=apart,
            model=model,
            embedder=house.embedder,
            assistants=[_reading(known, data)],
            clock=clock,
        ) as made:
            yield Bench(made, data, clock)


def _reading(assistant: Assistant, data: Settings) -> Assistant:
    def opened(resources: Resources) -> object:
        services: object = assistant.open(replace(resources, settings=data))
        return services

    return replace(assistant, open=opened)
