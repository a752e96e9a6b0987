"""Taking an order: changes that a guest wants, applied to the cart under the rules of the house.

Pure: the facts of each dish (price, stock, tastes) come as rows of ``stock_lookup``. What was done, and what could
not be done and why, comes back as typed notes; ``spoken`` puts them into words.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from pydantic import ValidationError

from pilothouse.assistants.menu.cart import MAX_LINES, MAX_QUANTITY, Cart, Line
from pilothouse.assistants.menu.catalogue import Menu
from pilothouse.assistants.menu.dish import SPICE_ORDER, Spice
from pilothouse.assistants.menu.notes import OPEN, Note
from pilothouse.assistants.menu.offered import offered
from pilothouse.assistants.menu.order import phrases
from pilothouse.assistants.menu.order.change import Change
from pilothouse.assistants.menu.order.tastes import joined
from pilothouse.assistants.menu.search import safe_without, suits_spice
from pilothouse.assistants.menu.sharpness import too_hot
from pilothouse.assistants.menu.taken import Taken, made_as, offer, without

Row = Mapping[str, Any]


@dataclass
class Taker:
    """Applies changes in order. ``rows`` by dish id; ``allergies`` of the guest, ``company`` of those who eat along;
    ``warned``: dishes and terms that he was told about; ``spice``: the most that is eaten.

    ``notes``: what has to be said before anything else.
    """

    menu: Menu
    cart: Cart
    rows: Mapping[str, Row]
    allergies: Sequence[str] = ()
    warned: tuple[str, ...] = ()
    notes: list[Note] = field(default_factory=list)
    company: Sequence[str] = ()
    spice: Spice | None = None
    _candidates: tuple[str, ...] = ()
    _wish: Change | None = None

    def take(self, changes: Sequence[Change]) -> Taken:
        """All changes, then whether to confirm."""
        confirm = False
        asked = ""
        for change in changes:
            if change.verb == "confirm":
                confirm, asked = self._may_confirm(change)
            else:
                self._apply(change)
        if confirm and any(note.kind in OPEN for note in self.notes):
            confirm, asked = False, "confirm"  # first settle what is open
            self.notes += [Note("show"), Note("ask_confirm")]
        if self._candidates:
            asked = "which"
        elif not confirm and not asked and self._milder():
            asked = "milder"
        elif self.notes and self.notes[-1].kind == "drop":
            asked = "drop"
        return Taken(self.cart, tuple(self.notes), confirm, asked, self._candidates, self._wish, self.warned)

    def _milder(self) -> bool:
        """The guest was offered to have a dish made milder."""
        return any(note.kind == "hot" and note.names for note in self.notes)

    def _may_confirm(self, change: Change) -> tuple[bool, str]:
        if self.cart.empty:
            self.notes.append(Note("empty"))
            return False, ""
        fresh = self._risky()
        if fresh:
            self._warn(fresh)
            self.notes.append(Note("ask_confirm"))
            return False, "confirm"
        if change.then != "confirm" and not phrases.PLACES.search(change.surface):  # 就这些
            self.notes += [Note("show"), Note("ask_confirm")]
            return False, "confirm"
        return True, ""

    def _risky(self) -> list[Line]:
        """Lines with an allergy that he was not told about yet; one told later counts for what is there already."""
        return [line for line in self.cart.lines if self._untold(line)]

    def _untold(self, line: Line) -> list[str]:
        dish = self.menu.dishes.get(line.dish_id)
        terms = dict.fromkeys((*self.allergies, *self.company)) if dish is not None else ()
        return [t for t in terms if dish and f"{dish.id} {t}" not in self.warned and not safe_without(dish, t)]

    def _warn(self, lines: Sequence[Line]) -> None:
        for line in lines:
            terms = self._untold(line)
            if not terms:
                continue  # the dish has another line, which was just spoken of
            others = tuple(term for term in terms if term not in self.allergies)
            self.notes.append(Note("allergy", name=line.dish, words="、".join(terms), names=others))
            self.warned = (*self.warned, *(f"{line.dish_id} {term}" for term in terms))

    def _apply(self, change: Change) -> None:
        if change.verb == "cancel":
            self.cart = self.cart.cleared()
            self.notes.append(Note("cancelled"))
        elif change.verb == "show":
            self.notes.append(Note("empty") if self.cart.empty else Note("show"))
        elif change.verb == "unclear":
            self._ask(change)
        elif change.verb == "service":
            kept: dict[str, Any] = {"service": change.service, "table": "", "address": ""}
            kept["table" if change.service == "dine_in" else "address"] = change.place
            self.cart = self.cart.model_copy(update=kept)
            self.notes.append(Note("service", words=change.place, name=change.service))
        elif change.verb == "deadline":
            self.cart = self.cart.model_copy(update={"deadline_minutes": change.minutes})
            self.notes.append(Note("deadline", minutes=change.minutes or 0))
        elif change.verb == "note":
            self.cart = self.cart.model_copy(update={"note": "；".join(filter(None, (self.cart.note, change.note)))})
            self.notes.append(Note("note", words=change.note))
        elif change.verb == "add":
            self._add(change)
        else:
            self._change_line(change)

    def _ask(self, change: Change) -> None:
        if change.surface == "drop":
            last = self.cart.find(self.cart.touched)
            self.notes.append(Note("drop", words=last.dish if last else ""))
            return
        if change.surface == "amount":
            dish = self.menu.dishes.get(next(iter(change.candidates), ""))
            self.notes.append(Note("amount", words=dish.name if dish else ""))
            self._candidates, self._wish = change.candidates, replace(change, verb=change.then)
            return
        names = tuple(self.menu.dishes[i].name for i in change.candidates if i in self.menu.dishes)
        self.notes.append(Note("beyond" if change.surface == "beyond" else "which", names=names))
        self._candidates = change.candidates
        if change.surface != "beyond":
            self._wish = replace(change, verb=change.then if change.verb == "unclear" else change.verb)

    def _add(self, change: Change) -> None:
        if change.quantity == 0:  # 来零份米饭
            self.notes.append(Note("empty") if self.cart.empty else Note("show"))
            return
        line = self._line(change)
        if line is None:
            return
        already = self._portions(line.dish_id)
        if already + line.quantity > MAX_QUANTITY:
            self.notes.append(Note("too_many", name=line.dish))
            return
        if self._short(line, already):
            return
        if len(self.cart.lines) >= MAX_LINES and not any(known.alike(line) for known in self.cart.lines):
            self.notes.append(Note("too_long", name=line.dish))
            return
        if not self.cart.key:
            self.cart = self.cart.model_copy(update={"key": uuid.uuid4().hex, "store": self.menu.store.id})
        self.cart = self.cart.add(line)
        self.notes.append(Note("added", name=line.dish, count=line.quantity, words=made_as(line)))
        dish = self.menu.dishes[line.dish_id]
        if too_hot(dish, self.spice) and not any(option in SPICE_ORDER for option in line.options):
            self.notes.append(Note("hot", name=dish.name, words=dish.default_spice or "", names=offer(dish)))
        risky = [item for item in self._risky() if item.dish_id == line.dish_id]
        if risky:
            self._warn(risky)

    def _portions(self, dish_id: str) -> int:
        return sum(line.quantity for line in self.cart.lines if line.dish_id == dish_id)

    def _short(self, line: Line, already: int) -> bool:
        left = self.rows[line.dish_id].get("left") if line.dish_id in self.rows else None
        if left is not None and already + line.quantity > left:
            self.notes.append(Note("few_left", name=line.dish))
            return True
        return False

    def _line(self, change: Change) -> Line | None:
        """A new line for the dish that is meant, or ``None`` after a note why not."""
        dish_id = change.other or change.dish
        if change.absent:
            names = tuple(self.menu.dishes[i].name for i in change.candidates[:3] if i in self.menu.dishes)
            self.notes.append(Note("absent", words=change.surface, names=names))
            return None
        if len(change.candidates) > 1:
            self._ask(change)
            return None
        row = self.rows.get(dish_id)
        dish = self.menu.dishes.get(dish_id)
        if row is None or dish is None:
            self.notes.append(Note("absent", words=change.surface))
            return None
        if not row["available"]:
            self.notes.append(Note("sold_out", name=dish.name))
            return None
        if not row["served_now"]:
            self.notes.append(Note("not_served", name=dish.name, words=row["hours"] or ""))
            return None
        options, note = self._options(dish_id, change.options)
        price = row["price"]
        try:
            return Line(
                dish_id=dish_id,
                dish=dish.name,
                quantity=change.quantity or 1,
                options=options,
                exclusions=change.exclusions,
                note=note,
                unit=dish.unit,
                unit_price=None if price is None else Decimal(str(price)),
                prep_minutes=row["prep_minutes"],
            )
        except ValidationError:
            self.notes.append(Note("too_many", name=dish.name))
            return None

    def _options(self, dish_id: str, wished: Sequence[str]) -> tuple[tuple[str, ...], str]:
        """Tastes that the dish can have; other wishes become a note to the kitchen; impossible spice is said."""
        dish = self.menu.dishes[dish_id]
        kept: list[str] = []
        notes: list[str] = []
        for option in wished:
            if option in SPICE_ORDER:
                if suits_spice(dish, option) and (dish.default_spice is not None or dish.tastes):
                    kept.append(option)
                else:
                    self.notes.append(Note("option", name=dish.name, words=option, names=dish.tastes))
            elif taste := offered(option, dish.tastes):
                kept.append(taste)
            else:
                notes.append(option)
        return tuple(kept), "，".join(notes)

    def _change_line(self, change: Change) -> None:
        dish_id = change.dish or self.cart.touched
        line = self.cart.find(dish_id)
        if line is None:
            name = self.menu.dishes[dish_id].name if dish_id in self.menu.dishes else change.surface
            self.notes.append(Note("not_in_cart", name=name))
            return
        if change.verb == "remove":
            self.cart = self.cart.remove(dish_id)
            self.notes.append(Note("removed", name=line.dish))
        elif change.verb in ("quantity", "more"):
            self._set_quantity(line, change)
        elif change.verb == "replace":
            made = self._line(change)
            if made is not None and not self._short(
                made.model_copy(update={"quantity": change.quantity or line.quantity}), self._portions(made.dish_id)
            ):
                made = made.model_copy(update={"quantity": change.quantity or line.quantity})
                self.cart = self.cart.replace(dish_id, made)
                self.notes.append(Note("replaced", name=line.dish, words=made.dish))
        else:
            self._set_options(line, change)

    def _set_quantity(self, line: Line, change: Change) -> None:
        said = 1 if change.quantity is None else change.quantity
        quantity = said if change.verb == "quantity" else line.quantity + said
        others = self._portions(line.dish_id) - line.quantity
        if others + quantity > MAX_QUANTITY:
            self.notes.append(Note("too_many", name=line.dish))
            return
        row = self.rows.get(line.dish_id)
        if quantity > line.quantity and row is not None:
            if not row["available"]:
                self.notes.append(Note("sold_out", name=line.dish))
                return
            if self._short(line.model_copy(update={"quantity": quantity}), others):
                return
        self.cart = self.cart.set_quantity(line.dish_id, quantity)
        self.notes.append(
            Note("removed", name=line.dish) if quantity <= 0 else Note("quantity", name=line.dish, count=quantity)
        )

    def _set_options(self, line: Line, change: Change) -> None:
        options, note = self._options(line.dish_id, change.options)
        values: dict[str, Any] = {
            "options": joined(line.options, options),
            "exclusions": tuple(dict.fromkeys((*line.exclusions, *change.exclusions))),
            "note": "，".join(filter(None, (without(line.note, change.exclusions), note))),
        }
        if change.quantity and change.quantity != line.quantity:
            self._set_quantity(line, replace(change, verb="quantity"))
        if self.cart.find(line.dish_id) is None:
            return
        self.cart = self.cart.change(line.dish_id, **values)
        changed = self.cart.find(line.dish_id)
        if changed is not None and (options or change.exclusions or note):
            self.notes.append(Note("changed", name=line.dish, words=made_as(changed), count=changed.quantity))
