"""Tastes in words: which the kitchen knows, which are notes for it, and which of them exclude each other."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pilothouse.assistants.menu.constraints import read_filters
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.offered import kind_of, sayings
from pilothouse.assistants.menu.order import phrases

_MEANT = {
    "less sugar": "少糖", "no sugar": "无糖", "half sugar": "半糖", "less ice": "少冰", "no ice": "去冰",
    "less oil": "少油", "less salt": "少盐", "不加糖": "无糖", "不加冰": "去冰",
}  # fmt: skip
_PLAIN = {
    **dict.fromkeys(("不要太辣", "不太辣", "别太辣", "不用太辣", "轻辣"), "微辣"),
    **dict.fromkeys(("重辣", "越辣越好"), "特辣"),
    **dict.fromkeys(("not too spicy", "not so spicy", "not very spicy", "less spicy", "a little spicy"), "微辣"),
}
_LATIN = re.compile(r"^([a-z][a-z ]*?)\s*(?:一?点)$")


def tastes_of(text: str, lexicon: Lexicon) -> list[str]:
    """The tastes that a phrase about taste wants: 别太辣 is 微辣; what no rule knows is a note for the kitchen."""
    if text.startswith("正常") and not text.endswith(("糖", "冰")):
        return []  # as it is made anyway
    if text in _PLAIN:
        return [_PLAIN[text]]
    if text in ("冰", "热"):
        return [text]
    text = _LATIN.sub(r"\1", text)  # mild一点
    bare = text.removesuffix("的") or text
    if text in lexicon.tastes or bare in lexicon.tastes or text in sayings(lexicon) or bare in sayings(lexicon):
        return [text if text in lexicon.tastes or text in sayings(lexicon) else bare]
    known = [word for word in wished(text, lexicon)[0] if word in lexicon.tastes or kind_of(word)]
    short = text in _MEANT or phrases.OPTIONS.fullmatch(text)
    return known or ([_MEANT.get(text, text)] if short else [text.strip()])


def wished(text: str, lexicon: Lexicon) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tastes and the foods left out of which a piece of text speaks."""
    filters, _ = read_filters(phrases.OPTIONS.sub(" ", text), lexicon)
    found: list[str] = [filters.spice] if filters.spice in ("不辣", "微辣", "中辣", "特辣") else []
    found += [_MEANT.get(match[0], match[0]) for match in phrases.OPTIONS.finditer(text)]
    found += [taste for taste in lexicon.tastes if len(taste) > 1 and taste in text and taste not in found]
    refused = (*filters.exclude, *filters.avoid)
    exclusions = [term for term in refused if term not in ("辣", "辣椒") or filters.spice == "any"]
    return tuple(dict.fromkeys(found)), tuple(dict.fromkeys(exclusions))


def joined(known: Sequence[str], later: Sequence[str]) -> tuple[str, ...]:
    """Tastes said one after the other: what was said last counts where a dish has only one of them.

    >>> joined(("微辣", "少油"), ("不辣",))
    ('少油', '不辣')
    """
    kept = list(known)
    for option in later:
        kind = kind_of(option)
        kept = [*(other for other in kept if other != option and not (kind and kind_of(other) == kind)), option]
    return tuple(kept)
