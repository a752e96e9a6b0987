"""What the restaurant's tools do: look up dishes, live stock and questions, change the stock, write an order."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from pilothouse.assistants.menu import facts
from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.catalogue import Catalogue, Menu
from pilothouse.assistants.menu.filters import Filters
from pilothouse.assistants.menu.naming import name_dish
from pilothouse.assistants.menu.schemas import FaqSearch, MenuSearch, PlaceOrder, StockLookup, StockUpdate
from pilothouse.assistants.menu.search import Search, row
from pilothouse.assistants.menu.store import Stock
from pilothouse.assistants.menu.understanding import understand
from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.tool import ToolContext
from pilothouse.retrieval.tokenizer import normalise


def _menu(context: ToolContext, wished: str | None = None) -> Menu:
    catalogue: Catalogue = context.store.catalogue
    catalogue.refresh()
    return catalogue.menu(catalogue.default_store(wished or context.scope.get("store")).id)


def _figures(context: ToolContext) -> bool:
    return context.caller.holds(frozenset({"stock:read"}))


def _filters(a: MenuSearch) -> Filters:
    return Filters(
        category=a.category,
        include=tuple(a.include),
        exclude=tuple(a.exclude),
        avoid=tuple(a.avoid_allergens),
        spice=a.spice,
        min_price=None if a.min_price is None else Decimal(str(a.min_price)),
        max_price=None if a.max_price is None else Decimal(str(a.max_price)),
        max_prep=a.max_prep_minutes,
        sort=a.sort,
        signature=a.signature,
    )


def menu_search(a: MenuSearch, context: ToolContext) -> Envelope:
    """Dishes by what is wanted and by conditions."""
    menu = _menu(context)
    search = Search(context.store.catalogue, menu, context.store.clock(), limit=a.limit)
    found, total = search.run(a.query, _filters(a))
    version = context.store.catalogue.version
    if not found:
        return Envelope.error("no_results", "No dish of this menu fits.", data_version=version)
    rows = [row(item, menu, figures=_figures(context)) for item in found]
    return Envelope.success(rows, total_found=max(total, len(rows)), data_version=version)


def stock_lookup(a: StockLookup, context: ToolContext) -> Envelope:
    """Named dishes with their live stock in one store."""
    wished = a.store
    catalogue: Catalogue = context.store.catalogue
    catalogue.refresh()
    if wished is not None and not _known_store(catalogue, wished):
        return Envelope.error("invalid_params", f"There is no store {wished!r}.")
    menu = _menu(context, wished)
    search = Search(catalogue, menu, context.store.clock(), limit=5)
    rows: list[dict[str, Any]] = []
    for name in a.dishes:
        request = understand(name, menu.lexicon)
        naming = name_dish(normalise(name), menu.lexicon) if not request.mentions else None
        ids = [i for mention in request.mentions if mention.kind != "variant" for i in mention.dishes]
        if naming is not None and naming.match in ("exact", "alias", "similar", "partial"):
            ids = list(naming.dishes)[:5]
        for dish_id in dict.fromkeys(ids):
            if dish_id in menu.dishes:
                found = search.one(menu.dishes[dish_id], "exact", surface=name)
                rows.append(row(found, menu, figures=_figures(context)))
    if not rows:
        return Envelope.error(
            "no_results",
            f"{menu.store.name} does not sell it.",
            hint="Search the menu for the nearest dishes.",
            data_version=catalogue.version,
        )
    return Envelope.success(rows[:10], total_found=len(rows), data_version=catalogue.version)


def _known_store(catalogue: Catalogue, wished: str) -> bool:
    plain = normalise(wished)
    return any(plain in (normalise(w) for w in (s.id, s.name, *s.aliases)) for s in catalogue.stores)


def faq_search(a: FaqSearch, context: ToolContext) -> Envelope:
    """What is on record about the house."""
    catalogue: Catalogue = context.store.catalogue
    catalogue.refresh()
    chosen = a.store or (context.scope.get("store") if context.scope.get("store_chosen") else None)
    first = catalogue.default_store(chosen or context.scope.get("store"))
    stores = [first] if chosen else [first, *(store for store in catalogue.stores if store.id != first.id)]
    rows = facts.answer(a.query, catalogue, stores, context.store.clock(), limit=a.limit)
    if not rows:
        return Envelope.error("no_results", "Nothing about this is on record.", data_version=catalogue.version)
    return Envelope.success(rows, data_version=catalogue.version)


def stock_update(a: StockUpdate, context: ToolContext) -> Envelope:
    """Change the live stock of one dish, in the name of the caller."""
    menu = _menu(context, a.store)
    naming = name_dish(normalise(a.dish), menu.lexicon)
    if naming is None or naming.match not in ("exact", "alias") or len(naming.dishes) != 1:
        return Envelope.error("invalid_params", f"dish: {menu.store.name} sells no single dish of that name.")
    dish = menu.dishes[naming.dishes[0]]
    level = Stock(quantity=a.quantity, sold_out=a.sold_out)
    context.store.catalogue.database.set_stock(menu.store.id, dish.id, level, by=context.caller.name)
    changed = {
        "dish_id": dish.id,
        "name": dish.name,
        "store": menu.store.name,
        "available": level.available,
        "stock": level.quantity,
    }
    return Envelope.success([changed], data_version=context.store.catalogue.version)


def place_order(a: PlaceOrder, context: ToolContext) -> Envelope:
    """Write the cart that the waiter's node put into the scope; no argument says what is ordered."""
    cart = context.scope.get("cart")
    if not isinstance(cart, Cart) or cart.key != a.key or cart.empty:
        return Envelope.error("invalid_params", "There is no such cart.")
    placed = context.store.orders.place(
        cart, user=context.caller.name, session=context.session, at=context.store.clock()
    )
    if isinstance(placed, list):
        missing = [{"dish_id": item.dish, "name": item.name, "left": item.left} for item in placed]
        body = {
            "id": "",
            "key": a.key,
            "store": cart.store,
            "placed_at": "",
            "repeated": False,
            "lines": [],
            "missing": missing,
        }
    else:
        body = {
            "id": placed.id, "key": placed.key, "store": placed.store, "placed_at": placed.placed_at,
            "repeated": placed.repeated, "lines": placed.cart["lines"], "missing": [],
        }  # fmt: skip
    return Envelope.success([body])
