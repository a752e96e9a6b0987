"""The tool ``store_search``: stores by cuisine, distance, price per head, rating, or a dish they sell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from pilothouse.assistants.menu import facts
from pilothouse.assistants.menu.catalogue import Catalogue
from pilothouse.assistants.menu.naming import name_dish
from pilothouse.assistants.menu.schemas import StoreSearch
from pilothouse.assistants.menu.store import Store
from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.tool import ToolContext
from pilothouse.retrieval.tokenizer import normalise


def store_search(a: StoreSearch, context: ToolContext) -> Envelope:
    """Stores that fit, each with its distance from the guest."""
    catalogue: Catalogue = context.store.catalogue
    catalogue.refresh()
    now = context.store.clock()
    place: tuple[float, float] | None = context.scope.get("location")
    rows: list[dict[str, Any]] = []
    for store in catalogue.stores:
        if a.cuisine and not _serves(store, normalise(a.cuisine)):
            continue
        if a.sells and not _sells(catalogue, store, a.sells, now):
            continue
        distance = store.kilometres(*place) if place else None
        if not _within(store, a, distance):
            continue
        week = store.week
        is_open = week.open_at(now) if week else None
        if a.open_now and not is_open:
            continue
        rows.append(
            {
                "store_id": store.id,
                "name": store.name,
                "cuisine": list(store.cuisine),
                "address": store.address,
                "phone": store.phone,
                "hours": store.hours,
                "open_now": is_open,
                "closes_at": facts.closing(week.on(now)) or None if week else None,
                "distance_km": None if distance is None else round(distance, 1),
                "per_head": store.per_head,
                "rating": store.rating,
            }
        )
    if not rows:
        return Envelope.error("no_results", "No store fits.", data_version=catalogue.version)
    rows.sort(key=_order(a.sort))
    return Envelope.success(rows[: a.limit], total_found=len(rows), data_version=catalogue.version)


def _order(sort: str) -> Callable[[Mapping[str, Any]], tuple[float, float]]:
    def key(item: Mapping[str, Any]) -> tuple[float, float]:
        distance = item["distance_km"] if item["distance_km"] is not None else 1e9
        rating = -(item["rating"] or 0.0)
        if sort == "rating":
            return rating, distance
        if sort == "per_head":
            return (item["per_head"] if item["per_head"] is not None else 1e9), distance
        return distance, rating

    return key


def _within(store: Store, a: StoreSearch, distance: float | None) -> bool:
    if a.max_per_head is not None and (store.per_head is None or store.per_head > a.max_per_head):
        return False
    if a.min_per_head is not None and (store.per_head is None or store.per_head < a.min_per_head):
        return False
    if a.min_rating is not None and (store.rating is None or store.rating < a.min_rating):
        return False
    return not (a.max_km is not None and (distance is None or distance > a.max_km))


def _serves(store: Store, cuisine: str) -> bool:
    english = {
        "sichuan": "川菜",
        "cantonese": "粤菜",
        "hot pot": "火锅",
        "hotpot": "火锅",
        "noodles": "面",
        "noodle": "面",
    }
    wished = english.get(cuisine, cuisine)
    stem = wished.removesuffix("馆").removesuffix("店") or wished
    return any(stem in word or word in stem for word in (normalise(c) for c in store.cuisine)) or (
        len(stem) > 1 and stem in normalise(store.name)
    )


def _sells(catalogue: Catalogue, store: Store, dish: str, now: datetime) -> bool:
    menu = catalogue.menu(store.id)
    naming = name_dish(normalise(dish), menu.lexicon)
    if naming is None or naming.match == "nearest":
        return False
    gone = catalogue.database.sold_out(store.id)
    return any(i in menu.dishes and i not in gone for i in naming.dishes)
