"""Catalogue entries as products with a key, a name and all their spellings."""

from __future__ import annotations

from collections import Counter

from pilothouse.assistants.shopping.evidence.naming.catalogue import Catalogue, Entry
from pilothouse.assistants.shopping.evidence.record import Product
from pilothouse.assistants.shopping.evidence.text import fold

SPELLINGS = 12  # names kept for one product


def products(catalogue: Catalogue) -> list[Product]:
    """One product for each entry, in its order; the key is the brand and the model in one spelling."""
    return [_product(entry, catalogue) for entry in catalogue.entries]


def _product(entry: Entry, catalogue: Catalogue) -> Product:
    brand = _written(entry, entry.brand)
    name = _name(entry)
    model = name
    for spelling in [brand, *(known for known, filed in catalogue.brands.items() if filed == entry.brand)]:
        if spelling and fold(name).startswith(fold(spelling)):
            model = name[len(spelling) :].strip(" -·") or name
            break
    names = tuple(spelling for spelling, _ in entry.spellings.most_common(SPELLINGS))
    return Product(key=f"{entry.brand}|{entry.model}", name=name, brand=brand, model=model, names=names)


def _name(entry: Entry) -> str:
    """The most frequent spelling that has the brand in it; spacing apart, the commonest."""
    if not entry.spellings:
        return f"{entry.brand} {entry.model}".strip()
    whole = Counter({s: count for s, count in entry.spellings.items() if entry.brand and entry.brand in fold(s)})
    return (whole or entry.spellings).most_common(1)[0][0]


def _written(entry: Entry, brand: str) -> str:
    for spelling in entry.spellings:
        at = fold(spelling).find(brand) if brand else -1
        if at >= 0:
            return spelling[at : at + len(brand)]
    return brand
