"""The menu ready to be asked: dishes per store, words, and the search index that belongs to this version.

The index lives in one file per menu version, so that menu and index can't disagree: a version without its
file has no index, and one is built before anything is answered.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pilothouse.assistants.menu import ontology
from pilothouse.assistants.menu.database import CHAIN, MenuDatabase
from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.store import Faq, Store
from pilothouse.contracts.errors import DataError
from pilothouse.embedding.embedder import Embedder
from pilothouse.retrieval.tokenizer import normalise

if TYPE_CHECKING:
    from pilothouse.retrieval.pipelines import HybridSearch

KEPT_INDEXES = 2  # the version before stays for processes that are in the middle of a turn
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Menu:
    """What one store sells: dishes by id in the menu's order, prices as they are in this store."""

    store: Store
    scope: str
    dishes: Mapping[str, Dish]
    lexicon: Lexicon
    facets: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def price(self, dish: Dish) -> Decimal | None:
        return dish.prices.get(self.store.name, dish.prices.get(self.store.id, dish.price))

    def label(self, dish: Dish) -> str:
        """The store's price as said to a guest."""
        price = self.price(dish)
        return dish.model_copy(update={"price": price}).price_label if price is not None else dish.price_label


class Catalogue:
    """The current version of everything, reloaded when the data changed.

    ``indexes`` is the folder of index files. Raises ``DataError`` when the data can't be read.
    """

    def __init__(self, database: MenuDatabase, indexes: Path, embedder: Embedder) -> None:
        self.database = database
        self.embedder = embedder
        self._folder = indexes
        self._lock = threading.RLock()
        self.version = ""
        self.stores: list[Store] = []
        self.faq: list[Faq] = []
        self._dishes: dict[str, list[Dish]] = {}
        self._menus: dict[str, Menu] = {}
        self._searches: dict[str, HybridSearch] = {}

    def refresh(self) -> str:
        """Follow the database: cheap when nothing changed. Returns the version."""
        current = self.database.version
        if current != self.version:
            with self._lock:
                self._load(current)
        return self.version

    def default_store(self, wished: str | None = None) -> Store:
        """The store of that id, name or alias, else the first. Raises ``DataError`` without any store."""
        self.refresh()
        if not self.stores:
            raise DataError(
                "还没有菜单，请先运行 pilothouse index menu 文件。 There is no menu yet: run pilothouse index menu FILE."
            )
        for store in self.stores:
            if wished and (wished in (store.id, store.name) or wished in store.aliases):
                return store
        return self.stores[0]

    def menu(self, store_id: str) -> Menu:
        """The menu of a store (an unknown id means the first store)."""
        with self._lock:
            store = self.default_store(store_id)
            if store.id not in self._menus:
                self._menus[store.id] = self._menu(store)
            return self._menus[store.id]

    def search(self, kind: str) -> HybridSearch:
        """Hybrid search over ``"dishes"`` or ``"faq"`` of the current version; built when it is missing."""
        with self._lock:
            if kind not in self._searches:
                path = self._folder / f"{self.version}.db"
                if not path.exists():
                    self.build(self.version)
                self._searches[kind] = _open(path, kind, self.embedder)
                try:
                    self._searches[kind].check(self.version)
                except DataError:  # built by another embedder or tokenizer: refuse it and build the right one
                    del self._searches[kind]
                    path.unlink()
                    self.build(self.version)
                    self._searches[kind] = _open(path, kind, self.embedder)
            return self._searches[kind]

    def build(self, version: str, progress: Progress | None = None) -> Path:
        """Build the index of ``version`` from the database and put it in place whole. Returns its path."""
        from pilothouse.retrieval.building import build_index

        self._folder.mkdir(parents=True, exist_ok=True)
        target = self._folder / f"{version}.db"
        partial = self._folder / f".{version}.{os.getpid()}.partial"
        _remove(partial)
        try:
            dishes = [_document(menu, dish) for menu, dish in self.database.dishes()]
            faq = [_faq_document(item) for item in self.database.faq()]
            total = len(dishes) + len(faq)
            build_index(partial, "dishes", dishes, self.embedder, version, lambda n: progress and progress(n, total))
            build_index(partial, "faq", faq, self.embedder, version, lambda n: progress and progress(len(dishes) + n, total))
            os.replace(partial, target)
        finally:
            _remove(partial)
        self._tidy(target)
        return target

    def _load(self, version: str) -> None:
        self.stores = self.database.stores()
        self.faq = self.database.faq()
        dishes: dict[str, list[Dish]] = {}
        for scope, dish in self.database.dishes():
            dishes.setdefault(scope, []).append(dish)
        self._dishes = dishes
        self._menus = {}
        self._searches = {}
        self.version = version

    def _menu(self, store: Store) -> Menu:
        scope = store.id if store.id in self._dishes else CHAIN
        sold = {
            dish.id: dish
            for dish in self._dishes.get(scope, [])
            if not dish.stores or store.name in dish.stores or store.id in dish.stores or set(store.aliases) & set(dish.stores)
        }
        lexicon = Lexicon.build(sold.values(), self.stores, version=f"{self.version}:{store.id}")
        return Menu(store, scope, sold, lexicon)

    def _tidy(self, newest: Path) -> None:
        files = sorted(self._folder.glob("*.db"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in [file for file in files if file != newest][KEPT_INDEXES - 1 :]:
            _remove(path)


def _open(path: Path, kind: str, embedder: Embedder) -> HybridSearch:
    from pilothouse.retrieval.cache import RetrievalCache
    from pilothouse.retrieval.pipelines import HybridSearch
    from pilothouse.retrieval.store import SQLiteDocumentStore

    return HybridSearch(SQLiteDocumentStore(path, table=kind), embedder, cache=RetrievalCache())


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)


def document_id(scope: str, dish: str) -> str:
    """Id of a dish's document in the index."""
    return f"{scope}/{dish}"


def _document(scope: str, dish: Dish) -> dict[str, Any]:
    return {
        "id": document_id(scope, dish.id),
        "content": dish.document(),
        "meta": {
            "dish": dish.id,
            "scope": scope,
            "name": dish.name,
            "aliases": list(dish.aliases),
            "name_en": dish.name_en or "",
            "aliases_en": list(dish.aliases_en),
            "category": dish.category,
        },
        "windows": windows(dish),
    }


def windows(dish: Dish) -> list[str]:
    """Texts whose vectors stand for the dish: its names, and what it is made of. The best one counts, so neither
    a long ingredient list nor a long description can drown the name."""
    names = "，".join((dish.name, *dish.aliases))
    made = "，".join((dish.name, dish.category, *dish.ingredients[:8]))
    english = ", ".join(item for item in (dish.name_en, *dish.aliases_en) if item)
    return [text for text in (names, made, english) if text]


def _faq_document(item: Faq) -> dict[str, Any]:
    questions = [item.question, *item.variants, *([item.question_en] if item.question_en else [])]
    return {
        "id": item.id,
        "content": f"{item.question}\n{item.answer}",
        "meta": {"title": item.question, "aliases": [*item.variants], "category": "、".join(item.tags)},
        "windows": questions,
    }


def vegetarian(dish: Dish) -> bool | None:
    """Without meat, fish and seafood; ``None`` when the menu lists no ingredients and the name does not tell."""
    words = [normalise(word) for word in (dish.name, *dish.ingredients)]
    if any(ontology.belongs(word, "荤腥") for word in words):
        return False
    return True if dish.ingredients else None


def named_in(words: Sequence[str], term: str) -> bool:
    """True when any of the words is what a guest calls ``term``."""
    return any(ontology.matches(normalise(word), term) for word in words)
