"""For rooms below the flow: telling the turn that runs, if any, what happened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol


class Note(Protocol):
    """Takes an event: its kind and its fields."""

    def __call__(self, kind: str, **fields: Any) -> None: ...


_listening: ContextVar[Note | None] = ContextVar("pilothouse_note", default=None)


@contextmanager
def noting(note: Note) -> Iterator[None]:
    """Inside, ``listener`` gives ``note``: also in the tasks and threads of tools that are begun meanwhile."""
    token = _listening.set(note)
    try:
        yield
    finally:
        _listening.reset(token)


def listener() -> Note | None:
    """What takes events here, or ``None`` outside of turns: then nothing need be made of them."""
    return _listening.get()
