"""MCP over standard input and output, for one user at this machine."""

from __future__ import annotations

import asyncio
import secrets
import signal
from collections.abc import AsyncIterator, Iterable
from contextlib import aclosing, asynccontextmanager
from typing import TYPE_CHECKING

from mcp.server.stdio import stdio_server

from pilothouse.contracts.caller import GUEST, Caller
from pilothouse.contracts.errors import AccessDenied
from pilothouse.rooms import checked_session
from pilothouse.server.keys import KeyStore
from pilothouse.server.mcp import TOKEN
from pilothouse.server.mcp.service import Context, Service
from pilothouse.server.mcp.visitor import Visitor

if TYPE_CHECKING:
    from pilothouse.house import Pilothouse
    from pilothouse.telemetry.trace import Event


def serve(house: Pilothouse, *, user: str | None = None, token: str | None = None, only: Iterable[str] = ()) -> None:
    """Serve until the input ends. The caller is ``user``, or whose key ``token`` is, or else the guest.

    Raises ``UsageError`` for an unknown user or assistant, ``AccessDenied`` for a key that is not one.
    """
    door = Local(house, user, token)
    door.caller()
    # The thread that waits for input can't be interrupted; nothing is lost by ending at once.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    asyncio.run(_serve(Service(house, only), door))


async def _serve(service: Service, door: Local) -> None:
    server = service.server(door.visitor)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


class Local:
    """Who is at the other end. He is looked up for every request: a key may be revoked, scopes may change."""

    def __init__(self, house: Pilothouse, user: str | None = None, token: str | None = None) -> None:
        self._house, self._user, self._token = house, user, token
        self._keys = KeyStore(house.users)
        self._places = asyncio.Semaphore(house.settings.server.concurrency)
        self._bench = _new()

    def caller(self) -> Caller:
        if self._token is None:
            return self._house.users.caller(self._user)
        key = self._keys.find(self._token)
        if key is None:
            raise AccessDenied(f"{TOKEN} 无效或已被收回。 The key in {TOKEN} is not valid, or was revoked.")
        return self._house.users.caller(key.user)

    async def visitor(self, ctx: Context) -> Visitor:
        return _Visit(self._house, await asyncio.to_thread(self.caller), self._places, self._bench)


class _Visit:
    """A caller at this machine, who may ask every assistant and name his sessions himself."""

    def __init__(self, house: Pilothouse, caller: Caller, places: asyncio.Semaphore, bench: str) -> None:
        self._house, self.caller, self._places, self.bench = house, caller, places, bench

    @property
    def user(self) -> str | None:
        return None if self.caller.name == GUEST else self.caller.name

    def may_ask(self, assistant: str) -> bool:
        return True

    def session(self, wished: str | None) -> str:
        return checked_session(wished) if wished else _new()

    async def turn(self, assistant: str, text: str, session: str) -> AsyncIterator[Event | None]:
        async with self._places:
            stream = self._house.astream(assistant, text, session=session, user=self.user)
            async with aclosing(stream) as events:  # type: ignore[type-var]
                async for event in events:
                    yield event

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        async with self._places:
            yield


def _new() -> str:
    return f"mcp-{secrets.token_urlsafe(12)}"
