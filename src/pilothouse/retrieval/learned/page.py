"""What a passage holds, read once and kept: the same passages answer many questions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from pilothouse.retrieval.learned.lexicon import SHAPE, Kind
from pilothouse.retrieval.learned.question import years
from pilothouse.retrieval.tokenizer import bigrams, normalise

_BREAK = re.compile(r"[。！？!?；;\n]+")
_EDITION = re.compile(r"\d+|[〇零一二三四五六七八九]{4}(?=年)")
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?")
_LINE = "\ue000"  # private use: normalising leaves it alone, so all lines are normalised at once
KEPT = 8192


@dataclass(frozen=True, slots=True)
class Text:
    """A normalised text. ``ends`` are the positions after its sentences (a line is a sentence too)."""

    plain: str
    ends: tuple[int, ...]
    years: frozenset[int]

    def sentence(self, number: int, count: int = 1) -> str:
        """``count`` sentences from ``number`` on, fewer at the end."""
        start = self.ends[number - 1] if number else 0
        return self.plain[start : self.ends[min(number + count, len(self.ends)) - 1]]


@dataclass(frozen=True, slots=True)
class Name:
    """A title or a path of headings. ``stem`` is what the editions of one page by year have in common."""

    plain: str
    pairs: frozenset[str]
    years: frozenset[int]
    stem: str


@lru_cache(maxsize=KEPT)
def read_text(content: str) -> Text:
    joined = normalise(content.replace("\n", _LINE))
    plain = "\n".join(line for part in joined.split(_LINE) if (line := part.strip()))
    ends = [match.end() for match in _BREAK.finditer(plain)]
    if not ends or ends[-1] < len(plain):
        ends.append(len(plain))
    return Text(plain, tuple(ends), years(plain))


@lru_cache(maxsize=KEPT)
def read_name(name: str) -> Name:
    plain = normalise(name)
    return Name(plain, frozenset(bigrams(plain)), years(plain), _EDITION.sub("#", plain))


@lru_cache(maxsize=KEPT)
def holds(kind: Kind, plain: str) -> bool:
    """Whether the text has something in the shape of an answer of this kind."""
    return SHAPE[kind].search(plain) is not None


@lru_cache(maxsize=KEPT)
def read_date(date: str) -> float | None:
    """An ISO date as years with a fraction; ``None`` for what is not one."""
    match = _DATE.match(date.strip())
    if not match:
        return None
    year, month, day = (int(part) if part else 1 for part in match.groups())
    return year + (min(max(month, 1), 12) - 1) / 12 + (min(max(day, 1), 31) - 1) / 372
