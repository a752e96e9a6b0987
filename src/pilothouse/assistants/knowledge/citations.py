"""Numbers in square brackets: which there are, and in which order a reader meets them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from pilothouse.context.sentences import split

_MARK = re.compile(r"[\[［【]\s*(\d{1,4}(?:\s*[,，、]\s*\d{1,4})*)\s*[\]］】]")


def cited(text: str) -> list[int]:
    """The numbers that ``text`` cites, in order of appearance, each once."""
    return list(dict.fromkeys(int(n) for match in _MARK.finditer(text) for n in re.findall(r"\d+", match[1])))


def renumbered(text: str) -> tuple[str, list[int]]:
    """``text`` with its citations numbered 1, 2, 3 … without gaps, and the former numbers in that order."""
    order = cited(text)
    new = {old: n for n, old in enumerate(order, 1)}

    def put(match: re.Match[str]) -> str:
        numbers = dict.fromkeys(new[int(n)] for n in re.findall(r"\d+", match[1]))
        return "".join(f"[{n}]" for n in numbers)

    return re.sub(r"(\[\d+\])(?:\1)+", r"\1", _MARK.sub(put, text)), order


def without(text: str) -> str:
    """``text`` without its citations: in a later turn their numbers mean nothing."""
    return _MARK.sub("", text)


def quote(sentences: Sequence[str], content: str, limit: int = 200) -> str:
    """The sentence of ``content`` that says most of ``sentences``, by pairs of characters; at most ``limit`` long."""
    wanted = {pair for sentence in sentences for pair in _pairs(without(sentence))}

    def share(part: str) -> float:
        pairs = _pairs(part)
        return len(wanted & pairs) / math.sqrt(len(pairs) + 8)

    parts = [part.strip() for part in split(content) if part.strip()]
    return max(parts, key=share)[:limit] if parts else ""


def _pairs(text: str) -> set[str]:
    plain = re.sub(r"\W", "", text.casefold())
    return {plain[i : i + 2] for i in range(len(plain) - 1)}
