"""A WebSocket connection under uvicorn that is told of the server's end before it is cut."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from starlette.types import Scope
    from websockets.http11 import Request

_NAME = "pilothouse.line"


class Line:
    """A connection, beyond what ASGI tells of it. ``ending`` is set when the server is to end; whoever took the line
    then closes the socket himself, before the server's time limit."""

    def __init__(self, transport: asyncio.Transport | None = None) -> None:
        self.ending = asyncio.Event()
        self.taken = False
        self._transport = transport

    @classmethod
    def of(cls, scope: Scope) -> Line:
        """The line of this connection, taken; under another server than ours one that never ends."""
        line = scope.get("extensions", {}).get(_NAME)
        found = line if isinstance(line, Line) else cls()
        found.taken = True
        return found

    def cut(self) -> None:
        """Drop the connection with all that waits to be sent: a client that reads nothing would keep it."""
        if self._transport is not None:
            self._transport.abort()


class Socket(WebSocketsSansIOProtocol):
    """uvicorn's protocol; without it a server that ends closes all sockets at once, whatever runs behind them."""

    _line: Line | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self._line = Line(self.transport)
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[_NAME] = self._line

    def shutdown(self) -> None:
        if self._line is None or not self._line.taken or self.close_sent:
            super().shutdown()
        else:
            self._line.ending.set()
