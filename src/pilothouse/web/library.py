"""The documents of the handbook: what there is, what was skipped and why."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from pilothouse.server import admin
from pilothouse.server.errors import api_error
from pilothouse.web.sending import Progress
from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.web.visitor import Visitor

MOST = 500


async def listing(who: Visitor) -> Callable[[], Awaitable[None]]:
    """A folded list of all documents; what is returned brings it up to date."""
    say = who.say
    with Tag("details", classes="listed"):
        Tag("summary", say("op.listed"))
        progress = Progress(who)
        place = Tag("ul", classes="documents")

    async def show() -> None:
        found = await asyncio.to_thread(lambda: admin.list_documents(who.desk, who.now()))
        place.clear()
        with place:
            for entry in found.documents[:MOST]:
                _entry(entry)

    def _entry(entry: admin.DocumentEntry) -> None:
        async def remove() -> None:
            try:
                job = await asyncio.to_thread(lambda: admin.remove_document(who.desk, who.now(), entry.id))
            except Exception as error:
                progress.failed(str(api_error(error)))
                return
            await progress.follow(job.id)
            await show()

        with Tag("li"):
            Tag("span", entry.title or entry.id, "name")
            facts = [entry.source, entry.date, entry.dept, ",".join(entry.allow)]
            Tag("span", " · ".join(filter(None, facts)), "about")
            if entry.status == "skipped":
                Tag("span", f"{say('op.skipped')}：{entry.sentence}", "alert")
            with Tag("details", classes="sure"):
                Tag("summary", say("op.remove"), aria_label=say("op.remove.label", name=entry.title or entry.id))
                Tag("p", say("op.remove.sure"), "about")
                Tag("button", say("op.remove.yes"), "button light", type="button").on("click", remove, args=[])

    await show()
    return show
