"""One version of the restaurant's data: stores, menus and frequent questions, as a value."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.store import Faq, Store, store_id

CHAIN = ""  # the menu that every store without one of its own sells
ONLY_STORE = "本店"

Line = tuple[str, str, str, str]  # kind, menu, id, body: how data is stored, and what the version is a digest of


@dataclass(frozen=True)
class Edition:
    """Everything that an index is built from. ``menus`` maps a store's id (or ``CHAIN``) to its dishes in order."""

    stores: tuple[Store, ...] = ()
    menus: Mapping[str, tuple[Dish, ...]] = field(default_factory=dict)
    faq: tuple[Faq, ...] = ()
    sample: bool = False

    @cached_property
    def version(self) -> str:
        """Digest of the content; empty when there is none."""
        return version_of(self.lines())

    def lines(self) -> Iterator[Line]:
        """The content in a canonical order."""
        for store in self.stores:
            yield "store", "", store.id, store.model_dump_json()
        for menu in sorted(self.menus):
            for dish in self.menus[menu]:
                yield "dish", menu, dish.id, dish.model_dump_json()
        for item in self.faq:
            yield "faq", "", item.id, item.model_dump_json()

    def find_store(self, name: str) -> Store | None:
        """The store of that id, name or alias."""
        return next((store for store in self.stores if name in (store.id, store.name, *store.aliases)), None)

    @property
    def size(self) -> int:
        """Number of dishes in all menus."""
        return sum(len(dishes) for dishes in self.menus.values())

    def with_menu(self, dishes: Sequence[Dish], store: str | None = None) -> Edition:
        """With these dishes as the chain's menu, or as the own menu of ``store``, which is made when unknown.

        Stores that only the dishes name are made too: otherwise nobody would sell those dishes.
        """
        edition = self
        if store is not None:
            edition = edition.with_stores_named([store])
        found = edition.find_store(store) if store is not None else None
        menu = found.id if found else CHAIN
        edition = replace(edition, menus={**edition.menus, menu: tuple(dishes)})
        if menu == CHAIN:
            edition = edition.with_stores_named(dict.fromkeys(name for dish in dishes for name in dish.stores))
        return edition if edition.stores else edition.with_stores_named([ONLY_STORE])

    def with_stores_named(self, names: Iterable[str]) -> Edition:
        """With a store for each name that is none yet."""
        edition = self
        for name in names:
            if edition.find_store(name) is None:
                edition = replace(edition, stores=(*edition.stores, Store(id=store_id(name), name=name)))
        return edition


def version_of(lines: Iterable[Line]) -> str:
    """The version that content stored as ``lines`` has."""
    digest = hashlib.sha256()
    empty = True
    for line in lines:
        digest.update(json.dumps(line, ensure_ascii=False).encode())
        empty = False
    return "" if empty else digest.hexdigest()[:16]
