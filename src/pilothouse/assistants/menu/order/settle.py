"""What holds however a sentence was read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.order import phrases
from pilothouse.assistants.menu.order.change import Change
from pilothouse.assistants.menu.order.tastes import joined


def settled(changes: Sequence[Change], cart: Cart) -> tuple[Change, ...]:
    """A taste of a line is changed and no second line made, a dish that took another's place gets what is said next,
    and of tastes that exclude each other the last counts."""
    made: list[Change] = []
    for change in changes:
        change = replace(change, options=joined((), change.options))
        if change.verb == "quantity" and phrases.ADDS_UP.search(change.surface):
            change = replace(change, verb="more")
        if change.verb in ("add", "more") and change.dish == cart.touched and phrases.SO_MANY.fullmatch(change.surface):
            change = replace(change, verb="quantity")
        taste_only = change.quantity is None and (change.options or change.exclusions)
        if change.verb == "add" and taste_only and cart.find(change.dish) and phrases.TASTE_OF.search(change.surface):
            change = replace(change, verb="options")
        taken_over = next(
            (c for c in made if change.verb == "options" and c.verb == "replace" and c.dish == change.dish), None
        )
        if taken_over is not None:
            change = replace(change, dish=taken_over.other)
        if change.quantity is not None or change not in made:  # 汤要酸辣汤 names it twice and means it once
            made.append(change)
    return tuple(_merged(made))


def _merged(changes: Sequence[Change]) -> list[Change]:
    """麻辣香锅，微辣，不要香菜: what is said after a dish that was just added belongs to the same change."""
    merged: list[Change] = []
    for change in changes:
        target = next((n for n in range(len(merged) - 1, -1, -1) if _of(change, merged[n])), None)
        if target is None:
            merged.append(change)
            continue
        known = merged[target]
        merged[target] = replace(
            known,
            options=joined(known.options, change.options),
            exclusions=tuple(dict.fromkeys((*known.exclusions, *change.exclusions))),
            quantity=change.quantity or known.quantity,
        )
    return merged


def _of(change: Change, known: Change) -> bool:
    """True when ``change`` is about the taste of the dish that ``known`` brings in."""
    brought = known.dish if known.verb == "add" else known.other if known.verb == "replace" else None
    return change.verb == "options" and brought == change.dish
