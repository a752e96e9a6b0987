"""Who talks, with which assistant, in which session."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pilothouse.server.access import Asker
from pilothouse.server.errors import ApiError

if TYPE_CHECKING:
    from starlette.datastructures import Headers
    from starlette.websockets import WebSocket

    from pilothouse.server.desk import Desk
    from pilothouse.server.voice.messages import Start

# What the pages add: the asker and his sessions by assistant, of a browser's cookies at an address.
Cookies = Callable[[Mapping[str, str], str], tuple[Asker, Mapping[str, str]]]


@dataclass(frozen=True, slots=True)
class Guest:
    """One who was let in. ``identify`` raises ``ApiError`` 401 once his key is revoked."""

    desk: Desk
    assistant: str
    session: str
    language: str
    bucket: str  # under which name he is counted
    identify: Callable[[], Asker]

    async def known(self) -> Asker:
        """The asker as he is now. Raises ``ApiError`` 401 once he is none any more."""
        return await asyncio.to_thread(self.identify)

    async def now(self) -> Asker:
        """The asker as he is now; counted, as for any request. Raises ``ApiError`` 401 and 429."""
        return await admit(self.desk, self.assistant, self.identify)


async def admit(desk: Desk, assistant: str, identify: Callable[[], Asker]) -> Asker:
    """Who asks, if he may. Raises ``ApiError``."""
    asker = await asyncio.to_thread(identify)
    desk.rates.take(asker.bucket)
    desk.access.may_ask(asker, assistant)
    return asker


async def welcome(socket: WebSocket, desk: Desk, assistant: str, start: Start) -> Guest:
    """The guest of this connection: by the key in his first message, the header, or the pages' cookie; else nobody.

    Raises ``ApiError`` 401, 403 and 429, ``UsageError`` for a name that no session can have.
    """
    address = address_of(socket)
    given = f"Bearer {start.key}" if start.key else socket.headers.get("authorization")
    cookies: Cookies | None = getattr(socket.app.state, "cookies", None)
    wished = start.session
    # A browser sends the cookie along whichever site opened the socket: it counts for our own pages only.
    if given is None and cookies is not None and same_site(socket.headers):
        held = socket.cookies

        def identify() -> Asker:
            return cookies(held, address)[0]

        wished = wished or (await asyncio.to_thread(cookies, held, address))[1].get(assistant)
    else:

        def identify() -> Asker:
            return desk.access.identify(given, address)

    try:
        asker = await admit(desk, assistant, identify)
    except ApiError:
        desk.rates.take(f"refused:{address}")
        raise
    language = start.language or ("en" if desk.house.settings.language == "en" else "zh")
    return Guest(desk, assistant, desk.access.session(asker, wished), language, asker.bucket, identify)


def address_of(socket: WebSocket) -> str:
    return socket.client.host if socket.client is not None else "unknown"


def same_site(headers: Headers) -> bool:
    """Whether a page of this very server opened the socket."""
    origin, host = headers.get("origin"), headers.get("host")
    if not origin or not host:
        return False
    try:
        parts = urlsplit(origin)
        standard = {"http": ":80", "https": ":443"}[parts.scheme]
    except (KeyError, ValueError):
        return False
    return parts.netloc.lower().removesuffix(standard) == host.lower().removesuffix(standard)
