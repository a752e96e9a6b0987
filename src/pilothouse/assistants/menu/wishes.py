"""Dishes in a clause of an order, each with the quantity, tastes and exclusions that stand beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pilothouse.assistants.menu import phrases
from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.changes import Change
from pilothouse.assistants.menu.constraints import read_filters
from pilothouse.assistants.menu.lexicon import Lexicon, Mention
from pilothouse.assistants.menu.mentions import find_mentions
from pilothouse.retrieval.tokenizer import normalise

Attributes = tuple[int | None, tuple[str, ...], tuple[str, ...]]
_LEAVES_OUT = re.compile(r"\s*(?:不要|不放|别放|不加|别加)(?!了|$|[，,。])")
_MEANT = {
    "less sugar": "少糖", "no sugar": "无糖", "half sugar": "半糖", "less ice": "少冰", "no ice": "去冰",
    "less oil": "少油", "less salt": "少盐", "不加糖": "无糖", "不加冰": "去冰",
}  # fmt: skip
# Of each of these a dish has one: who says 微辣 and then 不辣 wants it 不辣.
_EITHER_OR = (
    frozenset(("不辣", "微辣", "中辣", "特辣")),
    frozenset(("少糖", "无糖", "半糖", "全糖", "正常糖", "微糖")),
    frozenset(("去冰", "少冰", "多冰", "正常冰", "常温")),
    frozenset(("大份", "中份", "小份")),
)
_JOINER = r"和|跟|与|、|加|还要|再来|再要|\band\b"


@dataclass(frozen=True)
class Wishes:
    """Reads a clause with the words of the menu and of the order that is being taken."""

    lexicon: Lexicon
    cart: Cart

    def mentions(self, clause: str) -> list[Mention]:
        """Dishes that the clause is about; 酸汤米线不要香菜 refuses the coriander and not the noodles."""
        found = find_mentions(clause, self.lexicon)
        for exact in self.lexicon.mentions(clause):
            apart = all(exact.end <= known.start or known.end <= exact.start for known in found)
            if (
                apart
                and _LEAVES_OUT.match(clause[exact.end :])
                and not re.search(r"[不别]\S{0,2}$", clause[: exact.start])
            ):
                found.append(exact)
        return sorted(found or self.in_part(clause), key=lambda mention: mention.start)

    def in_part(self, clause: str) -> list[Mention]:
        """鱼汤 for the 柴火鲫鱼汤 of the order: how the name of one line begins or ends, where a line is changed."""
        if not phrases.TOUCHES.search(clause):
            return []
        best: dict[str, Mention] = {}
        for line in self.cart.lines:
            name = normalise(line.dish)
            parts = [part for size in range(len(name) - 1, 1, -1) for part in (name[-size:], name[:size])]
            part = next((part for part in parts if part in clause and not phrases.SWAP.fullmatch(part)), "")
            if part:
                start = clause.index(part)
                best[line.dish_id] = Mention(part, (line.dish_id,), "alias", start, start + len(part))
        longest = max((len(mention.surface) for mention in best.values()), default=0)
        found = [mention for mention in best.values() if len(mention.surface) == longest]
        return found if len(found) == 1 else []

    def alike(self, part: str, near: str) -> list[str]:
        """清汤的 where 红油抄手 was spoken of: the dish of that kind whose name has the part."""
        kind = self.lexicon.display.get(near, "")[-2:]
        if len(kind) < 2 or part in kind:
            return []
        return [i for name, ids in self.lexicon.names.items() for i in ids if name.endswith(kind) and part in name]

    def line(self, mention: Mention) -> str:
        """The dish of the order that is meant, or ``""``."""
        return next((dish for dish in mention.dishes if self.cart.find(dish)), "") if mention.kind != "variant" else ""

    def attributes(self, text: str) -> Attributes:
        """Quantity, tastes and exclusions in a piece of text."""
        text = phrases.ASKS_TASTE.sub(" ", text)  # 来份酸菜鱼，辣不辣
        apart = re.sub(r"(?<=辣)(?=不要|不放|别放|不加)", "，", phrases.OPTIONS.sub(" ", text))  # 微辣不要香菜
        filters, _ = read_filters(apart, self.lexicon)
        options: list[str] = [filters.spice] if filters.spice in ("不辣", "微辣", "中辣", "特辣") else []
        options += [_MEANT.get(match[0], match[0]) for match in phrases.OPTIONS.finditer(text)]
        options += [taste for taste in self.lexicon.tastes if len(taste) > 1 and taste in text and taste not in options]
        refused = (*filters.exclude, *filters.avoid)
        exclusions = [term for term in refused if term not in ("辣", "辣椒") or filters.spice == "any"]
        return phrases.quantity_in(text), tuple(dict.fromkeys(options)), tuple(dict.fromkeys(exclusions))

    def swap(self, old: Mention, new: Mention, clause: str) -> Change:
        """One dish in the place of another."""
        quantity, options, exclusions = self.attributes(clause[new.end :])
        return Change(
            "replace",
            dish=self.line(old),
            other=new.dishes[0] if new.kind != "variant" else "",
            surface=new.surface,
            quantity=quantity,
            options=options,
            exclusions=exclusions,
            candidates=new.dishes if len(new.dishes) > 1 else (),
            absent=new.kind == "variant",
        )

    def items(self, clause: str, mentions: Sequence[Mention]) -> list[Change]:
        """The dishes of the clause as additions."""
        pairs = pairwise(mentions)
        gaps = [clause[: mentions[0].start], *(clause[a.end : b.start] for a, b in pairs), clause[mentions[-1].end :]]
        prefix = bool(phrases.QUANTITY.search(gaps[0])) or not phrases.QUANTITY.match(gaps[1].strip())
        each = phrases.EACH.search(clause)
        items: list[Change] = []
        for n, mention in enumerate(mentions):
            before, after = gaps[n], gaps[n + 1]
            if prefix:
                left = before if n == 0 else _tail(before)
                right = after if n == len(mentions) - 1 else _head(after)
            else:
                left, right = (before if n == 0 else ""), after
            quantity, options, exclusions = self.attributes(f"{left} {right}")
            own = phrases.quantity_in(left) if prefix else phrases.quantity_in(right)
            if own is None and not prefix:
                own = phrases.quantity_in(left)
            quantity = own if own is not None else (quantity if len(mentions) == 1 else None)
            if each and (number := phrases.count(each[1])) is not None:
                quantity = number
            absent = mention.kind == "variant"
            items.append(
                Change(
                    "add",
                    dish="" if absent else mention.dishes[0],
                    surface=mention.surface,
                    quantity=quantity,
                    options=options,
                    exclusions=exclusions,
                    candidates=mention.dishes if len(mention.dishes) > 1 or absent else (),
                    absent=absent,
                )
            )
        return items


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


def blank(text: str, mentions: Sequence[Mention]) -> str:
    """``text`` without the names of the dishes."""
    for mention in sorted(mentions, key=lambda m: m.start, reverse=True):
        text = f"{text[: mention.start]} {text[mention.end :]}"
    return text


def _tail(gap: str) -> str:
    """The words before a dish that belong to it: from its own quantity or joiner on."""
    marks = [match.start() for match in phrases.QUANTITY.finditer(gap)]
    starts = [*marks, *(match.end() for match in re.finditer(_JOINER, gap))]
    return gap[min(starts) :] if starts else ""


def _head(gap: str) -> str:
    """The words after a dish that still belong to it, up to the next dish's quantity or a joiner."""
    ends = [match.start() for match in re.finditer(rf"{_JOINER}|{phrases.COUNT}\s*{phrases.UNIT}", gap)]
    return gap[: min(ends)] if ends else gap


def merged(changes: list[Change]) -> list[Change]:
    """麻辣香锅，微辣，不要香菜: attributes said after a dish that was just added belong to the same change."""
    merged: list[Change] = []
    for change in changes:
        target = next(
            (
                n
                for n in range(len(merged) - 1, -1, -1)
                if change.verb == "options"
                and (
                    (merged[n].verb == "add" and merged[n].dish == change.dish)
                    or (merged[n].verb == "replace" and merged[n].other == change.dish)
                )
            ),
            None,
        )
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


def refuses_more(bare: str) -> bool:
    """不要香菜 beside a dish leaves something out of it; it does not take it off the order."""
    return bool(
        re.search(
            r"(?:不要|别放|不放|别加|不加|去掉|免)(?:太)?(?:香菜|葱|姜|蒜|辣|花椒|盐|味精|糖|冰|[\u4e00-\u9fff]{1,3}(?=$|[，,、和]))",
            bare,
        )
    ) and not re.search(r"(?:不要|不用|去掉|删掉|取消)了?$|了$", bare.strip())
