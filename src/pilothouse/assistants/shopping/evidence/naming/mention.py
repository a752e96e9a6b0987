"""Where a sentence names products: brand and model, a model alone, a brand alone."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pilothouse.assistants.shopping.evidence.naming.catalogue import Catalogue
from pilothouse.assistants.shopping.evidence.naming.key import model_pattern
from pilothouse.assistants.shopping.evidence.naming.vocabulary import common_latin, measured
from pilothouse.assistants.shopping.evidence.naming.word import torn

GAP = 10  # characters between a brand and its model: 澄风桌面风扇 F3


@dataclass(frozen=True, slots=True)
class Mention:
    """``entry``: the product's place in the catalogue."""

    start: int
    end: int
    entry: int


@dataclass(frozen=True, slots=True)
class _Hit:
    start: int
    end: int
    brand: str
    model: str


class Finder:
    """Finds the products of a catalogue in the sentences of one page after another."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._entries = catalogue.entries
        self._of: dict[tuple[str, str], int] = {(e.brand, e.model): at for at, e in enumerate(self._entries)}
        self._by_model: dict[str, list[int]] = defaultdict(list)
        self._by_brand: dict[str, list[int]] = defaultdict(list)
        for at, entry in enumerate(self._entries):
            self._by_model[entry.model].append(at)
            self._by_brand[entry.brand].append(at)
        self._brands = {name: filed for name, filed in catalogue.brands.items() if filed in self._by_brand}
        patterns: dict[str, tuple[str, str]] = {}
        for entry in self._entries:
            for words in entry.models:
                fronts = [*catalogue.kinds, *(name for name, filed in catalogue.brands.items() if filed == entry.brand)]
                patterns.setdefault(model_pattern(words, fronts), ("model", entry.model))
        for name, filed in self._brands.items():
            if not common_latin(name):
                latin = name.isascii()
                spelt = (
                    f"{name[0]}(?<![a-z0-9]{name[0]}){re.escape(name[1:])}(?![a-z0-9])" if latin else re.escape(name)
                )
                patterns.setdefault(spelt, ("brand", filed))
        for suffix in ("pro", "max", "plus", "ultra", "lite", "mini"):
            patterns.setdefault(f"{suffix[0]}(?<![a-z0-9]{suffix[0]}){suffix[1:]}(?![a-z0-9])", ("variant", suffix))
        ordered = sorted(patterns.items(), key=lambda item: (item[1][0] == "variant", -len(item[0])))
        self._patterns = [(re.compile(pattern), *meaning) for pattern, meaning in ordered]

    def read(self, plains: Sequence[str]) -> list[list[Mention]]:
        """The products named in each folded sentence of one page: names before decide what a short name means."""
        reader = _Reader(self)
        return [reader.read(plain, hits) for plain, hits in zip(plains, self._hits(plains), strict=True)]

    def _hits(self, plains: Sequence[str]) -> list[list[_Hit]]:
        """The hits of each sentence: of two that overlap the one that begins first, then the longer pattern."""
        joined = "。".join(plains)
        spans = [
            (match.start(), order, match.end())
            for order, (pattern, _, _) in enumerate(self._patterns)
            for match in pattern.finditer(joined)
        ]
        starts = [0]
        for plain in plains:
            starts.append(starts[-1] + len(plain) + 1)
        found: list[list[_Hit]] = [[] for _ in plains]
        free = 0
        for start, order, end in sorted(spans):
            if start >= free:
                free = end
                at = bisect_right(starts, start) - 1
                _, kind, value = self._patterns[order]
                base = starts[at]
                if end - start == 2 and torn(joined, start):
                    continue
                brand, model = (value, "") if kind == "brand" else ("", value if kind == "model" else "")
                found[at].append(_Hit(start - base, end - base, brand, model))
        return found


class _Reader:
    """Reads the sentences of one page."""

    def __init__(self, finder: Finder) -> None:
        self._finder = finder
        self._last: dict[str, int] = {}  # brand: the product of it named last
        self._named: list[int] = []

    def read(self, plain: str, hits: list[_Hit]) -> list[Mention]:
        """The products named in a folded sentence, left to right."""
        found = []
        for start, end, brand, model in self._joined(plain, hits):
            entry = self._entry(brand, model) if brand or model else self._variant(plain[start:end])
            if entry is None:
                continue
            self._last[self._finder._entries[entry].brand] = entry
            self._named.append(entry)
            found.append(Mention(start, end, entry))
        return found

    def _joined(self, plain: str, hits: list[_Hit]) -> Iterator[tuple[int, int, str, str]]:
        at = 0
        while at < len(hits):
            hit = hits[at]
            at += 1
            start, end, brand, model = hit.start, hit.end, hit.brand, hit.model
            while brand and not model and at < len(hits) and (hits[at].brand or hits[at].model):
                gap = plain[end : hits[at].start]
                if len(gap) > GAP or not _JOIN.fullmatch(gap):
                    break
                if hits[at].brand not in ("", brand):
                    break
                end, model = hits[at].end, hits[at].model
                at += 1
            other = _OTHER.match(plain, end) if brand and not model else None
            if other is None or measured(other[1]):
                yield start, end, brand, model

    def _variant(self, suffix: str) -> int | None:
        """The product meant by "the Pro": the only one of the page whose model ends so."""
        options = {entry for entry in self._named if self._finder._entries[entry].model.endswith(suffix)}
        return next(iter(options)) if len(options) == 1 else None

    def _entry(self, brand: str, model: str) -> int | None:
        finder = self._finder
        if brand and model:
            if (brand, model) in finder._of:
                return finder._of[brand, model]
            return self._entry("", model)
        if model:
            options = finder._by_model[model]
            if len(options) == 1:
                return options[0]
            named = [option for option in options if finder._entries[option].brand in self._last]
            return (
                named[-1]
                if len(named) == 1
                else next((entry for entry in reversed(self._named) if entry in options), None)
            )
        if brand in self._last:
            return self._last[brand]
        options = finder._by_brand[brand]
        return options[0] if len(options) == 1 else None


# Behind a brand, a model that nobody else speaks of: 脆禾的老款C2 is not the C3.
_OTHER = re.compile(
    r"的?(?:[老旧新]款|[上前][一]?代|入门款|旗舰款|高配)?\s?([a-z]{1,3}-?\d{1,4}(?:pro|max)?)(?![a-z0-9])"
)
_JOIN = re.compile(
    r"[\s/|·()（）【】\"「」-]{0,3}(?:(?![比和跟与及或而换到不没])[\u3400-\u9fff]){0,7}[\s/|·()（）【】\"「」-]{0,3}"
)
