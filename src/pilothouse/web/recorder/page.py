"""One recorded turn, step by step."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from fastapi import Request
from nicegui import ui

from pilothouse.contracts.errors import PilothouseError
from pilothouse.telemetry.recorder import TraceError
from pilothouse.web.frame import frame
from pilothouse.web.recorder import address, details
from pilothouse.web.recorder.graph import draw
from pilothouse.web.recorder.parts import badge, clipped, facts, folded, items, mapping, moment, number, preformatted
from pilothouse.web.recorder.replaying import replaying
from pilothouse.web.recorder.sight import View, view
from pilothouse.web.recorder.waterfall import path_of, steps_of, visits_of, waterfall
from pilothouse.web.tags import Tag, away
from pilothouse.web.visitor import Visitor, visitor

if TYPE_CHECKING:
    from pilothouse.flow import Flow
    from pilothouse.telemetry.trace import Trace
    from pilothouse.web.words import Words

SOURCES = 40
SPOKEN = 8000  # characters of question and answer


@ui.page(address.HOME + "/{trace_id}")
async def page(request: Request, trace_id: str) -> None:
    """A turn that the visitor may see; any other is one that there isn't."""
    who = visitor(request)
    say = who.say
    seen = view(who.desk, who.kept, who.asker)
    try:
        found = await asyncio.to_thread(seen.get, trace_id)
    except TraceError:
        ui.context.client.status_code = 503
        with frame(who, say("rec")):
            Tag("h1", say("rec"))
            Tag("p", say("rec.unread"), "alert", role="alert")
        return
    if found is None:
        ui.context.client.status_code = 404
        with frame(who, say("notfound")):
            Tag("h1", say("notfound"))
            Tag("a", say("rec.back"), "button", href=address.HOME)
        return
    with frame(who, say("rec.turn"), here=address.HOME) as main:
        main.classes("recorder")
        _turn(who, seen, found)


def _turn(who: Visitor, seen: View, trace: Trace) -> None:
    say = who.say
    Tag("a", f"← {say('rec.back')}", "quiet", href=address.HOME)
    Tag("h1", clipped(trace.input, 120) if trace.input is not None else say("rec.turn"))
    _head(say, trace, seen.everything)
    if trace.input is None:
        Tag("p", say("rec.nocontent"), "note")
    if not seen.everything:
        Tag("p", say("rec.withheld"), "note")
    _said(say, trace)
    searched = any(event.kind == "retrieval" for event in trace.events)
    again = trace.input is not None and trace.reply is not None
    parts = ["timeline", "checks", "tools", *["retrieval"] * searched, "asks", *["replay"] * again, "events"]
    with Tag("nav", classes="chips parts-of", aria_label=say("rec.parts")):
        for part in parts:
            Tag("a", say(f"rec.{part}"), "chip", href=f"#{part}")
    with Tag("div", classes="turnview"):
        with section(say, "graph"):
            draw(say, trace.assistant, _flow(who, trace.assistant), path_of(trace.events), visits_of(trace.events))
        with section(say, "timeline"):
            Tag("p", say("rec.timeline.help"), "about")
            waterfall(say, steps_of(say, trace.assistant, trace.events), trace.elapsed_ms)
    with section(say, "checks"):
        details.checks(say, trace.events)
    with section(say, "tools"):
        details.tools(say, trace.events)
    if searched:
        with section(say, "retrieval"):
            Tag("p", say("rec.retrieval.help"), "about")
            details.retrievals(say, trace.events)
    with section(say, "asks"):
        details.models(say, trace.events)
    if again:
        with section(say, "replay"):
            replaying(who, trace)
    with section(say, "events"):
        if trace.state_before is not None:
            with folded(say("rec.state")):
                preformatted(say, trace.state_before)
        if data := mapping(trace.reply).get("data"):
            with folded(say("rec.data")):
                preformatted(say, data)
        with folded(say("rec.events"), note=str(len(trace.events))):
            details.everything(say, trace.events)


def _head(say: Words, trace: Trace, everything: bool) -> None:
    usage = mapping(mapping(trace.reply).get("usage"))
    name = say(trace.assistant) if say.has(trace.assistant) else trace.assistant
    with Tag("div", classes="turnfacts"):
        badge(say, trace.outcome)
        moment(trace.started_at)
        Tag("a", say("rec.export.json"), "quiet", href=f"{address.EXPORT}/{trace.trace_id}.json", download="")
        Tag("a", say("rec.export.html"), "quiet", href=f"{address.EXPORT}/{trace.trace_id}.html", download="")
    facts(
        [
            (say("rec.assistant"), name),
            (say("rec.user"), trace.user if everything else None),
            (say("rec.session"), f"{clipped(trace.session, 60)} #{trace.turn}"),
            (say("rec.elapsed"), f"{trace.elapsed_ms:.0f} ms"),
            (say("rec.calls"), usage.get("model_calls")),
            (say("rec.tokens"), usage.get("tokens")),
            (say("rec.cost"), usage.get("cost") or None),
            (say("rec.id"), trace.trace_id),
        ]
    )


def _said(say: Words, trace: Trace) -> None:
    reply = mapping(trace.reply)
    if trace.input is None and "reply" not in reply:
        return
    with Tag("div", classes="exchange"):
        with Tag("article", classes="message mine", aria_label=say("rec.asked")):
            Tag("p", clipped(trace.input or "", SPOKEN), "text")
        with Tag("article", classes="message theirs", aria_label=say("rec.answered")):
            Tag("p", clipped(str(reply.get("reply", "")), SPOKEN), "text")
            sources = items(reply.get("sources"))
            if sources:
                Tag("h2", say("rec.sources"), "small")
                with Tag("ol", classes="sources"):
                    for source in sources[:SOURCES]:
                        _source(say, mapping(source))


def _source(say: Words, source: dict[str, Any]) -> None:
    path = str(source.get("path") or "")
    title = clipped(str(source.get("title") or source.get("id")), 200)
    with Tag("li", value=str(int(number(source.get("n"))))):
        away(title, path, say("newtab"), "title")
        where = [source.get("section"), say("source.page", page=source["page"]) if source.get("page") else None]
        more = [*where, None if path.startswith("http") else path, source.get("id")]
        Tag("span", clipped(" · ".join(str(part) for part in more if part), 400), "about")


def _flow(who: Visitor, assistant: str) -> Flow | None:
    try:
        return who.desk.house.assistant(assistant).flow
    except PilothouseError:
        return None


@contextmanager
def section(say: Words, name: str) -> Iterator[None]:
    """A part of the page under its heading."""
    with Tag("section", classes="sheet", id=name, aria_labelledby=f"{name}-title"):
        Tag("h2", say(f"rec.{name}"), id=f"{name}-title")
        yield
