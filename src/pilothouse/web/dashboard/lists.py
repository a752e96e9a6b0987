"""What nobody cites, and what was asked in vain."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pilothouse.contracts.errors import PilothouseError
from pilothouse.retrieval.library import Library
from pilothouse.telemetry.questions import unanswered
from pilothouse.telemetry.recorder import TraceError
from pilothouse.telemetry.statistics import citations
from pilothouse.web.dashboard.table import row, table
from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.web.dashboard.spell import Spell
    from pilothouse.web.visitor import Visitor

log = logging.getLogger(__name__)

SHOWN = 200  # documents, or questions
PARTS = 12  # chunks named of each document


@dataclass(frozen=True, slots=True)
class Unused:
    """A document with the numbers of the chunks that no answer cited; ``aside``: how often one was found and left
    out."""

    title: str
    id: str
    chunks: int
    never: tuple[int, ...]
    aside: int


def unused(who: Visitor, span: Spell) -> tuple[Unused, ...]:
    """Of the documents that the visitor may read, those with chunks that were never cited, the emptiest first.

    Raises ``PilothouseError`` and ``TraceError``.
    """
    house = who.desk.house
    library = getattr(house.room("knowledge").services, "library", None)
    if not isinstance(library, Library):
        return ()
    used = citations(house.recorder.path, span.since, span.until)
    found = []
    for info in library.documents(who.now().caller):
        counts = [used.get(f"{info.id}#{n}", (0, 0)) for n in range(info.chunks)]
        never = tuple(n for n, (cited, _) in enumerate(counts) if not cited)
        if never:
            found.append(Unused(info.title or info.id, info.id, info.chunks, never, sum(left for _, left in counts)))
    return tuple(sorted(found, key=lambda one: (-len(one.never) / one.chunks, -one.aside, -len(one.never), one.id)))


async def uncited(who: Visitor, span: Spell) -> None:
    """The documents that nothing was cited from."""
    say = who.say
    if "knowledge" not in who.assistants:
        return
    with Tag("section", classes="sheet", id="uncited", aria_labelledby="uncited-title"):
        Tag("h2", say("dash.uncited"), id="uncited-title")
        Tag("p", say("dash.uncited.means"), "about")
        try:
            found = await asyncio.to_thread(unused, who, span)
        except (PilothouseError, TraceError) as error:
            log.warning("What is never cited can't be told: %s", error)
            Tag("p", say("dash.unreadable"), "alert")
            return
        if not found:
            Tag("p", say("dash.uncited.none"), "none")
            return
        total = sum(len(one.never) for one in found)
        Tag("p", say("dash.uncited.sum", chunks=total, documents=len(found)), "sum")
        heads = [say(f"dash.uncited.{head}") for head in ("document", "never", "aside", "parts")]
        with table(say("dash.uncited"), heads):
            for one in found[:SHOWN]:
                parts = " ".join(f"#{n}" for n in one.never[:PARTS]) + (" …" if len(one.never) > PARTS else "")
                cells = [f"{len(one.never)} / {one.chunks}", one.aside, parts]
                row(one.title, cells, ("long",), title=one.id)
        _more(who, len(found))


async def questions(who: Visitor, span: Spell, assistant: str | None) -> None:
    """What brought no answer, most often asked first. For those who may read the turns of others."""
    say = who.say
    with Tag("section", classes="sheet", id="questions", aria_labelledby="questions-title"):
        Tag("h2", say("dash.questions"), id="questions-title")
        Tag("p", say("dash.questions.means"), "about")
        try:
            path = who.desk.house.recorder.path
            found = await asyncio.to_thread(unanswered, path, span.since, span.until, assistant, SHOWN + 1)
        except TraceError as error:
            log.error("%s", error)
            Tag("p", say("dash.unreadable"), "alert")
            return
        if not found:
            Tag("p", say("dash.questions.none"), "none")
            return
        heads = [say(f"dash.questions.{head}") for head in ("question", "times", "outcome", "assistant", "latest")]
        with table(say("dash.questions"), heads):
            for one in found[:SHOWN]:
                outcome = f"dash.outcome.{one.outcome}"
                cells = [
                    one.times, say(outcome) if say.has(outcome) else one.outcome,
                    say(one.assistant) if say.has(one.assistant) else one.assistant,
                    f"{one.latest.astimezone():%Y-%m-%d %H:%M}",
                ]  # fmt: skip
                row(one.text, cells, ("long",))
        _more(who, len(found))


def _more(who: Visitor, found: int) -> None:
    if found > SHOWN:
        Tag("p", who.say("dash.first", n=SHOWN), "about")
