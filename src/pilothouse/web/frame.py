"""What every page has: head, navigation, language and theme."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import quote

from nicegui import ui

from pilothouse import __version__
from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.web.visitor import Visitor

OPERATORS = ("stock:read", "stock:write", "menu:write", "knowledge:write")
# Further pages for those who hold a scope: address, name of the text, scopes. Pages add their own when imported.
MORE: list[tuple[str, tuple[str, str], tuple[str, ...]]] = []

_HEAD = """<link rel="stylesheet" href="/assets/pages.css?{version}"><script src="/assets/pages.js?{version}"></script>
<script>document.documentElement.lang = "{tag}"</script>"""


@contextmanager
def frame(visitor: Visitor, title: str, *, here: str = "", wide: bool = False) -> Iterator[Tag]:
    """The frame of a page; what is made inside stands in its ``main``. ``here`` is the address of the page."""
    say = visitor.say
    tag = "zh-CN" if visitor.language == "zh" else "en"
    ui.add_head_html(_HEAD.format(version=__version__, tag=tag))
    ui.page_title(f"{title} · {say('app')}")
    ui.dark_mode(visitor.dark)
    # NiceGUI's own place for pages would be a second "main" around ours.
    ui.context.client.page_container.default_slot.children[0].tag = "div"
    Tag("a", say("skip"), "skip", href="#main")
    with Tag("header", classes="top"):
        with Tag("a", classes="brand", href="/"):
            Tag("span", classes="icon other", aria_hidden="true")
            Tag("span", say("app"))
        with Tag("nav", classes="where", aria_label=say("nav")):
            for name in visitor.assistants:
                _place(say(name) if say.has(name) else name, f"/chat/{quote(name, safe='')}", here)
            held = visitor.asker.caller.expanded
            if held & set(OPERATORS):
                _place(say("operator"), "/operator", here)
            for address, names, scopes in MORE:
                if not scopes or held & set(scopes):
                    _place(names[0] if visitor.language == "zh" else names[1], address, here)
        with Tag("div", classes="tools"):
            _switches(visitor)
    with Tag("main", classes="wide" if wide else "", id="main", tabindex="-1") as main:
        yield main


def _place(text: str, address: str, here: str) -> None:
    Tag("a", text, href=address, aria_current="page" if address == here else None)


def _switches(visitor: Visitor) -> None:
    say = visitor.say
    other = "en" if visitor.language == "zh" else "zh"
    language = Tag("button", say("language"), "quiet", type="button", aria_label=say("language.label"))
    language.on("click", js_handler=f"() => ph.language('{other}')")
    with Tag("button", classes="quiet", type="button", aria_label=say("theme"), title=say("theme")) as theme:
        Tag("span", classes="icon theme", aria_hidden="true")
    theme.on("click", js_handler="() => ph.theme()")
    if visitor.asker.user is None:
        Tag("a", say("signin"), "quiet", href="/sign-in")
        return
    with Tag("form", classes="inline", method="post", action="/pages/sign-out"):
        Tag("span", visitor.asker.user, "user", title=say("signin.as", name=visitor.asker.user))
        Tag("button", say("signout"), "quiet", type="submit")
