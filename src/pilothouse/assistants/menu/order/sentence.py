"""What a sentence has said so far: the changes that it wants, and what the next clause may refer to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from pilothouse.assistants.menu.order.change import Change, Verb
from pilothouse.assistants.menu.order.item import Item
from pilothouse.assistants.menu.order.target import Targets
from pilothouse.assistants.menu.order.tastes import joined

Suits = Callable[[str, str], bool]  # whether a dish can be made with a taste


@dataclass
class Sentence:
    """``targets`` is what can be meant. Every clause adds to ``changes`` or alters one that was said before it."""

    targets: Targets
    suits: Suits
    loose: bool = False  # words that nobody knows are passed over
    changes: list[Change] = field(default_factory=list)
    named: list[str] = field(default_factory=list)  # dishes named without a word of what is wanted
    spoken: str = ""  # dish that a question of this sentence is about
    inquired: Item = field(default_factory=Item)  # how the dish asked about should be made
    topic: str = ""  # the dish whose making was spoken of last
    adding: bool = False
    refused: bool = False  # something was refused that is not in the order
    conditional: bool = False  # the clause before depends on a dish being there
    wished: Item = field(default_factory=Item)  # how the first dish is to be made: 不要太油，来个小炒肉
    listed: bool = False
    unknown: bool = False  # something was ordered that the menu does not have

    def result(self) -> tuple[Change, ...] | None:
        """All changes; ``None`` when the sentence orders nothing that is understood."""
        if (self.named and not self._ordered()) or (self.listed and not self.changes):
            return None
        if self.unknown and all(change.absent for change in self.changes):
            return ()  # 来瓶啤酒 is looked for, and said not to be there
        return tuple(self.changes) or None

    def _ordered(self) -> bool:
        """麻婆豆腐和米粥，豆腐少辣; 红烧肉，两碗米饭: what was only named is ordered with the rest."""
        wished = {change.dish for change in self.changes if change.options or change.exclusions}
        if not wished & set(self.named) and not any(change.verb == "add" for change in self.changes):
            return False
        known = {change.dish for change in self.changes}
        self.changes[:0] = [Change("add", dish=dish) for dish in self.named if dish not in known]
        return True

    # -- what was said before ------------------------------------------------------------------------

    def last(self, *verbs: Verb) -> Change | None:
        """The change said last with one of the verbs."""
        return next((change for change in reversed(self.changes) if change.verb in verbs), None)

    def last_dish(self) -> str:
        """The dish that was added or changed last."""
        change = self.last("add", "replace", "more", "options")
        return (change.other or change.dish) if change is not None else ""

    def added(self, dish: str) -> Change | None:
        """The addition of that dish, said before."""
        return next((c for c in reversed(self.changes) if c.verb == "add" and c.dish == dish), None)

    def able(self, item: Item) -> Change:
        """The dish added last that can be made so: 来个宫保鸡丁，两碗米饭，微辣."""
        adds = [c for c in reversed(self.changes) if c.verb == "add"]
        adds.sort(key=lambda change: change.dish != self.topic)
        return next((c for c in adds if all(self.suits(c.dish, option) for option in item.options)), adds[0])

    # -- new changes ---------------------------------------------------------------------------------

    def say(self, dish: str, item: Item, surface: str, verb: Verb = "add") -> None:
        """A change of one dish, made as ``item`` says."""
        if verb == "add" and self.wished.made:
            item = replace(item, options=[*self.wished.options, *item.options])
            item.exclusions = [*self.wished.exclusions, *item.exclusions]
            self.wished = Item()
        self.changes.append(change_of(dish, item, surface, verb))

    def more(self, dish: str, quantity: int, surface: str) -> None:
        """So many more, or fewer when negative."""
        self.changes.append(Change("more", dish=dish, quantity=quantity, surface=surface))

    def add_all(self, dishes: Sequence[str], surface: str, quantity: int | None) -> None:
        """Each of the dishes."""
        self.changes += [Change("add", dish=dish, surface=surface, quantity=quantity) for dish in dishes]

    def remove(self, dishes: Sequence[str], surface: str) -> None:
        """Each of the dishes taken off."""
        self.changes += [Change("remove", dish=dish, surface=surface) for dish in dict.fromkeys(dishes)]

    def set(self, dish: str, quantity: int, surface: str) -> None:
        """So many in all."""
        self.changes.append(Change("quantity", dish=dish, quantity=quantity, surface=surface))

    def make(self, dish: str, item: Item, surface: str) -> None:
        """A line of the order made another way."""
        self.say(dish, replace(item, quantity=None), surface, "options")

    # -- changes said before, altered ----------------------------------------------------------------

    def put(self, old: Change, new: Change) -> None:
        """``new`` in the place of ``old``."""
        self.changes[self.changes.index(old)] = new

    def made(self, change: Change, item: Item) -> None:
        """What was said is to be made this way as well."""
        self.topic = change.dish
        options = joined(change.options, item.options)
        self.put(change, replace(change, options=options, exclusions=both(change.exclusions, item.exclusions)))

    def otherwise(self, before: Change, item: Item) -> None:
        """再要一份一样的，不过要中辣: what was to be more of a line becomes a line of its own, made so."""
        line = self.targets.cart.find(before.dish)
        known = (*line.options, *filter(None, [line.note])) if line is not None else ()
        left_out = both(line.exclusions if line is not None else (), item.exclusions)
        self.put(before, replace(before, verb="add", options=joined(known, item.options), exclusions=left_out))

    def split(self, change: Change, item: Item) -> None:
        """A part of the portions made another way; the rest stays last, the next part is taken from it."""
        assert item.quantity is not None
        n = self.changes.index(change)
        self.changes[n] = replace(change, quantity=(change.quantity or 1) - item.quantity)
        excluded = both(change.exclusions, item.exclusions)
        options = joined(change.options, item.options)  # 两杯都要无糖，一杯大杯
        apart = replace(change, quantity=item.quantity, options=options, exclusions=excluded)
        self.changes.insert(n, apart)


def change_of(dish: str, item: Item, surface: str, verb: Verb = "add") -> Change:
    """``item`` as a change of ``dish``."""
    options, exclusions = tuple(dict.fromkeys(item.options)), tuple(dict.fromkeys(item.exclusions))
    return Change(verb, dish, surface, item.quantity, options, exclusions)


def both(known: Sequence[str], more: Sequence[str]) -> tuple[str, ...]:
    """The words of both, each once."""
    return tuple(dict.fromkeys((*known, *more)))
