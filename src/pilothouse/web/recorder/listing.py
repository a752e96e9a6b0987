"""The list of recorded turns."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from fastapi import Request
from nicegui import ui

from pilothouse.contracts.errors import PilothouseError
from pilothouse.telemetry import finding
from pilothouse.telemetry.finding import Glance
from pilothouse.telemetry.recorder import TraceError
from pilothouse.web.frame import frame
from pilothouse.web.recorder import address
from pilothouse.web.recorder.parts import badge, clipped, moment
from pilothouse.web.recorder.sight import View, view
from pilothouse.web.tags import Tag
from pilothouse.web.visitor import Visitor, visitor

if TYPE_CHECKING:
    from pilothouse.web.words import Words

SHOWN = 50  # turns of a page
SNIPPET = 140  # characters
OUTCOMES = ("answered", "clarify", "refused", "fallback", "not_found", "error")
TROUBLES = ("check", "error", "any")
MORE = ("trouble", "tool", "session", "user", "since", "until", "slower")


@ui.page(address.HOME)
async def listing(request: Request) -> None:
    """Turns that the visitor may see, the newest first."""
    who = visitor(request)
    say = who.say
    seen = view(who.desk, who.kept, who.asker)
    filters = address.Filters.of(request.query_params)
    before = request.query_params.get("before", "")[:32] or None
    with frame(who, say("rec"), here=address.HOME) as main:
        main.classes("recorder")
        Tag("h1", say("rec"))
        Tag("p", say("rec.lead"), "lead")
        Tag("p", say("rec.all" if seen.everything else "rec.own" if who.asker.user else "rec.guest"), "note")
        tools = await asyncio.to_thread(_tools, who)
        _form(who, seen, filters, tools)
        try:
            found, total = await asyncio.to_thread(_read, seen, filters, before)
        except TraceError:
            Tag("p", say("rec.unread"), "alert", role="alert")
            return
        with Tag("div", classes="listhead"):
            Tag("p", say("rec.count", n=total), "about", role="status")
            if total:
                Tag("a", say("rec.export.list"), "quiet", href=address.exported(filters), download="")
        if not found:
            Tag("p", say("rec.none"))
        with Tag("ol", classes="turns"):
            for glance in found:
                _entry(say, glance, seen.everything)
        with Tag("p", classes="pager"):
            if before is not None:
                Tag("a", say("rec.newest"), "quiet", href=address.listed(filters))
            if len(found) == SHOWN:
                Tag("a", say("rec.older"), "button light", href=address.listed(filters, found[-1].trace_id))


def _read(seen: View, filters: address.Filters, before: str | None) -> tuple[tuple[Glance, ...], int]:
    path, wanted = seen.desk.house.recorder.path, filters.wanted
    found = finding.find(path, wanted, seen.sight, before=before, limit=SHOWN)
    return found, finding.count(path, wanted, seen.sight)


def _tools(who: Visitor) -> list[str]:
    """Names of tools, as far as they can be told."""
    names: set[str] = set()
    for assistant in who.assistants:
        try:
            names |= {tool.name for tool in who.desk.house.assistant(assistant).tools}
        except PilothouseError:
            continue
    return sorted(names)


def _entry(say: Words, glance: Glance, everything: bool) -> None:
    name = say(glance.assistant) if say.has(glance.assistant) else glance.assistant
    with Tag("li"):
        with Tag("div", classes="turnhead"):
            said = glance.said if glance.said is not None else say("rec.unsaid")
            Tag("a", clipped(said, SNIPPET), "said", href=address.turn(glance.trace_id))
            badge(say, glance.outcome)
        if glance.answer:
            Tag("p", clipped(glance.answer, SNIPPET), "answer")
        with Tag("p", classes="about turnfacts"):
            moment(glance.started_at)
            Tag("span", f"{name} #{glance.turn}")
            if everything:
                Tag("span", glance.user)
            Tag("span", f"{glance.elapsed_ms:.0f} ms")
            if glance.tokens:
                Tag("span", say("rec.tokens.n", n=glance.tokens))
            for tool in glance.tools:
                Tag("code", tool)
            if glance.failures:
                Tag("span", say("rec.failed.n", n=glance.failures), "tag bad")
            if glance.errors:
                Tag("span", say("rec.errors.n", n=glance.errors), "tag bad")


def _form(who: Visitor, seen: View, filters: address.Filters, tools: list[str]) -> None:
    say = who.say
    assistants = [(name, say(name) if say.has(name) else name) for name in who.desk.house.assistants]
    form = Tag("form", classes="sheet filters", method="get", action=address.HOME, aria_label=say("rec.filters"))
    form.on("formdata", js_handler="(e) => { for (const [k, v] of [...e.formData]) if (!v) e.formData.delete(k); }")
    with form:
        with Tag("div", classes="row"):
            _box(say, "text", filters.text, "search")
            _choice(say, "assistant", filters.assistant, assistants)
            _choice(say, "outcome", filters.outcome, [(one, say(f"outcome.{one}")) for one in OUTCOMES])
        more = any(getattr(filters, name) for name in MORE)
        with Tag("details", open="" if more else None):
            Tag("summary", say("rec.filters.more"))
            with Tag("div", classes="row"):
                _choice(say, "trouble", filters.trouble, [(one, say(f"rec.trouble.{one}")) for one in TROUBLES])
                _box(say, "tool", filters.tool, "text", list="known-tools")
                _box(say, "since", filters.since, "date")
                _box(say, "until", filters.until, "date")
                _box(say, "slower", filters.slower, "number", min="0", step="any")
                _box(say, "session", filters.session, "text")
                if seen.everything:
                    _box(say, "user", filters.user, "text")
        with Tag("datalist", id="known-tools"):
            for tool in tools:
                Tag("option", value=tool)
        with Tag("div", classes="inline"):
            Tag("button", say("rec.apply"), "button", type="submit")
            if filters.given:
                Tag("a", say("rec.clear"), "quiet", href=address.HOME)


def _box(say: Words, name: str, value: str, kind: str, **more: str) -> None:
    with Tag("div", classes="field"):
        Tag("label", say(f"rec.{name}"), for_=f"f-{name}")
        Tag(
            "input", id=f"f-{name}", name=name, type=kind, value=value, maxlength=str(address.LONGEST),
            autocomplete="off", **more,
        )  # fmt: skip


def _choice(say: Words, name: str, value: str, choices: Iterable[tuple[str, str]]) -> None:
    with Tag("div", classes="field"):
        Tag("label", say(f"rec.{name}"), for_=f"f-{name}")
        with Tag("select", id=f"f-{name}", name=name):
            Tag("option", say("rec.any"), value="")
            for key, label in choices:
                Tag("option", label, value=key, selected="" if key == value else None)
