"""Tastes in words: which the kitchen knows, which are notes for it, and which of them exclude each other."""

from __future__ import annotations

from collections.abc import Sequence

from pilothouse.assistants.menu.constraints import read_filters
from pilothouse.assistants.menu.lexicon import Lexicon
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
# Of each of these a dish has one: who says 微辣 and then 不辣 wants it 不辣.
_EITHER_OR = (
    frozenset(("不辣", "微辣", "中辣", "特辣")),
    frozenset(("少糖", "无糖", "半糖", "全糖", "正常糖", "微糖")),
    frozenset(("去冰", "少冰", "多冰", "正常冰", "常温")),
    frozenset(("大份", "中份", "小份")),
)


def tastes_of(text: str, lexicon: Lexicon) -> list[str]:
    """The tastes that a phrase about taste wants: 别太辣 is 微辣; what no rule knows is a note for the kitchen."""
    if text.startswith("正常") and not text.endswith(("糖", "冰")):
        return []  # as it is made anyway
    if text in _PLAIN:
        return [_PLAIN[text]]
    known = [word for word in wished(text, lexicon)[0] if word in lexicon.tastes or any(word in g for g in _EITHER_OR)]
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
        group = next((group for group in _EITHER_OR if option in group), frozenset((option,)))
        kept = [*(other for other in kept if other not in group), option]
    return tuple(kept)
