"""The graph's node that takes orders: reads the changes, looks the dishes up, keeps the cart, writes the order.

The cart belongs to this node; no model reads or writes it. Dishes are looked up through the tool room like
everything else, and so is the order placed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pilothouse.assistants.menu import spoken
from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.catalogue import Menu
from pilothouse.assistants.menu.dish import SPICE_ORDER
from pilothouse.assistants.menu.ordering import Change, read_order
from pilothouse.assistants.menu.references import Shown
from pilothouse.assistants.menu.taking import Taken, Taker
from pilothouse.contracts.conversation import ProposedCall
from pilothouse.flow import Turn

ORDER_PHASE = "order"  # place_order is offered in no other: a model never sees it


def shown_dishes(state: Mapping[str, Any], menu: Menu) -> list[Shown]:
    """The list shown last, as references are decided on it."""
    found = []
    for dish_id in state["menu_context"]:
        dish = menu.dishes.get(dish_id)
        if dish is not None:
            heat = SPICE_ORDER.index(dish.default_spice) if dish.default_spice else 0
            found.append(Shown(dish.id, dish.name, menu.price(dish), dish.prep_minutes, heat))
    return found


def changes_in(text: str, state: Mapping[str, Any], menu: Menu) -> tuple[Change, ...]:
    """The changes that the sentence makes to the order; none when it only asks."""
    cart = Cart.model_validate(state["cart"] or {})
    pending = [Shown(i, menu.dishes[i].name, menu.price(menu.dishes[i])) for i in state["candidates"] if i in menu.dishes]
    found = read_order(text, menu.lexicon, cart, pending or shown_dishes(state, menu), focus=state["focus"], asked=state["asked"])
    if not found and pending:
        found = _answer_to_which(text, pending, menu)
    return found


def _answer_to_which(text: str, pending: Sequence[Shown], menu: Menu) -> tuple[Change, ...]:
    """毛血旺 after 您要哪一道: the name alone is an order now."""
    mentions = menu.lexicon.mentions(text)
    meant = [i for mention in mentions for i in mention.dishes if i in {item.dish for item in pending}]
    return (Change("add", dish=meant[0], surface=menu.dishes[meant[0]].name),) if len(set(meant)) == 1 else ()


async def take(text: str, state: Mapping[str, Any], turn: Turn, menu: Menu, *, chinese: bool, allergies: Sequence[str]) -> Mapping[str, Any]:
    """Carry the changes out. Returns the fields of the state that this node owns."""
    cart, unknown = _current(text, state, turn, menu)
    changes = changes_in(text, {**state, "cart": cart.model_dump(mode="json")}, menu)
    turn.room.phase = ORDER_PHASE
    rows = await _look_up(changes, cart, turn, menu)
    before = cart
    taken = Taker(menu, cart, rows, allergies, tuple(state["warned"])).take(changes)
    order: dict[str, Any] = {}
    text = spoken.reply(taken.notes, taken.cart, menu.store, chinese, asked=taken.asked)
    if unknown:
        said = f"您上一单已经下好了，订单号{unknown}。" if chinese else f"Your last order {unknown} was placed. "
        text = f"{said}{text}"
    after = taken.cart
    if taken.confirm:
        placed = await _place(taken.cart, turn)
        if placed.get("missing"):
            missing = [(item["name"], item["left"]) for item in placed["missing"]]
            text = " ".join(filter(None, (text, spoken.sold_out(missing, chinese)))) if not chinese else f"{text}{spoken.sold_out(missing, True)}"
        elif placed:
            order = {**placed, "wait_minutes": spoken.wait_minutes(taken.cart, menu.store), "total": taken.cart.data()["total"]}
            text += spoken.confirmed(placed, taken.cart, menu.store, chinese)
            after = taken.cart.cleared()
        else:
            text += "下单没有成功，什么都没有写入，请再说一次“下单”。" if chinese else "The order was not placed; please say “confirm” again."
    elif _confirms_again(changes, before, state):
        order = {**state["order"], "repeated": True}
        text = f"您的订单已经下好了，订单号{order['id']}，没有重复下单。" if chinese else f"Your order {order['id']} is placed already; nothing was ordered twice."
    shown = taken.cart if order and not order.get("repeated") else after
    return {
        "cart": after.model_dump(mode="json"),
        "asked": taken.asked,
        "candidates": list(taken.candidates),
        "warned": [] if order else list(taken.warned),
        "order": order or state["order"],
        "taken": {
            "text": text,
            "cart": shown.data(),
            "order": order,
            "outcome": _outcome(taken),
            "notes": [note.kind for note in taken.notes],
            "dishes": [change.other or change.dish for change in changes if change.other or change.dish],
        },
    }


def _outcome(taken: Taken) -> str:
    kinds = {note.kind for note in taken.notes}
    if kinds & {"which", "beyond"}:
        return "clarify"
    done = kinds - {"absent", "sold_out", "not_served", "few_left", "not_in_cart", "ask_confirm"}
    return "not_found" if "absent" in kinds and not done else "answered"


def _confirms_again(changes: Sequence[Change], cart: Cart, state: Mapping[str, Any]) -> bool:
    return cart.empty and bool(state["order"]) and any(change.verb == "confirm" for change in changes)


def _current(text: str, state: Mapping[str, Any], turn: Turn, menu: Menu) -> tuple[Cart, str]:
    """The session's cart, and the id of an order that is there although the session does not know it.

    That happens when the process died between writing the order and storing the session: a plain confirmation then
    finds the order, and anything else begins a new cart. In another store the lines are priced anew, and what is not
    sold there goes.
    """
    cart = Cart.model_validate(state["cart"] or {})
    known = turn.services.orders.find(cart.key) if cart.key else None
    if known is not None and any(change.verb != "confirm" for change in changes_in(text, state, menu)):
        return cart.cleared(), known.id
    if cart.store and cart.store != menu.store.id:
        lines = []
        for line in cart.lines:
            dish = menu.dishes.get(line.dish_id)
            if dish is not None:
                lines.append(line.model_copy(update={"unit_price": menu.price(dish)}))
        return cart.model_copy(update={"store": menu.store.id, "lines": tuple(lines)}), ""
    return cart, ""


async def _look_up(changes: Sequence[Change], cart: Cart, turn: Turn, menu: Menu) -> dict[str, Mapping[str, Any]]:
    """Live price and stock of the dishes that are to be added or increased."""
    wanted = [change.other or change.dish for change in changes if change.verb in ("add", "replace", "more", "quantity")]
    ids = [i for i in dict.fromkeys(wanted) if i in menu.dishes]
    rows: dict[str, Mapping[str, Any]] = {}
    for start in range(0, len(ids), 10):
        names = [menu.dishes[i].name for i in ids[start : start + 10]]
        for result in await turn.room.run([ProposedCall("stock_lookup", {"dishes": names})]):
            rows |= {row["dish_id"]: row for row in result.envelope.results}
    return rows


async def _place(cart: Cart, turn: Turn) -> dict[str, Any]:
    # The cart goes beside the arguments: nobody but this node can say what is ordered.
    turn.room.context = replace(turn.room.context, scope={**turn.room.context.scope, "cart": cart})
    results = await turn.room.run([ProposedCall("place_order", {"key": cart.key})])
    envelope = results[0].envelope
    return dict(envelope.results[0]) if envelope.ok else {}
