"""The menu ready to be asked: dishes per store, words, and the search index of this very edition."""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from pilothouse.assistants.menu import ontology
from pilothouse.assistants.menu.database import MenuDatabase
from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.documents import document_id, windows
from pilothouse.assistants.menu.edition import CHAIN, Edition
from pilothouse.assistants.menu.indexes import Indexes, Progress, Search
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.store import Faq, Stock, Store
from pilothouse.contracts.errors import DataError
from pilothouse.embedding.embedder import Embedder
from pilothouse.retrieval.tokenizer import normalise

__all__ = ["CHAIN", "Catalogue", "Menu", "Progress", "document_id", "named_in", "vegetarian", "windows"]

ATTEMPTS = 5


@dataclass(frozen=True)
class Menu:
    """What one store sells: dishes by id in the menu's order, prices as they are in this store."""

    store: Store
    scope: str
    dishes: Mapping[str, Dish]
    lexicon: Lexicon

    def price(self, dish: Dish) -> Decimal | None:
        return dish.prices.get(self.store.name, dish.prices.get(self.store.id, dish.price))

    def label(self, dish: Dish) -> str:
        """The store's price as said to a guest."""
        price = self.price(dish)
        return dish.model_copy(update={"price": price}).price_label if price is not None else dish.price_label


class Catalogue:
    """The current edition of everything, read again when it changed. Thread-safe.

    ``indexes`` is the folder of index files. Every method raises ``DataError`` when the data can't be read.
    """

    def __init__(self, database: MenuDatabase, indexes: Path, embedder: Embedder) -> None:
        self.database = database
        self.embedder = embedder
        self.indexes = Indexes(indexes, embedder)
        self._lock = threading.RLock()
        self._pinned = False
        self._take(Edition())

    @property
    def edition(self) -> Edition:
        return self._edition

    @property
    def version(self) -> str:
        return self._edition.version

    @property
    def stores(self) -> Sequence[Store]:
        return self._edition.stores

    @property
    def faq(self) -> Sequence[Faq]:
        return self._edition.faq

    def refresh(self) -> str:
        """Follow the database: cheap when nothing changed. Returns the version."""
        if not self._pinned and self.database.version != self.version:
            with self._lock:
                self._take(self.database.read())
        return self.version

    def pinned(self) -> Catalogue:
        """The catalogue as it is now and stays: a turn that began on a menu ends on it. Stock remains live."""
        with self._lock:
            self.refresh()
            still = copy.copy(self)
        still._pinned = True
        return still

    def default_store(self, wished: str | None = None) -> Store:
        """The store of that id, name or alias, else the first. Raises ``DataError`` without any store."""
        self.refresh()
        if not self.stores:
            raise DataError(
                "还没有菜单，请先运行 pilothouse index menu 文件。 "
                "There is no menu yet: run pilothouse index menu FILE."
            )
        return (self._edition.find_store(wished) if wished else None) or self.stores[0]

    def menu(self, store_id: str) -> Menu:
        """The menu of a store (an unknown id means the first store)."""
        with self._lock:
            store = self.default_store(store_id)
            if store.id not in self._menus:
                self._menus[store.id] = self._menu(store)
            return self._menus[store.id]

    def search(self, kind: str) -> Search:
        """Hybrid search over ``"dishes"`` or ``"faq"`` of the current edition; its index is built when missing."""
        with self._lock:
            if kind not in self._searches:
                self._searches[kind] = self.indexes.open(self._edition, kind)
            return self._searches[kind]

    @property
    def indexed(self) -> bool:
        """Whether there is an index of the current edition."""
        return self.indexes.path(self.version).exists()

    def publish(
        self,
        change: Callable[[Edition], Edition],
        *,
        stock: Sequence[tuple[str, str, Stock]] = (),
        progress: Progress | None = None,
        index: bool = True,
    ) -> Edition:
        """Make ``change(current)`` the current edition. Its index is complete before, so that until then the old
        edition answers, and from then on the new one; if anything is raised, the old one stays."""
        with self.indexes.exclusive():
            for _ in range(ATTEMPTS):
                current = self.database.read()
                edition = change(current)
                if edition is current:
                    return current
                if index:
                    self.indexes.build(edition, progress)
                if self.database.publish(edition, base=current.version, stock=stock):
                    self.indexes.mark(own=not edition.sample)
                    self.indexes.tidy(edition.version)
                    with self._lock:
                        self._take(edition)
                    return edition
        raise DataError("菜单不断被改动，请稍后再试。 The menu keeps changing; try again shortly.")

    def _take(self, edition: Edition) -> None:
        # New dictionaries: pinned copies keep the old ones.
        self._edition = edition
        self._menus: dict[str, Menu] = {}
        self._searches: dict[str, Search] = {}

    def _menu(self, store: Store) -> Menu:
        scope = store.id if self._edition.menus.get(store.id) else CHAIN
        names = {store.name, store.id, *store.aliases}
        dishes = self._edition.menus.get(scope, ())
        sold = {dish.id: dish for dish in dishes if not dish.stores or names & set(dish.stores)}
        lexicon = Lexicon.build(sold.values(), list(self.stores), version=f"{self.version}:{store.id}")
        return Menu(store, scope, sold, lexicon)


def vegetarian(dish: Dish) -> bool | None:
    """Without meat, fish and seafood; ``None`` when the menu lists no ingredients and the name does not tell."""
    words = [normalise(word) for word in (dish.name, *dish.ingredients)]
    if any(ontology.belongs(word, "荤腥") for word in words):
        return False
    return True if dish.ingredients else None


def named_in(words: Sequence[str], term: str) -> bool:
    """True when any of the words is what a guest calls ``term``."""
    return any(ontology.matches(normalise(word), term) for word in words)
