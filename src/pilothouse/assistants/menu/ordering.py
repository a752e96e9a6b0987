"""The order language: what a guest wants done to the order, read by code.

A reading is a list of typed changes; nothing is carried out here. A sentence that only asks gives none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pilothouse.assistants.menu import aspects, phrases
from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.changes import Change
from pilothouse.assistants.menu.closing import about_the_whole
from pilothouse.assistants.menu.lexicon import Lexicon, Mention
from pilothouse.assistants.menu.pointing import pointed
from pilothouse.assistants.menu.references import Shown, find_reference
from pilothouse.assistants.menu.terms import whole_order
from pilothouse.assistants.menu.wishes import Wishes, blank, merged, refuses_more
from pilothouse.retrieval.tokenizer import normalise

__all__ = ["Change", "read_order"]


def read_order(
    text: str, lexicon: Lexicon, cart: Cart, shown: Sequence[Shown] = (), *, focus: str = "", asked: str = ""
) -> tuple[Change, ...]:
    """Changes in the order in which they are said; empty when the sentence changes nothing.

    ``shown`` is the list shown last, ``focus`` the dish spoken of last, ``asked`` what the assistant asked last
    (``"confirm"``: then a plain yes confirms).
    """
    plain = normalise(text).strip(" ，。,.!！?？~")
    if not plain:
        return ()
    if whole := about_the_whole(plain, lexicon, cart, asked):
        return (whole,)
    reader = _Reader(Wishes(lexicon, cart), tuple(shown), focus)
    found = reader.read(plain)
    clauses = [clause.strip() for clause in phrases.CLAUSE.split(plain) if clause.strip()]
    if found and len(clauses) > 1 and found[-1].verb != "unclear":
        # 来份米饭，下单; 就这样吧，送到建设路5号
        said = next((clause for clause in (clauses[-1], clauses[0]) if phrases.CONFIRM.fullmatch(clause)), "")
        found = (*found, Change("confirm", surface=said)) if said else found
    return found


@dataclass(frozen=True)
class _Reader:
    wishes: Wishes
    shown: tuple[Shown, ...]
    focus: str

    def read(self, text: str) -> tuple[Change, ...]:
        parts = phrases.CORRECT.split(text)
        changes = self._changes(parts[0])
        for before, part in pairwise(parts):
            # 来份 (something not on the menu)，哦不，酸菜鱼: the wish stays, the dish is another.
            wanting = bool(phrases.ADD.search(before)) and not phrases.QUESTION.search(before)
            changes = self._corrected(changes, part) if changes else self._changes(part, adding=wanting)
        return tuple(changes)

    def _corrected(self, changes: list[Change], text: str) -> list[Change]:
        """水煮鱼，哦不，酸菜鱼: what comes after takes the place of what was said last."""
        mentions = self.wishes.mentions(text)
        last = changes[-1]
        if mentions:
            new = self.wishes.items(text, mentions)
            if last.verb == "add" and new:
                first = new[0]
                kept = replace(
                    first,
                    verb="add",
                    quantity=first.quantity if first.quantity is not None else last.quantity,
                    options=first.options or last.options,
                    exclusions=first.exclusions or last.exclusions,
                )
                return [*changes[:-1], kept, *new[1:]]
            return [*changes, *self._changes(text)]
        quantity, options, exclusions = self.wishes.attributes(text)
        if quantity is None and not options and not exclusions:
            return [*changes, *self._changes(text)]
        return [
            *changes[:-1],
            replace(
                last,
                quantity=quantity or last.quantity,
                options=options or last.options,
                exclusions=exclusions or last.exclusions,
            ),
        ]

    def _changes(self, text: str, *, adding: bool = False) -> list[Change]:
        changes: list[Change] = []
        for clause in (piece.strip() for piece in phrases.CLAUSE.split(text)):
            if not clause:
                continue
            found, clause = whole_order(clause)
            changes += found
            if not clause.strip():
                continue
            made, adding = self._clause(clause, changes, adding)
            changes += made
        return merged(changes)

    def _clause(self, clause: str, before: list[Change], adding: bool) -> tuple[list[Change], bool]:
        if (each := phrases.EACH_ALONE.fullmatch(clause.strip(" 吧的了"))) and any(c.verb == "add" for c in before):
            number = phrases.count(each[1])
            before[:] = [replace(c, quantity=number) if c.verb == "add" else c for c in before]
            return [], adding
        taken_off = self._taken_off(clause)
        if taken_off:
            return taken_off, False
        mentions = self.wishes.mentions(clause)
        bare = blank(clause, mentions)
        if mentions:
            return self._named(clause, mentions, bare, adding, before)
        quantity, options, exclusions = self.wishes.attributes(clause)
        if everything := self._everything(clause, quantity, options, exclusions):
            return everything, False
        reference = find_reference(clause, self.shown, focus=self.focus, touched=self.wishes.cart.touched)
        if reference is not None:
            return pointed(self.wishes, self.shown, clause, reference), False
        last = next(
            (change for change in reversed(before) if change.verb in ("add", "replace", "options", "more")), None
        )
        if last is not None and last.verb == "add" and options and quantity and quantity < (last.quantity or 1):
            # 来两份麻辣香锅，一份微辣的: one of the two is made another way.
            before[before.index(last)] = replace(last, quantity=(last.quantity or 1) - quantity)
            return [replace(last, quantity=quantity, options=options, exclusions=exclusions or last.exclusions)], adding
        if last is not None and (options or exclusions or quantity):
            return [
                Change(
                    "options",
                    dish=last.other or last.dish,
                    options=options,
                    exclusions=exclusions,
                    quantity=quantity,
                    surface=clause,
                )
            ], adding
        return self._unnamed(clause, quantity, options, exclusions), adding

    def _everything(
        self, clause: str, quantity: int | None, options: tuple[str, ...], exclusions: tuple[str, ...]
    ) -> list[Change]:
        """两个都要微辣, 都换成微辣: every line of the order is made that way."""
        lines = self.wishes.cart.lines
        meant = quantity == len(lines) or bool(phrases.SWAP.search(clause)) or not self.shown
        if not lines or not meant or not (options or exclusions) or not re.search(r"都|全部", clause):
            return []
        ids = dict.fromkeys(line.dish_id for line in lines)
        return [Change("options", dish=i, options=options, exclusions=exclusions, surface=clause) for i in ids]

    def _taken_off(self, clause: str) -> list[Change]:
        """米饭不要了: dishes of the order that the clause refuses. (``find_mentions`` leaves out what is refused.)"""
        mentions = [m for m in self.wishes.lexicon.mentions(clause) if self.wishes.line(m)]
        if not mentions and not self.wishes.lexicon.mentions(clause) and phrases.FOR_GOOD.search(clause):
            mentions = self.wishes.in_part(clause)
        bare = blank(clause, mentions).strip()
        if mentions and phrases.BUT.search(clause) and phrases.quantity_in(clause) is None:
            kept = {self.wishes.line(m) for m in mentions}  # 除了米饭都不要了, 只要米饭
            others = dict.fromkeys(line.dish_id for line in self.wishes.cart.lines if line.dish_id not in kept)
            return [Change("remove", dish=dish, surface=clause) for dish in others]
        if not mentions or not phrases.REMOVE.search(bare) or phrases.SWAP.search(clause) or refuses_more(bare):
            return []
        return [Change("remove", dish=self.wishes.line(m), surface=m.surface) for m in mentions]

    def _unnamed(
        self, clause: str, quantity: int | None, options: tuple[str, ...], exclusions: tuple[str, ...]
    ) -> list[Change]:
        """再来一份, 换成中辣, 两份: about the line touched last, or the one dish just shown."""
        target = self.wishes.cart.touched
        if phrases.QUESTION.search(clause):
            return []
        if self.focus and not self.wishes.cart.find(self.focus) and not (options or exclusions):
            target = ""  # 红烧肉呢 … 再来一份: the dish asked about last is meant
        if target and phrases.LESS.search(clause):
            return [Change("more", dish=target, quantity=-(quantity or 1), surface=clause)]
        if target and phrases.MORE.search(clause) and not options:
            return [Change("more", dish=target, quantity=quantity or 1, surface=clause)]
        line = self.wishes.cart.find(target) if target else None
        if line and quantity and quantity < line.quantity and (options or exclusions) and re.search(r"其中|有", clause):
            made = tuple(dict.fromkeys((*line.exclusions, *exclusions)))
            apart = Change("add", target, clause, quantity, options or line.options, made)
            return [Change("more", target, clause, -quantity), apart]
        if target and (phrases.SWAP.search(clause) or re.search(r"要|做|改", clause)) and (options or exclusions):
            return [Change("options", dish=target, options=options, exclusions=exclusions, surface=clause)]
        if target and quantity is not None and phrases.SET.search(clause):
            return [Change("quantity", dish=target, quantity=quantity, surface=clause)]
        if target and exclusions and re.match(r"不|别|去|免", clause):
            return [Change("options", dish=target, exclusions=exclusions, options=options, surface=clause)]
        if (
            quantity
            and phrases.ADD.search(clause)
            and phrases.BARE_ITEM.match(re.sub(phrases.ADD, "", clause, count=1).strip(" 吧的了"))
        ):
            if self.focus or len(self.shown) == 1:
                return [
                    Change(
                        "add",
                        dish=self.focus or self.shown[0].dish,
                        quantity=quantity,
                        options=options,
                        exclusions=exclusions,
                        surface=clause,
                    )
                ]
            if self.shown:
                candidates = tuple(item.dish for item in self.shown)
                return [Change("unclear", "", "which", quantity, options, exclusions, candidates=candidates)]
        return []

    def _named(
        self, clause: str, mentions: list[Mention], bare: str, adding: bool, before: list[Change]
    ) -> tuple[list[Change], bool]:
        in_cart = [m for m in mentions if self.wishes.line(m)]
        if len(mentions) >= 2 and phrases.SWAP.search(clause[mentions[0].end : mentions[-1].start]) and in_cart:
            return [self.wishes.swap(mentions[0], mentions[-1], clause)], False
        if len(mentions) == 1 and (known := self._changed_before(clause, mentions[0], bare, before)):
            return known, False
        counted = bool(phrases.QUANTITY.search(bare))  # 一份微辣 asks nothing
        asks = any(
            aspects.ASPECTS[name].search(bare)
            for name in ("price", "ingredients", "prep", "allergens", "portion", *(() if counted else ("spice",)))
        ) or bool(phrases.QUESTION.search(bare))
        if in_cart and len(mentions) == 1:
            one = self._in_cart(clause, mentions[0], bare)
            if one is not None:
                return [one], False
        wants = bool(phrases.ADD.search(bare) or phrases.SIMPLY.fullmatch(bare)) or counted or adding
        if not wants or (asks and not re.search(r"来|点一|要一|加一|i'd like|i want|give me|can i (?:get|have)", bare)):
            return [], False
        return self.wishes.items(clause, mentions), True

    def _changed_before(self, clause: str, mention: Mention, bare: str, before: list[Change]) -> list[Change]:
        """What changes an earlier wish: 水煮鱼要微辣 after 来一份水煮鱼; 换成水煮鱼 after 不要香锅了, or on its own."""
        quantity, options, exclusions = self.wishes.attributes(bare)
        added = next((c for c in reversed(before) if c.verb == "add" and c.dish in mention.dishes), None)
        if added and (options or exclusions) and quantity is None and not re.search(r"再|来|点|加", bare):
            return [Change("options", dish=added.dish, options=options, exclusions=exclusions, surface=clause)]
        if mention.kind == "variant" or self.wishes.line(mention) or not phrases.INSTEAD.search(f"{bare} "):
            return []
        old = before.pop().dish if before and before[-1].verb == "remove" else self.wishes.cart.touched
        item = self.wishes.items(clause, [mention])[0]
        told = quantity if re.search(r"[两二三四五六七八九十2-9]", bare) else None  # 换一个水煮鱼 counts nothing
        return [replace(item, verb="replace", dish=old, other=item.dish, quantity=told)] if old else []

    def _in_cart(self, clause: str, mention: Mention, bare: str) -> Change | None:
        dish = self.wishes.line(mention)
        quantity, options, exclusions = (
            self.wishes.attributes(clause[mention.end :])
            if not phrases.SWAP.search(clause[: mention.start])
            else self.wishes.attributes(bare)
        )
        tail = clause[mention.end :]
        if phrases.LESS.search(bare):
            return Change(
                "more", dish=dish, quantity=-(quantity or self.wishes.attributes(bare)[0] or 1), surface=clause
            )
        if quantity and phrases.SET.search(tail) and not re.match(r"\s*(?:再|多)", tail):
            return Change(
                "quantity", dish=dish, quantity=quantity, options=options, exclusions=exclusions, surface=clause
            )
        if (
            (options or exclusions)
            and (phrases.SWAP.search(tail) or re.match(r"\s*(?:的)?(?:要|做|不要|别|不放|少|多|改|换)", tail))
            and quantity is None
            and not phrases.ADD.search(clause[: mention.start])
        ):
            return Change("options", dish=dish, options=options, exclusions=exclusions, surface=clause)
        return None
