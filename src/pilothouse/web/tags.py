"""HTML elements by their own names. Texts become text nodes, addresses are checked: nothing here writes markup."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from nicegui.elements.mixins.text_element import TextElement

_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


class Tag(TextElement):
    """An element, also usable with ``with``. ``aria_label="…"`` becomes ``aria-label``; ``for_`` and the like lose
    their underscore. ``None`` and ``False`` leave an attribute out."""

    def __init__(self, tag: str, text: object = "", classes: str = "", **attributes: Any) -> None:
        super().__init__(tag=tag, text=shown(text))
        if classes:
            self.classes(classes)
        self.attributes(**attributes)

    def attributes(self, **attributes: Any) -> Tag:
        for name, value in attributes.items():
            key = name.strip("_").replace("_", "-")
            if value is None or value is False:
                self._props.pop(key, None)
            else:
                self._props[key] = shown(value) if isinstance(value, str) else value
        self.update()
        return self

    def say(self, text: object) -> None:
        self.set_text(shown(text))


def meter(share: float, label: str) -> Tag:
    """How much of the whole, 0 to 1."""
    percent = f"{100 * min(max(share, 0.0), 1.0):.0f}"
    made = Tag(
        "div", classes="meter", role="meter", aria_label=label, aria_valuemin="0", aria_valuemax="100",
        aria_valuenow=percent,
    )  # fmt: skip
    with made:
        Tag("span").style(f"width: {percent}%")
    return made


def shown(text: object) -> str:
    """``text`` without characters that are not seen but turn what is read around."""
    return _UNSEEN.sub("", str(text))


def away(text: str, address: str, note: str, classes: str = "") -> Tag:
    """A link to a page of the web that learns nothing of us; plain text where the address is none of the web."""
    if not on_the_web(address):
        return Tag("span", text, classes)
    link = Tag("a", text, classes, href=address, target="_blank", rel="noopener noreferrer nofollow")
    with link:
        Tag("span", note, "unseen")
    return link


def on_the_web(address: str) -> bool:
    """Whether an address is one of http or https, with a host."""
    try:
        parts = urlsplit(address)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and not re.search(r"[\s\x00-\x1f\\]", address)
    except ValueError:
        return False
