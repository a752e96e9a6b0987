"""Who calls, seen from the tools: the same face over stdio and over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pilothouse.contracts.caller import Caller
    from pilothouse.telemetry.trace import Event


class Visitor(Protocol):
    """One caller at the moment of one request. ``caller`` holds the scopes that he has now."""

    @property
    def caller(self) -> Caller: ...

    @property
    def user(self) -> str | None:
        """His name; ``None`` for a guest."""

    @property
    def bench(self) -> str:
        """The session in which his single calls of tools are made; what they keep for a guest is kept under it."""

    def may_ask(self, assistant: str) -> bool:
        """Whether he may use this assistant at all."""

    def session(self, wished: str | None) -> str:
        """The session of a turn, a new one when none is wished for.

        Raises ``UsageError`` or ``Refused`` for one that he can't have.
        """

    def turn(self, assistant: str, text: str, session: str) -> AsyncIterator[Event | None]:
        """The events of a turn, the reply last. Raises ``Refused`` for want of a place."""

    def place(self) -> AbstractAsyncContextManager[None]:
        """A place among the calls that run. Raises ``Refused`` when there is none."""
