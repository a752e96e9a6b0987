"""What so many dishes would cost together: 两份回锅肉三碗米饭多少钱."""

from __future__ import annotations

import re

from pilothouse.assistants.menu.cart import MAX_QUANTITY
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.order import phrases
from pilothouse.assistants.menu.order.plain import plainly
from pilothouse.retrieval.tokenizer import normalise

_ASKS = re.compile(
    r"(?:一共|总共|合计|加起来|总)?(?:是|要)?(?:多少钱?|几块钱?|多钱|什么价钱?)|how much (?:is|are|for|would|do|does)"
)
_ORDERS = re.compile(r"来|点|再加|给我|上|要(?!多少|几)|order|have|get")
_BETWEEN = re.compile(r"[和跟与加、，,\s]*(?:还有|and)?\s*")


def read_quote(text: str, lexicon: Lexicon) -> dict[str, int]:
    """Portions by dish id; empty when it is not asked what several portions cost together.

    >>> read_quote("米饭多少钱", Lexicon())
    {}
    """
    plain = plainly(normalise(text).strip(" ，。,.!！?？~"), lexicon)
    plain = re.sub(r"(?<=碗)饭", "米饭", plain) if lexicon.named("米饭") else plain
    asked = _ASKS.search(plain)
    named = lexicon.mentions(plain)
    if asked is None or not named or any(len(mention.dishes) != 1 for mention in named):
        return {}
    counts: dict[str, int] = {}
    rest, at = "", 0
    for mention in named:
        before = plain[at : mention.start]
        count = phrases.quantity_in(before)
        rest += phrases.QUANTITY.sub("", before)
        counts[mention.dishes[0]] = counts.get(mention.dishes[0], 0) + (count or 0)
        at = mention.end
    rest = _ASKS.sub("", rest + plain[at:])
    if not all(0 < count <= MAX_QUANTITY for count in counts.values()) or sum(counts.values()) < 2:
        return {}
    return {} if _ORDERS.search(rest) or not _BETWEEN.fullmatch(rest.strip("呢啊呀吗")) else counts
