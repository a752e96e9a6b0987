"""What a sentence wants of the order in this session: the order language, with what was shown and asked before."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter

from pilothouse.assistants.menu.cart import Cart, Line
from pilothouse.assistants.menu.catalogue import Menu
from pilothouse.assistants.menu.dish import SPICE_ORDER
from pilothouse.assistants.menu.followups import FollowUp, Talk
from pilothouse.assistants.menu.order import phrases, read_order
from pilothouse.assistants.menu.order.change import Change
from pilothouse.assistants.menu.order.regret import restored
from pilothouse.assistants.menu.references import Shown, find_reference
from pilothouse.assistants.menu.search import suits_spice
from pilothouse.assistants.menu.sharpness import mildest
from pilothouse.retrieval.tokenizer import normalise

_CHANGE = TypeAdapter(Change)


def shown_dishes(state: Mapping[str, Any], menu: Menu) -> list[Shown]:
    """The list shown last, as references are decided on it."""
    return _shown(state["menu_context"], menu)


def _shown(ids: Sequence[str], menu: Menu) -> list[Shown]:
    found = []
    for dish_id in ids:
        dish = menu.dishes.get(dish_id)
        if dish is not None:
            heat = SPICE_ORDER.index(dish.default_spice) if dish.default_spice else 0
            found.append(Shown(dish.id, dish.name, menu.price(dish), dish.prep_minutes, heat))
    return found


def follow_up(text: str, state: Mapping[str, Any], cart: Cart, menu: Menu) -> FollowUp | None:
    """What the sentence asks about what was spoken of before; ``None`` when it asks no such thing."""
    talk = Talk(state["menu_context"], state["focus"], state["asked_of"], cart, state["asked"])
    found = talk.read(text, menu.lexicon)
    if found is not None and found.kind == "mild":
        dish = menu.dishes.get(found.dishes[0])
        return None if dish is None or suits_spice(dish, "不辣") else found  # it can be made so: no other dish is meant
    return found


def changes_in(text: str, state: Mapping[str, Any], menu: Menu) -> tuple[Change, ...]:
    """The changes that the sentence makes to the order; none when it only asks."""
    cart = Cart.model_validate(state["cart"] or {})
    pending: list[Shown] = []
    if state["candidates"] and state["wish"].get("shown", state["menu_context"]) == state["menu_context"]:
        pending = _shown(state["candidates"], menu)  # unless another list was shown since
    listed = pending or shown_dishes(state, menu)
    if len(listed) == 1 and len(state["asked_of"]) > 1:
        listed = _shown(state["asked_of"], menu)  # 西兰花多少钱 … 空心菜呢 … 两个都要
    found = read_order(
        text,
        menu.lexicon,
        cart,
        listed,
        focus=state["focus"],
        asked=state["asked"],
        suits=lambda dish, option: _suits(menu, dish, option),
    )
    if state["asked"] == "milder" and _AGREES.fullmatch(normalise(text).strip(" ，。,.!！~")):
        for line in reversed(cart.lines):
            milder = mildest(menu.dishes.get(line.dish_id))
            if milder is not None and not set(line.options) & set(SPICE_ORDER):
                return (Change("options", dish=line.dish_id, options=(milder,), surface=text),)
    if not found and (back := restored(text, [Line.model_validate(line) for line in state["removed"]])):
        return back
    follow = follow_up(text, state, cart, menu)
    if follow is not None:
        return (Change("show", surface=text),) if follow.kind == "total" else ()
    found = _exchanged(found, text, state, cart)
    if pending and all(change.verb in ("add", "unclear") for change in found):
        wish = _CHANGE.validate_python(state["wish"]["change"]) if state["wish"] else Change("add")
        if answer := _answer_to_which(text, pending, menu, wish):
            meant = {change.dish for change in answer}
            return (*answer, *(change for change in found if change.verb == "add" and change.dish not in meant))
    return found


_AGREES = re.compile(
    r"(?:好的?|行|可以|嗯+|对|要|改吧?|改一下|那就|就|换|做|按|(?:最|不|微)辣的?|这样|吧|啊|了|谢谢|，|,| )+"
    r"|yes|yes,? please|ok(?:ay)?|sure|please do"
)
_AS_WELL = re.compile(r"[再也加还]|another|as well|too\b|also|add")


def _exchanged(found: tuple[Change, ...], text: str, state: Mapping[str, Any], cart: Cart) -> tuple[Change, ...]:
    """第一个吧 after 换一个便宜点的: the dish of the order makes room for it."""
    exchange = state["exchange"]
    if not exchange or exchange["among"] != state["menu_context"] or cart.find(exchange["dish"]) is None:
        return found
    one = found[0] if len(found) == 1 else None
    if one is None or one.verb != "add" or one.dish not in exchange["among"] or _AS_WELL.search(normalise(text)):
        return found
    return (replace(one, verb="replace", dish=exchange["dish"], other=one.dish),)


def _suits(menu: Menu, dish_id: str, option: str) -> bool:
    """Whether a dish can be made so hot; other tastes are told to the kitchen and suit every dish."""
    dish = menu.dishes.get(dish_id)
    if dish is None or option not in SPICE_ORDER:
        return True
    return suits_spice(dish, option) and (dish.default_spice is not None or bool(dish.tastes))


def _answer_to_which(text: str, pending: Sequence[Shown], menu: Menu, wish: Change) -> tuple[Change, ...]:
    """毛血旺, 第二个 or 红油的 after 您要哪一道: what was wished is done with that dish."""
    plain = normalise(text).strip(" ，。,.!！~")
    if phrases.QUESTION.search(plain):
        return ()
    meant = [
        i for mention in menu.lexicon.mentions(plain) for i in mention.dishes if i in {item.dish for item in pending}
    ]
    if len(set(meant)) != 1:
        reference = find_reference(plain, pending)
        meant = list(reference.dishes) if reference is not None and not reference.ambiguous else []
    if not meant:
        part = re.sub(r"^(?:要|来|我要|就)|(?:的|那个|那道|吧|味|款|口味)+$", "", plain)
        meant = [item.dish for item in pending if len(part) > 1 and part in normalise(item.name)]
        meant = meant if len(meant) == 1 else []
    said = phrases.quantity_in(plain)
    if not meant and len(pending) == 1 and said:
        meant = [pending[0].dish]  # 两份 after 您要几份
    made = replace(wish, candidates=(), absent=False, surface=plain, quantity=said or wish.quantity)
    dishes = list(dict.fromkeys(meant))
    if wish.verb == "replace":
        return (replace(made, other=dishes[0]),) if dishes else ()
    return tuple(replace(made, dish=dish) for dish in dishes)
