"""The order language clause by clause: what is added, changed, taken off, exchanged or pointed at.

Older than the grammar and more lenient: it reads what the grammar is not sure of.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import pairwise

from pilothouse.assistants.menu import aspects, phrases
from pilothouse.assistants.menu.changes import Change
from pilothouse.assistants.menu.exchanging import described_exchange
from pilothouse.assistants.menu.lexicon import Mention
from pilothouse.assistants.menu.pointing import in_order, pointed
from pilothouse.assistants.menu.portions import rest_of_wish, split_portion
from pilothouse.assistants.menu.references import Shown, find_reference
from pilothouse.assistants.menu.terms import whole_order
from pilothouse.assistants.menu.wishes import Wishes, blank, joined, merged, refuses_more
from pilothouse.retrieval.tokenizer import normalise


@dataclass(frozen=True)
class Reader:
    """Reads sentences with the list shown last and the dish spoken of last."""

    wishes: Wishes
    shown: tuple[Shown, ...]
    focus: str
    spoken: list[str] = field(default_factory=list)  # dishes that the sentence itself asks about: 香锅有吗，有就来一份

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
                    options=joined(last.options, first.options),
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
                options=joined(last.options, options),
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
            clause = phrases.IF_SO.sub("", phrases.POLITE.sub(r"\g<wish>", clause))
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
        if (again := phrases.EACH_AGAIN.fullmatch(clause.strip(" 吧的了"))) and not self.wishes.cart.empty:
            ids = dict.fromkeys(line.dish_id for line in self.wishes.cart.lines)
            number = (phrases.count(again[1]) or 1) if again[1] else 1
            return [Change("more", dish=dish, quantity=number, surface=clause) for dish in ids], False
        if (much := phrases.MUCH_OF.fullmatch(clause)) and not self.wishes.lexicon.named(much["stuff"]):
            added = next((c.other or c.dish for c in reversed(before) if c.verb in ("add", "replace")), "")
            if dish := added or self.wishes.cart.touched:
                return [Change("options", dish=dish, options=(clause.strip(" 吧啊哈"),), surface=clause)], adding
        if phrases.odd_amount(clause) and not phrases.QUESTION.search(clause):
            return self._odd(clause), False
        taken_off = self._taken_off(clause)
        if taken_off:
            return taken_off, False
        if exchange := described_exchange(self.wishes, clause):
            return [exchange], False
        mentions = self.wishes.mentions(clause)
        bare = blank(clause, mentions)
        if mentions:
            made, adding = self._named(clause, mentions, bare, adding, before)
            if not made and len(mentions) == 1 and len(mentions[0].dishes) == 1 and mentions[0].kind != "variant":
                self.spoken.append(mentions[0].dishes[0])
            return made, adding
        if phrases.ASKS_TASTE.search(clause) and not phrases.ADD.search(clause):
            return [], adding
        if part := phrases.BY_PART.fullmatch(
            clause.strip(" 吧的了") + "的" if clause.strip(" 吧了").endswith("的") else clause
        ):
            held = [item.dish for item in self.shown if part["part"] in normalise(item.name)]
            near = self.wishes.cart.touched or self.focus
            held = held if len(held) == 1 and len(self.shown) > 1 else self.wishes.alike(part["part"], near)
            if len(held) == 1:
                quantity = phrases.quantity_in(clause)
                return [Change("add", dish=held[0], quantity=quantity, surface=clause)], False
        quantity, options, exclusions = self.wishes.attributes(clause)
        if everything := self._everything(clause, quantity, options, exclusions):
            return everything, False
        reference = find_reference(clause, self.shown, focus=self.focus, touched=self.wishes.cart.touched)
        if reference is not None:
            return pointed(self.wishes, self.shown, clause, in_order(reference, clause, self.wishes.cart)), False
        last = next(
            (change for change in reversed(before) if change.verb in ("add", "replace", "options", "more")), None
        )
        if last is not None and quantity and (options or exclusions):
            apart = split_portion(last, before, quantity, options, exclusions)
            if apart is not None:
                return apart, adding
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

    def _odd(self, clause: str) -> list[Change]:
        """来3.5份米饭: how many there shall be has to be asked."""
        mentions = [m for m in self.wishes.mentions(phrases.ODD_AMOUNT.sub(" ", clause)) if m.kind != "variant"]
        dish = mentions[0].dishes[:1] if mentions else ()
        if not dish and not phrases.ADD.search(clause):
            return []
        _, options, exclusions = self.wishes.attributes(phrases.ODD_AMOUNT.sub(" ", clause))
        return [Change("unclear", "", "amount", None, options, exclusions, candidates=dish)]

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
        target, focus = self.wishes.cart.touched, self.focus
        if phrases.QUESTION.search(clause):
            return []
        if self.spoken:
            focus = self.spoken[-1]
            target = focus if self.wishes.cart.find(focus) else ""
        elif focus and not self.wishes.cart.find(focus) and not (options or exclusions):
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
        just_taste = phrases.JUST_TASTE.search(clause) and not re.search(r"来[点个些]", clause)
        beside = rest_of_wish(re.sub(phrases.JUST_TASTE, "", clause), self.wishes.lexicon.tastes).strip("的")
        if target and options and just_taste and not beside:
            return [Change("options", dish=target, options=options, exclusions=exclusions, surface=clause)]
        if target and (phrases.SWAP.search(clause) or re.search(r"要|做|改", clause)) and (options or exclusions):
            return [Change("options", dish=target, options=options, exclusions=exclusions, surface=clause)]
        if target and quantity is not None and phrases.SET.search(clause):
            return [Change("quantity", dish=target, quantity=quantity, surface=clause)]
        if target and exclusions and re.match(r"不|别|去|免", clause):
            return [Change("options", dish=target, exclusions=exclusions, options=options, surface=clause)]
        if (
            (quantity or self.spoken)
            and phrases.ADD.search(clause)
            and phrases.BARE_ITEM.match(rest_of_wish(clause, self.wishes.lexicon.tastes))
        ):
            if focus or len(self.shown) == 1:
                return [
                    Change(
                        "add",
                        dish=focus or self.shown[0].dish,
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
        if not wants or (asks and not (re.search(r"来|点一|要一|加一", bare) or phrases.ENGLISH_ORDER.search(bare))):
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
        told = phrases.SET.search(tail) or (
            phrases.SET_AFTER.match(tail) and not phrases.ADD.search(clause[: mention.start])
        )
        if quantity and told and not re.match(r"\s*(?:再|多)", tail):
            return Change(
                "quantity", dish=dish, quantity=quantity, options=options, exclusions=exclusions, surface=clause
            )
        if (
            (options or exclusions)
            and (
                phrases.SWAP.search(tail)
                or re.match(r"\s*(?:的)?(?:要|做|不要|别|不放|少|多|改|换|先上|后上|最后|晚)", tail)
            )
            and quantity is None
            and not phrases.ADD.search(clause[: mention.start])
        ):
            return Change("options", dish=dish, options=options, exclusions=exclusions, surface=clause)
        return None
