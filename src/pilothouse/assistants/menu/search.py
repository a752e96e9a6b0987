"""Finding dishes: names first, then conditions as filters, then meaning; and honesty about what was not found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from pilothouse.assistants.menu import ontology
from pilothouse.assistants.menu.catalogue import Catalogue, Menu, document_id, named_in, vegetarian
from pilothouse.assistants.menu.constraints import Filters
from pilothouse.assistants.menu.dish import SPICE_ORDER, Dish
from pilothouse.assistants.menu.hours import parse_hours
from pilothouse.assistants.menu.naming import Match, name_dish
from pilothouse.assistants.menu.store import Stock
from pilothouse.assistants.menu.understanding import Request, understand
from pilothouse.retrieval.tokenizer import normalise

CANDIDATES = 20  # per retrieval stage; → 5 after the reranker → 3 for a question by meaning (menu article, 4.2)
BY_MEANING = 3
MEANT = 0.34  # reranker score below which a dish is not what a description means; measured on unseen menus
_CHILI = re.compile(r"辣|剁椒|泡椒|水煮|麻婆|毛血旺|口水鸡|担担")
_ALLERGEN_OF = {
    "花生": ("花生", "坚果"), "坚果": ("坚果", "花生"), "虾": ("甲壳类",), "蟹": ("甲壳类",), "甲壳类": ("甲壳类",),
    "海鲜": ("鱼", "甲壳类", "贝类", "海鲜", "软体动物"), "鱼": ("鱼",), "贝类": ("贝类", "软体动物"), "鸡蛋": ("蛋", "鸡蛋"),
    "奶制品": ("奶", "乳", "牛奶", "乳制品"), "豆制品": ("大豆", "豆"), "面粉": ("麸质", "小麦"), "芝麻": ("芝麻",),
}  # fmt: skip


@dataclass(frozen=True)
class Found:
    """A dish as found in a store. ``conflicts`` are conditions that a dish named by the guest doesn't meet."""

    dish: Dish
    price: Decimal | None
    stock: Stock
    served_now: bool
    match: Match | str
    score: float = 1.0
    surface: str = ""
    conflicts: tuple[str, ...] = ()
    stages: tuple[tuple[str, int, float], ...] = ()

    @property
    def available(self) -> bool:
        return self.stock.available


@dataclass(frozen=True)
class Search:
    """One search in one store. ``live`` reads stock at this moment."""

    catalogue: Catalogue
    menu: Menu
    now: datetime
    limit: int = 5

    def run(self, query: str, filters: Filters) -> tuple[list[Found], int]:
        """Dishes best first, and how many there are in all."""
        request = understand(query, self.menu.lexicon) if query.strip() else None
        if request is not None:
            filters = _merge(filters, request)
        if request is not None and request.mentions:
            found = self._by_name(request, filters)
            return found, len(found)
        filters, words = self._settle_category(filters, request.query if request else "")
        if words:
            return self._by_words(words, filters)
        found = self._ordered(self._matching(filters), filters, "filter")
        return found[: self.limit], len(found)

    def signatures(self) -> tuple[list[Found], int]:
        """The signature dishes, without any retrieval; when a menu marks none, its first dishes."""
        marked = [dish for dish in self.menu.dishes.values() if dish.signature] or list(self.menu.dishes.values())[:20]
        found = self._ordered(marked, Filters(), "signature")
        return found[: self.limit], len(found)

    # -- by name -------------------------------------------------------------------------------------

    def _by_name(self, request: Request, filters: Filters) -> list[Found]:
        found: dict[str, Found] = {}
        for mention in request.mentions:
            match = "nearest" if mention.kind == "variant" else mention.kind
            for dish_id in mention.dishes[: 3 if match == "nearest" else 8]:
                dish = self.menu.dishes.get(dish_id)
                if dish is not None and dish_id not in found:
                    found[dish_id] = self._found(dish, match, 0.6 if match == "nearest" else 1.0, mention.surface, filters)
        rows = list(found.values())
        return _sorted(rows, filters) if filters.sort in ("price_asc", "price_desc", "prep") else rows

    def _found(self, dish: Dish, match: str, score: float, surface: str, filters: Filters) -> Found:
        stock = self.catalogue.database.stock(self.menu.store.id, [dish.id]).get(dish.id, Stock())
        found = Found(dish, self.menu.price(dish), stock, self._served(dish), match, score, surface)
        return replace(found, conflicts=tuple(conflicts(found, filters)))

    def _served(self, dish: Dish) -> bool:
        hours = parse_hours(dish.hours)
        return hours is None or hours.open_at(self.now)

    # -- by words ------------------------------------------------------------------------------------

    def _by_words(self, words: str, filters: Filters) -> tuple[list[Found], int]:
        naming = name_dish(normalise(words), self.menu.lexicon)
        if naming is not None and naming.match in ("exact", "alias", "similar"):
            rows = [self._found(self.menu.dishes[i], naming.match, naming.score, words, filters) for i in naming.dishes if i in self.menu.dishes]
            return rows[: self.limit], len(rows)
        allowed = self._matching(filters)
        if naming is not None and naming.match == "partial":
            part = [dish for dish in allowed if dish.id in naming.dishes or named_in((dish.name, *dish.ingredients), words)]
            part.sort(key=lambda dish: dish.id not in naming.dishes)
            if part:
                rows = [row for row in self._ordered(part, filters, "partial", keep_order=True)]
                rows = [replace(row, surface=words) for row in rows]
                return rows[: self.limit], len(rows)
        return self._by_meaning(words, filters, allowed, naming.dishes if naming and naming.match == "nearest" else (), naming.score if naming else 0.0)

    def _by_meaning(
        self, words: str, filters: Filters, allowed: Sequence[Dish], near: tuple[str, ...], likeness: float
    ) -> tuple[list[Found], int]:
        ids = {document_id(self.menu.scope, dish.id): dish for dish in allowed}
        if not ids:
            return [], 0
        condition = {"field": "id", "operator": "in", "value": list(ids)}
        hits = self.catalogue.search("dishes").search(words, filters=condition, top_k=5, candidates=CANDIDATES)
        dish_like = _names_a_dish(words)
        meant = [hit for hit in hits if hit.score >= MEANT]
        kind = "nearest" if dish_like else "semantic"
        chosen: dict[str, Found] = {}
        if dish_like:
            for dish_id in near[:2] if likeness >= 0.5 else ():
                dish = ids.get(document_id(self.menu.scope, dish_id))
                if dish is not None:
                    chosen[dish.id] = self._found(dish, kind, likeness, words, filters)
        for hit in meant if not dish_like else hits:
            dish = ids[hit.id]
            stages = tuple((name, rank, round(score, 4)) for name, (rank, score) in hit.stages.items())
            if dish.id not in chosen:
                chosen[dish.id] = replace(self._found(dish, kind, hit.score, words, filters), stages=stages)
        rows = [row for row in chosen.values() if row.available and row.served_now] or list(chosen.values())
        return rows[:BY_MEANING], len(rows)

    # -- by conditions -------------------------------------------------------------------------------

    def _settle_category(self, filters: Filters, words: str) -> tuple[Filters, str]:
        """A category that this menu does not have is searched for as a word, or as what it stands for."""
        if filters.category is None:
            return filters, words
        word = normalise(filters.category)
        if self.menu.lexicon.category(word) or _kind_of(word):
            return filters, words
        if word in ontology.group_words():
            return replace(filters, category=None, include=(*filters.include, word)), words
        return replace(filters, category=None), f"{words} {word}".strip()

    def _matching(self, filters: Filters) -> list[Dish]:
        tests = list(self._tests(filters))
        return [dish for dish in self.menu.dishes.values() if all(test(dish) for test in tests)]

    def _tests(self, filters: Filters) -> Iterable[Callable[[Dish], bool]]:
        if filters.category is not None:
            word = normalise(filters.category)
            wholes = set(self.menu.lexicon.category(word))
            if wholes:
                # 干锅土豆片 is a dry pot although it stands among the vegetables.
                yield lambda dish: dish.category in wholes or (len(word) > 1 and word in normalise(dish.name))
            else:
                kind = _kind_of(word)
                yield lambda dish: vegetarian(dish) is (kind == "素")
        for term in filters.include:
            yield lambda dish, term=term: named_in((dish.name, *dish.ingredients), normalise(term))
        for term in filters.exclude:
            yield lambda dish, term=term: not holds(dish, term)
        for term in filters.avoid:
            yield lambda dish, term=term: safe_without(dish, term)
        if filters.spice != "any":
            yield lambda dish: suits_spice(dish, filters.spice)
        if filters.min_price is not None or filters.max_price is not None:
            low, high = filters.min_price or Decimal(0), filters.max_price
            yield lambda dish: (price := self.menu.price(dish)) is not None and low <= price and (high is None or price <= high)
        if filters.max_prep is not None:
            most = filters.max_prep
            yield lambda dish: dish.prep_minutes is not None and dish.prep_minutes <= most
        if filters.signature:
            yield lambda dish: dish.signature

    def _ordered(self, dishes: Sequence[Dish], filters: Filters, match: str, *, keep_order: bool = False) -> list[Found]:
        """Only what can be served now: sold-out dishes are never recommended."""
        stock = self.catalogue.database.stock(self.menu.store.id, [dish.id for dish in dishes])
        rows = [
            Found(dish, self.menu.price(dish), stock.get(dish.id, Stock()), self._served(dish), match) for dish in dishes
        ]
        rows = [row for row in rows if row.available and row.served_now]
        if filters.spice in ("微辣", "中辣", "特辣", "不辣"):
            rows.sort(key=lambda row: row.dish.default_spice != filters.spice)
        elif filters.spice == "辣":
            rows.sort(key=lambda row: -_heat(row.dish))
        if filters.include and not keep_order:
            words = [normalise(term) for term in filters.include]
            rows.sort(key=lambda row: _prominence(row.dish, words))
        if filters.sort == "relevance" and not keep_order and not filters.include:
            rows.sort(key=lambda row: not row.dish.signature)
        return _sorted(rows, filters)


def _sorted(rows: list[Found], filters: Filters) -> list[Found]:
    last = Decimal(10**9)
    if filters.sort == "price_asc":
        return sorted(rows, key=lambda row: row.price if row.price is not None else last)
    if filters.sort == "price_desc":
        return sorted(rows, key=lambda row: -(row.price or Decimal(-1)))
    if filters.sort == "prep":
        return sorted(rows, key=lambda row: row.dish.prep_minutes if row.dish.prep_minutes is not None else 10**6)
    return rows


def _merge(filters: Filters, request: Request) -> Filters:
    """Conditions given as arguments win; those written into the query count as well."""
    said = request.filters
    return Filters(
        category=filters.category or said.category,
        include=tuple(dict.fromkeys((*filters.include, *said.include))),
        exclude=tuple(dict.fromkeys((*filters.exclude, *said.exclude))),
        avoid=tuple(dict.fromkeys((*filters.avoid, *said.avoid))),
        spice=filters.spice if filters.spice != "any" else said.spice,
        min_price=filters.min_price if filters.min_price is not None else said.min_price,
        max_price=filters.max_price if filters.max_price is not None else said.max_price,
        max_prep=filters.max_prep if filters.max_prep is not None else said.max_prep,
        sort=filters.sort if filters.sort != "relevance" else said.sort,
        signature=filters.signature or said.signature,
    )


def _kind_of(word: str) -> str:
    """素 or 荤 when the word means dishes without or with meat: then the ingredients tell, if no category does."""
    words = ontology.categories().get(word, (word,))
    return "素" if "素菜" in words else "荤" if "荤菜" in words else ""


def _names_a_dish(words: str) -> bool:
    """Words that read like the name of a dish, which the menu then does not have: 北京烤鸭, not 下饭的."""
    plain = words.replace(" ", "")
    if plain.isascii():
        return True
    if plain in ontology.group_words():
        return False
    return len(plain) >= 2 and (plain[-1] in ontology.food_heads() or plain.startswith(ontology.cooking()))


def holds(dish: Dish, term: str) -> bool:
    """True when the dish contains ``term`` by its ingredients, name, allergens or notes (默认含香菜)."""
    word = normalise(term)
    if named_in((dish.name, *dish.ingredients), word) or word in dish.allergens:
        return True
    note = normalise(dish.notes or "")
    return any(re.search(rf"(?<!不)(?:含|有|放|加|撒|配|带)[^，。；,;]{{0,4}}{re.escape(other)}", note) for other in ontology.synonyms().get(word, (word,)))


def safe_without(dish: Dish, term: str) -> bool:
    """For an allergy: nothing speaks for ``term``, and the ingredients are known. What isn't known isn't safe."""
    word = normalise(term)
    group = ontology.group_words().get(word, word)
    labels = (word, *_ALLERGEN_OF.get(group, ()))
    if any(label in allergen or allergen in label for allergen in dish.allergens for label in labels):
        return False
    return bool(dish.ingredients) and not holds(dish, term)


def suits_spice(dish: Dish, wish: str) -> bool:
    """True when the dish is, or can be had, as spicy as wished. An unstated spice is judged by name and ingredients."""
    options = {normalise(taste) for taste in dish.tastes}
    chili = bool(_CHILI.search(dish.name)) or any(ontology.belongs(normalise(item), "辣椒") for item in dish.ingredients)
    if wish == "不辣":
        stated = dish.default_spice == "不辣" or any("不辣" in option or "免辣" in option for option in options)
        return stated or (dish.default_spice is None and not chili)
    if wish == "辣":
        return dish.default_spice in ("中辣", "特辣", "微辣") or (dish.default_spice is None and chili)
    return dish.default_spice == wish or any(wish in option for option in options)


def _prominence(dish: Dish, words: Sequence[str]) -> tuple[bool, bool, bool]:
    """Sort key: who asks for greens wants a vegetable dish; who asks for beef wants it in the name or as the main thing."""
    greens = any(ontology.group_words().get(word) in ("绿叶菜", "蔬菜") for word in words)
    return (
        greens and vegetarian(dish) is not True,
        not any(named_in((dish.name,), word) for word in words),
        not any(named_in(dish.ingredients[:2], word) for word in words),
    )


def _heat(dish: Dish) -> int:
    return SPICE_ORDER.index(dish.default_spice) if dish.default_spice else 1


def conflicts(found: Found, filters: Filters) -> list[str]:
    """Which of the guest's conditions a named dish does not meet, as codes with the word: ``contains:香菜``."""
    dish = found.dish
    problems = [f"contains:{term}" for term in filters.exclude if holds(dish, term)]
    problems += [f"allergy:{term}" for term in filters.avoid if not safe_without(dish, term)]
    if filters.spice in ("不辣", "微辣", "中辣", "特辣") and not suits_spice(dish, filters.spice):
        problems.append(f"spice:{filters.spice}")
    if filters.max_price is not None and found.price is not None and found.price > filters.max_price:
        problems.append("price")
    if filters.max_prep is not None and (dish.prep_minutes is None or dish.prep_minutes > filters.max_prep):
        problems.append(f"prep:{filters.max_prep}")
    if not found.available:
        problems.append("sold_out")
    if not found.served_now:
        problems.append("not_served_now")
    return problems


def row(found: Found, menu: Menu, *, figures: bool) -> dict[str, Any]:
    """The result row; stock figures only for those who may see them."""
    dish = found.dish
    return {
        "dish_id": dish.id,
        "name": dish.name,
        "name_en": dish.name_en,
        "category": dish.category,
        "price": None if found.price is None else float(found.price),
        "price_label": menu.label(dish),
        "unit": dish.unit,
        "spice": dish.default_spice,
        "tastes": list(dish.tastes),
        "ingredients": list(dish.ingredients),
        "allergens": list(dish.allergens),
        "portion": dish.portion,
        "prep_minutes": dish.prep_minutes,
        "notes": dish.notes,
        "description": dish.description,
        "hours": dish.hours,
        "signature": dish.signature,
        "available": found.available,
        "served_now": found.served_now,
        "stock": found.stock.quantity if figures else None,
        "match": found.match,
        "asked": found.surface or None,
        "score": round(found.score, 4),
        "conflicts": list(found.conflicts),
        "store": menu.store.name,
    }
