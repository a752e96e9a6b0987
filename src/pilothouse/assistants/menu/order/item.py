"""A dish with what is said beside it: how many, how it is to be made, what is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.order.span import TARGETS, Span
from pilothouse.assistants.menu.order.tastes import tastes_of
from pilothouse.assistants.menu.order.unsure import Unsure


@dataclass
class Item:
    """A dish being read; ``after``: the quantity stands after it."""

    span: Span | None = None
    quantity: int | None = None
    options: list[str] = field(default_factory=list)
    exclusions: list[str] = field(default_factory=list)
    after: bool = False

    @property
    def made(self) -> bool:
        """It is to be made in some way."""
        return bool(self.options or self.exclusions)

    def take(self, span: Span, lexicon: Lexicon) -> None:
        """A taste, or what is left out."""
        if span.kind == "option":
            self.options += tastes_of(span.text, lexicon)
        else:
            self.exclusions += span.value


def attributes(words: Sequence[Span], lexicon: Lexicon) -> Item:
    """What the words say of a dish that they do not name."""
    item = Item()
    for span in words:
        if span.kind == "qty":
            item.quantity = span.value
        elif span.kind in ("option", "without"):
            item.take(span, lexicon)
    return item


def items(words: Sequence[Span], lexicon: Lexicon, *, loose: bool = False) -> Iterator[Item]:
    """Each dish with the quantity and the tastes that belong to it."""
    order = [span.kind for span in words if span.kind in ("qty", "noun", *TARGETS)]
    prefixed = bool(order) and (order[0] == "qty" or order[-1] != "qty")
    current, pending = Item(), Item()
    for span in words:
        if span.kind in TARGETS or span.kind == "noun":
            if current.span is not None and current.span.end == span.start and current.span.text == span.text:
                continue  # said twice: 麻婆豆腐麻婆豆腐
            if current.span is not None:
                yield current
            current, pending = replace(pending, span=span), Item()
        elif span.kind == "qty":
            if current.span is None or current.quantity is not None or prefixed:
                pending.quantity = span.value
            else:
                current.quantity, current.after = span.value, True
        elif span.kind in ("option", "without"):
            (current if current.span is not None and pending.quantity is None else pending).take(span, lexicon)
        elif span.kind == "term" and not loose:
            raise Unsure
    if pending.quantity is not None and current.span is not None:
        if current.quantity is not None:
            raise Unsure
        current.quantity, current.after = pending.quantity, True
    if current.span is not None:
        yield current
