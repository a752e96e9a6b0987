"""Where one writes or speaks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

from nicegui import ui
from nicegui.events import GenericEventArguments

from pilothouse import __version__
from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.web.talk import Talk

_HEAD = """<link rel="stylesheet" href="/assets/voice.css?{version}">
<script src="/assets/voice.js?{version}"></script>"""
_WORDS = ("listening", "hearing", "recognising", "talking", "connecting", "denied", "lost", "none")


def composer(talk: Talk) -> None:
    """A form for the next message, with a microphone where the server or the browser can listen."""
    say = talk.say
    language = "zh-CN" if say.language == "zh" else "en-US"
    ui.add_head_html(_HEAD.format(version=__version__))

    async def said(event: GenericEventArguments) -> None:
        await talk.ask(str(event.args)[:20_000])

    Tag("p", "", "voice", id="voice-state", role="status")
    speech = talk.visitor.desk.speech
    ears, mouth = speech.parts if speech is not None else (False, False)
    with Tag(
        "form", classes="composer", id="composer", data_lang=language,
        data_voice=f"/v1/assistants/{quote(talk.assistant, safe='')}/voice",
        data_ears="1" if ears else "0", data_mouth="1" if mouth else "0",
        data_words=json.dumps({name: say(f"voice.{name}") for name in _WORDS}, ensure_ascii=False),
    ) as form:  # fmt: skip
        mic = Tag(
            "button", "", "round", type="button", id="mic", hidden="", aria_label=say("mic"), title=say("mic"),
            aria_pressed="false",
        )  # fmt: skip
        Tag("label", say("compose"), "unseen", for_="message")
        hint = say(f"{talk.assistant}.hint") if say.has(f"{talk.assistant}.hint") else say("other.hint")
        box = Tag("textarea", id="message", rows="1", placeholder=hint, autocomplete="off", maxlength="8000")
        Tag("button", say("send"), "button", type="submit", id="send")
    with mic:
        Tag("span", classes="icon mic", aria_hidden="true")
    form.on("submit", said, js_handler="(e) => ph.submit(e, emit)")
    box.on("keydown", js_handler="(e) => ph.key(e)")
    box.on("input", js_handler="(e) => ph.grow(e.target)")
    mic.on("click", js_handler="() => ph.listen()")


def speaker(talk: Talk) -> None:
    """A switch for replies that are read aloud, where the server or the browser can."""
    label = talk.say("speak")
    with Tag(
        "button", "", "quiet", type="button", id="speaker", hidden="", aria_label=label, title=label,
        aria_pressed="false",
    ) as made:  # fmt: skip
        Tag("span", classes="icon speaker", aria_hidden="true")
    made.on("click", js_handler="() => ph.speaker()")
