"""The graph's first node: what the sentence means, decided by rules, and the branch that follows from it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pilothouse.assistants.menu import turns
from pilothouse.assistants.menu.answer import FACTUAL
from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.catalogue import Menu
from pilothouse.assistants.menu.combos import read_combo
from pilothouse.assistants.menu.fragments import is_fragment
from pilothouse.assistants.menu.hearing import hear, resolve, unanswered
from pilothouse.assistants.menu.learning import learn
from pilothouse.assistants.menu.order import phrases
from pilothouse.assistants.menu.order.change import Change
from pilothouse.assistants.menu.ordering import changes_in, follow_up, shown_dishes
from pilothouse.assistants.menu.quoting import read_quote
from pilothouse.assistants.menu.restock import read_restock
from pilothouse.assistants.menu.state import MenuState
from pilothouse.assistants.menu.understanding import request_data, understand
from pilothouse.flow import Turn
from pilothouse.retrieval.tokenizer import normalise


async def understand_turn(state: MenuState, turn: Turn) -> Mapping[str, Any]:
    """Read the sentence by rules; choose the branch."""
    catalogue = turns.services(turn).catalogue
    catalogue.refresh()
    lost = bool(state["store"]) and all(store.id != state["store"] for store in catalogue.stores)
    if lost:
        state = {**state, "store": ""}
    menu = turns.menu(state, turn)
    heard = hear(state["text"], menu)
    ordering = changes_in(heard.text, state, menu)
    ordering = _meant(ordering, heard.text, menu, empty=not (state["cart"] or {}).get("lines"))
    follow = _follow(heard.text, state, menu, ordering)
    if not ordering and not follow:
        heard = resolve(heard, menu, shown_dishes(state, menu), focus=state["focus"], last=state["last_search"])
    changed: dict[str, Any] = {
        "heard": heard.data(),
        "question": heard.question,
        "store_lost": lost,
        "follow": follow,
        **learn(heard.text, state, turn, menu),
    }
    if changed["aside"].get("instead"):
        ordering = ()
    request = turns.request({**state, **changed}, turn)
    if ordering:
        request = unanswered(request, [change.surface for change in ordering])
    changed["request"] = dict(request_data(request))
    intents = set(request.intents)
    chosen = request.store if "choose_store" in intents else state["store"]
    changed["store"] = chosen
    if chosen:
        # From now on this store's menu, stock and hours count, in this turn's tools as well.
        context = turn.room.context
        turn.room.context = replace(context, scope={**context.scope, "store": chosen, "store_chosen": True})
    if follow and not changed["aside"].get("alone"):
        changed["route"] = "suggest"
    elif heard.question or (changed["aside"].get("alone") and not ordering):
        changed["route"] = "compose"
    elif ordering and "choose_store" not in intents:
        changed["route"] = "waiter"
    elif intents == {"unclear"} and is_fragment(heard.text):
        changed["route"] = "compose"
    elif intents & FACTUAL or intents == {"unclear"} or read_restock(heard.text, menu.lexicon):
        changed["route"] = "assistant"
    elif "broad" in intents:
        changed["route"] = "signature"
    else:
        changed["route"] = "compose"
    return changed


def _follow(text: str, state: MenuState, menu: Menu, ordering: Sequence[Change]) -> dict[str, Any]:
    """What the sentence asks about what was spoken of before, or the table that it wants laid; empty for any other."""
    cart = Cart.model_validate(state["cart"] or {})
    found = follow_up(text, state, cart, menu)
    if found is not None and found.kind != "total":
        return found.data()
    counts = {} if ordering else read_quote(text, menu.lexicon)
    if counts:
        return {"kind": "quote", "counts": counts}
    wanted = {} if ordering else read_combo(text, menu.lexicon)
    return {"kind": "table", "wanted": wanted} if wanted else {}


QUESTIONS = frozenset(
    {"price", "ingredients", "contains", "spice", "prep", "allergens", "portion", "hours", "availability"}
)


def _meant(ordering: Sequence[Change], text: str, menu: Menu, *, empty: bool) -> tuple[Change, ...]:
    """The changes that are no questions: 点麻婆豆腐的话几分钟能好 asks, 再来一碗米饭，香锅要多久 does both.

    In doubt nothing is ordered: better a question answered than a dish not wanted.
    """
    if not ordering or any(change.verb not in ("add", "unclear", "deadline") for change in ordering):
        return tuple(ordering)
    clauses = [clause for clause in re.split(r"[，,。;；!！?？\n]", normalise(text)) if clause.strip()]

    def asks(change: Change) -> bool:
        clause = next((clause for clause in clauses if change.surface and change.surface in clause), text)
        request = understand(clause, menu.lexicon)
        free = bool(request.filters.avoid) and not request.mentions
        asked = QUESTIONS & set(request.aspects)
        if phrases.ENGLISH_ORDER.search(normalise(clause)):
            asked -= {"availability"}  # can i get …: an order put as a question
        return bool(asked) or "stock" in request.intents or free

    kept = [change for change in ordering if change.verb == "deadline" or change.sure or not asks(change)]
    if empty and all(change.verb == "deadline" for change in kept):
        return ()
    return tuple(kept)
