"""The products that a set of pages speaks of, learned from how the pages write them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from pilothouse.assistants.shopping.evidence.naming.alias import aliases
from pilothouse.assistants.shopping.evidence.naming.brand import brands
from pilothouse.assistants.shopping.evidence.naming.chain import PICTURES, chains, places
from pilothouse.assistants.shopping.evidence.naming.company import company
from pilothouse.assistants.shopping.evidence.naming.key import model_key
from pilothouse.assistants.shopping.evidence.naming.phonetic import same_sound
from pilothouse.assistants.shopping.evidence.naming.phrase import brand_of, phrases
from pilothouse.assistants.shopping.evidence.naming.seen import Seen, Words
from pilothouse.assistants.shopping.evidence.naming.slot import coinages
from pilothouse.assistants.shopping.evidence.naming.spelling import figured, unite
from pilothouse.assistants.shopping.evidence.naming.vocabulary import SUFFIXES
from pilothouse.assistants.shopping.evidence.sheet import Sheet


@dataclass(slots=True)
class Entry:
    """One product: the brands it goes under, the spellings of its model and how often it was seen."""

    brand: str
    model: str
    models: Counter[Words] = field(default_factory=Counter)
    spellings: Counter[str] = field(default_factory=Counter)
    pages: set[int] = field(default_factory=set)
    weight: float = 0.0
    shown: bool = False  # in a place or a phrase that only products stand in
    items: list[Seen] = field(default_factory=list, repr=False)


@dataclass(slots=True)
class Catalogue:
    """``brands``: every spelling of a brand with the one it is filed under."""

    entries: list[Entry]
    brands: dict[str, str]
    kinds: frozenset[str] = frozenset()


def learn(sheets: Sequence[Sheet], kinds: Collection[str]) -> Catalogue:
    """The products named in ``sheets``; ``kinds``: words for the kind of product, which are no part of a name."""
    seen = [Seen(sheet.index, *found) for sheet in sheets for found in chains(sheet.sentences)]
    _unvalued(seen, sheets)
    _chinese(seen, kinds)
    seen = [
        item for item in seen if item.han or not _numeric(item.chain.words) or item.chain.left.endswith(tuple(kinds))
    ]
    _latin(seen)
    filed = aliases(seen)
    entries = _entries(seen, filed)
    entries += _worded(sheets, kinds, filed, {entry.brand for entry in entries})
    return Catalogue(entries, filed, frozenset(kinds))


def _worded(
    sheets: Sequence[Sheet], kinds: Collection[str], filed: dict[str, str], known: Collection[str]
) -> list[Entry]:
    """Products whose names have no model number; their brands are added to ``filed``."""
    taken = [brand for brand, home in filed.items() if home in known and not brand.isascii()]
    names = phrases(sheets, kinds, taken)
    owners = {name: brand_of(name, names, kinds) for name in names}
    owners |= {name: name for name in coinages(sheets, kinds, [*taken, *names, *owners.values()], len(set(taken)))}
    entries = []
    for name, brand in owners.items():
        filed[brand] = brand
        pages = {sheet.index for sheet in sheets if any(name in sentence.plain for sentence in sheet.sentences)}
        entries.append(Entry(brand, name, Counter({(name,): 1}), Counter({name: len(pages)}), pages, float(len(pages))))
    return entries


def _chinese(seen: Sequence[Seen], kinds: Collection[str]) -> None:
    found = brands([(item.chain.left, item.chain.edge) for item in seen], kinds, [item.sentence.plain for item in seen])
    known = {brand for brand in found if brand}
    for item, brand in zip(seen, found, strict=True):
        item.kinded = item.chain.left.endswith(tuple(kinds))
        item.han = brand or (item.chain.far if item.kinded and item.chain.far in known else "")
    owners: dict[Words, Counter[str]] = defaultdict(Counter)
    read: set[tuple[Words, str]] = set()
    for item in seen:
        if item.han and (item.chain.words, item.sentence.plain) not in read:
            read.add((item.chain.words, item.sentence.plain))
            owners[item.chain.words][item.han] += 1
    for item in seen:  # what is seen once before a model that has a brand is a word of the sentence
        if item.han and owners[item.chain.words][item.han] == 1 and max(owners[item.chain.words].values()) > 1:
            alone = sum(1 for other in owners.values() if other[item.han])
            if alone == 1:
                item.han = ""
    plainly = Counter(item.chain.words for item in seen if not item.han)
    for item in seen:
        words = item.chain.words
        if (
            item.han
            and owners[words][item.han] < plainly[words]
            and len(words) > 1
            and len(words[0]) > 3
            and _brandlike(words[0])
        ):
            item.han = ""  # 双胞胎推车 Pebblo Duo: the brand is the first Latin word


def _latin(seen: Sequence[Seen]) -> None:
    """Splits the Latin words into brand and model."""
    models = {item.chain.words for item in seen if item.han}
    heads: dict[str, set[Words]] = defaultdict(set)
    for item in sorted(seen, key=lambda item: -len(item.chain.words)):
        words = item.chain.words
        if not item.han and len(words) > 1 and _brandlike(words[0]) and words not in models:
            heads[words[0]].add(words[1:])
            models.add(words[1:])
    owners: dict[Words, set[str]] = defaultdict(set)
    for item in seen:
        if item.han:
            owners[item.chain.words].add(item.han)
    for item in seen:
        words = item.chain.words
        if item.han:
            double = len(words) > 1 and words[0] in heads and words[1:] in models
            item.latin, item.model = (words[0], words[1:]) if double else ("", words)
        elif words[0] in heads:
            at = next((at for at in range(1, len(words) - 1) if _sounds(words[at], owners[words[at + 1 :]])), 0)
            item.latin, item.model = words[at], words[at + 1 :]
        else:
            item.model = words


def _size(number: str, sheets: Sequence[Sheet]) -> bool:
    """Whether the pages give sizes by this number: 轻舟Air 20 is the 轻舟Air of 20寸."""
    return len(number) == 2 and any(f"{number}寸" in s.plain for sheet in sheets for s in sheet.sentences)


def _sounds(word: str, owners: Collection[str]) -> bool:
    return any(same_sound(owner, word) for owner in owners)


def _unvalued(seen: Sequence[Seen], sheets: Sequence[Sheet]) -> None:
    """Takes off a name what it elsewhere stands without: a price ("Minggu Air 129" in a list), the s of a plural."""
    known = Counter(item.chain.words for item in seen)
    for item in seen:
        words = item.chain.words
        figure = len(words) > 1 and words[-1].isdigit() and known[words[:-1]] >= known[words]
        if figure and (
            (len(words) > 2 and (len(words[-1]) > 1 or figured(item)))
            or (item.chain.left and words[0].isalpha() and _size(words[-1], sheets))
        ):
            item.chain = replace(item.chain, words=words[:-1], end=item.chain.end - len(words[-1]) - 1)
        elif words[-1][-2:-1].isdigit() and words[-1].endswith("s") and known[(*words[:-1], words[-1][:-1])]:
            item.chain = replace(item.chain, words=(*words[:-1], words[-1][:-1]), end=item.chain.end - 1)  # two Y1s


def _numeric(words: Words) -> bool:
    return words[0].isdigit()


def _brandlike(word: str) -> bool:
    return word.isalpha() and len(word) > 1 and word not in SUFFIXES


def _entries(seen: Sequence[Seen], filed: dict[str, str]) -> list[Entry]:
    entries: dict[tuple[str, str], Entry] = {}
    loose: list[Seen] = []
    alone: Counter[str] = Counter()
    for item in seen:
        brand = filed.get(item.han or item.latin, "")
        if not item.model and brand:
            alone[brand] += 1
            continue
        if not brand:
            loose.append(item)
            continue
        _add(entries.setdefault((brand, model_key(item.model)), Entry(brand, model_key(item.model))), item)
    _numbered(entries)
    owners: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries.values():
        owners[entry.model].append(entry)
    for item in loose:
        key = model_key(item.model)
        if len(owners[key]) == 1:
            _add(owners[key][0], item)
        elif not owners[key] and key not in filed and key not in SUFFIXES:
            _add(entries.setdefault(("", key), Entry("", key)), item)
    for entry in entries.values():
        entry.weight += 0.5 * min(alone[entry.brand], 4)
    gone = {(entry.brand, entry.model) for entry in unite(entries.values())}
    left = [entry for at, entry in entries.items() if at not in gone]
    sure = [entry for entry in left if _sure(entry)]
    doubtful = [entry for entry in left if not _sure(entry)]
    return [*sure, *company(doubtful, sure)]


def _numbered(entries: dict[tuple[str, str], Entry]) -> None:
    """Makes one of 手环 6 and Band 6 of the same brand."""
    for (brand, model), entry in list(entries.items()):
        bare = re.fullmatch(r"([a-z]{3,})(\d{1,3}(?:pro|max|plus|ultra|lite|mini|air|se)?)", model)
        other = entries.get((brand, bare[2])) if bare else None
        if bare and other and bare[1] not in SUFFIXES and entry.weight <= other.weight:
            other.models += entry.models
            other.spellings += entry.spellings
            other.pages |= entry.pages
            other.items += entry.items
            other.weight += entry.weight
            del entries[brand, model]


def _add(entry: Entry, item: Seen) -> None:
    entry.models[item.model] += 1
    entry.items.append(item)
    start = item.chain.start
    if item.han:
        at = item.sentence.plain.rfind(item.han, max(0, start - 14), start)
        start = at if at >= 0 and start - at - len(item.han) <= (7 if item.kinded else 1) else start
    spelling = item.sentence.text[start : item.chain.end]
    entry.spellings[spelling] += 1
    entry.pages.add(item.page)
    entry.shown = (
        entry.shown or item.sentence.place in ("title", "item", "heading") or item.kinded or _product_like(item)
    )
    digit = any(character.isdigit() for character in entry.model)
    doubtful = item.chain.initial and item.sentence.place == "text" and not digit
    entry.weight += places(item.sentence.place) * ((0.4 if len(item.chain.words) == 1 else 0.7) if doubtful else 1.0)


_BEFORE = re.compile(
    r"(?:买|用|选|换|比|推荐|入手|我的|我那|[这那]?[台款把双支]|\bthe|\bmy|\ba)(?:了|的|过|台|款)?\s?$"
)
_AFTER = re.compile(r"\s?(?:这款|用了|比|很|真|挺|也|不|坏|退|吵|is\b|was\b|has\b)")


def _product_like(item: Seen) -> bool:
    plain, chain = item.sentence.plain, item.chain
    return bool(_BEFORE.search(plain, max(0, chain.start - 6), chain.start) or _AFTER.match(plain, chain.end))


def _sure(entry: Entry) -> bool:
    digit = any(character.isdigit() for character in entry.model)
    if entry.brand:
        if entry.model.isdigit():
            return entry.shown and entry.weight >= 2 and len(entry.pages) > 1
        if len(entry.model) <= 4 and entry.model.isalpha() and not entry.brand.isascii():
            return entry.weight >= 4 and len(entry.pages) > 1
        return (digit and entry.model not in PICTURES) or entry.weight >= 2
    return entry.shown and len(entry.pages) > 1 and entry.weight >= (3 if digit else 4)
