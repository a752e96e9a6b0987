"""What every request for a page passes: its visitor is found, its answer gets the pages' headers and cookie."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.datastructures import MutableHeaders
from starlette.requests import Request

from pilothouse.web.cookie import MAX_AGE_S, NAME, Cookies, Kept
from pilothouse.web.visitor import Visitor, asker, dark_of, language_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from pilothouse.server.desk import Desk

# Nothing comes from elsewhere. Vue and NiceGUI need inline scripts and eval.
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self' data:; connect-src 'self' ws: wss:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
)
INNER = ("/_nicegui", "/favicon", "/robots.txt")


class Entrance:
    """In front of NiceGUI's application."""

    def __init__(self, pages: ASGIApp, desk: Desk, cookies: Cookies) -> None:
        self._pages, self._desk, self._cookies = pages, desk, cookies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(INNER):
            await self._pages(scope, receive, send)
            return
        request = Request(scope)
        kept = self._cookies.read(request.cookies.get(NAME))
        found = await asyncio.to_thread(self._visitor, request, kept)
        scope.setdefault("state", {})["visitor"] = found
        changed = found.kept != kept

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = POLICY
                headers["Cache-Control"] = "no-store"
                headers["Referrer-Policy"] = "same-origin"  # without a referrer, forms name no origin
                if changed:
                    headers.append("Set-Cookie", cookie(self._cookies.write(found.kept), request))
            await send(message)

        await self._pages(scope, receive, answer)

    def _visitor(self, request: Request, kept: Kept) -> Visitor:
        """The visitor, with a conversation for each assistant that he may ask."""
        address = request.client.host if request.client is not None else "unknown"
        who = asker(self._desk, kept, address)
        found = Visitor(self._desk, kept, who, language_of(request), dark_of(request))
        missing = [name for name in found.assistants if name not in kept.sessions]
        new = {name: self._desk.access.session(who, None) for name in missing}
        key = who.key  # a key that was revoked is forgotten
        if not new and key == kept.key:
            return found
        return Visitor(
            self._desk,
            kept.model_copy(update={"key": key, "sessions": kept.sessions | new}),
            who,
            found.language,
            found.dark,
        )


def cookie(value: str, request: Request) -> str:
    """A ``Set-Cookie`` header. Links from elsewhere bring it along, forms and scripts from elsewhere don't."""
    secure = "; Secure" if request.url.scheme == "https" else ""
    return f"{NAME}={value}; Path=/; Max-Age={MAX_AGE_S}; HttpOnly; SameSite=Lax{secure}"
