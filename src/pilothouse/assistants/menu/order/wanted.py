"""A clause with dishes in it: they are added, or lines of the order are changed."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pilothouse.assistants.menu.cart import Line
from pilothouse.assistants.menu.lexicon import Mention
from pilothouse.assistants.menu.order.change import Change
from pilothouse.assistants.menu.order.clause import Clause
from pilothouse.assistants.menu.order.item import Item, items
from pilothouse.assistants.menu.order.sentence import Sentence, change_of
from pilothouse.assistants.menu.order.span import Span
from pilothouse.assistants.menu.order.target import ALIKE, HERE
from pilothouse.assistants.menu.order.tastes import joined
from pilothouse.assistants.menu.order.unsure import Unsure

SETTLED = re.compile(r"^(?:好|行|嗯)*那?就|吧[了。]?$")  # 那就红烧肉
_WISH = re.compile(r"吧|就|please")
_THIS = re.compile(r"[这那](?:一)?(?:份|个|碗|杯|盘)")
_MOST = 6  # more than these nobody wants to hear
_IN_ALL = frozenset({"要", "就要", "做", "上"})


@dataclass(frozen=True)
class Wanted:
    """Reads what is wanted of the dishes of a clause."""

    sentence: Sentence

    def read(self, clause: Clause, *, corrects: bool) -> None:
        """Each dish of the clause. ``corrects``: the first takes the place of what was said last."""
        said = self.sentence
        found = list(items(clause.words, said.targets.lexicon, loose=said.loose))
        last = said.changes[-1] if said.changes and corrects else None
        if clause.has("each", "all"):
            _share(found)
        for item in found:
            assert item.span is not None
            if item.span.kind == "noun":
                said.changes.append(self._noun(item))
                continue
            touches = clause.has("less", "total") or item.made
            if asked := self._asked(item.span, item, clause, touches):
                said.changes.append(asked)
                continue
            dishes = said.targets.meant(item.span, cart=touches)
            if max(len(dishes), len(clause.targets)) > 1 and not said.changes and _only_points(clause):
                said.named += dishes  # 第一个和第二个, 前两个: nobody knows yet what is wanted of them
                continue
            for dish in dishes:
                if last is not None and last.verb in ("add", "replace"):
                    said.changes[-1] = corrected(last, change_of(dish, item, clause.surface))
                else:
                    self._want(dish, item, clause, corrects=corrects)
                last = None

    def _noun(self, item: Item) -> Change:
        """A dish that the menu does not have; 一碗面 is any of its noodles, and which of them has to be asked."""
        assert item.span is not None
        noun = item.span.text.strip()
        names = self.sentence.targets.lexicon.names
        kinds = [dish for name, ids in names.items() if name.endswith(noun) for dish in ids]
        if len(noun) > 1 or len(kinds) < 2:
            return Change("add", surface=noun, absent=True, quantity=item.quantity)
        candidates = tuple(dict.fromkeys(kinds))[:_MOST]
        return Change("add", dish=candidates[0], surface=noun, quantity=item.quantity, candidates=candidates)

    def _want(self, dish: str, item: Item, clause: Clause, *, corrects: bool) -> None:
        said, cart = self.sentence, self.sentence.targets.cart
        line = cart.find(dish)
        if corrects and not said.changes and cart.touched and line is None and not clause.orders:
            change = change_of(dish, item, clause.surface, "replace")  # 点错了，是酸菜鱼
            said.changes.append(replace(change, dish=cart.touched, other=dish))
            return
        if line is not None and item.span is not None and ALIKE.fullmatch(item.span.text):
            self._alike(dish, line, item, clause)
            return
        more = said.last("add", "replace", "more")
        this = item.span is not None and _THIS.fullmatch(item.span.text)
        if this and item.made and more is not None and (more.verb, more.dish) == ("more", dish):
            said.otherwise(more, item)  # 再加一份，这份要中辣
            return
        earlier = said.added(dish)
        if earlier is not None and item.made and item.quantity is None:
            said.made(earlier, item)
        elif earlier is not None and line is None and item.quantity is not None and self._sets(item, clause):
            said.put(earlier, replace(earlier, quantity=item.quantity))  # 里脊要两份
        elif line is None or not self._changed(dish, item, clause):
            self._added(dish, item, clause)

    def _alike(self, dish: str, line: Line, item: Item, clause: Clause) -> None:
        """跟刚才一样再来一份: as the line is made, or so but for what is said."""
        if not item.made:
            self.sentence.more(dish, item.quantity or 1, clause.surface)
            return
        item.options = list(joined((*line.options, *filter(None, [line.note])), item.options))
        item.exclusions = [*line.exclusions, *item.exclusions]
        self.sentence.say(dish, replace(item, quantity=item.quantity or 1), clause.surface)

    def _changed(self, dish: str, item: Item, clause: Clause) -> bool:
        """A line of the order, altered; false when more of it is wanted."""
        if clause.has("less"):
            self.sentence.more(dish, -(item.quantity or 1), clause.surface)
        elif item.quantity is not None and self._sets(item, clause):
            self.sentence.set(dish, item.quantity, clause.surface)
            if item.made:
                self.sentence.make(dish, item, clause.surface)
        elif clause.has("again") and item.after and not item.made:
            self.sentence.more(dish, item.quantity or 1, clause.surface)  # 茄子再加一份, as the first is made
        elif item.made and item.quantity is None and not clause.orders:
            self.sentence.make(dish, item, clause.surface)
        else:
            return False
        return True

    def _added(self, dish: str, item: Item, clause: Clause) -> None:
        said, targets = self.sentence, self.sentence.targets
        assert item.span is not None
        kept = item.span.text in HERE and not clause.orders and item.quantity is None and not item.made
        if kept and targets.cart.find(dish) and SETTLED.search(clause.surface):
            said.changes.append(Change("show", surface=clause.surface))  # 那就这个吧, of a dish that is ordered
        elif clause.orders or item.quantity is not None or said.adding or clause.has("if"):
            said.adding, said.topic = True, dish
            said.say(dish, item, clause.surface)
        elif item.span.kind == "ref" and (targets.shown or targets.focus):
            said.say(dish, item, clause.surface)  # 就第一个吧
        elif not said.loose and targets.cart.find(dish) is None and (item.made or SETTLED.search(clause.surface)):
            said.say(dish, item, clause.surface)
        else:
            said.named.append(dish)

    def _asked(self, span: Span, item: Item, clause: Clause, cart: bool) -> Change | None:
        """What has to be asked back, or said not to be there: 抄手 of two kinds, 就要这个 of five, 回锅肉盖饭."""
        targets, made = self.sentence.targets, change_of("", item, clause.surface)
        if span.kind == "dish":
            mention: Mention = span.value
            held = [dish for dish in mention.dishes if targets.cart.find(dish)]
            if mention.kind == "variant":
                return replace(made, surface=mention.surface, candidates=mention.dishes, absent=True)
            if len(mention.dishes) > 1 and not (cart and len(held) == 1):
                return replace(made, dish=mention.dishes[0], surface=mention.surface, candidates=mention.dishes)
        if span.kind != "ref":
            return None
        found = targets.reference(span)
        if found is None or not (found.beyond or found.ambiguous) or targets.decided(span, cart=cart):
            return None
        if found.beyond:
            return Change("unclear", surface="beyond")
        if not targets.shown:
            raise Unsure
        candidates = tuple(shown.dish for shown in targets.shown)
        changed = item.made and not clause.orders
        then = replace(made, then="options") if changed else made
        return replace(then, verb="unclear", surface="which", candidates=candidates)

    def _sets(self, item: Item, clause: Clause) -> bool:
        """米饭要两碗 says how many in all, 来两碗米饭 how many more."""
        if clause.has("again"):
            return False
        if clause.has("total", "keep"):
            return True
        verbs = {span.text for span in clause.words if span.kind == "add"}
        return item.after and item.span is not None and (item.span.kind == "part" or bool(verbs & _IN_ALL))


def _only_points(clause: Clause) -> bool:
    return all(word.kind == "ref" for word in clause.words) and not _WISH.search(clause.surface)


def _share(found: list[Item]) -> None:
    """各来一份微辣的: the quantity and the tastes said once are for each."""
    if len(found) < 2:
        return
    each = next((item.quantity for item in found if item.quantity is not None), None)
    for item in found:
        item.quantity = each if item.quantity is None else item.quantity
        item.options = item.options or found[-1].options


def corrected(last: Change, new: Change) -> Change:
    """What was said last, with what is said instead."""
    return replace(
        new,
        verb=last.verb,
        dish=new.dish if last.verb == "add" else last.dish,
        other="" if last.verb == "add" else new.dish,
        quantity=new.quantity if new.quantity is not None else last.quantity,
        options=new.options or last.options,
        exclusions=new.exclusions or last.exclusions,
    )
