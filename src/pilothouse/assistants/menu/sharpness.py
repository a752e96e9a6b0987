"""How spicy a dish is against what the guest can eat, and the mildest that it can be made."""

from __future__ import annotations

import re

from pilothouse.assistants.menu.catalogue import Menu
from pilothouse.assistants.menu.dish import SPICE_ORDER, Dish, Spice
from pilothouse.assistants.menu.statement import read_sentence
from pilothouse.assistants.menu.taste import Taste
from pilothouse.retrieval.tokenizer import normalise

_MILD: tuple[Spice, ...] = ("不辣", "微辣")
_NO_HEAT = re.compile(
    r"(?:吃不了|吃不得|受不了|不能吃|不会吃|不敢吃|不吃|怕|碰不得)(?:太)?辣"
    r"|(?:can'?t|cannot|doesn'?t|don'?t) (?:eat|have|like) (?:spicy|hot)"
)


def spice_wished(text: str, taste: Taste, menu: Menu) -> Spice | None:
    """不辣 or 微辣 when the guest said so, of himself or of who eats along; ``None`` when he did not."""
    statement, _ = read_sentence(text, menu.lexicon)
    said = statement.spice if statement is not None else ""
    if not said and _NO_HEAT.search(normalise(text)):
        said = "不辣"
    wish = said or (taste.spice if taste.spice_said else "")
    return next((level for level in _MILD if level == wish), None)


def too_hot(dish: Dish, wish: Spice | None) -> bool:
    """True when the dish is, unless something else is said, hotter than wished."""
    if wish is None or dish.default_spice is None:
        return False
    return SPICE_ORDER.index(dish.default_spice) > SPICE_ORDER.index(wish)


def mildest(dish: Dish | None) -> Spice | None:
    """The mildest that it can be made, when that is milder than usual."""
    if dish is None or dish.default_spice is None:
        return None
    usual = SPICE_ORDER.index(dish.default_spice)
    return next((level for level in SPICE_ORDER[:usual] if any(level in taste for taste in dish.tastes)), None)
