"""What is wanted of the dishes that a clause points at: 第二个来一份, 就要这个, 都要, 刚才那个删掉."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pilothouse.assistants.menu import phrases
from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.changes import Change, Verb
from pilothouse.assistants.menu.references import Reference, Shown, find_reference
from pilothouse.assistants.menu.wishes import Wishes

_SIMPLY = re.compile(
    r"\s*(?:那|行|好)?(?:就|还是)\s*(?:吧|好了|就行|得了)?\s*|\s*(?:那)?\s*(?:吧|就行|好了)\s*"
)  # 就便宜的那个吧


def in_order(reference: Reference, clause: str, cart: Cart) -> Reference:
    """第二个不要了 after the order was read back: what is taken off or changed stands in the order, by its place there
    when the list shown last holds none of it."""
    touches = (
        phrases.REMOVE.search(clause) or phrases.LESS.search(clause) or re.search(r"换|改|不要|删|去掉|退", clause)
    )
    if cart.empty or not touches or any(cart.find(dish) for dish in reference.dishes):
        return reference
    if reference.kind == "this":
        return replace(reference, dishes=(cart.touched,), ambiguous=not cart.touched)
    lines = [Shown(line.dish_id, line.dish, line.unit_price, line.prep_minutes) for line in cart.lines]
    return find_reference(clause, lines, touched=cart.touched) or reference


def pointed(wishes: Wishes, shown: Sequence[Shown], clause: str, reference: Reference) -> list[Change]:
    """The changes of a clause with its ``reference``; none when it only asks."""
    rest = f"{clause[: reference.start]} {clause[reference.end :]}"
    wants = (
        bool(phrases.ADD.search(clause) or _SIMPLY.fullmatch(rest))
        or clause.startswith("one of", reference.start)
        or reference.kind == "all"
    )
    removes = bool(phrases.REMOVE.search(rest.strip()) or re.search(r"不要|删|去掉|取消|退", rest))
    changes = bool(phrases.SWAP.search(rest) or phrases.SET.search(clause))
    quantity, options, exclusions = wishes.attributes(rest)
    if reference.kind == "all" and quantity == len(reference.dishes) and not re.search(r"各|每|份|碗|杯|盘", rest):
        quantity = None  # 两个都要: so many dishes, one of each
    made = Change("add", "", clause, quantity, options, exclusions)
    if phrases.QUESTION.search(rest) and not removes:
        return []
    if reference.beyond:
        return [Change("unclear", surface="beyond")]
    if reference.ambiguous:
        if not (wants or removes or changes):
            return []
        then: Verb = "remove" if removes else "options" if changes else "add"
        return [replace(made, verb="unclear", surface="which", candidates=tuple(i.dish for i in shown), then=then)]
    verb: Verb = "add"
    dishes = reference.dishes
    in_cart = tuple(dish for dish in dishes if wishes.cart.find(dish))
    if removes:
        return [Change("remove", dish=dish, surface=clause) for dish in dishes]
    if in_cart and changes and (options or exclusions or quantity):
        verb, dishes = "options" if options or exclusions else "quantity", in_cart
    elif reference.kind == "just_now":
        if not (options or exclusions or (quantity and phrases.MORE.search(rest))):
            return []
        verb = "more" if quantity and phrases.MORE.search(rest) else "options"
    elif not (wants or quantity):
        return []
    return [replace(made, verb=verb, dish=dish) for dish in dishes]
