"""What is wanted of the dishes that a clause points at: 第二个来一份, 就要这个, 都要, 刚才那个删掉."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pilothouse.assistants.menu import phrases
from pilothouse.assistants.menu.changes import Change, Verb
from pilothouse.assistants.menu.references import Reference, Shown
from pilothouse.assistants.menu.wishes import Wishes


def pointed(wishes: Wishes, shown: Sequence[Shown], clause: str, reference: Reference) -> list[Change]:
    """The changes of a clause with its ``reference``; none when it only asks."""
    rest = f"{clause[: reference.start]} {clause[reference.end :]}"
    wants = bool(phrases.ADD.search(clause)) or reference.kind == "all"
    removes = bool(phrases.REMOVE.search(rest.strip()) or re.search(r"不要|删|去掉|取消|退", rest))
    changes = bool(phrases.SWAP.search(rest) or phrases.SET.search(clause))
    quantity, options, exclusions = wishes.attributes(rest)
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
