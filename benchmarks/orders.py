"""Confirms orders in processes that are killed at random points, and repeats the confirmations.

No order that was told may be lost, none may be there twice, each has the lines and the total that were ordered, takes
its portions from the stock once and counts once in the taste memory of its user.
Run: ``python benchmarks/orders.py [KILLS]``; prints one JSON object and fails when a promise is broken. Sessions are
in Postgres when ``PILOTHOUSE_DATABASE_URL`` names one.
"""

from __future__ import annotations

import gc
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter, deque
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from forking import Say, die, result, told

from pilothouse import Pilothouse
from pilothouse.assistants.menu.memory import FILE, MemoryStore
from pilothouse.assistants.menu.orders import OrderBook
from pilothouse.assistants.menu.store import Stock
from pilothouse.flow import Conductor

NOON = datetime(2026, 3, 4, 12, 30, tzinfo=timezone(timedelta(hours=8)))
PLENTY = 1_000_000
BATCH = 100  # sessions prepared at a time
ROUND = 3  # confirmations that one child goes for
USER = "anna"  # of every other session; the others are the guest's
POT, RICE = 38, 2  # yuan, in the sample menu
# Where a child may be killed to the point: the order is or isn't written; the memory, the session is not yet.
STAGES = {
    "before place": (OrderBook, "place"),
    "after place": (OrderBook, "place"),
    "after _missing": (OrderBook, "_missing"),
    "before _take": (OrderBook, "_take"),
    "after _take": (OrderBook, "_take"),
    "before record_order": (MemoryStore, "record_order"),
    "after record_order": (MemoryStore, "record_order"),
    "before _keep": (Conductor, "_keep"),
}


def open_house(home: Path) -> Pilothouse:
    """The house of the trial."""
    return Pilothouse(home, clock=lambda: NOON, strict=True)


def user_of(n: int) -> str | None:
    """Whose session it is."""
    return USER if n % 2 else None


def wanted(n: int) -> tuple[list[list[Any]], int]:
    """The lines of session ``n`` (dish, portions, options) and its total."""
    pots, bowls = n % 3 + 1, n % 4
    lines: list[list[Any]] = [["麻辣香锅", pots, ["微辣"]]]
    return lines + ([["米饭", bowls, []]] if bowls else []), pots * POT + bowls * RICE


def lines_of(order: dict[str, Any]) -> list[list[Any]]:
    """The lines of a cart or an order, as ``wanted`` has them."""
    return [[line["dish"], line["quantity"], line["options"]] for line in order["lines"]]


def prepare(home: Path, first: int, count: int) -> None:
    """Fill the carts of ``count`` sessions."""
    with open_house(home) as house:
        for n in range(first, first + count):
            lines, total = wanted(n)
            said = f"来{lines[0][1]}份麻辣香锅微辣" + (f"，再来{lines[1][1]}碗米饭" if len(lines) > 1 else "")
            cart = house.ask("menu", said, session=f"s{n}", user=user_of(n)).data["cart"]
            assert (lines_of(cart), cart["total"]) == (lines, total), cart


def confirm(home: Path, sessions: list[int], say: Say, stage: str = "", turn: int = 1) -> None:
    """Say 下单 in each session and tell what came of it."""
    if stage:
        die(*STAGES[stage], stage.split()[0], turn)
    with open_house(home) as house:
        house.room("menu")
        say("open")
        for n in sessions:
            started = time.perf_counter()
            order = house.ask("menu", "下单", session=f"s{n}", user=user_of(n)).data["order"]
            say([n, order["id"], order["total"], order["repeated"], time.perf_counter() - started])


def written(home: Path) -> dict[str, Any]:
    """Everything that is in the files now."""
    with open_house(home) as house:
        database = house.room("menu").services.catalogue.database
        rows = database.rows("SELECT session, user, id, body FROM orders")
        orders = [
            [int(session[1:]), user, id_, lines_of(json.loads(body)), json.loads(body)["total"]]
            for session, user, id_, body in rows
        ]
        taken = {}
        for name in ("麻辣香锅", "米饭"):
            store, dish = _dish(house, name)
            taken[name] = PLENTY - (database.stock(store, [dish])[dish].quantity or 0)
        counted = MemoryStore(house.settings.paths.home / FILE).get(USER).ordered.get(_dish(house, "麻辣香锅")[1], 0)
        return {"orders": orders, "taken": taken, "counted": counted}


def _dish(house: Pilothouse, name: str) -> tuple[str, str]:
    catalogue = house.room("menu").services.catalogue
    store = catalogue.default_store()
    return store.id, next(dish.id for dish in catalogue.menu(store.id).dishes.values() if dish.name == name)


def warm_up(home: Path) -> None:
    """Load every library, for all children; count the stock."""
    with open_house(home) as house:
        house.users.add(USER)
        house.ask("menu", "来一份麻辣香锅", session="warm")
        for name in ("麻辣香锅", "米饭"):
            store, dish = _dish(house, name)
            house.room("menu").services.catalogue.database.set_stock(store, dish, Stock(quantity=PLENTY), by="trial")
    del house
    gc.collect()


def check(home: Path, heard: dict[int, set[str]]) -> dict[str, Any]:
    """What is written against what was told (``heard``: ids by session). ``heard`` has every confirmed session."""
    found = result(lambda: written(home))
    orders = found["orders"]
    ids: dict[int, list[str]] = {}
    for n, _, id_, _, _ in orders:
        ids.setdefault(n, []).append(id_)
    portions: Counter[str] = Counter()
    for _, _, _, lines, _ in orders:
        portions.update({dish: quantity for dish, quantity, _ in lines})
    return {
        "orders": len(orders),
        "lost": sum(1 for n, told_ids in heard.items() if told_ids != set(ids.get(n, []))),
        "doubled": sum(len(each) - 1 for each in ids.values()) + len(orders) - len({row[2] for row in orders}),
        "of nobody": len(ids.keys() - heard.keys()),
        "wrong": sum(
            1 for n, user, _, lines, total in orders if ((lines, total) != wanted(n) or user != (user_of(n) or "guest"))
        ),
        "stock wrong": sum(abs(found["taken"][dish] - portions[dish]) for dish in found["taken"]),
        "memory wrong": abs(found["counted"] - sum(1 for row in orders if row[1] == USER)),
    }


def main(kills: int, folder: Path, seed: int = 7) -> dict[str, Any]:
    """Confirm until ``kills`` children were killed during a confirmation; then repeat each one and compare."""
    chance = random.Random(seed)
    home = folder / "home"
    warm_up(home)
    begun = time.perf_counter()
    prepared = 0
    waiting: deque[int] = deque()  # sessions with a cart; one whose confirmation was cut off goes first again
    heard: dict[int, set[str]] = {}
    killed, inside, to_the_point, tries, children = 0, 0, 0, 0, 0
    whole = 0.05  # seconds a confirmation takes, as observed
    while inside < kills:
        while len(waiting) < ROUND:
            result(lambda first=prepared: prepare(home, first, BATCH))  # type: ignore[misc]
            waiting.extend(range(prepared, prepared + BATCH))
            prepared += BATCH
        again = [chance.choice(list(heard))] if heard and chance.random() < 0.3 else []
        batch = [*again, *[waiting[i] for i in range(ROUND)]]
        stage = chance.choice(list(STAGES)) if chance.random() < 0.25 else ""
        turn = chance.randint(1, 2)
        delay = None if stage else chance.uniform(0.0, whole * len(batch))
        words, died = told(lambda say: confirm(home, batch, say, stage, turn), delay)  # type: ignore[misc]  # noqa: B023
        answers = words[1:]
        children, killed, tries = children + 1, killed + died, tries + min(len(answers) + died, len(batch))
        inside += died and len(answers) < len(batch)
        to_the_point += died and bool(stage)
        for n, id_, total, _, seconds in answers:
            assert total == wanted(n)[1], (n, total)
            whole += 0.05 * (seconds - whole)
            heard.setdefault(n, set()).add(id_)
            if n in waiting:
                waiting.remove(n)
    # The one that was cut off last is said again, then all of them once more for nothing.
    words, _ = told(lambda say: confirm(home, [*waiting][:ROUND], say))
    repeats, _ = told(lambda say: confirm(home, sorted(heard), say))
    for n, id_, *_ in [*words[1:], *repeats[1:]]:
        heard.setdefault(n, set()).add(id_)
    tries += len(words) + len(repeats) - 2
    done = check(home, heard)
    made = {
        "kills": killed,
        "during a confirmation": inside,
        "at a chosen point": to_the_point,
        "children": children,
        "confirmations": tries,
        "not told as repeated": sum(1 for answer in repeats[1:] if not answer[3]),
        **done,
        "ms a confirmation": round(whole * 1000),
        "seconds": round(time.perf_counter() - begun),
        "sessions in": "Postgres" if os.environ.get("PILOTHOUSE_DATABASE_URL") else "SQLite",
    }
    broken = ("lost", "doubled", "of nobody", "wrong", "stock wrong", "memory wrong", "not told as repeated")
    assert not any(made[name] for name in broken), made
    return made


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="pilothouse-orders-") as temporary:
        print(json.dumps(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, Path(temporary)), ensure_ascii=False))
