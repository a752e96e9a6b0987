"""A text as the characters that were said, those torn in two (火少, 饣开) put together again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pilothouse.assistants.menu import shapes
from pilothouse.assistants.menu.vocabulary import Vocabulary

_GAP = "□"


class Heard(NamedTuple):
    """A text as tokens: characters, and torn characters of two; and where each begins."""

    tokens: list[str]
    at: list[int]

    def said(self, start: int, end: int) -> str:
        """Tokens ``start:end`` as text, one character for each; a torn one means nothing by itself."""
        return "".join(token if len(token) == 1 else _GAP for token in self.tokens[start:end])


def ways(text: str, words: Vocabulary) -> Iterator[Heard]:
    """The text with bare halves joined to what follows (饣开); and once more for every character torn in two (火少)."""
    halves = [at for at in range(len(text) - 1) if shapes.bare(text[at]) and "\u4e00" <= text[at + 1] <= "\u9fff"]
    yield _split(text, set(halves))
    for at in range(len(text) - 1):
        if not shapes.bare(text[at]) and shapes.joined(text[at], text[at + 1]) in words.alphabet:
            yield _split(text, {at})


def _split(text: str, torn: set[int]) -> Heard:
    starts: list[int] = []
    at = 0
    while at < len(text):
        starts.append(at)
        at += 2 if at in torn else 1
    ends = [*starts[1:], len(text)] if starts else []
    return Heard([text[start:end] for start, end in zip(starts, ends, strict=True)], [*starts, len(text)])
