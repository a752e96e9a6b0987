"""Parts of names: 粥 for 皮蛋瘦肉粥, where that is in the order or was just named."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pilothouse.assistants.menu import ontology
from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.lexicon import Lexicon, Mention
from pilothouse.assistants.menu.order.patterns import MUCH
from pilothouse.assistants.menu.order.span import Span
from pilothouse.retrieval.tokenizer import normalise

_TOUCH = frozenset({"remove", "less", "keep", "total", "swap", "again", "except", "qty", "option", "without"})
_PIECES = ("other", "term", "class", "fill", "add", "option", "leave", "less")
_MOST = 8  # pieces of one part


def with_parts(
    spans: list[Span], lexicon: Lexicon, cart: Cart, mentions: Sequence[Mention], shown: Sequence[str]
) -> list[Span]:
    """``spans`` with the parts put together, where something of the order is changed."""
    names = line_names(lexicon, cart)
    for mention in mentions:
        if mention.kind in ("exact", "alias") and len(mention.dishes) == 1:
            names.setdefault(mention.dishes[0], []).append(normalise(lexicon.display[mention.dishes[0]]))
    listed = {dish: [normalise(lexicon.display[dish])] for dish in shown}
    if not (names or listed) or not any(span.kind in _TOUCH for span in spans):
        return spans
    made: list[Span] = []
    n = 0
    while n < len(spans):
        part = _part(spans, n, cart, names, listed)
        made.append(part or spans[n])
        while n < len(spans) and spans[n].end <= made[-1].end:
            n += 1
        if part and n < len(spans) and spans[n].kind == "option" and MUCH.fullmatch(spans[n].text):
            made[-1] = Span("option", part.text + spans[n].text, part.start, spans[n].end)  # 魔芋多放点
            n += 1
    return made


def _part(
    spans: Sequence[Span], start: int, cart: Cart, names: dict[str, list[str]], listed: dict[str, list[str]]
) -> Span | None:
    """The longest part that begins with the span ``start``."""
    text, best = "", None
    for n in range(start, min(len(spans), start + _MOST)):
        if spans[n].kind not in _PIECES:
            break
        text += spans[n].text
        held = _holders(text, names)
        held = [dish for dish in held if cart.find(dish)] or held  # what is ordered already comes first
        if not held and len(text.strip()) > 1:
            held = _holders(text, listed)  # 拌面 of the list that holds one
        if n == start and spans[n].kind == "option":
            held = []  # 不辣的, where one dish is called so
        every = n + 1 < len(spans) and spans[n + 1].kind == "all"  # 鱼都不要香菜
        if text.strip() == text and (len(held) == 1 or (held and every)):
            at, end = spans[start].start, spans[n].end
            best = Span("part", text, at, end, Mention(text, tuple(held), "alias", at, end))
    return best


def _holders(text: str, names: dict[str, list[str]]) -> list[str]:
    return [dish for dish, own in names.items() if text.strip() and any(_tells(text, name) for name in own)]


def _tells(part: str, name: str) -> bool:
    """Two characters of a name tell which one is meant; a single one does where the name ends in it."""
    if part.isascii():
        return len(part) > 3 and re.search(rf"\b{re.escape(part)}\b", name) is not None
    return part in name and (len(part) >= 2 or (name.endswith(part) and part in ontology.food_heads()))


def line_names(lexicon: Lexicon, cart: Cart) -> dict[str, list[str]]:
    """Names and aliases of the order's dishes, by id."""
    names = {line.dish_id: [normalise(line.dish)] for line in cart.lines}
    for alias, ids in lexicon.aliases.items():
        for dish in ids:
            if dish in names:
                names[dish].append(alias)
    return names
