"""The page of one's earlier conversations with an assistant: go on with one, or delete it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import quote

from fastapi import Request
from nicegui import ui

from pilothouse.telemetry import finding
from pilothouse.telemetry.finding import Sight, Talked
from pilothouse.telemetry.recorder import TraceError
from pilothouse.web.frame import frame
from pilothouse.web.recorder.parts import clipped, moment
from pilothouse.web.tags import Tag
from pilothouse.web.visitor import Visitor, visitor

if TYPE_CHECKING:
    from pilothouse.server.access import Asker
    from pilothouse.server.desk import Desk
    from pilothouse.web.cookie import Kept

SHOWN = 50
KEPT = 6  # a guest's, for each assistant: they have to fit into a cookie
LONGEST = 80  # characters of what was said


def address(assistant: str) -> str:
    """The page's address."""
    return f"/chat/{quote(assistant, safe='')}/earlier"


def known(desk: Desk, kept: Kept, who: Asker, assistant: str) -> tuple[Talked, ...]:
    """His conversations with an assistant, the latest first: a user's own, a guest's those of his browser."""
    mine = None if who.user is not None else (kept.sessions.get(assistant, ""), *kept.earlier.get(assistant, ()))
    try:
        return finding.conversations(desk.house.recorder.path, assistant, Sight(who.caller.name, mine), limit=SHOWN)
    except TraceError:
        return ()


def may_open(desk: Desk, kept: Kept, who: Asker, assistant: str, session: str) -> bool:
    """Whether a conversation is his."""
    return any(one.session == session for one in known(desk, kept, who, assistant))


@ui.page("/chat/{assistant}/earlier")
async def earlier(request: Request, assistant: str, failed: str = "") -> None:
    """A list of conversations."""
    from pilothouse.web.cards import face_of
    from pilothouse.web.talk import Talk

    who = visitor(request)
    say = who.say
    if assistant not in who.assistants:
        with frame(who, say("notfound")):
            Tag("h1", say("notfound"))
            Tag("a", say("back"), "button", href="/")
        return
    name = say(assistant) if say.has(assistant) else assistant
    found = await asyncio.to_thread(known, who.desk, who.kept, who.asker, assistant)
    with frame(who, say("earlier.title", name=name), here=f"/chat/{assistant}"):
        Tag("a", f"← {name}", "quiet back", href=f"/chat/{quote(assistant, safe='')}")
        Tag("h1", say("earlier.title", name=name))
        guest = who.asker.user is None
        Tag("p", say("earlier.guest", n=KEPT + 1) if guest else say("earlier.user"), "lead")
        if failed:
            Tag("p", say("earlier.failed"), "alert", role="alert")
        if not found:
            Tag("p", say("earlier.none"))
        spoken = face_of(Talk(who, assistant)).spoken
        with Tag("ul", classes="turns talks"):
            for one in found:
                _entry(who, assistant, one, spoken)


def _entry(who: Visitor, assistant: str, one: Talked, spoken: Callable[[str], str]) -> None:
    say = who.say
    said = clipped(spoken(one.said), LONGEST) if one.said is not None else say("earlier.unsaid")
    present = one.session == who.kept.sessions.get(assistant)
    with Tag("li"):
        with _form("/pages/open", assistant, one.session):
            Tag("button", said, "said", type="submit", aria_current="true" if present else None)
        with Tag("p", classes="about turnfacts"):
            moment(one.last_at)
            Tag("span", say("earlier.turns", n=one.turns))
            if present:
                Tag("span", say("earlier.present"), "tag good")
        with Tag("details"):
            Tag("summary", say("earlier.delete"), aria_label=say("earlier.delete.label", said=said))
            Tag("p", say("earlier.delete.sure"), "about")
            with _form("/pages/forget", assistant, one.session):
                Tag("button", say("earlier.delete.yes"), "button light", type="submit")


def _form(target: str, assistant: str, session: str) -> Tag:
    form = Tag("form", method="post", action=target)
    with form:
        Tag("input", type="hidden", name="assistant", value=assistant)
        Tag("input", type="hidden", name="session", value=session)
    return form
