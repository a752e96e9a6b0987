"""Clauses of a sentence: the smallest part that judges one thing."""

from __future__ import annotations

import re
from functools import lru_cache

_BREAK = re.compile(
    r"[,;:，；。!?…]+|\s[-–]+\s|——?|(?=但是|但(?![凡愿])|不过(?![分如滤期是])|然而|可惜|反而|而且|只是|"
    r"就是(?=有点|太)|唯一)|"
    r"(?<=[a-z,] )(?=but |although |though |while |whereas |however |except )|(?<=[a-z])\s(?=and (?:it|"
    r"the|its|they|i)\b)"
)


@lru_cache(maxsize=256)
def clauses(plain: str) -> tuple[tuple[int, int], ...]:
    """Spans of the clauses of a folded sentence, without their marks and without empty ones."""
    found = []
    start = 0
    for match in _BREAK.finditer(plain):
        if match.group() == ":" and plain[match.end() : match.end() + 1].isdigit():
            continue
        if (
            match.group() == ","
            and plain[match.start() - 1 : match.start()].isdigit()
            and plain[match.end() : match.end() + 3].isdigit()
        ):
            continue
        if plain[start : match.start()].strip():
            found.append((start, match.start()))
        start = match.end()
    if plain[start:].strip():
        found.append((start, len(plain)))
    return tuple(found)
