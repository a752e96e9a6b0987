"""The first page, and the page to sign in."""

from __future__ import annotations

from urllib.parse import quote

from fastapi import Request
from nicegui import ui

from pilothouse.web.frame import frame
from pilothouse.web.tags import Tag
from pilothouse.web.visitor import visitor

_ICONS = ("menu", "knowledge", "tutor", "shopping", "butler")


@ui.page("/")
def home(request: Request) -> None:
    """All assistants that the visitor may ask."""
    who = visitor(request)
    say = who.say
    with frame(who, say("home.title"), here="/"):
        Tag("h1", say("home.title"))
        Tag("p", say("home.lead"), "lead")
        with Tag("ul", classes="assistants"):
            for name in who.assistants:
                about = say(f"{name}.about") if say.has(f"{name}.about") else say("other.about")
                with Tag("li"), Tag("a", classes="card", href=f"/chat/{quote(name, safe='')}"):
                    Tag("span", classes=f"icon mark {name if name in _ICONS else 'other'}", aria_hidden="true")
                    Tag("strong", say(name) if say.has(name) else name)
                    Tag("span", about, "about")
        if not who.assistants:
            Tag("p", say("signin.needed"))
            Tag("a", say("signin"), "button", href="/sign-in")


@ui.page("/sign-in")
def sign_in(request: Request, failed: str = "") -> None:
    """A form for the API key."""
    who = visitor(request)
    say = who.say
    with frame(who, say("signin"), here="/sign-in"):
        Tag("h1", say("signin"))
        with Tag("form", classes="sheet", method="post", action="/pages/sign-in"):
            if failed:
                Tag("p", say("signin.wrong"), "alert", role="alert")
            Tag("label", say("signin.key"), for_="key")
            Tag("input", id="key", name="key", type="password", autocomplete="current-password", required="")
            Tag("button", say("signin"), "button", type="submit")
            Tag("p", say("signin.help"), "about")
