"""Forms that change the cookie: signing in and out, a new conversation, an earlier one."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote, urlsplit

from fastapi import APIRouter, Form, Request, Response
from starlette.responses import RedirectResponse

from pilothouse.contracts.errors import PilothouseError
from pilothouse.server.errors import ApiError
from pilothouse.telemetry.recorder import TraceError
from pilothouse.web.cookie import NAME, Cookies, Kept
from pilothouse.web.earlier import KEPT, address, known, may_open
from pilothouse.web.entrance import cookie
from pilothouse.web.visitor import asker

if TYPE_CHECKING:
    from pilothouse.server.access import Asker
    from pilothouse.server.desk import Desk

Assistant = Annotated[str, Form(max_length=100)]
Session = Annotated[str, Form(max_length=400)]


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
    async def conversation(request: Request, assistant: Assistant) -> Response:
        """A new conversation with an assistant."""
        kept, who = await _sender(request)
        if assistant not in desk.house.assistants:
            return RedirectResponse("/", 303)
        return await _go_on(request, kept, who, assistant, desk.access.session(who, None))

    @made.post("/open")
    async def open_(request: Request, assistant: Assistant, session: Session) -> Response:
        """Go on with an earlier conversation; with one that is not his, the list is shown again."""
        kept, who = await _sender(request)
        if assistant not in desk.house.assistants:
            return RedirectResponse("/", 303)
        if not await asyncio.to_thread(may_open, desk, kept, who, assistant, session):
            return RedirectResponse(address(assistant), 303)
        return await _go_on(request, kept, who, assistant, session)

    @made.post("/forget")
    async def forget(request: Request, assistant: Assistant, session: Session) -> Response:
        """Delete a conversation of his, with what is recorded of it. The numbers of its turns stay."""
        kept, who = await _sender(request)
        if assistant not in desk.house.assistants:
            return RedirectResponse("/", 303)
        if not await asyncio.to_thread(may_open, desk, kept, who, assistant, session):
            return RedirectResponse(address(assistant), 303)
        try:
            await desk.house.aforget(assistant, session=session, user=who.user)
            forget = partial(desk.house.recorder.forget, who.caller.name, assistant=assistant, session=session)
            await asyncio.to_thread(forget)
        except (PilothouseError, TraceError):  # a turn of it runs, or a file can't be written
            return RedirectResponse(f"{address(assistant)}?failed=1", 303)
        left = tuple(one for one in kept.earlier.get(assistant, ()) if one != session)
        sessions = dict(kept.sessions)
        if sessions.get(assistant) == session:
            sessions[assistant] = desk.access.session(who, None)
        return _to(
            address(assistant), Kept(key=kept.key, sessions=sessions, earlier=_with(kept, assistant, left)), request
        )

    async def _sender(request: Request) -> tuple[Kept, Asker]:
        """What the browser keeps, and who that is; counted. Raises ``ApiError``."""
        own(request)
        kept = cookies.read(request.cookies.get(NAME))
        host = request.client.host if request.client is not None else "unknown"
        who = await asyncio.to_thread(asker, desk, kept, host)
        desk.rates.take(who.bucket)
        return kept, who

    async def _go_on(request: Request, kept: Kept, who: Asker, assistant: str, session: str) -> Response:
        """To the conversation. A guest's last one is remembered if anything was said in it."""
        earlier = dict(kept.earlier)
        if who.user is None:
            known_ = {one.session for one in await asyncio.to_thread(known, desk, kept, who, assistant)}
            before = (kept.sessions.get(assistant, ""), *kept.earlier.get(assistant, ()))
            left = tuple(one for one in before if one in known_ and one != session)
            earlier = _with(kept, assistant, left[:KEPT])
        others = {name: old for name, old in kept.sessions.items() if name != assistant}
        new = Kept(key=kept.key, sessions=others | {assistant: session}, earlier=earlier)
        return _to(f"/chat/{quote(assistant, safe='')}", new, request)

    def _to(place: str, kept: Kept, request: Request) -> Response:
        response = RedirectResponse(place, 303)
        response.headers["Set-Cookie"] = cookie(cookies.write(kept), request)
        return response

    return made


def _with(kept: Kept, assistant: str, sessions: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    others = {name: some for name, some in kept.earlier.items() if name != assistant}
    return others | ({assistant: sessions} if sessions else {})


def own(request: Request) -> None:
    """Raises ``ApiError`` 403 for a form of another site."""
    origin = request.headers.get("origin")
    if request.headers.get("sec-fetch-site", "same-origin") == "same-origin" and origin in (None, "null"):
        return
    if urlsplit(origin or "").netloc != request.headers.get("host"):
        raise ApiError(403, "foreign_form", "表单来自别的网站。 The form is of another site.")
