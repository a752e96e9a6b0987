"""Imports menus, and asks, in child processes and kills them. Run by test_durability.py, printing one JSON object.

Every child is forked from this warm process, so that a trial takes a fraction of a second.
"""

import gc
import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

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


def child(work: Callable[[], object]) -> int:
    """The process id of a child that does ``work``."""
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
    inner = getattr(owner, name)

    def outer(*args: Any, **options: Any) -> Any:
        if when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        result = inner(*args, **options)
        if when == "after":
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    setattr(owner, name, outer)


def answers(home: Path) -> tuple[set[Any], str, int]:
    """Prices that a whole set of questions brings, from a process of its own; then the number of dishes."""
    read, write = os.pipe()

    def work() -> None:
        with Pilothouse(home, embedder=LetterEmbedder(), strict=True) as house:
            prices = set()
            for question in ("拌菜7号多少钱", "有什么煲汤", "来点烤的串"):
                reply = house.ask("menu", question, session="check")
                prices |= {dish["price"] for dish in reply.data["dishes"]}
            catalogue = house.room("menu").services.catalogue
            catalogue.database.check()
            for kind in ("dishes", "faq"):
                catalogue.search(kind).ready()
            found = [sorted(prices), catalogue.version, catalogue.edition.size]
            os.write(write, json.dumps(found).encode())

    code = outcome(child(work))
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    assert code == 0, "the menu does not answer"
    prices, version, size = json.loads(text)
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
    for trial in range(trials):
        read, write = os.pipe()

        def ask(write: int = write) -> None:
            with Pilothouse(folder / "warm", embedder=LetterEmbedder()) as house:
                while True:
                    turn = house.ask("menu", "拌菜7号多少钱", session="s").turn
                    os.write(write, f"{turn} ".encode())

        pid = child(ask)
        os.close(write)
        with os.fdopen(read) as pipe:
            first = int(pipe.read(1) + _rest(pipe))
            time.sleep(0.004 * trial)
            os.kill(pid, signal.SIGKILL)
            told = [first, *map(int, pipe.read().split())]
        outcome(pid)
        assert first in (answered + 1, answered + 2), (first, answered)
        assert told == list(range(first, first + len(told)))
        answered = told[-1]
        kept.append(answered)
    left = [path.name for path in (folder / "warm" / "locks").iterdir()]
    print(json.dumps({"kept": kept, "left": left}))


def _rest(pipe: Any) -> str:
    text = ""
    while (character := pipe.read(1)) != " ":
        text += character
    return text


def imports(folder: Path, trials: int) -> None:
    home = folder / "home"
    random.seed(7)
    warm_up(folder)
    assert outcome(child(lambda: import_menu(home, menu(folder, 1)))) == 0
    started = time.perf_counter()
    assert outcome(child(lambda: import_menu(home, menu(folder, 2)))) == 0
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
        pid = child(lambda file=file, at=at: import_menu(home, file, at))  # type: ignore[misc]
        if not at:
            time.sleep(seconds)
            os.kill(pid, signal.SIGKILL)
        died = outcome(pid) == -signal.SIGKILL
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
    assert outcome(child(lambda: import_menu(home, menu(folder, 5000)))) == 0
    left = sorted(path.name for path in (home / "index").iterdir())
    prices, _, _ = answers(home)
    print(json.dumps({
        "trials": len(plan), "killed": killed, "old": kept, "new": taken, "left": left, "last": sorted(prices),
        "whole_s": round(whole, 3), "points": points,
    }))  # fmt: skip


if __name__ == "__main__":
    {"imports": imports, "turns": turns}[sys.argv[1]](Path(sys.argv[2]), int(sys.argv[3]))
