"""One spelling for a model: "BL-200", "BL 200" and "bl200" are the same, "F3" and "F3 Pro" are not."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pilothouse.assistants.shopping.evidence.naming.vocabulary import SUFFIXES

_GENERATION = re.compile(r"第?([一二三四五六七八九1-9])代")
_DIGITS = {digit: str(value) for value, digit in enumerate("一二三四五六七八九", start=1)}


def model_key(words: Sequence[str]) -> str:
    """The words of a model as one string to compare by."""
    parts = []
    for word in words:
        if generation := _GENERATION.fullmatch(word):
            parts.append(_DIGITS.get(generation[1], generation[1]) + "代")
        else:
            parts.append(SUFFIXES.get(word, re.sub(r"[-./'& ]", "", word)))
    return "".join(parts)


def model_pattern(words: Sequence[str], fronts: Sequence[str] = ()) -> str:
    """A regular expression for the spellings of a model in a folded text. A model that is a number is one only behind a
    word of ``fronts``: brands and kinds."""
    pieces = []
    for word in words:
        piece = re.escape(word)
        piece = re.sub(r"(\\-|/|')", lambda _: r"[-\s/']?", piece)
        if re.fullmatch(r"[a-z]+\d+[a-z]*", word):
            piece = re.sub(r"(?<=[a-z])(?=\d)", lambda _: r"[-\s]?", piece, count=1)
        if generation := _GENERATION.fullmatch(word):
            digit = _DIGITS.get(generation[1], generation[1])
            han = "一二三四五六七八九"[int(digit) - 1]
            piece = rf"第?[{han}{digit}]代"
        pieces.append(piece)
    body = r"[-\s]?".join(pieces)
    first, rest = body[0], body[1:]
    front = rf"(?<![a-z0-9]{first})" if first.isascii() else ""
    if words[0].isdigit():
        behinds = [rf"(?<={re.escape(word)}{first})|(?<={re.escape(word)} {first})" for word in fronts] or ["(?!)"]
        front = f"(?:{'|'.join(behinds)})"
    behind = r"(?![a-z0-9])" if words[-1][-1].isascii() and words[-1] != "+" else ""
    # The first character comes first: a search skips to it.
    return first + front + rest + behind
