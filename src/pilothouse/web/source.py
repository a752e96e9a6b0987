"""A document as the library holds it, with the cited sentence marked. Only for those who may read it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from fastapi import Request
from nicegui import ui

from pilothouse.server.errors import ApiError
from pilothouse.web.frame import frame
from pilothouse.web.tags import Tag
from pilothouse.web.visitor import Visitor, visitor

if TYPE_CHECKING:
    from pilothouse.retrieval.library import DocumentInfo
    from pilothouse.retrieval.passage import Passage

ASSISTANT = "knowledge"
LONGEST = 2000  # characters of a quotation in an address


def address(citation: Mapping[str, Any]) -> str:
    """The page of a citation's document, at its sentence."""
    at = urlencode({"at": str(citation["id"]), "quote": str(citation.get("quote") or "")[:LONGEST]})
    return f"/source/{quote(str(citation['document']), safe='/')}?{at}#cited"


@ui.page("/source/{document:path}")
async def source(request: Request, document: str, at: str = "", quote: str = "") -> None:
    """The whole document."""
    who = visitor(request)
    with frame(who, who.say("source")):
        Tag("a", f"← {who.say('back')}", "quiet", href=f"/chat/{ASSISTANT}")
        await document_of(who, document, at, quote[:LONGEST], heading="h1")


async def excerpt(who: Visitor, citation: Mapping[str, Any]) -> None:
    """The document of a citation, in the dialog of a conversation."""
    say = who.say
    with Tag("div", classes="dialoghead"):
        Tag("a", say("source.window"), "quiet", href=address(citation), target="_blank", rel="noopener")
        close = Tag("button", "✕", "round", type="button", aria_label=say("close"), autofocus="")
        close.on("click", js_handler="() => ph.unsource()")
    await document_of(who, str(citation["document"]), str(citation["id"]), str(citation.get("quote") or ""))


async def document_of(who: Visitor, document: str, at: str, cited: str, heading: str = "h2") -> None:
    """The title, and the text by sections."""
    try:
        asker = await who.may_ask(ASSISTANT)
        found = await asyncio.to_thread(_read, who, asker.caller, document)
    except ApiError:
        found = None
    if found is None:
        Tag(heading, who.say("notfound"), id="source-title")
        Tag("p", who.say("source.missing"))
        return
    info, passages = found
    Tag(heading, info.title or info.source, id="source-title")
    Tag("p", " · ".join(filter(None, (info.source, info.date, info.dept))), "about")
    _text(who, passages, at, cited)


def _read(who: Visitor, caller: Any, document: str) -> tuple[DocumentInfo, Sequence[Passage]] | None:
    library = who.desk.house.room(ASSISTANT).services.library
    info = library.document(document, caller)
    return (info, library.passages(document, caller)) if info is not None else None


def _text(who: Visitor, passages: Sequence[Passage], at: str, cited: str) -> None:
    section, page = "", None
    with Tag("div", classes="document"):
        for passage in passages:
            if passage.section and passage.section != section:
                Tag("h3", passage.section)
            if passage.page and passage.page != page:
                Tag("p", who.say("source.page", page=passage.page), "pagebreak")
            section, page = passage.section, passage.page
            here = passage.id == at
            content = passage.content if here else passage.content[passage.overlap :].strip()
            start, end = (place(content, cited) or (0, len(content))) if here else (0, 0)
            rows = table(content) if passage.kind == "table" else None
            if rows is not None:
                _table(rows, content[start:end] if here else None)
            elif here:
                with Tag("p", classes="chunk here"):
                    Tag("span", content[:start])
                    Tag("mark", content[start:end], id="cited", tabindex="-1")
                    Tag("span", content[end:])
            elif content:
                Tag("p", content, "chunk")


def table(content: str) -> list[list[tuple[str, str]]] | None:
    """The rows of a table as the library writes them (``column: cell | column: cell``); ``None`` for another text."""
    rows = []
    for line in content.strip().splitlines():
        cells = [cell.split(": ", 1) for cell in line.split(" | ")]
        if any(len(cell) != 2 for cell in cells):
            return None
        rows.append([(cell[0], cell[1]) for cell in cells])
    columns = {tuple(name for name, _ in row) for row in rows}
    return rows if len(columns) == 1 and len(rows[0]) > 1 else None


def _table(rows: Sequence[Sequence[tuple[str, str]]], cited: str | None) -> None:
    """A table; in the cited one the rows that the quotation speaks of are marked."""
    marked = [cited is not None and all(cell in cited for _, cell in row) and bool(cited.strip()) for row in rows]
    with Tag("div", classes="scroller here" if cited is not None else "scroller"), Tag("table"):
        with Tag("thead"), Tag("tr"):
            for name, _ in rows[0]:
                Tag("th", name, scope="col")
        with Tag("tbody"):
            for row, mark in zip(rows, marked, strict=True):
                with Tag("tr"):
                    for index, (_, cell) in enumerate(row):
                        with Tag("td"):
                            first = mark and marked.index(True) == rows.index(row) and index == 0
                            Tag(
                                "mark" if mark else "span",
                                cell,
                                id="cited" if first else None,
                                tabindex="-1" if first else None,
                            )


def place(content: str, cited: str) -> tuple[int, int] | None:
    """Where a quotation stands in a text, white space and marks of Markdown aside."""
    signs = re.sub(r"[\s*_`#|>]+", "", cited)
    if not signs:
        return None
    found = re.search(r"[\s*_`#|>]*".join(map(re.escape, signs[:LONGEST])), content)
    return found.span() if found else None
