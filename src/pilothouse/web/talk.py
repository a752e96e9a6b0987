"""One conversation on a page: what was said, the turn that runs, its reply."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import aclosing
from typing import TYPE_CHECKING

from nicegui import ui

from pilothouse.contracts.reply import Reply
from pilothouse.server.errors import api_error
from pilothouse.server.events import pieces
from pilothouse.web.recorder.link import inside
from pilothouse.web.steps import Steps
from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.web.cards.face import Face
    from pilothouse.web.visitor import Visitor

log = logging.getLogger(__name__)

STROKES = 14  # in so many strokes a reply is written at most
STROKE_S = 0.03


class Talk:
    """The visible conversation of a visitor with an assistant. One turn at a time; what is said meanwhile waits for
    nobody and is left out."""

    def __init__(self, visitor: Visitor, assistant: str) -> None:
        self.visitor, self.assistant, self.say = visitor, assistant, visitor.say
        self.session = visitor.kept.sessions[assistant]
        self.busy = False
        self._face: Face

    def build(self, face: Face) -> None:
        """Make the places for messages, here."""
        self._face = face
        self._log = Tag(
            "div", classes="log", id="log", tabindex="0", role="region", aria_label=self.say("conversation")
        )
        self._status = Tag("p", classes="status", aria_hidden="true")
        self._heard = Tag("div", classes="unseen", role="status", aria_live="polite")

    def welcome(self) -> None:
        """What a conversation begins with."""
        with self._log, Tag("div", classes="welcome") as self._welcome:
            self._face.welcome()

    def told(self, text: str, reply: Reply) -> None:
        """Show an earlier turn."""
        with self._log:
            self._said(self._face.spoken(text))
            with self._message(reply):
                self._face.reply(reply)
                inside(self.say, reply.trace_id)

    async def ask(self, text: str) -> None:
        """Say something to the assistant, and show what comes of it."""
        if self.busy or not text.strip():
            return
        self.busy = True
        client = ui.context.client
        client.run_javascript("ph.busy(true)")
        try:
            with self._log:
                if hasattr(self, "_welcome"):
                    self._welcome.delete()
                    del self._welcome
                self._said(self._face.spoken(text))
                await self._turn(text)
        finally:
            self.busy = False
            if not client.is_deleted:
                client.run_javascript("ph.busy(false)")

    async def _turn(self, text: str) -> None:
        steps = Steps(self.say, self.assistant)
        with Tag("article", classes="message theirs", aria_label=self._name) as box:
            waiting = Tag("p", classes="waiting")
        self._scroll()
        try:
            who = await self.visitor.may_ask(self.assistant)
            reply = None
            async with aclosing(self.visitor.desk.turn(who, self.assistant, text, self.session)) as turn:  # type: ignore[type-var]
                async for event in turn:
                    if event is not None and event.kind == "reply":
                        reply = Reply.model_validate(event.fields)
                    elif event is not None and steps.take(event):
                        waiting.say(steps.now)
                        self._heard.say(steps.now)
            if reply is None:
                raise RuntimeError("A turn ended without a reply.")
        except Exception as error:
            self._failed(box, error)
            return
        ui.context.client.run_javascript(f"ph.replied({json.dumps(reply.reply)})")  # spoken while it is written
        await self._write(waiting, reply.reply)
        box.clear()
        with box:
            self._mark(reply)
            self._face.reply(reply, fresh=True)
            steps.show()
            inside(self.say, reply.trace_id)
        self._heard.say(reply.reply)
        self._face.update(reply)
        self._scroll()

    async def _write(self, place: Tag, text: str) -> None:
        """Show a text as if it were written. The screen reader hears it once, when it is whole."""
        parts = pieces(text)
        stroke = max(1, len(parts) // STROKES)
        place.classes("writing", remove="waiting")
        for end in range(stroke, len(parts), stroke):
            place.say("".join(parts[:end]))
            await asyncio.sleep(STROKE_S)

    def _failed(self, box: Tag, error: Exception) -> None:
        sentence = str(api_error(error))
        box.clear()
        with box:
            Tag("p", sentence, "alert", role="alert")
        self._scroll()

    def _said(self, text: str) -> None:
        with Tag("article", classes="message mine", aria_label=self.say("you")):
            Tag("p", text)

    def _message(self, reply: Reply) -> Tag:
        box = Tag("article", classes="message theirs", aria_label=self._name)
        with box:
            self._mark(reply)
        return box

    def _mark(self, reply: Reply) -> None:
        if reply.outcome != "answered":
            Tag("span", self.say(f"outcome.{reply.outcome}"), f"badge {reply.outcome}")

    def _scroll(self) -> None:
        ui.context.client.run_javascript("ph.down()")

    @property
    def _name(self) -> str:
        return self.say(self.assistant) if self.say.has(self.assistant) else self.assistant
