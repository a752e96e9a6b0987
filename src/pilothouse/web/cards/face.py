"""How an assistant's replies look; a plain one says its text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.contracts.reply import Reply
    from pilothouse.web.talk import Talk

_NUMBER = re.compile(r"\[(\d{1,3})\]")


class Face:
    """The part of a page that knows what one assistant's replies hold."""

    def __init__(self, talk: Talk) -> None:
        self.talk, self.say = talk, talk.say

    def welcome(self) -> None:
        """What stands there before anything is said."""
        key = f"{self.talk.assistant}.try" if self.say.has(f"{self.talk.assistant}.try") else "other.try"
        about = f"{self.talk.assistant}.about"
        Tag("p", self.say(about) if self.say.has(about) else self.say("other.about"), "lead")
        examples = [text for text in self.say(key).split("|") if text]
        if examples:
            Tag("h2", self.say("try"), "small")
            with Tag("div", classes="chips"):
                for text in examples:
                    self.button(text, text, "chip")

    def spoken(self, text: str) -> str:
        """What is shown of what was sent."""
        return text

    def reply(self, reply: Reply, *, fresh: bool = False) -> None:
        """Show a reply. ``fresh``: it has just come."""
        self.text(reply.reply)

    def panel(self) -> None:
        """Make what stands beside the conversation."""

    def update(self, reply: Reply) -> None:
        """Bring that up to the last reply."""

    # -- parts ---------------------------------------------------------------------------------------

    def button(self, text: str, sent: str, classes: str = "chip", label: str | None = None) -> Tag:
        """A button that says ``sent``."""

        async def press() -> None:
            await self.talk.ask(sent)

        made = Tag("button", text, f"{classes} asks", type="button", aria_label=label)
        made.on("click", press, args=[])
        return made

    def text(self, text: str, cite: Callable[[int], bool] | None = None) -> None:
        """A text in paragraphs. ``cite`` makes what stands for the number in ``[1]``, and tells whether it did."""
        with Tag("div", classes="text"):
            for line in text.split("\n"):
                if line.strip():
                    with Tag("p"):
                        self._line(line, cite)

    def _line(self, line: str, cite: Callable[[int], bool] | None) -> None:
        last = 0
        for match in _NUMBER.finditer(line) if cite is not None else ():
            Tag("span", line[last : match.start()])
            if cite is not None and not cite(int(match[1])):
                Tag("span", match[0])
            last = match.end()
        Tag("span", line[last:])
