"""The operator's page: menus, documents, stock; each part for those who hold its scope."""

from __future__ import annotations

from fastapi import Request
from nicegui import ui

from pilothouse.retrieval.documents.reading import KINDS
from pilothouse.server.admin import MENUS
from pilothouse.web.frame import OPERATORS, frame
from pilothouse.web.library import listing
from pilothouse.web.sending import sending
from pilothouse.web.stock import stock
from pilothouse.web.tags import Tag
from pilothouse.web.visitor import Visitor, visitor


@ui.page("/operator")
async def operator(request: Request) -> None:
    """Uploads and switches."""
    who = visitor(request)
    say = who.say
    with frame(who, say("operator"), here="/operator"):
        Tag("h1", say("operator"))
        if who.asker.user is None:
            Tag("p", say("signin.needed"))
            Tag("a", say("signin"), "button", href="/sign-in")
            return
        if not who.holds(*OPERATORS):
            Tag("p", say("op.none"))
            return
        Tag("p", say("op.lead"), "lead")
        if who.holds("menu:write"):
            _menu(who)
        if who.holds("stock:read", "stock:write"):
            await stock(who)
        if who.holds("knowledge:write"):
            await _documents(who)


def _menu(who: Visitor) -> None:
    say = who.say
    with Tag("section", classes="sheet", aria_labelledby="menus"):
        Tag("h2", say("op.menu"), id="menus")
        Tag("p", say("op.menu.help"), "about")
        with sending(who, "/pages/menu"):
            Tag("label", say("op.kind"), for_="menu-kind")
            with Tag("select", id="menu-kind", name="kind"):
                for kind in ("menu", "faq", "stores"):
                    Tag("option", say(f"op.kind.{kind}"), value=kind)
            Tag("label", say("op.file"), for_="menu-file")
            Tag("input", id="menu-file", name="file", type="file", accept=",".join(sorted(MENUS)))


async def _documents(who: Visitor) -> None:
    say = who.say
    with Tag("section", classes="sheet", aria_labelledby="documents"):
        Tag("h2", say("op.documents"), id="documents")
        Tag("p", say("op.documents.help"), "about")
        show = None

        async def again() -> None:
            if show is not None:
                await show()

        with sending(who, "/pages/documents", again):
            Tag("label", say("op.files"), for_="documents-file")
            kinds = ",".join(sorted(KINDS))
            Tag("input", id="documents-file", name="file", type="file", multiple="", accept=kinds)
            Tag("label", say("op.dept"), for_="documents-dept")
            Tag("input", id="documents-dept", name="dept", type="text", maxlength="64")
            Tag("label", say("op.allow"), for_="documents-allow")
            Tag("input", id="documents-allow", name="allow", type="text", maxlength="200")
        show = await listing(who)
