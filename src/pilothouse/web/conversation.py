"""The page on which one talks with an assistant."""

from __future__ import annotations

import asyncio

from fastapi import Request
from nicegui import ui

from pilothouse.contracts.reply import Reply
from pilothouse.telemetry.recorder import TraceError
from pilothouse.web.cards import face_of
from pilothouse.web.composer import composer, speaker
from pilothouse.web.earlier import address
from pilothouse.web.frame import frame
from pilothouse.web.tags import Tag
from pilothouse.web.talk import Talk
from pilothouse.web.visitor import Visitor, visitor

SHOWN = 30  # earlier turns


@ui.page("/chat/{assistant}")
async def conversation(request: Request, assistant: str) -> None:
    """A conversation with an assistant, as it stands."""
    who = visitor(request)
    say = who.say
    if assistant not in who.assistants:
        with frame(who, say("notfound")):
            known = assistant in who.desk.house.assistants
            Tag("h1", say("signin.needed") if known else say("notfound"))
            Tag("a", say("signin") if known else say("back"), "button", href="/sign-in" if known else "/")
        return
    name = say(assistant) if say.has(assistant) else assistant
    earlier = await asyncio.to_thread(_earlier, who, assistant)
    with frame(who, name, here=f"/chat/{assistant}", wide=True) as main:
        main.classes("chat")
        talk = Talk(who, assistant)
        face = face_of(talk)
        with Tag("section", classes="talk", aria_label=say("conversation")):
            with Tag("div", classes="talkhead"):
                Tag("h1", name)
                with Tag("div", classes="inline"):
                    speaker(talk)
                    Tag("a", say("earlier"), "quiet", href=address(assistant))
                    with Tag("form", method="post", action="/pages/conversation"):
                        Tag("input", type="hidden", name="assistant", value=assistant)
                        Tag("button", say("new"), "quiet", type="submit")
            talk.build(face)
            for text, reply in earlier:
                talk.told(text, reply)
            if not earlier:
                talk.welcome()
            composer(talk)
        face.panel()
        if earlier:
            face.update(earlier[-1][1])


def _earlier(who: Visitor, assistant: str) -> list[tuple[str, Reply]]:
    """The recorded turns of this conversation, the oldest first; none where content isn't recorded."""
    try:
        turns = who.desk.house.recorder.list(
            user=who.asker.caller.name, assistant=assistant, session=who.kept.sessions[assistant], limit=SHOWN
        )
    except TraceError:
        return []
    found = []
    for turn in reversed(turns):
        if turn.input is not None and turn.reply is not None and "reply" in turn.reply:
            found.append((turn.input, Reply.model_validate(turn.reply)))
    return found
