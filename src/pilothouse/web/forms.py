"""Forms that change the cookie: signing in and out, a new conversation."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote, urlsplit

from fastapi import APIRouter, Form, Request, Response
from starlette.responses import RedirectResponse

from pilothouse.server.errors import ApiError
from pilothouse.web.cookie import NAME, Cookies, Kept
from pilothouse.web.entrance import cookie
from pilothouse.web.visitor import asker

if TYPE_CHECKING:
    from pilothouse.server.desk import Desk


def router(desk: Desk, cookies: Cookies) -> APIRouter:
    """The forms' targets."""
    made = APIRouter(prefix="/pages", include_in_schema=False)

    @made.post("/sign-in")
    async def sign_in(request: Request, key: Annotated[str, Form(max_length=200)]) -> Response:
        """Signs a browser in for the holder of a key; its conversations begin anew."""
        own(request)
        address = request.client.host if request.client is not None else "unknown"
        try:
            desk.rates.take(f"sign-in:{address}")
            found = await asyncio.to_thread(desk.access.identify, f"Bearer {key.strip()}", address)
        except ApiError:
            return RedirectResponse("/sign-in?failed=1", 303)
        if not found.key:
            return RedirectResponse("/sign-in?failed=1", 303)
        return _to("/", Kept(key=found.key), request)

    @made.post("/sign-out")
    async def sign_out(request: Request) -> Response:
        own(request)
        return _to("/", Kept(), request)

    @made.post("/conversation")
    async def conversation(request: Request, assistant: Annotated[str, Form(max_length=100)]) -> Response:
        """A new conversation with an assistant."""
        own(request)
        kept = cookies.read(request.cookies.get(NAME))
        who = await asyncio.to_thread(asker, desk, kept, "")
        if assistant not in desk.house.assistants:
            return RedirectResponse("/", 303)
        sessions = {name: session for name, session in kept.sessions.items() if name != assistant}
        new = sessions | {assistant: desk.access.session(who, None)}
        return _to(f"/chat/{quote(assistant, safe='')}", Kept(key=kept.key, sessions=new), request)

    def _to(place: str, kept: Kept, request: Request) -> Response:
        response = RedirectResponse(place, 303)
        response.headers["Set-Cookie"] = cookie(cookies.write(kept), request)
        return response

    return made


def own(request: Request) -> None:
    """Raises ``ApiError`` 403 for a form of another site."""
    origin = request.headers.get("origin")
    if request.headers.get("sec-fetch-site", "same-origin") == "same-origin" and origin in (None, "null"):
        return
    if urlsplit(origin or "").netloc != request.headers.get("host"):
        raise ApiError(403, "foreign_form", "表单来自别的网站。 The form is of another site.")
