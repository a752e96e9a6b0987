"""Words for ingredients, as guests and menus use them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pilothouse.assistants.menu import ontology

_LONGEST = 12


@cache
def _known() -> frozenset[str]:
    return frozenset({*ontology.group_words(), *ontology.synonyms()})


def term_at(text: str, at: int) -> str | None:
    """The longest such word of two or more letters that begins at ``at``; an English plural counts as its singular."""
    if at and text[at].isascii() and text[at - 1].isascii() and text[at - 1].isalpha():
        return None
    for length in range(min(_LONGEST, len(text) - at), 1, -1):
        part = text[at : at + length]
        if part in _known():
            rest = (
                text[at + length :].removeprefix("es" if part.endswith(("o", "h")) else "s") if part.isascii() else ""
            )
            if not (part.isascii() and rest[:1].isascii() and rest[:1].isalpha()):
                return part
    return None


def terms(text: str) -> Iterator[tuple[int, str]]:
    """All such words of a text with their places."""
    at = 0
    while at < len(text):
        term = term_at(text, at)
        if term is None:
            at += 1
        else:
            yield at, term
            at += len(term)
