"""One dish in the place of another, or one dish made another way: 水煮鱼换成酸菜鱼, the fish instead of the soup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pilothouse.assistants.menu.order.change import Change
from pilothouse.assistants.menu.order.clause import Clause
from pilothouse.assistants.menu.order.item import Item, attributes
from pilothouse.assistants.menu.order.removal import Removal
from pilothouse.assistants.menu.order.sentence import Sentence, change_of
from pilothouse.assistants.menu.order.span import TARGETS, Span
from pilothouse.assistants.menu.order.unsure import Unsure
from pilothouse.assistants.menu.order.wanted import Wanted, corrected


@dataclass(frozen=True)
class Exchange:
    """Reads clauses with a word for exchanging in them."""

    sentence: Sentence

    def read(self, clause: Clause) -> None:
        """The exchange that the clause wants."""
        left, right = self._sides(clause)
        targets = self.sentence.targets
        old = next((span for span in left if span.kind in TARGETS), None)
        counted = any(span.kind == "qty" for span in left) and any(span.kind in TARGETS for span in right)
        fresh = counted and targets.cart.empty and not self.sentence.changes  # 三碗米饭换成三份炒饭, of no order
        if old is not None and not targets.held(old) and (_instead(clause) or fresh):
            old, self.sentence.refused = None, True  # the fish instead of a soup that nobody ordered
        new = [span for span in right if span.kind in TARGETS]
        item = attributes(right, targets.lexicon)
        dish = targets.one(old) if old is not None else ""
        if len(new) > 1:
            raise Unsure
        if new:
            if not self._part(dish, left, new[0], item, clause):
                self._replace(clause, dish, new[0], item, right)
        else:
            self._alter(clause, dish, item, every=old is None and clause.has("all"))

    def _sides(self, clause: Clause) -> tuple[Sequence[Span], Sequence[Span]]:
        """What goes and what comes."""
        at = clause.at("swap")
        left, right = clause.words[:at], clause.words[at + 1 :]
        if any(span.kind == "remove" for span in left):  # 荔枝肉不要了换糖醋里脊
            Removal(self.sentence).read(clause.but(left))
            left = ()
        if _instead(clause) and left and not right:
            left, right = (), left  # the fish instead
        elif _instead(clause) and right and right[0].kind in TARGETS:
            left, right = right, left  # the fish instead of the soup
        middle = next((n for n, span in enumerate(right) if span.kind == "swap"), 0)
        if not left and any(span.kind in TARGETS for span in right[:middle]):
            left, right = right[:middle], right[middle + 1 :]  # change the fish to two soups
        return left, right

    def _part(self, dish: str, left: Sequence[Span], new: Span, item: Item, clause: Clause) -> bool:
        """鸭血两份，其中一份换老豆腐: one of them stays."""
        said, targets = self.sentence, self.sentence.targets
        count = next((span.value for span in left if span.kind == "qty"), None)
        ids = targets.ids(new)
        earlier = said.added(dish) if dish else said.last("add")
        line = None if said.changes else targets.cart.find(dish or targets.cart.touched)
        held = earlier.quantity if earlier is not None else line.quantity if line is not None else None
        if not count or not held or count >= held or len(ids) != 1 or new.kind == "ref":
            return False
        if earlier is not None:
            said.put(earlier, replace(earlier, quantity=held - count))
        elif line is not None:
            said.more(line.dish_id, -count, clause.surface)
        said.say(ids[0], replace(item, quantity=item.quantity or count), clause.surface)
        return True

    def _replace(self, clause: Clause, dish: str, new: Span, item: Item, right: Sequence[Span]) -> None:
        said, targets = self.sentence, self.sentence.targets
        if not dish and said.changes and said.changes[-1].verb == "remove":
            dish = said.changes.pop().dish
        dish = dish or said.last_dish() or ("" if said.refused else targets.cart.touched)
        if not dish and said.refused and new.kind != "ref":
            said.adding = True
            Wanted(said).read(clause.but(span for span in right if span.kind != "swap"), corrects=False)
            return
        ids = targets.ids(new)
        earlier = said.added(dish)
        if earlier is not None and not targets.cart.find(dish) and len(ids) == 1 and new.kind != "ref":
            instead = change_of(ids[0], item, new.text)  # 来份水煮肉片，还是换成水煮牛肉
            said.put(earlier, corrected(earlier, instead))
            return
        if not dish or not targets.cart.find(dish) or not ids:
            raise Unsure
        absent = new.kind == "dish" and new.value.kind == "variant"
        said.changes.append(
            Change(
                "replace",
                dish=dish,
                other="" if absent else ids[0],
                surface=new.text,
                quantity=item.quantity,
                options=tuple(item.options),
                exclusions=tuple(item.exclusions),
                candidates=ids if len(ids) > 1 or absent else (),
                absent=absent,
            )
        )

    def _alter(self, clause: Clause, dish: str, item: Item, *, every: bool) -> None:
        """换成中辣, 都换成微辣, 改成两份: the same dish another way."""
        cart = self.sentence.targets.cart
        dish = dish or self.sentence.last_dish() or cart.touched
        if not dish or not (item.made or item.quantity is not None):
            raise Unsure
        if not item.made:
            assert item.quantity is not None
            self.sentence.set(dish, item.quantity, clause.surface)
            return
        for one in dict.fromkeys(line.dish_id for line in cart.lines) if every else [dish]:
            self.sentence.say(one, item, clause.surface, "options")


def _instead(clause: Clause) -> bool:
    return clause.words[clause.at("swap")].text.startswith(("instead", "rather"))
