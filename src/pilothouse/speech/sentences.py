"""Sentence ends in text that is still arriving."""

from __future__ import annotations

import re

_STOPS = "。！？；…!?;\n"
_CLAUSES = "，、：,:—"
_CLOSERS = "”’」』）】》〕)]}\"'"
_ABBREVIATION = re.compile(r"(?:\b(?:mr|mrs|ms|dr|st|vs|no|etc|e\.g|i\.e|a\.m|p\.m)|\b[A-Za-z])$", re.IGNORECASE)
_LIST_NUMBER = re.compile(r"(?:^|\n)\s*\d{1,3}$")


class Sentences:
    """Cuts a stream into sentences as early as it can; joined, they are the stream.

    The first pieces may be clauses, of at least so many characters as ``openings`` says, so that the first sound comes
    early ("好的，") and the next one is ready when it has ended.
    Pieces longer than ``longest`` characters are cut at their last clause.
    """

    def __init__(self, *, openings: tuple[int, ...] = (2, 8), longest: int = 90) -> None:
        self.openings, self.longest = openings, longest
        self._text = ""
        self._seen = 0
        self._taken = 0

    def feed(self, text: str) -> list[str]:
        """The sentences that ``text`` completes."""
        self._text += text
        pieces = []
        while (cut := self._cut()) is not None:
            pieces.append(self._take(cut))
        return pieces

    def finish(self) -> list[str]:
        """What is left."""
        rest, self._text, self._seen = self._text, "", 0
        return [rest] if rest.strip() else []

    def _take(self, cut: int) -> str:
        piece, self._text, self._seen = self._text[:cut], self._text[cut:], 0
        self._taken += bool(piece.strip())
        return piece

    def _cut(self) -> int | None:
        text = self._text
        opening = self.openings[self._taken] if self._taken < len(self.openings) else self.longest
        for place in range(self._seen, len(text)):
            char = text[place]
            following = text[place + 1 : place + 2]
            begun = any(letter.isalnum() for letter in text[:place])
            if char == "." and begun:
                if not following:
                    self._seen = place  # a decimal or an end: the next character tells
                    return None
                if following.isspace() and not _LIST_NUMBER.search(text[:place]) and not _ABBREVIATION.search(
                    text[max(0, place - 12) : place]
                ):  # fmt: skip
                    return self._close(place + 1)
            elif char in _STOPS and begun:
                return self._close(place + 1)
            elif char in _CLAUSES and place >= opening and begun:
                if char in ",:" and not following:
                    self._seen = place
                    return None
                if not (char in ",:" and following.isalnum()):
                    return place + 1
            if place + 1 >= self.longest:
                clause = max(text.rfind(mark, self.longest // 3, self.longest) for mark in "，、：—,")
                return clause + 1 if clause > 0 else self._word_end()
        self._seen = len(text)
        return None

    def _close(self, end: int) -> int:
        text = self._text
        while end < len(text) and (text[end] in _STOPS or text[end] in _CLOSERS):
            end += 1
        return end

    def _word_end(self) -> int:
        blank = self._text.rfind(" ", self.longest // 3, self.longest)
        return blank + 1 if blank > 0 else self.longest
