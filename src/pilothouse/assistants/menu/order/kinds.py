"""One of several dishes by a part of its name: 要紫菜的, 那来鱼香的, 再加一碗清汤的."""

from __future__ import annotations

from pilothouse.assistants.menu.order import phrases
from pilothouse.assistants.menu.order.change import Change
from pilothouse.assistants.menu.order.target import Targets
from pilothouse.retrieval.tokenizer import normalise


def by_part(text: str, targets: Targets) -> tuple[Change, ...]:
    """The one dish of the list, or of the kind spoken of last, whose name has the part; ``()`` for any other text."""
    clause = text.strip(" 吧的了") + ("的" if text.strip(" 吧了").endswith("的") else "")
    match = phrases.BY_PART.fullmatch(clause)
    if match is None or targets.lexicon.mentions(text):
        return ()
    held = [item.dish for item in targets.shown if match["part"] in normalise(item.name)]
    if len(held) != 1 or len(targets.shown) < 2:
        held = _alike(match["part"], targets)
    if len(held) != 1:
        return ()
    return (Change("add", dish=held[0], quantity=phrases.quantity_in(text), surface=text),)


def _alike(part: str, targets: Targets) -> list[str]:
    """清汤的 where 红油抄手 was spoken of: the dish of that kind whose name has the part."""
    kind = targets.lexicon.display.get(targets.cart.touched or targets.focus, "")[-2:]
    if len(kind) < 2 or part in kind:
        return []
    return [i for name, ids in targets.lexicon.names.items() for i in ids if name.endswith(kind) and part in name]
