"""The order as typed data: lines, totals, and the changes a guest can make. Code owns it; no model writes here.

Everything is pure: a change takes a cart and gives a new one. Prices are in yuan and copied from the store's data when
a line is added; totals are computed, never said by anybody else.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

MAX_QUANTITY = 99
MAX_LINES = 50
Service = Literal["", "dine_in", "takeaway", "delivery"]


class Line(BaseModel):
    """One dish of the order. ``options`` are tastes (微辣, 少糖); ``exclusions`` what is left out."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    dish_id: str
    dish: str
    quantity: Annotated[int, Field(ge=1, le=MAX_QUANTITY)] = 1
    options: tuple[str, ...] = ()
    exclusions: tuple[str, ...] = ()
    note: str = ""
    unit: str = "份"
    unit_price: Decimal | None = None
    prep_minutes: int | None = None

    @property
    def subtotal(self) -> Decimal | None:
        return None if self.unit_price is None else self.unit_price * self.quantity

    def alike(self, other: Line) -> bool:
        """True when both are the same dish made the same way, so that their quantities add up."""
        mine = (self.dish_id, set(self.options), set(self.exclusions), self.note)
        return mine == (other.dish_id, set(other.options), set(other.exclusions), other.note)


class Cart(BaseModel):
    """An order that is being taken. ``touched`` is the id of the dish changed last ("刚才那个")."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    store: str = ""
    lines: tuple[Line, ...] = ()
    service: Service = ""
    table: str = ""
    address: str = ""
    note: str = ""
    deadline_minutes: int | None = None
    touched: str = ""
    key: str = ""  # idempotency key: one confirmed order per cart, however often it is confirmed

    @property
    def total(self) -> Decimal:
        """Sum of the lines whose price is known."""
        return sum((line.subtotal for line in self.lines if line.subtotal is not None), Decimal(0))

    @property
    def priced(self) -> bool:
        """True when every line has a price; a dish of the day has none before it is weighed."""
        return all(line.unit_price is not None for line in self.lines)

    @property
    def prep_minutes(self) -> int | None:
        """Minutes of the slowest dish: dishes are prepared side by side."""
        return max((line.prep_minutes for line in self.lines if line.prep_minutes is not None), default=None)

    @property
    def empty(self) -> bool:
        return not self.lines

    def find(self, dish_id: str) -> Line | None:
        """The line of that dish added last."""
        return next((line for line in reversed(self.lines) if line.dish_id == dish_id), None)

    def add(self, line: Line) -> Cart:
        """With ``line`` added; quantities of lines that are alike add up. Raises ``ValueError`` past the limits."""
        for index, known in enumerate(self.lines):
            if known.alike(line):
                return self._with(index, quantity=known.quantity + line.quantity)
        if len(self.lines) >= MAX_LINES:
            raise ValueError("too_many_lines")
        return self.model_copy(update={"lines": (*self.lines, line), "touched": line.dish_id})

    def set_quantity(self, dish_id: str, quantity: int) -> Cart:
        """With another quantity of a dish; 0 removes it."""
        if quantity <= 0:
            return self.remove(dish_id)
        return self._with(self._index(dish_id), quantity=quantity)

    def remove(self, dish_id: str) -> Cart:
        """Without the line of that dish added last."""
        index = self._index(dish_id)
        lines = (*self.lines[:index], *self.lines[index + 1 :])
        return self.model_copy(update={"lines": lines, "touched": lines[-1].dish_id if lines else ""})

    def change(self, dish_id: str, **values: Any) -> Cart:
        """With other options, exclusions or note on a line."""
        return self._with(self._index(dish_id), **values)

    def replace(self, dish_id: str, line: Line) -> Cart:
        """With another dish in the place of one."""
        index = self._index(dish_id)
        others = (*self.lines[:index], *self.lines[index + 1 :])
        if any(known.alike(line) for known in others):
            return self.model_copy(update={"lines": others}).add(line)
        lines = (*self.lines[:index], line, *self.lines[index + 1 :])
        return self.model_copy(update={"lines": lines, "touched": line.dish_id})

    def cleared(self) -> Cart:
        """Empty, in the same store; the next order gets a key of its own."""
        return Cart(store=self.store)

    def data(self) -> dict[str, Any]:
        """The cart as the reply shows it: plain numbers."""
        return {
            "lines": [
                {
                    "dish": line.dish,
                    "dish_id": line.dish_id,
                    "quantity": line.quantity,
                    "options": list(line.options),
                    "exclusions": list(line.exclusions),
                    "note": line.note,
                    "unit": line.unit,
                    "unit_price": _number(line.unit_price),
                    "subtotal": _number(line.subtotal),
                }
                for line in self.lines
            ],
            "total": _number(self.total),
            "store": self.store,
            "service": self.service,
            "table": self.table,
            "address": self.address,
            "note": self.note,
            "prep_minutes": self.prep_minutes,
        }

    def _index(self, dish_id: str) -> int:
        for index in range(len(self.lines) - 1, -1, -1):
            if self.lines[index].dish_id == dish_id:
                return index
        raise ValueError("not_in_cart")

    def _with(self, index: int, **values: Any) -> Cart:
        # Validated again: model_copy alone would let a quantity of 0 or 1,000 through.
        line = Line.model_validate({**self.lines[index].model_dump(), **values})
        lines = (*self.lines[:index], line, *self.lines[index + 1 :])
        return self.model_copy(update={"lines": lines, "touched": line.dish_id})


def _number(value: Decimal | None) -> float | int | None:
    if value is None:
        return None
    return int(value) if value == value.to_integral_value() else float(value)
