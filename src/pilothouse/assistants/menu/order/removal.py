"""What is taken off the order: 米饭不要了, 少两碗, 只留红烧肉, 除了米饭都不要了."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pilothouse.assistants.menu.order.clause import Clause
from pilothouse.assistants.menu.order.sentence import Sentence
from pilothouse.assistants.menu.order.span import Span
from pilothouse.assistants.menu.order.unsure import Unsure


@dataclass(frozen=True)
class Removal:
    """Reads clauses that refuse something."""

    sentence: Sentence

    def read(self, clause: Clause) -> None:
        """What the clause takes off."""
        said = self.sentence
        if clause.has("without") and not clause.targets and clause.words[-1].text.endswith("了"):
            said.refused = True  # 不要啤酒了, which nobody ordered
            return
        if clause.has("term", "without"):
            raise Unsure
        for span in clause.targets:
            self._off(span, clause)
        kinds = [span for span in clause.words if span.kind == "class"]
        if kinds and not clause.targets:
            self._kind(kinds, clause)
        elif not clause.targets:
            self._unnamed(clause)

    def _kind(self, kinds: Sequence[Span], clause: Clause) -> None:
        """凉菜都不要了: every line of that kind, or the one where so many are meant."""
        found = [dish for span in kinds for dish in self.sentence.targets.of_kind(span.text)]
        if not found or (len(found) > 1 and clause.quantity is not None):
            raise Unsure
        if clause.quantity is not None:
            self.sentence.more(found[0], -clause.quantity, clause.surface)
        else:
            self.sentence.remove(found, clause.surface)

    def _off(self, span: Span, clause: Clause) -> None:
        cart = self.sentence.targets.cart
        for dish in self.sentence.targets.meant(span, cart=True):
            self.sentence.refused = self.sentence.refused or cart.find(dish) is None
            line, quantity = cart.find(dish), clause.quantity
            if quantity is not None and line is not None and 0 < quantity < line.quantity:
                self.sentence.more(dish, -quantity, clause.surface)
            else:
                self.sentence.remove([dish], clause.surface)

    def _unnamed(self, clause: Clause) -> None:
        """不要了: what was asked about, said last or touched last."""
        said, cart, quantity = self.sentence, self.sentence.targets.cart, clause.quantity
        if said.spoken and not said.changes and not cart.find(said.spoken):
            return  # 要吗？不要: what was asked about is not wanted
        if said.changes and said.changes[-1].verb in ("add", "replace") and not quantity:
            said.changes.pop()  # 来份水煮鱼，算了不要了
            said.refused = True
            return
        focus = said.targets.focus
        # The dish asked about last is not wanted, and was never ordered.
        dish = "" if focus and not cart.find(focus) else cart.touched
        line = cart.find(dish)
        if not dish or clause.has("others"):
            raise Unsure
        if quantity is not None and line is not None and quantity < line.quantity:
            said.more(dish, -quantity, clause.surface)
        else:
            said.remove([dish], clause.surface)

    def others(self, clause: Clause) -> None:
        """只留红烧肉: everything but what the clause names."""
        kept = {dish for span in clause.targets for dish in self.sentence.targets.ids(span)}
        lines = self.sentence.targets.cart.lines
        self.sentence.remove([line.dish_id for line in lines if line.dish_id not in kept], clause.surface)

    def all_but(self, clause: Clause) -> None:
        """除了米饭都不要了, 除了第二个都要."""
        named = {dish for span in clause.targets for dish in self.sentence.targets.ids(span)}
        shown = self.sentence.targets.shown
        if not named:
            raise Unsure
        if clause.has("remove", "cancel"):
            self.others(clause)
        elif clause.has("add", "all", "each", "qty") and shown:
            self.sentence.add_all([x.dish for x in shown if x.dish not in named], clause.surface, clause.quantity)
        else:
            raise Unsure
