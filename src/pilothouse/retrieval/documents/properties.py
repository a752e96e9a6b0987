"""Title, dates and custom properties of an Office file."""

from __future__ import annotations

import re
from typing import Any

from pilothouse.retrieval.documents.archive import Archive, attribute, local
from pilothouse.retrieval.documents.dates import iso_date
from pilothouse.retrieval.documents.limits import Refusal
from pilothouse.retrieval.documents.matter import described

# What programs write when nobody has given a title.
_NO_TITLE = re.compile(
    r"(?:microsoft (?:word|powerpoint|excel)\b.*|powerpoint (?:presentation|演示文稿)|word document|untitled.*|"
    r"无标题.*|幻灯片 ?1|slide ?1|document ?\d*|presentation ?\d*|文档 ?\d*|演示文稿 ?\d*|"
    r".*\.(?:docx?|pptx?|xlsx?|pdf|wps))",
    re.IGNORECASE,
)

_TEMPLATES = frozenset(("2013-12-23", "2013-01-27", "2006-09-16"))  # what libraries' empty documents are dated


def named(title: str | None) -> str:
    """``title`` unless it is one that a program made up."""
    text = " ".join((title or "").split())
    return "" if _NO_TITLE.fullmatch(text[:200]) else text[:300]


def of_office(archive: Archive) -> tuple[str, dict[str, Any]]:
    """Title and metadata. ``date`` is when the content was last changed.

    Raises ``Refusal`` for an unclear ``allow``.
    """
    parts = {kind: path for kind, path in archive.relations("").values() if path in archive}
    title = modified = created = ""
    values: dict[str, Any] = {}
    if "core-properties" in parts:
        try:
            for child in archive.xml(parts["core-properties"]):
                name, text = local(child), (child.text or "").strip()
                if name == "title":
                    title = named(text)
                elif name == "modified":
                    modified = iso_date(text)
                elif name == "created":
                    created = iso_date(text)
                elif name == "creator" and text:
                    values["author"] = text
        except Refusal as refusal:
            if refusal.reason == "bomb":
                raise
    if "custom-properties" in parts:
        for child in archive.xml(parts["custom-properties"]):
            text = "".join(child.itertext()).strip()
            values[attribute(child, "name") or ""] = text
    modified, created = ("" if date in _TEMPLATES else date for date in (modified, created))
    meta = described(values)
    if "date" not in meta and (modified or created):
        meta["date"] = modified or created
    title = meta.pop("title", "") or title
    return title, meta
