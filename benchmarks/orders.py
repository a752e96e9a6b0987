"""Confirms orders in processes that are killed at random points, and repeats the confirmations.

No order that was told may be lost, none may be there twice, and each takes its portions from the stock once.
Run: ``python benchmarks/orders.py [KILLS]``; prints one JSON object and fails when a promise is broken.
"""

from __future__ import annotations

import gc
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from pilothouse import Pilothouse
from pilothouse.assistants.menu.orders import OrderBook
from pilothouse.assistants.menu.store import Stock

NOON = datetime(2026, 3, 4, 12, 30, tzinfo=timezone(timedelta(hours=8)))
PLENTY = 1_000_000
STAGES = ("before place", "after place", "before _take", "after _take", "after _missing", "before close")


def open_house(home: Path) -> Pilothouse:
    return Pilothouse(home, clock=lambda: NOON, strict=True)


def child(work: Callable[[], object]) -> int:
    """The process id of a forked child that does ``work``: every library is loaded already."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return pid


def outcome(pid: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def done(work: Callable[[], Any]) -> Any:
    """What ``work`` returns, from a process of its own that nobody kills."""
    read, write = os.pipe()
    pid = child(lambda: os.write(write, json.dumps(work()).encode()))
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    assert outcome(pid) == 0
    return json.loads(text)


def die(stage: str) -> None:
    """Let this process be killed when it reaches a certain point."""
    when, what = stage.split()

    def kill(*_: Any, **__: Any) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    if what == "close":
        from pilothouse.assistants.menu.graph import FLOW

        FLOW.nodes["close"] = kill  # type: ignore[index]  # the order is written, the session is not
        return
    inner = getattr(OrderBook, what)

    def outer(*args: Any, **options: Any) -> Any:
        if when == "before":
            kill()
        result = inner(*args, **options)
        if when == "after":
            kill()
        return result

    setattr(OrderBook, what, outer if what == "place" else staticmethod(outer))


def prepare(home: Path, sessions: int) -> None:
    with open_house(home) as house:
        catalogue = house.room("menu").services.catalogue
        store = catalogue.default_store()
        dish = next(item for item in catalogue.menu(store.id).dishes.values() if item.name == "麻辣香锅")
        catalogue.database.set_stock(store.id, dish.id, Stock(quantity=PLENTY), by="benchmark")
        for n in range(sessions):
            reply = house.ask("menu", f"来{n % 3 + 1}份麻辣香锅", session=f"s{n}")
            assert reply.data["cart"]["lines"][0]["quantity"] == n % 3 + 1, reply.reply


def confirm(home: Path, session: str, write: int, stage: str = "") -> None:
    if stage:
        die(stage)
    with open_house(home) as house:
        order = house.ask("menu", "下单", session=session).data["order"]
        os.write(write, f"{order['id']}\n".encode())


def attempt(home: Path, session: str, stage: str, delay: float | None) -> tuple[str, bool]:
    """One confirmation: what was told, and whether the process was killed."""
    read, write = os.pipe()
    pid = child(lambda: confirm(home, session, write, stage))
    os.close(write)
    if delay is not None:
        time.sleep(delay)
        os.kill(pid, signal.SIGKILL)
    with os.fdopen(read) as pipe:
        told = pipe.read().strip()
    code = outcome(pid)
    assert code in (0, -signal.SIGKILL), code
    return told, code == -signal.SIGKILL


def written(home: Path) -> dict[str, Any]:
    with open_house(home) as house:
        database = house.room("menu").services.catalogue.database
        rows = database.rows("SELECT session, id, body FROM orders")
        left = [quantity for (quantity,) in database.rows("SELECT quantity FROM stock WHERE quantity > 1000")]
        bodies = [
            [session, id_, sum(line["quantity"] for line in json.loads(body)["lines"])] for session, id_, body in rows
        ]
        return {"orders": bodies, "left": left}


def main(kills: int, folder: Path, seed: int = 7) -> dict[str, Any]:
    random.seed(seed)
    home = folder / "home"
    with open_house(home) as house:
        house.ask("menu", "来一份麻辣香锅", session="warm")
    del house
    gc.collect()  # no connection may be open when a child is made
    # Each session is killed once or twice before it may finish; a confirmation may also end before its signal.
    sessions = 2 * kills + 20
    done(lambda: prepare(home, sessions))
    started = time.perf_counter()
    told, _ = attempt(home, "s0", "", None)
    whole = time.perf_counter() - started
    heard: dict[str, set[str]] = {"s0": {told}}
    killed, unheard, tries, n = 0, 0, 1, 1
    while killed < kills and n < sessions:
        session, ids = f"s{n}", heard.setdefault(f"s{n}", set())
        for _ in range(random.choice((1, 1, 2))):
            stage = random.choice(STAGES) if random.random() < 0.4 else ""
            delay = None if stage else random.uniform(0.0, 1.3 * whole)
            told, died = attempt(home, session, stage, delay)
            killed, tries, unheard = killed + died, tries + 1, unheard + (died and not told)
            ids |= {told} if told else set()
        for _ in range(2):  # the guest says it again, and once more for nothing
            told, _ = attempt(home, session, "", None)
            tries += 1
            ids.add(told)
        n += 1
    found = done(lambda: written(home))
    by_session = {session: (id_, quantity) for session, id_, quantity in found["orders"]}
    taken = sum(quantity for _, _, quantity in found["orders"])
    result = {
        "kills": killed,
        "of which nothing was told": unheard,
        "confirmations": tries,
        "orders": len(found["orders"]),
        "lost": sum(1 for session, ids in heard.items() if ids != {by_session.get(session, ("", 0))[0]}),
        "doubled": len(found["orders"]) - len(heard),
        "wrong": sum(1 for session, (_, quantity) in by_session.items() if quantity != int(session[1:]) % 3 + 1),
        "stock taken": PLENTY - found["left"][0],
        "portions ordered": taken,
        "ms a confirmation": round(whole * 1000),
    }
    assert result["lost"] == result["doubled"] == result["wrong"] == 0, result
    assert result["stock taken"] == taken, result
    return result


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="pilothouse-orders-") as made:
        print(json.dumps(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, Path(made)), ensure_ascii=False))
