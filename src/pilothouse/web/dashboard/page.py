"""The page at ``/dashboard``."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from urllib.parse import urlencode

from fastapi import Request
from nicegui import ui

from pilothouse import __version__
from pilothouse.telemetry.recorder import TraceError
from pilothouse.telemetry.statistics import statistics
from pilothouse.web.dashboard import evaluations, lists
from pilothouse.web.dashboard.card import card
from pilothouse.web.dashboard.measures import MEASURES
from pilothouse.web.dashboard.spell import DAYS, Spell, spell
from pilothouse.web.frame import frame
from pilothouse.web.tags import Tag
from pilothouse.web.visitor import Visitor, visitor

log = logging.getLogger(__name__)

ADDRESS = "/dashboard"
NEEDED = "metrics:read"
WORDS = "traces:read"  # to see what users asked
WAIT_S = 60.0  # the knowledge base may have to be opened first


@ui.page(ADDRESS, response_timeout=WAIT_S)
async def dashboard(request: Request, days: str = "", assistant: str = "") -> None:
    """Figures over time for one assistant or all, and what follows from them."""
    who = visitor(request)
    say = who.say
    ui.add_head_html(f'<link rel="stylesheet" href="/assets/dashboard.css?{__version__}">')
    with frame(who, say("dash"), here=ADDRESS, wide=True), Tag("div", classes="board"):
        Tag("h1", say("dash"))
        if who.asker.user is None:
            Tag("p", say("signin.needed"))
            Tag("a", say("signin"), "button", href="/sign-in")
            return
        if not await asyncio.to_thread(who.holds, NEEDED):
            Tag("p", say("dash.denied"))
            return
        Tag("p", say("dash.lead"), "lead")
        span = spell(days, datetime.now().astimezone())
        name = assistant if assistant in who.desk.house.assistants else None
        _choices(who, span, name)
        path = who.desk.house.recorder.path
        try:
            found = await asyncio.to_thread(statistics, path, span.edges, name)
        except TraceError as error:
            log.error("%s", error)
            Tag("p", say("dash.unreadable"), "alert", role="alert")
            return
        if not found.total.turns:
            Tag("p", say("dash.nothing"), "sheet")
        else:
            with Tag("div", classes="measures"):
                for measure in MEASURES:
                    card(say, measure, found, span)
        if name in (None, "knowledge"):
            await lists.uncited(who, span)
        if await asyncio.to_thread(who.holds, WORDS):
            await lists.questions(who, span, name)
        if name in (None, "knowledge"):
            await evaluations.evaluations(who)


def _choices(who: Visitor, span: Spell, chosen: str | None) -> None:
    say = who.say
    with Tag("nav", classes="choices", aria_label=say("dash.choose")):
        with Tag("ul", classes="chips"):
            for number in DAYS:
                _choice(say(f"dash.days.{number}"), number == span.days, days=number, assistant=chosen)
        with Tag("ul", classes="chips"):
            for name in (None, *who.assistants):
                text = say("dash.all") if name is None else say(name) if say.has(name) else name
                _choice(text, name == chosen, days=span.days, assistant=name)


def _choice(text: str, here: bool, **query: object) -> None:
    address = f"{ADDRESS}?{urlencode({key: value for key, value in query.items() if value})}"
    with Tag("li"):
        Tag("a", text, "chip on" if here else "chip", href=address, aria_current="true" if here else None)
