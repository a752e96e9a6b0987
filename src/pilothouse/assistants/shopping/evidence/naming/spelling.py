"""Spellings of one Latin name made one: Grebe View and GrebeView 4K, two Cobble Minis, a name with a size behind it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from pilothouse.assistants.shopping.evidence.naming.chain import PICTURES
from pilothouse.assistants.shopping.evidence.naming.seen import Seen, Words

_FIGURES = re.compile(r"[a-z0-9] \d{1,3}(?=[,.;、]|$)")


class Spelt(Protocol):
    """A product in the spellings of its brand and model."""

    brand: str
    model: str
    models: Counter[Words]
    spellings: Counter[str]
    pages: set[int]
    weight: float
    shown: bool
    items: list[Seen]


def unite(entries: Iterable[Spelt]) -> list[Spelt]:
    """Takes over into one what another spelling has; returns those taken over."""
    whole: dict[str, Spelt] = {}
    taken: list[Spelt] = []
    for entry in sorted((e for e in entries if e.brand.isascii()), key=lambda e: (-e.weight, e.brand, e.model)):
        joined = re.sub(r"[^a-z0-9]", "", entry.brand + entry.model)
        bare = joined[:-2] if joined[-2:] in PICTURES and len(joined) > 5 else joined
        home = whole.get(bare) or (whole.get(bare[:-1]) if bare.endswith("s") and len(bare) > 5 else None)
        if home is None:
            whole[bare] = entry
        elif home.brand != entry.brand or home.model != entry.model:
            if home.model not in PICTURES and entry.model in PICTURES:
                whole[bare], home, entry = entry, entry, home
            _take(home, entry)
            taken.append(entry)
    return taken


def _take(home: Spelt, other: Spelt) -> None:
    for words, count in other.models.items():
        home.models[tuple(word for word in (other.brand, *words) if word)] += count
    home.spellings += other.spellings
    home.pages |= other.pages
    home.weight += other.weight
    home.shown = home.shown or other.shown
    home.items += other.items


def figured(item: Seen) -> bool:
    """Whether the number at the end of a name is its figure in a list: GrebeView 31, Wexham R2 17, Cobble Mini 5."""
    plain, chain = item.sentence.plain, item.chain
    return (
        chain.words[-1].isdigit()
        and len(chain.words) > 1
        and len(_FIGURES.findall(plain)) > 2
        and _FIGURES.match(plain, chain.end - len(chain.words[-1]) - 2) is not None
    )
