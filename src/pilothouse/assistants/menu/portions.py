"""Portions of one dish made in different ways, and what a clause says beside its counts and tastes."""

from __future__ import annotations

import re
from dataclasses import replace

from pilothouse.assistants.menu import phrases
from pilothouse.assistants.menu.changes import Change
from pilothouse.assistants.menu.wishes import joined


def split_portion(
    last: Change, before: list[Change], quantity: int, options: tuple[str, ...], exclusions: tuple[str, ...]
) -> list[Change] | None:
    """来两份麻辣香锅，一份微辣，一份不要香菜: each of the two is made another way."""
    plain = next(
        (c for c in reversed(before) if c.verb == "add" and c.dish == last.dish and not (c.options or c.exclusions)),
        last,
    )
    if plain.verb != "add" or quantity > (plain.quantity or 1) or (plain is last and quantity == plain.quantity):
        return None
    made = replace(
        plain,
        quantity=quantity,
        options=joined(plain.options, options),
        exclusions=tuple(dict.fromkeys((*plain.exclusions, *exclusions))),
    )
    left = (plain.quantity or 1) - quantity
    at = before.index(plain)
    before[at : at + 1] = [replace(plain, quantity=left)] if left else []
    return [made]


def rest_of_wish(clause: str, tastes: frozenset[str]) -> str:
    """What a clause says beside its verb, its tastes and its politeness; a count, or nothing."""
    rest = re.sub(phrases.ADD, "", clause, count=1)
    rest = re.sub(r"[不微中特]辣的?|please|one of those|给我|帮我|上来", "", phrases.OPTIONS.sub("", rest))
    for taste in tastes:
        rest = rest.replace(taste, "")
    return rest.strip(" 吧的了呗啊呀，")
