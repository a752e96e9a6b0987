"""A text as the guard reads it: once for all secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from pilothouse.assistants.tutor.guard.context import idioms
from pilothouse.assistants.tutor.guard.described import Derived
from pilothouse.assistants.tutor.guard.formula import formula
from pilothouse.assistants.tutor.guard.hidden import BACKWARDS, acrostics, decoded, initials
from pilothouse.assistants.tutor.guard.mention import CHINESE, Mention, kilo, mentions
from pilothouse.assistants.tutor.guard.partial import Part, parts
from pilothouse.assistants.tutor.guard.plain import plain, squeeze
from pilothouse.assistants.tutor.guard.relation import derived
from pilothouse.assistants.tutor.guard.spelled import NAMES, english
from pilothouse.sentences import split

_TAIL = re.compile(rf"[\d{CHINESE}点又分之+\-*/=加减乘除(]\W*$|\b(?:{NAMES})\W*$", re.I)
_LIST = re.compile(r"^\s*\(?\d{1,2}\s*[.、)）:：]")
_EDGE = 24
"""Characters on either side of a sentence end that may make one number together."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """What a part of a sentence says when it is decoded, joined or read backwards."""

    way: str
    text: str
    squeezed: str
    numbers: Set[Fraction]


@dataclass(frozen=True, slots=True)
class Sentence:
    """``start:end`` in the text; ``text`` as ``plain`` writes it."""

    start: int
    end: int
    text: str
    squeezed: str
    mentions: Sequence[Mention]
    derived: Sequence[Derived]
    hidden: Sequence[Hidden]
    part: Part


@dataclass(frozen=True, slots=True)
class Page:
    """``bridges``: numbers that begin in a sentence and end in the next, by the place of the first; ``rows``: what the
    first and last letters of the sentences spell; ``initials``: those of all words."""

    sentences: Sequence[Sentence]
    bridges: dict[int, Set[Fraction]]
    rows: Sequence[str]
    initials: str


@dataclass(frozen=True, slots=True)
class Known:
    """What may be said: ``squeezed``, as written, as a formula, and the numbers with the units they were said with."""

    squeezed: str
    text: str
    formula: str
    numbers: dict[Fraction, frozenset[str]]


def page(text: str) -> Page:
    """Read ``text`` sentence by sentence; a line end ends a sentence."""
    sentences = list(_sentences(text))
    lines = [sentence.text for sentence in sentences]
    return Page(sentences, _bridges(lines), acrostics(lines), initials(" ".join(lines)))


@lru_cache(maxsize=64)
def known(texts: tuple[str, ...]) -> Known:
    """What the texts say, each read once and remembered, because most of them come back in the next turn."""
    read = [_known(text) for text in texts]
    numbers: dict[Fraction, frozenset[str]] = {}
    for each in read:
        for value, units in each.numbers.items():
            numbers[value] = numbers.get(value, frozenset()) | units
    return Known(
        "\n".join(each.squeezed for each in read),
        "\n".join(each.text for each in read),
        "\n".join(each.formula for each in read),
        numbers,
    )


@lru_cache(maxsize=1024)
def _known(text: str) -> Known:
    numbers: dict[Fraction, set[str]] = {}
    written = plain(text)
    for mention in mentions(written):
        numbers.setdefault(mention.value, set()).add(mention.unit)
        for part in (*mention.parts, *([] if mention.raw is None else [mention.raw])):
            numbers.setdefault(part, set()).add("")
    frozen = {value: frozenset(units) for value, units in numbers.items()}
    return Known(squeeze(written), written, formula(written), frozen)


def _sentences(text: str) -> Iterator[Sentence]:
    at = 0
    for piece in split(text):
        written = plain(piece)
        said, words = mentions(written), idioms(written)
        said = [m for m in said if m.writing != "chinese" or not any(a < m.end and m.start < b for a, b in words)]
        said += [other for mention in said if (other := kilo(mention, written))]
        end = at + len(piece)
        hidden = [*map(_hidden, _decoded(written))]
        yield Sentence(at, end, written, squeeze(written), said, derived(written, said), hidden, parts(written))
        at = end


def _decoded(text: str) -> Iterator[tuple[str, str]]:
    yield from decoded(text)
    if BACKWARDS.search(text):
        yield "reversed", text[::-1]


def _hidden(found: tuple[str, str]) -> Hidden:
    way, text = found[0], plain(found[1])
    values: set[Fraction] = set()
    if way != "digits":
        said = mentions(text)
        values = {mention.value for mention in said} | {result.value for result in derived(text, said)}
        if way == "letters" and (value := english(text)) is not None:
            values.add(value)
    return Hidden(way, text, squeeze(text), values)


def _bridges(lines: Sequence[str]) -> dict[int, Set[Fraction]]:
    found: dict[int, Set[Fraction]] = {}
    for n, (first, second) in enumerate(pairwise(lines)):
        if _LIST.match(second) or not _TAIL.search(first[-_EDGE:]):
            continue
        head = re.sub(r"[^\w+\-*/=(.]+$|[.。]+\s*$", "", first[-_EDGE:])
        rest = re.sub(r"^[^\w+\-*/=(]+", "", second[:_EDGE])
        values: set[Fraction] = set()
        for between in ("", " "):
            text = head + between + rest
            said = mentions(text)
            values |= {item.value for item in said if item.start < len(head) < item.end}
            values |= {item.value for item in derived(text, said) if item.start < len(head) < item.end}
        found[n] = values
    return found
