"""Imports menus, asks and orders in children that are killed. Run by test_durability.py, printing one JSON object."""

import gc
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import orders
from forking import Say, die, result, told
from letters import LetterEmbedder

from pilothouse.assistants.menu import command
from pilothouse.house import Pilothouse

DISHES = 150


def menu(folder: Path, price: int) -> Path:
    """Every dish costs ``price``, so that a mixture of two menus can be told."""
    path = folder / f"{price}.json"
    names = [f"{kind}{n}号" for n in range(DISHES // 3) for kind in ("拌菜", "煲汤", "烤串")]
    path.write_text(json.dumps([{"name": name, "price": price} for name in names], ensure_ascii=False))
    return path


class SlowEmbedder(LetterEmbedder):
    def embed(self, texts: Any) -> Any:
        time.sleep(0.0005 * len(texts))
        return super().embed(texts)


def import_menu(home: Path, file: Path, at: str = "") -> None:
    stage(at)
    with Pilothouse(home, embedder=SlowEmbedder()) as house:
        command.import_menu(house, file)


def stage(at: str) -> None:
    """Die at a certain point of the import, ``before`` or ``after`` something is called."""
    if not at:
        return
    when, _, what = at.partition(" ")
    from pilothouse.assistants.menu import database, indexes
    from pilothouse.retrieval import store

    owner, name = {
        "publish": (database.MenuDatabase, "publish"),
        "rename": (indexes.os, "replace"),
        "flush": (indexes, "_flush"),
        "tidy": (indexes.Indexes, "tidy"),
        "mark": (indexes.Indexes, "mark"),
        "index": (store.SQLiteDocumentStore, "replace_all"),
        "row": (database.Edition, "lines"),
        "commit": (database.MenuDatabase, "_transaction"),
        "remove": (indexes, "_remove"),
    }[what]
    die(owner, name, when)


def answers(home: Path) -> tuple[set[Any], str, int]:
    """Prices that a whole set of questions brings, from a process of its own; then the number of dishes."""

    def work() -> list[Any]:
        with Pilothouse(home, embedder=LetterEmbedder(), strict=True) as house:
            prices = set()
            for question in ("拌菜7号多少钱", "有什么煲汤", "来点烤的串"):
                reply = house.ask("menu", question, session="check")
                prices |= {dish["price"] for dish in reply.data["dishes"]}
            catalogue = house.room("menu").services.catalogue
            catalogue.database.check()
            for kind in ("dishes", "faq"):
                catalogue.search(kind).ready()
            return [sorted(prices), catalogue.version, catalogue.edition.size]

    prices, version, size = result(work)
    return set(prices), version, size


def warm_up(folder: Path) -> None:
    """Load every library here, once for all children."""
    with Pilothouse(folder / "warm", embedder=LetterEmbedder()) as house:
        command.import_menu(house, menu(folder, 3))
        house.ask("menu", "来点烤的串")
    del house
    gc.collect()  # no connection may be open when a child is made


def turns(folder: Path, trials: int) -> None:
    """Ask in children that are killed; the turns told must be kept, and no other than one more."""
    warm_up(folder)
    answered, kept = 0, []

    def ask(say: Say) -> None:
        with Pilothouse(folder / "warm", embedder=LetterEmbedder()) as house:
            while True:
                say(house.ask("menu", "拌菜7号多少钱", session="s").turn)

    for trial in range(trials):
        numbers, killed = told(ask, 0.004 * trial)
        assert killed
        first = numbers[0]
        assert first in (answered + 1, answered + 2), (first, answered)
        assert numbers == list(range(first, first + len(numbers)))
        answered = numbers[-1]
        kept.append(answered)
    left = [path.name for path in (folder / "warm" / "locks").iterdir()]
    print(json.dumps({"kept": kept, "left": left}))


def imports(folder: Path, trials: int) -> None:
    home = folder / "home"
    random.seed(7)
    warm_up(folder)
    result(lambda: import_menu(home, menu(folder, 1)))
    started = time.perf_counter()
    result(lambda: import_menu(home, menu(folder, 2)))
    whole = time.perf_counter() - started
    current, killed, kept, taken, points = 2, 0, 0, 0, []
    stages = [
        f"{when} {what}"
        for what in ("index", "flush", "rename", "row", "commit", "publish", "mark", "tidy", "remove")
        for when in ("before", "after")
    ]
    plan: list[tuple[str, float]] = [(at, 0.0) for at in stages]
    plan += [("", whole * (n + random.random()) / trials) for n in range(trials)]
    for number, (at, seconds) in enumerate(plan):
        price = 10 + number
        file = menu(folder, price)

        def work(say: Say, file: Path = file, at: str = at) -> None:
            say("begun")
            import_menu(home, file, at)

        _, died = told(work, None if at else seconds)
        killed += died
        prices, _, size = answers(home)
        assert prices in ({current}, {price}), (at, seconds, current, price, prices)
        assert size == DISHES
        if prices == {price}:
            taken += 1
        else:
            kept += 1
        current = next(iter(prices))
        points.append((at or f"{seconds:.3f} s", died, prices == {price}))
    result(lambda: import_menu(home, menu(folder, 5000)))
    left = sorted(path.name for path in (home / "index").iterdir())
    prices, _, _ = answers(home)
    print(json.dumps({
        "trials": len(plan), "killed": killed, "old": kept, "new": taken, "left": left, "last": sorted(prices),
        "whole_s": round(whole, 3), "points": points,
    }))  # fmt: skip


def confirmations(folder: Path, trials: int) -> None:
    """Confirm orders in children that are killed: the benchmark, with fewer of them."""
    print(json.dumps(orders.main(trials, folder)))


if __name__ == "__main__":
    {"imports": imports, "turns": turns, "confirmations": confirmations}[sys.argv[1]](
        Path(sys.argv[2]), int(sys.argv[3])
    )
