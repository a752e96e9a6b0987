"""The graph's node that takes orders: reads the changes, looks the dishes up, keeps the cart, writes the order.

The cart belongs to this node; no model reads or writes it. Dishes are looked up through the tool room like
everything else, and so is the order placed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from pilothouse.assistants.menu import spoken
from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.catalogue import Menu
from pilothouse.assistants.menu.dish import SPICE_ORDER
from pilothouse.assistants.menu.notes import Note
from pilothouse.assistants.menu.order.change import Change
from pilothouse.assistants.menu.ordering import changes_in
from pilothouse.assistants.menu.sharpness import spice_wished
from pilothouse.assistants.menu.taken import Taken
from pilothouse.assistants.menu.taking import Taker
from pilothouse.assistants.menu.taste import Taste
from pilothouse.contracts.conversation import ProposedCall
from pilothouse.flow import Turn

ORDER_PHASE = "order"  # place_order is offered in no other: a model never sees it


async def take(
    text: str, state: Mapping[str, Any], turn: Turn, menu: Menu, *, chinese: bool, taste: Taste
) -> Mapping[str, Any]:
    """Carry the changes out. Returns the fields of the state that this node owns."""
    cart, unknown, moved = _current(text, state, turn, menu)
    changes = changes_in(text, {**state, "cart": cart.model_dump(mode="json")}, menu)
    turn.room.phase = ORDER_PHASE
    rows = await _look_up(changes, cart, turn, menu)
    before = cart
    taker = Taker(menu, cart, rows, taste.allergies, tuple(state["warned"]), list(moved), taste.company)
    taker.spice = spice_wished(text, taste, menu)
    taken = taker.take(changes)
    order: dict[str, Any] = {}
    text = spoken.reply(taken.notes, taken.cart, menu.store, chinese, asked="placed" if taken.confirm else taken.asked)
    if unknown:
        said = f"您上一单已经下好了，订单号{unknown}。" if chinese else f"Your last order {unknown} was placed. "
        text = f"{said}{text}"
    after = taken.cart
    if taken.confirm:
        placed = await _place(taken.cart, turn)
        if placed.get("missing"):
            missing = [(item["name"], item["left"]) for item in placed["missing"]]
            text = (
                " ".join(filter(None, (text, spoken.sold_out(missing, chinese))))
                if not chinese
                else f"{text}{spoken.sold_out(missing, True)}"
            )
        elif placed:
            order = {
                **{k: v for k, v in placed.items() if k != "missing"},
                "wait_minutes": spoken.wait_minutes(taken.cart, menu.store),
                "total": taken.cart.data()["total"],
            }
            text += spoken.confirmed(placed, taken.cart, menu.store, chinese)
            after = taken.cart.cleared()
        else:
            text += (
                "下单没有成功，什么都没有写入，请再说一次“下单”。"
                if chinese
                else "The order was not placed; please say “confirm” again."
            )
    elif _confirms_again(changes, before, state):
        order = {**state["order"], "repeated": True}
        text = (
            f"您的订单已经下好了，订单号{order['id']}，没有重复下单。"
            if chinese
            else f"Your order {order['id']} is placed already; nothing was ordered twice."
        )
    shown = taken.cart if order and not order.get("repeated") else after
    return {
        "cart": after.model_dump(mode="json"),
        "asked": "placed" if order else taken.asked,
        "candidates": list(taken.candidates),
        "wish": {"change": asdict(taken.wish), "shown": state["menu_context"]}
        if taken.wish and taken.candidates
        else {},
        "removed": [] if order else _taken_off(before, after),
        "warned": [] if order else list(taken.warned),
        "order": order or state["order"],
        "taken": {
            "text": text,
            "cart": shown.data(),
            "order": order,
            "outcome": _outcome(taken),
            "notes": [note.kind for note in taken.notes],
            "rows": [{key: value for key, value in row.items() if key != "left"} for row in rows.values()],
            "surfaces": [change.surface for change in changes],
            "dishes": [change.other or change.dish for change in changes if change.other or change.dish],
        },
    }


def _taken_off(before: Cart, after: Cart) -> list[dict[str, Any]]:
    """Lines whose dish is no longer in the order."""
    return [line.model_dump(mode="json") for line in before.lines if after.find(line.dish_id) is None]


def _outcome(taken: Taken) -> str:
    kinds = {note.kind for note in taken.notes}
    if kinds & {"which", "beyond", "amount", "drop"}:
        return "clarify"
    done = kinds - {"absent", "sold_out", "not_served", "few_left", "not_in_cart", "ask_confirm"}
    return "not_found" if "absent" in kinds and not done else "answered"


def _confirms_again(changes: Sequence[Change], cart: Cart, state: Mapping[str, Any]) -> bool:
    return cart.empty and bool(state["order"]) and any(change.verb == "confirm" for change in changes)


def _current(text: str, state: Mapping[str, Any], turn: Turn, menu: Menu) -> tuple[Cart, str, tuple[Note, ...]]:
    """The session's cart, and the id of an order that is there although the session does not know it.

    That happens when the process died between writing the order and storing the session: a plain confirmation then
    finds the order, and anything else begins a new cart. Where a price is another one by now, as in another store, the
    lines are priced anew, and what is not sold there goes; both have to be said.
    """
    cart = Cart.model_validate(state["cart"] or {})
    known = turn.services.orders.find(cart.key) if cart.key else None
    if known is not None and any(change.verb != "confirm" for change in changes_in(text, state, menu)):
        return cart.cleared(), known.id, ()
    if known is not None or cart.empty:
        return cart, "", ()
    lines, notes = [], []
    for line in cart.lines:
        dish = menu.dishes.get(line.dish_id)
        if dish is None:
            notes.append(Note("gone", name=line.dish))
            continue
        if menu.price(dish) != line.unit_price:
            notes.append(Note("repriced", name=line.dish))
        lines.append(line.model_copy(update={"unit_price": menu.price(dish)}))
    return cart.model_copy(update={"store": menu.store.id, "lines": tuple(lines)}), "", tuple(notes)


async def _look_up(changes: Sequence[Change], cart: Cart, turn: Turn, menu: Menu) -> dict[str, Mapping[str, Any]]:
    """Live price and stock of the dishes that are to be added or increased."""
    wanted = [
        change.other or change.dish for change in changes if change.verb in ("add", "replace", "more", "quantity")
    ]
    ids = [i for i in dict.fromkeys(wanted) if i in menu.dishes]
    rows: dict[str, Mapping[str, Any]] = {}
    new = [change for change in changes if change.verb in ("add", "replace") and (change.other or change.dish) in ids]
    if new:
        for result in await turn.room.run([ProposedCall("menu_search", _wishes(new, menu))]):
            rows |= {row["dish_id"]: row for row in result.envelope.results if row["dish_id"] in ids}
    absent = [change.surface for change in changes if change.absent and change.surface]
    nearest = [ProposedCall("menu_search", {"query": name[:200]}) for name in absent[:2]]
    for result in await turn.room.run(nearest) if nearest else ():
        rows |= {row["dish_id"]: row for row in result.envelope.results if row["dish_id"] not in rows}  # the nearest
    missing = [menu.dishes[i].name for i in ids if i not in rows]
    for start in range(0, len(missing), 10):
        for result in await turn.room.run([ProposedCall("stock_lookup", {"dishes": missing[start : start + 10]})]):
            rows |= {row["dish_id"]: row for row in result.envelope.results}
    # How many are left is not shown to guests, but a waiter has to know it.
    levels = turn.services.catalogue.database.stock(menu.store.id, list(rows))
    return {i: {**row, "left": levels[i].quantity if i in levels else None} for i, row in rows.items()}


def _wishes(changes: Sequence[Change], menu: Menu) -> dict[str, Any]:
    """Arguments that find these dishes by name; what is wanted of one dish is checked against it."""
    names = [menu.dishes[change.other or change.dish].name for change in changes]
    wishes: dict[str, Any] = {"query": " ".join(dict.fromkeys(names))[:200]}
    if len(changes) == 1:
        if changes[0].exclusions:
            wishes["exclude"] = list(changes[0].exclusions[:10])
        spice = [option for option in changes[0].options if option in SPICE_ORDER]
        if spice:
            wishes["spice"] = spice[0]
    return wishes


async def _place(cart: Cart, turn: Turn) -> dict[str, Any]:
    # The cart goes beside the arguments: nobody but this node can say what is ordered.
    turn.room.context = replace(turn.room.context, scope={**turn.room.context.scope, "cart": cart})
    results = await turn.room.run([ProposedCall("place_order", {"key": cart.key})])
    envelope = results[0].envelope
    return dict(envelope.results[0]) if envelope.ok else {}
