"""Lists: the steps of a procedure, in order, or the members of an enumeration."""

from __future__ import annotations

import re

from pilothouse.retrieval.evidence.coverage import Reading
from pilothouse.retrieval.evidence.safety import harmless, instructing
from pilothouse.retrieval.evidence.splitting import bare

MOST = 10  # items said; a longer list is shown up to here and called longer
LISTING = re.compile(r"哪些|哪几|有什么|都有|包括|包含|列出|分别是什么|几种|what (?:are|kinds|types|items|documents)|"
    r"which (?:\w+ ){0,2}(?:are|do|documents)|list", re.I)  # fmt: skip


def around(reading: Reading, index: int) -> tuple[str, tuple[int, ...]]:
    """The list that piece ``index`` introduces or belongs to: its introduction, and the places of its items."""
    pieces = reading.pieces
    first = index
    if pieces[index].kind != "item":
        first = index + 1
        if first >= len(pieces) or pieces[first].kind != "item":
            return "", ()
    while first > 0 and pieces[first - 1].kind == "item":
        first -= 1
    last = first
    while last + 1 < len(pieces) and pieces[last + 1].kind == "item":
        last += 1
    lead = (
        pieces[first - 1].text
        if first and pieces[first - 1].kind == "sentence" and pieces[first - 1].text[-1:] in "：:"
        else ""
    )
    return lead, tuple(range(first, last + 1))


def said(reading: Reading, lead: str, places: tuple[int, ...], numbered: bool) -> str:
    """A list as one statement: "流程：1. …；2. …"."""
    items = [bare(harmless(reading.pieces[place].text)).rstrip("；;。.，, ") for place in places]
    items = [item for item in items if item and not instructing(item)][:MOST]
    if not items:
        return ""
    chinese = any("\u3400" <= mark <= "\u9fff" for mark in items[0])
    joint = "；" if chinese else "; "
    told = [f"{n}. {item}" for n, item in enumerate(items, 1)] if numbered and len(items) > 1 else items
    start = bare(harmless(lead)).rstrip("：: ")
    return (start + ("：" if chinese else ": ") if start else "") + joint.join(told) + ("。" if chinese else ".")
