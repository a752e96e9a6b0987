"""Text of pages as it may be shown: plain words, on one line, that can't pass for marks, links or numbers of ours."""

from __future__ import annotations

import re

from pilothouse.context.fence import neutralise
from pilothouse.retrieval.evidence.safety import harmless
from pilothouse.sentences import split

QUOTED = 120  # characters of a quotation in the reply; the whole one stands in the data
_SPACE = re.compile(r"\s+")
_MARK = re.compile(r"[`*_#|~\\]+")
_LINK = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)


def shown(text: str) -> str:
    """``text`` without links, markup, invisible characters, source numbers and line ends."""
    plain = _LINK.sub("", harmless(neutralise(text)))
    return _SPACE.sub(" ", _MARK.sub(" ", plain).replace("<", "‹").replace(">", "›")).strip()


def quoted(text: str) -> str:
    """The beginning of a quotation in whole sentences, or as much of its first as fits, with a sign that it goes on."""
    plain = shown(text)
    if len(plain) <= QUOTED:
        return plain
    kept = ""
    for sentence in split(plain):
        if len(kept) + len(sentence) > QUOTED:
            break
        kept += sentence
    return kept.strip() or plain[: QUOTED - 1].rstrip() + "…"
