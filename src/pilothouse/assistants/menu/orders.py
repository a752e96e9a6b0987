"""Confirmed orders: written once each, whatever is repeated, retried or killed.

An order and the stock that it takes change in one transaction. The cart's key is the idempotency key: confirming the
same cart again finds the order that is there.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.database import MenuDatabase

SCHEMA = """
CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, user TEXT NOT NULL,
                                   session TEXT NOT NULL, store TEXT NOT NULL, body TEXT NOT NULL,
                                   placed_at TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS orders_by_user ON orders (user, placed_at);
"""


@dataclass(frozen=True)
class Order:
    """A confirmed order. ``cart`` is the cart as it was confirmed; ``repeated``: it had been written before."""

    id: str
    key: str
    user: str
    session: str
    store: str
    cart: dict[str, Any]
    placed_at: str
    repeated: bool = False


@dataclass(frozen=True)
class SoldOut:
    """What kept an order from being written: dish id, and how many are left."""

    dish: str
    name: str
    left: int


class OrderBook:
    """Orders in the restaurant's own file. Raises ``DataError`` when it can't be used."""

    def __init__(self, database: MenuDatabase) -> None:
        self._database = database
        with database.writing() as connection:
            connection.execute(SCHEMA)

    def place(self, cart: Cart, *, user: str, session: str, at: datetime) -> Order | list[SoldOut]:
        """Write the order, or say which dishes the store no longer has. Atomic: either all of it or nothing.

        Raises ``ValueError`` for an empty cart or one without a key.
        """
        if cart.empty or not cart.key:
            raise ValueError("An order needs lines and a key.")
        with self._database.writing() as connection:
            known = self._find(connection.execute("SELECT * FROM orders WHERE key = ?", (cart.key,)))
            if known is not None:
                return known
            missing = self._missing(connection, cart)
            if missing:
                return missing
            self._take(connection, cart)
            day = at.date().isoformat()
            number = (
                connection.execute("SELECT count(*) FROM orders WHERE substr(placed_at, 1, 10) = ?", (day,)).get + 1
            )
            made = Order(
                id=f"{at:%m%d}-{number:04d}", key=cart.key, user=user, session=session, store=cart.store,
                cart=cart.data(), placed_at=at.isoformat(timespec="seconds"),
            )  # fmt: skip
            body = json.dumps(made.cart, ensure_ascii=False)
            connection.execute(
                "INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?)",
                (made.id, made.key, user, session, made.store, body, made.placed_at),
            )
        return made

    def find(self, key: str) -> Order | None:
        """The order that was made of the cart with this key."""
        return self._find(self._database.rows("SELECT * FROM orders WHERE key = ?", (key,)))

    def of_user(self, user: str, *, limit: int = 50) -> list[Order]:
        """Orders of a user, newest first."""
        rows = self._database.rows(
            "SELECT * FROM orders WHERE user = ? ORDER BY placed_at DESC, id LIMIT ?", (user, limit)
        )
        return [_order(row) for row in rows]

    def count(self) -> int:
        """How many orders there are."""
        return int(self._database.rows("SELECT count(*) FROM orders")[0][0])

    @staticmethod
    def _find(rows: Any) -> Order | None:
        row = next(iter(rows), None)
        return _order(row, repeated=True) if row else None

    @staticmethod
    def _missing(connection: Any, cart: Cart) -> list[SoldOut]:
        """Dishes of which the store has too few; the stock is not touched."""
        missing: list[SoldOut] = []
        for dish, (name, quantity) in _wanted(cart).items():
            sql = "SELECT quantity, sold_out FROM stock WHERE store = ? AND dish = ?"
            row = connection.execute(sql, (cart.store, dish)).fetchone()
            if row is not None and (row[1] or (row[0] is not None and row[0] < quantity)):
                missing.append(SoldOut(dish, name, 0 if row[1] else int(row[0] or 0)))
        return missing

    @staticmethod
    def _take(connection: Any, cart: Cart) -> None:
        """Take counted portions from the stock; what is not counted stays so."""
        for dish, (_, quantity) in _wanted(cart).items():
            connection.execute(
                "UPDATE stock SET quantity = quantity - ?, changed_by = 'order' "
                "WHERE store = ? AND dish = ? AND quantity IS NOT NULL",
                (quantity, cart.store, dish),
            )


def _wanted(cart: Cart) -> dict[str, tuple[str, int]]:
    """Dish id to its name and the portions of all its lines."""
    wanted: dict[str, tuple[str, int]] = {}
    for line in cart.lines:
        wanted[line.dish_id] = (line.dish, wanted.get(line.dish_id, ("", 0))[1] + line.quantity)
    return wanted


def _order(row: Sequence[Any], *, repeated: bool = False) -> Order:
    id_, key, user, session, store, body, placed_at = row
    return Order(id_, key, user, session, store, json.loads(body), placed_at, repeated)
