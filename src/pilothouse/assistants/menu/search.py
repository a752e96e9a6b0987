"""Finding dishes: names first, then conditions as filters, then meaning; and honesty about what was not found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from pilothouse.assistants.menu import ontology
from pilothouse.assistants.menu.catalogue import Catalogue, Menu, document_id, named_in, vegetarian
from pilothouse.assistants.menu.conditions import Test, describes, in_order, kind_of, lacks, of_kind, safe, together
from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.filters import Filters
from pilothouse.assistants.menu.found import Found, conflicts, row
from pilothouse.assistants.menu.hours import parse_hours
from pilothouse.assistants.menu.naming import Naming, name_dish
from pilothouse.assistants.menu.store import Stock
from pilothouse.assistants.menu.suitability import heat, holds, prominence, safe_without, suits_spice
from pilothouse.assistants.menu.understanding import Request, understand
from pilothouse.retrieval.tokenizer import normalise

__all__ = ["Found", "Search", "conflicts", "holds", "row", "safe_without", "suits_spice"]

CANDIDATES = 20  # per retrieval stage; → 5 after the reranker → 3 for a question by meaning (menu article, 4.2)
BY_MEANING = 3
MANY = 500
MEANT = 0.34  # reranker score below which a dish is not what a description means; measured on unseen menus


@dataclass(frozen=True)
class Search:
    """One search in one store. ``live`` reads stock at this moment."""

    catalogue: Catalogue
    menu: Menu
    now: datetime
    limit: int = 5

    def run(self, query: str, filters: Filters) -> tuple[list[Found], int]:
        """Dishes best first, and how many there are in all."""
        plain = normalise(query)
        if plain and (naming := name_dish(plain, self.menu.lexicon)) is not None and naming.match in ("exact", "alias"):
            return self._named(naming, plain, filters)  # a name is a name, whatever words are in it
        request = understand(query, self.menu.lexicon, as_dish=True) if plain else None
        if request is not None:
            filters = together(filters, request)
        if request is not None and request.mentions:
            found = self._by_name(request, filters)
            return found, len(found)
        said = request.query if request else ""
        if request is not None and not said and request.filters.empty:
            said = plain  # nothing but words that carry no content: they are all there is to go by
        filters, words = self._settle_category(filters, said)
        if words:
            return self._by_words(words, filters)
        found = self._ordered(self._matching(filters), filters, "filter")
        return found[: self.limit], len(found)

    def signatures(self) -> tuple[list[Found], int]:
        """The signature dishes, without any retrieval; when a menu marks none, its first dishes."""
        dishes = list(self.menu.dishes.values())
        found = self._ordered([dish for dish in dishes if dish.signature], Filters(), "signature")
        found = (
            found or self._ordered(dishes[:40], Filters(), "signature") or self._ordered(dishes, Filters(), "signature")
        )
        return found[: self.limit], len(found)

    def every(self, filters: Filters) -> list[Found]:
        """All dishes that meet the conditions and can be had now."""
        return self._ordered(self._matching(filters), filters, "filter")

    def one(
        self, dish: Dish, match: str, *, score: float = 1.0, surface: str = "", filters: Filters | None = None
    ) -> Found:
        """A dish with its live stock and what speaks against it."""
        stock = self.catalogue.database.stock(self.menu.store.id, [dish.id]).get(dish.id, Stock())
        found = Found(dish, self.menu.price(dish), stock, self._served(dish), match, score, surface)
        return replace(found, conflicts=tuple(conflicts(found, filters or Filters())))

    # -- by name -------------------------------------------------------------------------------------

    def _named(self, naming: Naming, words: str, filters: Filters) -> tuple[list[Found], int]:
        dishes = [self.menu.dishes[i] for i in naming.dishes if i in self.menu.dishes]
        rows = [self.one(dish, naming.match, score=naming.score, surface=words, filters=filters) for dish in dishes]
        return rows[: self.limit], len(rows)

    def _by_name(self, request: Request, filters: Filters) -> list[Found]:
        found: dict[str, Found] = {}
        for mention in request.mentions:
            match = "nearest" if mention.kind == "variant" else mention.kind
            for dish_id in mention.dishes[: 3 if match == "nearest" else 8]:
                dish = self.menu.dishes.get(dish_id)
                if dish is not None and dish_id not in found:
                    score = 0.6 if match == "nearest" else 1.0
                    found[dish_id] = self.one(dish, match, score=score, surface=mention.surface, filters=filters)
        rows = list(found.values())
        return in_order(rows, filters) if filters.sort != "relevance" else rows

    def _served(self, dish: Dish) -> bool:
        hours = parse_hours(dish.hours)
        return hours is None or hours.open_at(self.now)

    # -- by words ------------------------------------------------------------------------------------

    def _by_words(self, words: str, filters: Filters) -> tuple[list[Found], int]:
        naming = name_dish(normalise(words), self.menu.lexicon)
        if naming is not None and naming.match in ("exact", "alias", "similar"):
            return self._named(naming, words, filters)
        allowed = self._matching(filters)
        if naming is not None and naming.match == "partial":
            part = [
                dish for dish in allowed if dish.id in naming.dishes or named_in((dish.name, *dish.ingredients), words)
            ]
            part.sort(key=lambda dish: dish.id not in naming.dishes)
            rows = self._ordered(part, filters, "partial", keep_order=True)
            if rows:
                return [replace(row, surface=words) for row in rows[: self.limit]], len(rows)
        wishes = ontology.wishes_in(words)
        if wishes:
            suited = self._suited(wishes, allowed, filters)
            if suited:
                return suited[: self.limit], len(suited)
        elif not describes(words):
            return self._nearest(words, filters, allowed, naming)
        return self._by_meaning(words, filters, allowed)

    def _suited(self, wishes: Sequence[str], allowed: Sequence[Dish], filters: Filters) -> list[Found]:
        """What suits an occasion or a taste by common knowledge about food, the most fitting first."""

        def fit(dish: Dish) -> float:
            items = [normalise(item) for item in dish.ingredients]
            each = [ontology.suits_wish(wish, normalise(dish.name), items, dish.category) for wish in wishes]
            return min(each) if min(each) <= 0 else sum(each)

        scores = {dish.id: fit(dish) for dish in allowed}
        for least in (1.0, 0.0):  # what suits, else what at least doesn't contradict
            chosen = [dish for dish in allowed if scores[dish.id] >= least]
            chosen.sort(key=lambda dish: (-scores[dish.id], not dish.signature))
            if found := self._ordered(chosen, filters, "semantic", keep_order=True):
                return found
        return []

    def _nearest(
        self, words: str, filters: Filters, allowed: Sequence[Dish], naming: Naming | None
    ) -> tuple[list[Found], int]:
        """What comes closest to a dish that the menu does not have: by name, by what is in it, then by meaning."""
        chosen: dict[str, Found] = {}
        by_id = {dish.id: dish for dish in allowed}
        named = naming.dishes[:2] if naming is not None and naming.match == "nearest" and naming.score >= 0.4 else ()
        holding = [
            dish.id for dish in allowed if len(words) > 1 and any(words in normalise(item) for item in dish.ingredients)
        ][:2]
        for dish_id in (*named, *holding):
            if dish_id in by_id:
                chosen[dish_id] = self.one(
                    by_id[dish_id], "nearest", score=naming.score if naming else 0.5, surface=words
                )
        for found in self._hits(words, allowed, "nearest"):
            chosen.setdefault(found.dish.id, found)
        rows = [row for row in chosen.values() if row.available and row.served_now] or list(chosen.values())
        return rows[:BY_MEANING], len(rows)

    def _by_meaning(self, words: str, filters: Filters, allowed: Sequence[Dish]) -> tuple[list[Found], int]:
        rows = [
            found
            for found in self._hits(words, allowed, "semantic")
            if found.score >= MEANT and found.available and found.served_now
        ]
        return rows[:BY_MEANING], len(rows)

    def _hits(self, words: str, allowed: Sequence[Dish], match: str) -> list[Found]:
        ids = {document_id(self.menu.scope, dish.id): dish for dish in allowed}
        if not ids:
            return []
        condition: dict[str, Any] = {"field": "id", "operator": "in", "value": list(ids)}
        if len(ids) > MANY:  # a list of thousands of ids costs more than hits that are dropped afterwards
            condition = {"field": "meta.scope", "operator": "==", "value": self.menu.scope}
        hits = self.catalogue.search("dishes").search(words, filters=condition, top_k=CANDIDATES, candidates=CANDIDATES)
        found = []
        for hit in [hit for hit in hits if hit.id in ids][:5]:
            stages = tuple((name, rank, round(score, 4)) for name, (rank, score) in hit.stages.items())
            found.append(replace(self.one(ids[hit.id], match, score=hit.score, surface=words), stages=stages))
        return found

    # -- by conditions -------------------------------------------------------------------------------

    def _settle_category(self, filters: Filters, words: str) -> tuple[Filters, str]:
        """A category that this menu does not have is searched for as a word, or as what it stands for."""
        if filters.category is None:
            return filters, words
        word = normalise(filters.category)
        if self.menu.lexicon.category(word) or kind_of(word):
            return filters, words
        if word in ontology.group_words():
            return replace(filters, category=None, include=(*filters.include, word)), words
        ends = [dish for dish in self.menu.dishes.values() if of_kind(dish, word)]
        if ends:
            return filters, words
        return replace(filters, category=None), f"{words} {word}".strip()

    def _matching(self, filters: Filters) -> list[Dish]:
        tests = list(self._tests(filters))
        return [dish for dish in self.menu.dishes.values() if all(test(dish) for test in tests)]

    def _tests(self, filters: Filters) -> Iterable[Test]:
        if filters.category is not None:
            yield self._in_category(normalise(filters.category))
        for term in filters.include:
            yield self._includes(normalise(term))
        for term in filters.exclude:
            yield lacks(term)
        for term in filters.avoid:
            yield safe(term)
        if filters.spice != "any":
            yield lambda dish: suits_spice(dish, filters.spice)
        if filters.min_price is not None or filters.max_price is not None:
            low, high = filters.min_price or Decimal(0), filters.max_price
            yield (
                lambda dish: (
                    (price := self.menu.price(dish)) is not None and low <= price and (high is None or price <= high)
                )
            )
        if filters.max_prep is not None:
            most = filters.max_prep
            yield lambda dish: dish.prep_minutes is not None and dish.prep_minutes <= most
        if filters.signature and any(dish.signature for dish in self.menu.dishes.values()):
            yield lambda dish: dish.signature

    def _includes(self, term: str) -> Test:
        def wanted(dish: Dish) -> bool:
            return any(ontology.wanted(normalise(word), term) for word in (dish.name, *dish.ingredients))

        if any(wanted(dish) for dish in self.menu.dishes.values()):
            return wanted
        return lambda dish: named_in((dish.name, *dish.ingredients), term)  # no 辣椒, then at least 尖椒

    def _in_category(self, word: str) -> Test:
        wholes = set(self.menu.lexicon.category(word))
        if wholes:
            # 干锅土豆片 is a dry pot although it stands among the vegetables.
            return lambda dish: dish.category in wholes or (len(word) > 1 and word in normalise(dish.name))
        kind = kind_of(word)
        if kind:
            return lambda dish: vegetarian(dish) is (kind == "素")
        return lambda dish: of_kind(dish, word)

    def _ordered(
        self, dishes: Sequence[Dish], filters: Filters, match: str, *, keep_order: bool = False
    ) -> list[Found]:
        """Only what can be served now: sold-out dishes are never recommended."""
        stock = self.catalogue.database.stock(self.menu.store.id, [dish.id for dish in dishes])
        rows = [
            Found(dish, self.menu.price(dish), stock.get(dish.id, Stock()), self._served(dish), match)
            for dish in dishes
        ]
        rows = [row for row in rows if row.available and row.served_now]
        if filters.sort == "relevance" and not keep_order:
            rows.sort(key=lambda row: not row.dish.signature)
        if filters.spice in ("微辣", "中辣", "特辣", "不辣"):
            rows.sort(key=lambda row: row.dish.default_spice != filters.spice)
        elif filters.spice == "不太辣":
            rows.sort(key=lambda row: row.dish.default_spice not in ("不辣", "微辣"))
        elif filters.spice == "辣":
            rows.sort(key=lambda row: -heat(row.dish))
        if filters.include and not keep_order:
            words = [normalise(term) for term in filters.include]
            rows.sort(key=lambda row: prominence(row.dish, words))
        return in_order(rows, filters)
