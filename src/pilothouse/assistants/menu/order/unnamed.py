"""Quantities and tastes alone: about the dish that was spoken of last."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pilothouse.assistants.menu.offered import kinds
from pilothouse.assistants.menu.order import phrases
from pilothouse.assistants.menu.order.change import Change
from pilothouse.assistants.menu.order.clause import Clause
from pilothouse.assistants.menu.order.item import Item, attributes
from pilothouse.assistants.menu.order.sentence import Sentence, both, change_of
from pilothouse.assistants.menu.order.unsure import Unsure

_SO_MANY = re.compile(r"(?:个|样|道|俩|仨|种)菜?我?(?:都|全)|both")
_ONE_MORE = re.compile(r"再(?:来|要|加|上)一?[份碗杯个盘]")
_MOST = 12  # nobody orders more of a kind at once


@dataclass(frozen=True)
class Unnamed:
    """Reads clauses that name no dish."""

    sentence: Sentence

    def read(self, clause: Clause) -> None:
        """再来一份, 微辣, 都要, 一份不要香菜."""
        said = self.sentence
        item = attributes(clause.words, said.targets.lexicon)
        if clause.has("term"):
            raise Unsure
        if said.named and (item.quantity is not None or item.made) and not clause.has("each", "all"):
            said.say(said.named.pop(), item, clause.surface)  # 烤鸡翅，三份
        elif said.named and clause.has("each", "all"):
            for dish in said.named:
                said.say(dish, item, clause.surface)  # 拍黄瓜和皮蛋豆腐，各一份
            said.named.clear()
        elif clause.has("if") or (said.spoken and not said.changes and clause.has("add")):
            self._inquired(item, clause)
        elif self._every(item, clause):
            return
        elif before := said.last("add", "replace", "more"):
            self._said_before(before, item, clause)
        else:
            self._line(item, clause)

    def _inquired(self, item: Item, clause: Clause) -> None:
        """有的话来一份: the dish that the sentence asked about."""
        said = self.sentence
        if not said.spoken:
            self._line(item, clause)  # 能做就做特辣
            return
        item.options = item.options or said.inquired.options
        item.exclusions = item.exclusions or said.inquired.exclusions
        said.say(said.spoken, item, clause.surface)

    def _every(self, item: Item, clause: Clause) -> bool:
        """各两份, 都微辣, 都要: all dishes just said, all lines of the order, or the whole list."""
        said, targets = self.sentence, self.sentence.targets
        adds = [change for change in said.changes if change.verb == "add"]
        if clause.has("each", "all") and adds and (item.quantity is not None or item.made):
            for change in adds:
                options, exclusions = (*change.options, *item.options), (*change.exclusions, *item.exclusions)
                quantity = item.quantity or change.quantity
                said.put(change, replace(change, quantity=quantity, options=options, exclusions=exclusions))
            return True
        lines = targets.cart.lines
        if clause.has("all") and item.made and lines and item.quantity in (None, len(lines)):
            for dish in dict.fromkeys(line.dish_id for line in lines):
                said.make(dish, item, clause.surface)
            return True
        if clause.has("again") and clause.has("each") and lines and not said.changes and not item.made:
            for dish in dict.fromkeys(line.dish_id for line in lines):
                said.more(dish, item.quantity or 1, clause.surface)  # 再各加一杯
            return True
        kind = next((span.text for span in clause.words if span.kind == "class"), "")
        if kind and clause.has("each", "all") and not said.changes and not item.made:
            dishes = [dish for dish in targets.lexicon.kinds if targets.lexicon.of_kind(dish, kind)]
            if not 0 < len(dishes) <= _MOST:
                raise Unsure
            said.add_all(dishes, clause.surface, item.quantity)  # 素菜每样来一份
            return True
        whole = clause.kinds <= {"all", "each", "add", "qty", "again"}
        if whole and clause.has("each", "all") and not said.changes:
            if not targets.shown:
                raise Unsure
            so_many = item.quantity == len(targets.shown) and _SO_MANY.search(clause.surface)  # 两个都要
            dishes = [shown.dish for shown in targets.shown]
            said.add_all(dishes, clause.surface, None if so_many else item.quantity)  # 都要, 一样一个
            return True
        return False

    def _said_before(self, before: Change, item: Item, clause: Clause) -> None:
        """About a dish that this very sentence adds."""
        said, quantity = self.sentence, item.quantity
        if before.verb == "replace" and not item.made and quantity is not None:
            said.put(before, replace(before, quantity=quantity))
        elif before.verb == "more" and item.made and quantity is None and (before.quantity or 0) > 0:
            said.otherwise(before, item)
        elif before.verb != "add":
            self._line(item, clause)
        elif quantity is not None and not clause.corrects and kinds(before.options) & kinds(item.options):
            said.say(before.dish, item, clause.surface)  # 十串不辣的，二十串中辣的
        elif (
            (item.made or clause.has("option"))  # 一碗正常
            and quantity is not None
            and not clause.corrects
            and quantity < (before.quantity or 1)
        ):
            said.split(before, item)
        elif item.made and quantity is not None and quantity == (before.quantity or 1):
            said.made(before, item)  # 一份少麻，一份正常: the last part of a dish that was divided
        elif item.made and quantity is None and clause.corrects:
            options = tuple(item.options) or before.options
            exclusions = tuple(item.exclusions) or before.exclusions
            said.put(before, replace(before, options=options, exclusions=exclusions))
        elif item.made and quantity is None and _ONE_MORE.search(clause.surface):
            said.say(before.dish, replace(item, quantity=1), clause.surface)  # 再来碗多加醪糟的
        elif item.made and quantity is None:
            said.made(said.able(item), item)
        elif quantity is not None and not clause.has("again"):
            said.put(before, replace(before, quantity=quantity, options=(*before.options, *item.options)))
        elif quantity is not None:
            said.more(before.dish, quantity, clause.surface)
        else:
            raise Unsure

    def _line(self, item: Item, clause: Clause) -> None:
        """About the line of the order touched last, or the dish shown last."""
        said, cart, focus = self.sentence, self.sentence.targets.cart, self.sentence.targets.focus
        quantity = item.quantity
        asked = bool(focus) and not cart.find(focus) and not item.made and not clause.corrects
        line = None if asked else cart.find(cart.touched)
        if not cart.touched or asked:
            if item.made and quantity is None and not focus and not said.changes and cart.empty:
                said.wished = item
                return
            if not (clause.orders and quantity is not None and focus):
                raise Unsure
            said.say(focus, item, clause.surface)
        elif line is None:
            raise Unsure
        elif clause.has("less") and quantity is not None:
            said.more(line.dish_id, -quantity, clause.surface)
        elif clause.has("again") and item.made and quantity is not None:
            said.say(line.dish_id, item, clause.surface)  # 再加一杯常温的
        elif clause.has("again") and not item.made:
            said.more(line.dish_id, quantity or 1, clause.surface)
        elif item.made and quantity is not None and quantity < line.quantity:
            said.more(line.dish_id, -quantity, clause.surface)
            apart = change_of(line.dish_id, item, clause.surface)
            said.changes.append(replace(apart, exclusions=both(line.exclusions, item.exclusions)))
        elif item.made and quantity is None:
            said.make(line.dish_id, item, clause.surface)
        elif (
            quantity is not None
            and not item.made
            and (clause.corrects or clause.has("total", "keep") or phrases.SO_MANY.fullmatch(clause.surface))
        ):
            said.set(line.dish_id, quantity, clause.surface)
        else:
            raise Unsure
