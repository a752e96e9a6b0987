"""What Word's paragraph styles mean: title, heading of a level, item of a list."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from pilothouse.retrieval.documents.archive import attribute, local

_HEADING = re.compile(r"(?:heading|标题|標題)\s*([1-9])", re.IGNORECASE)
_TITLE = re.compile(r"title|标题|標題|文档标题", re.IGNORECASE)
_MOST_PARENTS = 20


@dataclass(frozen=True, slots=True)
class Style:
    """``level`` counts headings from 1 (0: none). ``number`` and ``depth`` name the list it belongs to."""

    level: int = 0
    title: bool = False
    number: str = ""
    depth: int = 0
    bold: bool = False


class Styles:
    """The styles of a document by id; unknown ids are plain."""

    def __init__(self, root: Element | None) -> None:
        self._found: dict[str, Style] = {}
        elements = {
            attribute(child, "styleId") or "": child
            for child in (root if root is not None else ())
            if local(child) == "style" and attribute(child, "type") == "paragraph"
        }
        for id_ in elements:
            self._found[id_] = _style(id_, elements)

    def get(self, id_: str | None) -> Style:
        return self._found.get(id_ or "", Style())


def properties(element: Element) -> tuple[str, str, str, str]:
    """Of a ``pPr``: style id, outline level, list id, list level; empty where not said."""
    style = outline = number = depth = ""
    for child in element:
        name = local(child)
        if name == "pStyle":
            style = attribute(child, "val") or ""
        elif name == "outlineLvl":
            outline = attribute(child, "val") or ""
        elif name == "numPr":
            for inner in child:
                if local(inner) == "numId":
                    number = attribute(inner, "val") or ""
                elif local(inner) == "ilvl":
                    depth = attribute(inner, "val") or ""
    return style, outline, number, depth


def is_on(run: Element, name: str) -> bool:
    """Whether an ``rPr`` switches ``name`` (b, i, vanish) on."""
    for child in run:
        if local(child) == name:
            return (attribute(child, "val") or "1").lower() not in ("0", "false", "off", "none")
    return False


def _style(id_: str, elements: dict[str, Element]) -> Style:
    level = depth = 0
    title = bold = False
    number = ""
    current: str | None = id_
    for _ in range(_MOST_PARENTS):
        element = elements.get(current or "")
        if element is None:
            break
        parent: str | None = None
        name = ""
        outline = ""
        for child in element:
            tag = local(child)
            if tag == "name":
                name = (attribute(child, "val") or "").strip()
            elif tag == "basedOn":
                parent = attribute(child, "val")
            elif tag == "pPr":
                _, outline, own, own_depth = properties(child)
                if own and not number:
                    number, depth = own, int(own_depth) if own_depth.isdecimal() else 0
            elif tag == "rPr":
                bold = bold or is_on(child, "b")
        if match := _HEADING.fullmatch(name):
            level = level or int(match.group(1))
        elif outline.isdecimal() and int(outline) < 9:
            level = level or int(outline) + 1
        elif _TITLE.fullmatch(name):
            title = True
        current = parent
    return Style(level, title and not level, number, depth, bold)
