"""A form that sends files, and the job that works on them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from nicegui.events import GenericEventArguments

from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.server.jobs import Job
    from pilothouse.web.visitor import Visitor

POLL_S = 0.25
SHOWN = 20

Then = Callable[[], Awaitable[None]]


@contextmanager
def sending(who: Visitor, target: str, then: Then | None = None) -> Iterator[None]:
    """A form for ``target``; its fields are made inside. ``then`` runs when the job is done."""
    say = who.say
    with Tag("form", classes="fields") as form:
        yield
        Tag("button", say("op.upload"), "button", type="submit")
    progress = Progress(who)

    async def sent(event: GenericEventArguments) -> None:
        answer: dict[str, Any] = event.args
        if answer.get("error"):
            progress.failed(str(answer["error"]))
            return
        await progress.follow(str(answer.get("id", "")))
        if then is not None:
            await then()

    form.attributes(data_target=target, data_nofile=say("op.nofile"))
    form.on("submit", sent, js_handler="(e) => ph.upload(e, emit)")


class Progress:
    """How far a job is."""

    def __init__(self, who: Visitor) -> None:
        self._who, self._say = who, who.say
        with Tag("div", classes="job"):
            self._bar = Tag("progress", "", hidden="", max="100", value="0", aria_label=self._say("progress"))
            self._text = Tag("p", "", role="status")
            self._list = Tag("ul", classes="plain about")

    def failed(self, sentence: str) -> None:
        self._bar.attributes(hidden="")
        self._list.clear()
        self._text.classes("alert")
        self._text.say(sentence)

    async def follow(self, id_: str) -> None:
        """Show the job until it is over."""
        self._list.clear()
        self._text.classes(remove="alert")
        while True:
            job = await asyncio.to_thread(self._who.desk.jobs.get, id_)
            if job is None or job.user != self._who.asker.user:
                return
            if job.over:
                break
            self._text.say(self._say(f"job.{job.status}", done=job.done, total=job.total or "?"))
            self._bar.attributes(hidden=None, value=str(100 * job.done // job.total) if job.total else "0")
            await asyncio.sleep(POLL_S)
        self._ended(job)

    def _ended(self, job: Job) -> None:
        self._bar.attributes(hidden="")
        if job.error is not None:
            self.failed(f"{self._say('job.failed')}：{job.error.message}")
            return
        result = job.result or {}
        told = [self._say(f"job.{job.status}")]
        if "imported" in result:
            told.append(self._say("job.imported", n=result["imported"]))
        if "added" in result:
            counts = {name: result.get(name, 0) for name in ("added", "updated", "unchanged")}
            told.append(self._say("job.documents", **counts))
        skipped = result.get("skipped") or []
        if skipped:
            told.append(self._say("job.skipped", n=len(skipped)))
        self._text.say("，".join(told) if self._say.language == "zh" else ", ".join(told))
        with self._list:
            for item in skipped[:SHOWN]:
                Tag("li", " · ".join(str(item[key]) for key in ("path", "position", "reason", "text") if item.get(key)))
            for note in result.get("notes") or []:
                Tag("li", note)
