"""A turn run again on its page, with the settings of now or others; what was then stands beside what is now."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

from nicegui.events import GenericEventArguments

from pilothouse import rerun
from pilothouse.contracts.reply import Reply
from pilothouse.contracts.tool import HARD_CALL_LIMIT
from pilothouse.gateway.fleet import OFFLINE
from pilothouse.gateway.settings import Mode
from pilothouse.server.desk import late
from pilothouse.server.errors import ApiError, api_error
from pilothouse.telemetry.trace import Event
from pilothouse.web.recorder.diff import Piece, pieces
from pilothouse.web.recorder.graph import named
from pilothouse.web.recorder.parts import badge, clipped, folded, items, preformatted
from pilothouse.web.recorder.sight import view
from pilothouse.web.recorder.waterfall import path_of
from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.telemetry.trace import Trace
    from pilothouse.web.visitor import Visitor
    from pilothouse.web.words import Words

HISTORIES = (0, 2, 6, 12)
CELL = 2000  # characters
# Only names of our own form are sent; where they lead, the server decides.
_SEND = "(e) => { e.preventDefault(); emit(Object.fromEntries(new FormData(e.target))); }"


@dataclass(frozen=True)
class Run:
    """A reply with the events of its turn."""

    reply: Reply
    events: Sequence[Event]

    @property
    def failed(self) -> list[Event]:
        """Checks that failed."""
        checks = (event for event in self.events if event.kind == "verification")
        return [event for event in checks if not event.fields.get("passed", True)]


def replaying(who: Visitor, trace: Trace) -> None:
    """A form, and the place for what comes of it."""
    say, running = who.say, False
    Tag("p", say("rec.replay.help"), "about")
    with Tag("form", classes="filters", aria_label=say("rec.replay")) as form:
        with Tag("div", classes="row"):
            known = [(name, say("rec.replay.offline") if name == OFFLINE else name)
                     for name in rerun.models(who.desk.house.settings)]  # fmt: skip
            _choice(say, "model", "model", known)
            _choice(say, "mode", "mode", [(mode, mode) for mode in get_args(Mode)])
            _choice(say, "language", "language", [("zh", "中文"), ("en", "English"), ("auto", "auto")])
            _choice(say, "history_turns", "history", [(str(n), str(n)) for n in HISTORIES])
            _choice(say, "max_tool_calls", "limit", [(str(n), str(n)) for n in range(1, HARD_CALL_LIMIT + 1)])
        button = Tag("button", say("rec.replay.run"), "button", type="submit", id="replay-run")
    told = Tag("p", "", role="status", id="replay-status")
    place = Tag("div", id="replay-result")

    async def run(event: GenericEventArguments) -> None:
        nonlocal running
        if running:
            return
        running = True
        button.attributes(disabled="")
        told.classes(remove="alert")
        told.say(say("rec.replay.running"))
        try:
            then, now = await _run(who, trace.trace_id, _given(event.args))
        except Exception as error:
            told.classes("alert")
            told.say(str(api_error(error)))
            return
        finally:
            running = False
            button.attributes(disabled=None)
        marks = await asyncio.to_thread(pieces, then.reply.reply[: CELL * 10], now.reply.reply[: CELL * 10])
        told.say(say("rec.same" if then.reply.reply == now.reply.reply else "rec.differs"))
        place.clear()
        with place:
            _compared(say, then, now, marks)

    form.on("submit", run, js_handler=_SEND)


def _given(args: Any) -> dict[str, str]:
    """What the form says; what stays as it is, is left out. Names are checked by ``rerun.read``."""
    sent = args if isinstance(args, dict) else {}
    return {str(name)[:40]: str(value)[:200] for name, value in list(sent.items())[:20] if value != ""}


async def _run(who: Visitor, trace_id: str, values: Mapping[str, str]) -> tuple[Run, Run]:
    """The turn then and now, by the rights that the visitor has at this moment. Raises ``ApiError``, ``UsageError``."""
    desk = who.desk
    changes = rerun.offered(rerun.read(values), desk.house.settings)
    asker = await asyncio.to_thread(who.now)
    desk.rates.take(asker.bucket)
    seen = view(desk, who.kept, asker)
    found = await asyncio.to_thread(seen.get, trace_id)
    if found is None:
        raise ApiError(404, "unknown_trace", "没有这条记录。 There is no such turn.")
    desk.access.may_ask(asker, found.assistant)
    heard: list[Event] = []
    try:
        with desk.slots.hold(asker.bucket):
            async with asyncio.timeout(desk.settings.turn_timeout_s):
                then, now = await desk.house.areplay(
                    found.trace_id, user=found.user, changes=changes, listener=heard.append
                )
    except TimeoutError:
        raise late(desk.settings.turn_timeout_s) from None
    return Run(then, found.events), Run(now, seen.events(tuple(heard)))


def _choice(say: Words, name: str, text: str, choices: Iterable[tuple[str, str]]) -> None:
    with Tag("div", classes="field"):
        Tag("label", say(f"rec.replay.{text}"), for_=f"r-{name}")
        with Tag("select", id=f"r-{name}", name=name):
            Tag("option", say("rec.replay.asnow"), value="")
            for key, label in choices:
                Tag("option", clipped(label, 80), value=key)


def _compared(say: Words, then: Run, now: Run, marks: tuple[list[Piece], list[Piece]]) -> None:
    with Tag("div", classes="beside"):
        for title, run, side in ((say("rec.then"), then, marks[0]), (say("rec.now"), now, marks[1])):
            with Tag("article", classes="sheet", aria_label=title):
                Tag("h3", title)
                badge(say, run.reply.outcome)
                with Tag("p", classes="text"):
                    for kind, text in side:
                        Tag({"same": "span", "gone": "del", "new": "ins"}[kind], text)
    scroller = Tag("div", classes="scroller", tabindex="0", role="region", aria_label=say("rec.compared"))
    with scroller, Tag("table", classes="versus"):
        with Tag("thead"), Tag("tr"):
            Tag("td")
            for name in (say("rec.then"), say("rec.now")):
                Tag("th", name, scope="col")
        with Tag("tbody"):
            for name, before, after, counts in _rows(say, then, now):
                _row(say, name, before, after, counts)
    calls = [event.fields for event in now.events if event.kind == "tool"]
    if calls:
        with folded(say("rec.tools"), note=say("rec.now")):
            preformatted(say, calls)


def _row(say: Words, name: str, before: str, after: str, counts: bool) -> None:
    differs = counts and before != after
    with Tag("tr", classes="differs" if differs else ""):
        with Tag("th", scope="row"):
            Tag("span", name)
            if differs:
                Tag("span", say("rec.changed"), "tag gold")
        Tag("td", clipped(before, CELL))
        Tag("td", clipped(after, CELL))


def _rows(say: Words, then: Run, now: Run) -> Iterable[tuple[str, str, str, bool]]:
    """Name, then, now, and whether a difference says anything: milliseconds always differ."""

    def each(made: Any) -> tuple[str, str]:
        return made(then), made(now)

    yield say("rec.outcome"), *each(lambda run: run.reply.outcome), True
    yield say("rec.tools"), *each(_tools), True
    yield say("rec.sources"), *each(lambda run: "；".join(source.title for source in run.reply.sources)), True
    yield say("rec.checks"), *each(_checks), True
    yield say("rec.way"), *each(lambda run: _way(say, run)), True
    yield say("rec.calls"), *each(lambda run: str(run.reply.usage.model_calls)), True
    yield say("rec.tokens"), *each(lambda run: str(run.reply.usage.tokens)), True
    yield say("rec.cost"), *each(lambda run: f"{run.reply.usage.cost:g}"), True
    yield "ms", *each(lambda run: f"{run.reply.elapsed_ms:.0f}"), False


def _tools(run: Run) -> str:
    return "；".join(f"{call.name}: {call.error_type or call.status}" for call in run.reply.tool_calls) or "–"


def _checks(run: Run) -> str:
    """Those that failed, with the reasons where these may be seen."""
    reasons = [str(problem) for event in run.failed for problem in items(event.fields.get("problems"))]
    return f"{len(run.failed)} ✗ {'；'.join(reasons)}".strip() if run.failed else "✓"


def _way(say: Words, run: Run) -> str:
    return " → ".join(named(say, run.reply.assistant, node) for node in path_of(run.events))
