"""The price of a record, from one figure or several sizes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from pilothouse.assistants.menu.importing.column import Columns
from pilothouse.assistants.menu.importing.flag import is_yes
from pilothouse.assistants.menu.importing.money import SIZE, Money, parse_currency, parse_money, plain
from pilothouse.assistants.menu.importing.record import Unreadable, Values, values_of
from pilothouse.assistants.menu.importing.text import clean, prose, shorten, simplify

_COLUMNS = Columns()
_SIZE_COLUMN = re.compile(r"(?:价格?|售价)?(?:[(（]元[)）])?$")
Size = tuple[str, Decimal]


def size_of(name: str) -> str | None:
    """The size a column of a table stands for: 大份, 小份价格; ``None`` for other names."""
    size = _SIZE_COLUMN.sub("", clean(name))
    return size if SIZE.fullmatch(size) else None


def price_of(values: Values, columns: list[tuple[str, object]]) -> tuple[Money, str]:
    """The price and, for a dish of several sizes, the portions with their prices ("大份48元、小份32元").

    Raises:
        Unreadable: a price cannot be read.
    """
    try:
        money = _stated(values)
        sizes = [*_sizes(values), *_wide(columns)] or list(money.sizes)
    except ValueError as error:
        raise Unreadable(shorten(str(error), 120)) from None
    money = replace(money, currency=parse_currency(values.text("currency")) or money.currency)
    starting = values.first("price_from")
    if starting is not None and is_yes(starting):
        money = replace(money, starting=True)
    if money.amount is None and not money.text:
        money = replace(money, text=prose(values.text("price_text")) or None)
    if not sizes:
        return money, ""
    prices = {price for _, price in sizes}
    money = replace(money, amount=min(prices), text=None, starting=len(prices) > 1)
    if len(sizes) == 1:
        return money, sizes[0][0]
    return money, "、".join(f"{size}{price:f}{money.currency}" for size, price in sizes if size)


def _stated(values: Values) -> Money:
    for name in ("price", "price_cents", "lowest_price", "original_price"):
        value = values.first(name)
        money = parse_money(clean(value) if isinstance(value, str) else value)
        if name == "price_cents" and money.amount is not None:
            return replace(money, amount=plain(money.amount / 100))
        if name == "lowest_price" and money.amount is not None:
            return replace(money, starting=True)
        if money.amount is not None or money.text:
            return money
    return Money()


def _sizes(values: Values) -> list[Size]:
    """Sizes from a platform's list, ``[{"spec": "大份", "price": 48}]``, or from ``{"大份": 48, "小份": 32}``."""
    found: list[Size] = []
    for value in (*values.found.get("sizes", ()), *values.found.get("portion", ())):
        if isinstance(value, Mapping) and all(isinstance(price, int | Decimal | str) for price in value.values()):
            value = [{"规格": size, "价格": price} for size, price in value.items()]
        for item in value if isinstance(value, list) else ():
            if isinstance(item, Mapping):
                one, _ = values_of(item, _COLUMNS)
                money = _stated(one)
                label = one.text("portion") or "、".join(one.words("sizes")) or one.text("name")
                if money.amount is not None:
                    found.append((prose(label), money.amount))
    return list(dict.fromkeys(found))


def _wide(columns: list[tuple[str, object]]) -> list[Size]:
    """Sizes from columns of a table: 大份 | 小份."""
    prices = [(size, parse_money(clean(value) if isinstance(value, str) else value)) for size, value in columns]
    return [(size, money.amount) for size, money in prices if money.amount is not None]


def prices_of(values: Values) -> dict[str, Decimal]:
    """Prices per store: ``{"河湾店": 42}``."""
    found: dict[str, Decimal] = {}
    value = values.first("prices")
    if isinstance(value, Mapping):
        for store, price in value.items():
            try:
                money = parse_money(price)
            except ValueError as error:
                raise Unreadable(shorten(str(error), 120)) from None
            if money.amount is not None:
                found[simplify(clean(str(store)))] = money.amount
    return found
