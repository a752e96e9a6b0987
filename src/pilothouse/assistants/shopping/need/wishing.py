"""Qualities, persons and scenes in a sentence, and what doesn't matter to the user."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pilothouse.assistants.shopping.need.lexicon import Entry, qualities, situations

_CARELESS = re.compile(
    r"^[^，,。；;！!？?]{0,6}?(?:没事|没关系|无所谓|不要紧|不介意|不在乎|都行|也行|也可以|可以接受|能接受|不重要|随便|"
    r"\s*(?:is|are|'s)?\s*(?:ok|okay|fine|no problem|not important|not a problem)\b|\s*(?:does|do)(?:n'?t"
    r"| not) (?:matter|bother))",
    re.IGNORECASE,
)
_CARELESS_BEFORE = re.compile(
    (
        r"(?:不在乎|不在意|不介意|不需要|不用太?|无所谓|不管|不追求|不求|don'?t (?:mind|need"
        r"|care about(?: the)?)|no need (?:for|to be))\s*[^，,。；;]{0,4}$"
    ),
    re.IGNORECASE,
)
_OWN = re.compile(r"[器仪]|(?<=保温)[杯壶箱桶袋饭]|(?<=保冷)[箱包袋]")  # 净化器: what the thing does anyway is no wish
_REFUSED = re.compile(r"(?:不要|不想要|别给我|别要|拒绝)\s*(?:那种)?$")
_WITHOUT = re.compile(
    (
        r"(?:不|别|没|无|免|防|怕|讨厌|不要|别太|不能|不会|不容易|hate|without|no|not|less"
        r"|isn'?t)[太那么很会能有老]{0,2}\s*$"
    ),
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Wishes:
    qualities: tuple[str, ...]
    persons: tuple[str, ...]
    scenes: tuple[str, ...]
    indifferent: tuple[str, ...]


def read_wishes(text: str) -> Wishes:
    """What ``text`` (in one spelling) asks for, in the order of the sentence."""
    good: dict[str, int] = {}
    careless: dict[str, int] = {}
    spans = [(at, end, bad, entry) for entry in qualities() for at, end, bad in _found(entry, text)]
    for at, end, bad, entry in spans:
        if not any(a <= at and end <= b and b - a > end - at for a, b, *_ in spans):
            if _CARELESS.match(text[end:]) or _CARELESS_BEFORE.search(text[:at]):
                careless.setdefault(entry.name, at)
            elif bad or not _REFUSED.search(text[:at]):
                good.setdefault(entry.name, at)
    for name in careless:
        good.pop(name, None)
    people: dict[str, int] = {}
    scenes: dict[str, int] = {}
    for entry in situations():
        if match := entry.good.search(text):
            (people if entry.group == "person" else scenes)[entry.name] = match.start()
    if "宝宝" in people:
        people.pop("孩子", None)
    return Wishes(_ordered(good), _ordered(people), _ordered(scenes), _ordered(careless))


def _found(entry: Entry, text: str) -> Iterable[tuple[int, int, bool]]:
    for match in entry.good.finditer(text):
        if not _OWN.match(text, match.end()):
            yield match.start(), match.end(), False
    if entry.bad is not None:
        for match in entry.bad.finditer(text):
            yield match.start(), match.end(), True


def _ordered(found: dict[str, int]) -> tuple[str, ...]:
    return tuple(sorted(found, key=lambda name: found[name]))
