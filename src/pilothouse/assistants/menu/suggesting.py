"""The graph's node for what follows an answer: something cheaper, which of them, what they cost, a table laid.

Everything is decided by code from the menu, the stock and what is known of the guest; no model takes part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pilothouse.assistants.menu import proposing, turns
from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.catalogue import Menu
from pilothouse.assistants.menu.combos import budget_in, lay
from pilothouse.assistants.menu.constraints import read_filters
from pilothouse.assistants.menu.dish import Dish, Spice
from pilothouse.assistants.menu.filters import Filters
from pilothouse.assistants.menu.found import Found, row
from pilothouse.assistants.menu.learning import taste_of
from pilothouse.assistants.menu.ontology import food_heads
from pilothouse.assistants.menu.preference import rank
from pilothouse.assistants.menu.schemas import DishRow
from pilothouse.assistants.menu.search import Search
from pilothouse.assistants.menu.state import MenuState
from pilothouse.assistants.menu.suitability import heat
from pilothouse.contracts.conversation import ProposedCall
from pilothouse.flow import Turn
from pilothouse.retrieval.tokenizer import normalise

MOST = 5  # more dishes nobody wants to hear
_MILD: tuple[Spice, ...] = ("不辣", "微辣")


async def suggest(state: MenuState, turn: Turn) -> Mapping[str, Any]:
    """The dishes and the words of the answer."""
    chinese = turns.request(state, turn).chinese
    menu = turns.menu(state, turn)
    follow = state["follow"]
    cart = Cart.model_validate(state["cart"] or {})
    if follow["kind"] == "drop":
        return _answer(proposing.dropped(chinese, not cart.empty), [], menu)
    search = Search(turns.services(turn).catalogue, menu, turns.services(turn).clock(), limit=50)
    if follow["kind"] == "table":
        return _laid(state, turn, search, chinese)
    if follow["kind"] == "quote":
        found = [search.one(menu.dishes[i], "filter") for i in follow["counts"]]
        return _answer(proposing.quote(_rows(found, menu), follow["counts"], chinese), found, menu)
    dishes = [menu.dishes[i] for i in follow["dishes"] if i in menu.dishes]
    found = [search.one(dish, "filter") for dish in dishes]
    if follow["kind"] == "price":
        return _answer(proposing.prices(_rows(found, menu), chinese), found, menu)
    if follow["kind"] == "which":
        found = await _whole(found, state, turn, search)
        best, text = proposing.best(found, follow["measure"], chinese)
        return _answer(text, best, menu)
    return await _others(state, turn, dishes, chinese)


async def _whole(found: Sequence[Found], state: MenuState, turn: Turn, search: Search) -> list[Found]:
    """The list shown with what was found beside it and not shown; where nothing was shown the whole menu."""
    if not found:
        return [item for item in search.every(Filters()) if item.available]
    asked, shown = state["last_search"], {item.dish.id for item in found}
    if not asked or shown != set(state["menu_context"]):
        return list(found)
    results = await turn.room.run([ProposedCall("menu_search", {**asked, "limit": 10})])
    ids = [row["dish_id"] for result in results for row in result.envelope.results]
    if not shown <= set(ids):
        return list(found)
    dishes = [search.menu.dishes[i] for i in ids if i in search.menu.dishes]
    return [search.one(dish, "filter") for dish in dishes]


async def _others(state: MenuState, turn: Turn, dishes: Sequence[Dish], chinese: bool) -> dict[str, Any]:
    """Dishes of the same kind, looked up as everything is; one of them may take the place of a dish ordered."""
    menu, kind = turns.menu(state, turn), state["follow"]["kind"]
    cheaper = kind == "cheaper"
    cart = Cart.model_validate(state["cart"] or {})
    exchange = len(dishes) == 1 and cart.find(dishes[0].id) is not None
    calls = []
    for category in dict.fromkeys(dish.category for dish in dishes):
        arguments: dict[str, Any] = {"category": category, "limit": 10} if category else {"limit": 10}
        price = menu.price(dishes[0])
        if cheaper and price is not None:
            arguments |= {"max_price": max(0.0, float(price) - 0.01)}
        if kind == "mild":
            arguments |= {"spice": "不辣"}
        calls.append(ProposedCall("menu_search", arguments))
    found = [item for result in await turn.room.run(calls) for item in result.envelope.results]
    known, ends = {dish.id for dish in dishes}, {dish.name[-1] for dish in dishes} & food_heads()
    found = [item for item in found if item["dish_id"] not in known]
    found.sort(
        key=lambda item: (item["name"][-1] not in ends, (item["price"] or 0) if cheaper else not item["signature"])
    )
    rows = [dict(item.row) for item in rank(found, taste_of(state, turn), menu)][:MOST]
    text = proposing.others(rows, dishes, chinese, kind, exchange=exchange)
    answer = {"suggested": {"text": text, "rows": rows, "outcome": "answered" if rows else "not_found"}}
    among = [item["dish_id"] for item in rows]
    return {**answer, "exchange": {"dish": dishes[0].id, "among": among} if exchange and rows else {}}


def _answer(text: str, found: Sequence[Found], menu: Menu) -> dict[str, Any]:
    return {"suggested": {"text": text, "rows": _rows(found, menu), "outcome": "answered"}}


def _rows(found: Sequence[Found], menu: Menu) -> list[dict[str, Any]]:
    return [DishRow.model_validate(row(item, menu, figures=False)).model_dump(mode="json") for item in found]


def _laid(state: MenuState, turn: Turn, search: Search, chinese: bool) -> dict[str, Any]:
    menu = search.menu
    taste = taste_of(state, turn)
    said, _ = read_filters(normalise(turns.text(state)), menu.lexicon)
    wish = said.spice
    if wish == "any" and taste.spice_said:
        wish = next((level for level in _MILD if level == taste.spice), wish)
    avoid = tuple(dict.fromkeys((*said.avoid, *taste.allergies, *taste.company)))

    def find(filters: Filters) -> list[Found]:
        held = replace(filters, exclude=said.exclude, avoid=avoid, spice=wish)
        rows = search.every(held)
        rows.sort(key=lambda item: not item.dish.signature)
        ranked = [item.row for item in rank(rows, taste, menu)]
        return sorted(ranked, key=lambda item: heat(item.dish)) if wish in _MILD else ranked

    ordered = [line.dish_id for line in Cart.model_validate(state["cart"] or {}).lines]
    budget = budget_in(normalise(turns.text(state)), said.max_price)
    table = lay(state["follow"]["wanted"], find, budget=budget, ordered=ordered)
    rows = _rows(table.dishes, menu)
    text = proposing.laid(rows, table.total, table.short, budget, chinese)
    return {"suggested": {"text": text, "rows": rows, "outcome": "answered" if rows else "not_found"}}
