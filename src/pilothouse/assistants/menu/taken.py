"""What came of taking an order: the cart after it, what to say, and how lines and notes are put."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pilothouse.assistants.menu.cart import Cart, Line
from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.notes import Note
from pilothouse.assistants.menu.order.change import Change
from pilothouse.assistants.menu.sharpness import mildest


@dataclass(frozen=True)
class Taken:
    """The cart after the changes, what to say about it, and whether the order is to be written now."""

    cart: Cart
    notes: tuple[Note, ...] = ()
    confirm: bool = False
    asked: str = ""
    candidates: tuple[str, ...] = ()
    wish: Change | None = None
    warned: tuple[str, ...] = ()


def offer(dish: Dish) -> tuple[str, ...]:
    """The mildest that it can be made, as the names of a note."""
    level = mildest(dish)
    return (level,) if level else ()


def without(note: str, excluded: Sequence[str]) -> str:
    """The note without what is refused by now: 多放点花生碎 … 花生碎别放了."""
    return "，".join(piece for piece in note.split("，") if not any(term in piece for term in excluded))


def made_as(line: Line) -> str:
    """How a line is to be made: 微辣，不要香菜."""
    parts = [*line.options, *(f"不要{term}" for term in line.exclusions), *([line.note] if line.note else [])]
    return "，".join(parts)
