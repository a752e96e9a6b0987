"""One dish a name: rows that repeat a dish are merged or reported."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable

from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.importing.builder import identity
from pilothouse.assistants.menu.importing.notebook import Notebook
from pilothouse.assistants.menu.importing.text import distinct

# Groups that repeat dishes of other groups; the other group is the dish's category.
_PROMOTION = re.compile(
    r"热销|热卖|推荐|招牌|折扣|优惠|特价|新品|爆款|必点|榜|人气|限时|秒杀|精选|活动|会员"
    r"|popular|best ?sell|featured|new",
    re.I,
)
_SIZED = re.compile(r"\d元")


class Roster:
    """Keeps the dishes in the order of the file. ``conflicts`` are repeated rows that could not be merged."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook
        self._dishes: dict[str, Dish] = {}
        self._positions: dict[str, str] = {}
        self._split: dict[tuple[str, str], str] = {}
        self.conflicts: list[tuple[str, str, str]] = []

    def add(self, dish: Dish, position: str) -> None:
        """Add a dish; one of the same name is merged, kept beside it under its category, or reported."""
        key = self._split.get((dish.id, dish.category), dish.id)
        if key != dish.id:
            dish = _under_category(dish)
        first = self._dishes.get(key)
        if first is None:
            self._dishes[key], self._positions[key] = dish, position
            return
        where = f"{self._positions[key]}、{position}"
        merged = self._merge(first, dish)
        if merged:
            self._dishes[key] = merged
            self._notebook.add("重复，已合并 (repeated, merged)", f"{dish.name}（{where}）")
        elif _differ(first.category, dish.category):
            # 拿铁 at 15 under 热饮 and at 18 under 冷饮: two dishes, so each says which one it is.
            self._rename(key, first, dish, position)
            self._notebook.add("同名不同分类，名称后加了分类 (same name in two categories)", f"{dish.name}（{where}）")
        else:
            before = self._positions[key]
            reason = f"与{before}的“{first.name}”重名而价格不同，保留前者 (repeats {before} at another price)"
            self.conflicts.append((position, f"{dish.name} {dish.price_label}", reason))

    def dishes(self) -> list[Dish]:
        """The dishes in the order of their first rows."""
        return list(self._dishes.values())

    def _rename(self, key: str, first: Dish, second: Dish, position: str) -> None:
        one, two = _under_category(first), _under_category(second)
        # Rebuilt so that the renamed dish keeps its place in the menu.
        self._dishes = {one.id if k == key else k: one if k == key else d for k, d in self._dishes.items()}
        self._dishes[two.id] = two
        self._positions |= {one.id: self._positions[key], two.id: position}
        self._split |= {(first.id, first.category): one.id, (second.id, second.category): two.id}

    def _merge(self, first: Dish, second: Dish) -> Dish | None:
        same_price = (first.price, first.price_text, first.unit) == (second.price, second.price_text, second.unit)
        unpriced = next((d for d in (first, second) if d.price is None and not d.price_text), None)
        if same_price or unpriced:
            merged = _filled(first, second)
            if unpriced is first and not same_price:
                priced = ("price", "price_text", "price_from", "unit", "currency")
                merged = merged.model_copy(update={name: getattr(second, name) for name in priced})
            return merged
        if (
            first.price is None
            or second.price is None
            or first.unit != second.unit
            or first.currency != second.currency
        ):
            return None
        if second.stores and not set(first.stores) & set(second.stores):
            prices = {**first.prices, **dict.fromkeys(second.stores, second.price), **second.prices}
            stores = tuple(distinct((*first.stores, *second.stores))) if first.stores else ()
            return _filled(first, second).model_copy(update={"stores": stores, "prices": prices})
        if (
            first.portion
            and second.portion
            and first.portion != second.portion
            and not _differ(first.category, second.category)
        ):
            portion = "、".join(_sized(dish) for dish in (first, second))
            price = min(first.price, second.price)
            return _filled(first, second).model_copy(update={"portion": portion, "price": price, "price_from": True})
        return None


def digest_of(dishes: Iterable[Dish]) -> str:
    """The version of the data: equal for equal dishes, whatever file or order they came in."""
    data = [dish.model_dump(mode="json") for dish in sorted(dishes, key=lambda dish: dish.id)]
    return hashlib.sha256(json.dumps(data, ensure_ascii=False, sort_keys=True).encode()).hexdigest()


def _differ(one: str, other: str) -> bool:
    return bool(one and other and one != other and not _PROMOTION.search(one) and not _PROMOTION.search(other))


def _under_category(dish: Dish) -> Dish:
    name = f"{dish.name[: 58 - len(dish.category[:20])]}（{dish.category[:20]}）"
    return dish.model_copy(
        update={"name": name, "id": identity(name), "aliases": tuple(distinct((dish.name, *dish.aliases)))}
    )


def _sized(dish: Dish) -> str:
    portion = dish.portion or ""
    return portion if _SIZED.search(portion) else f"{portion}{dish.price:f}{dish.currency}"


def _filled(first: Dish, second: Dish) -> Dish:
    """``first`` with what only ``second`` says."""
    update: dict[str, object] = {
        name: getattr(second, name)
        for name in Dish.model_fields
        if getattr(first, name) in (None, "", (), {}, False)
        and name not in ("price", "price_from", "price_text", "stores")
    }
    for name in ("aliases", "aliases_en", "allergens"):
        update[name] = tuple(distinct((*getattr(first, name), *getattr(second, name))))
    if _PROMOTION.search(first.category) and second.category and not _PROMOTION.search(second.category):
        update["category"] = second.category
    if first.stores and second.stores:
        update["stores"] = tuple(distinct((*first.stores, *second.stores)))
    elif first.stores:
        update["stores"] = ()  # the second row is for every store
    return first.model_copy(update=update)
