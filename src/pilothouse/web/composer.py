"""Where one writes or speaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui.events import GenericEventArguments

from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.web.talk import Talk


def composer(talk: Talk) -> None:
    """A form for the next message, with a microphone where the browser has one."""
    say = talk.say
    language = "zh-CN" if say.language == "zh" else "en-US"

    async def said(event: GenericEventArguments) -> None:
        await talk.ask(str(event.args)[:20_000])

    with Tag("form", classes="composer", id="composer", data_lang=language) as form:
        mic = Tag(
            "button", "", "round", type="button", id="mic", hidden="", aria_label=say("mic"), title=say("mic"),
            aria_pressed="false", data_listening=say("mic.listening"), data_denied=say("mic.denied"),
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
    mic.on("click", js_handler="(e) => ph.listen(e)")


def speaker(talk: Talk) -> None:
    """A switch for replies that are read aloud, where the browser can."""
    label = talk.say("speak")
    with Tag(
        "button", "", "quiet", type="button", id="speaker", hidden="", aria_label=label, title=label,
        aria_pressed="false",
    ) as made:  # fmt: skip
        Tag("span", classes="icon speaker", aria_hidden="true")
    made.on("click", js_handler="(e) => ph.speaker(e)")
