# ruff: noqa: E501 -- tables
"""How well the restaurant assistant understands guests on menus it has never seen.

    python benchmarks/unseen_menus.py [--menus howtocook,crosswoz,sample] [--seed 1] [--size 30] [--held] [--json] [--show KIND]

Every question goes through ``house.ask("menu", …)``. Expected answers come from the imported records, by rules that are
written here and not those of the assistant. ``tool``: the right tools and no others; ``R@1``: the dish meant comes first;
``facts``: every returned dish satisfies what was asked, and the reply states the right figures; ``false``: an absent dish
was taken for another one; ``near``: the nearest was offered.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

sys.path.insert(0, str(Path(__file__).parent))
import unseen_data as data  # noqa: E402
from unseen_guests import Guests, Question, Tally  # noqa: E402

from pilothouse.assistants.menu.command import import_faq, import_menu, import_stores  # noqa: E402
from pilothouse.contracts.reply import Reply  # noqa: E402
from pilothouse.house import Pilothouse  # noqa: E402

MEASURES = ("tool", "R@1", "facts", "false", "near")


def measure(name: str, seed: int, size: int, held: bool, kinds: str | None) -> tuple[dict[str, Tally], float]:
    rng = random.Random(f"{name}-{seed}")
    with tempfile.TemporaryDirectory() as folder, Pilothouse(Path(folder) / "home", strict=True) as house:
        unseen = None
        if name != "sample":
            unseen = data.howtocook(rng) if name == "howtocook" else data.crosswoz(rng)
            _import(house, unseen, Path(folder))
        tallies: dict[str, Tally] = defaultdict(Tally)
        guests = Guests(house, unseen, rng, size, held)
        if unseen is not None:
            _sell_out(guests, rng)
        spent = 0.0
        for n, question in enumerate(guests.all()):
            if kinds and not re.search(kinds, question.kind):
                continue
            started = time.perf_counter()
            reply = house.ask("menu", question.text, session=question.session or f"guest-{n}")
            spent += time.perf_counter() - started
            _enter(tallies[question.kind], question, reply)
        return tallies, spent / max(1, sum(t.n for t in tallies.values()))


def _enter(tally: Tally, question: Question, reply: Reply) -> None:
    marks = question.check(reply)
    tally.n += 1
    for key, value in marks.items():
        tally.marks[key].append(value)
    if any(value == (key == "false") for key, value in marks.items()):
        calls = "; ".join(f"{c.name} {_said(c.arguments)}" for c in reply.tool_calls)
        wrong = [key for key, value in marks.items() if value == (key == "false")]
        tally.failed.append(
            {"asked": question.text, "wrong": wrong, "calls": calls, "reply": reply.reply, "outcome": reply.outcome}
        )


def _said(arguments: dict[str, Any]) -> str:
    return json.dumps(
        {k: v for k, v in arguments.items() if v not in (None, "", [], "any", "relevance", False, 5)},
        ensure_ascii=False,
    )


def _import(house: Pilothouse, unseen: data.Unseen, folder: Path) -> None:
    for what, records, load in (
        ("menu", unseen.menu, import_menu),
        ("stores", unseen.stores, import_stores),
        ("faq", unseen.faq, import_faq),
    ):
        path = folder / f"{what}.json"
        path.write_text(json.dumps(records, ensure_ascii=False), "utf-8")
        load(house, path)  # type: ignore[operator]


def _sell_out(guests: Guests, rng: random.Random) -> None:
    from pilothouse.assistants.menu.store import Stock

    for dish in rng.sample(guests.dishes, len(guests.dishes) // 12):
        guests.catalogue.database.set_stock(guests.menu.store.id, dish.id, Stock(sold_out=True), by="benchmark")
        guests.gone.add(dish.id)


def table(tallies: dict[str, Tally]) -> str:
    lines = [f"{'kind':24}{'n':>5}" + "".join(f"{m:>8}" for m in MEASURES)]
    for kind, tally in tallies.items():
        cells = "".join(f"{sum(v) / len(v):8.3f}" if (v := tally.marks.get(m)) else f"{'':8}" for m in MEASURES)
        lines.append(f"{kind:24}{tally.n:5}{cells}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--menus", default="howtocook,crosswoz,sample")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=30, help="questions per kind")
    parser.add_argument("--held", action="store_true", help="ask with the phrases that were held out")
    parser.add_argument("--kinds", help="only kinds that match this pattern")
    parser.add_argument("--show", help="print the failures of kinds that match this pattern")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    report: dict[str, Any] = {}
    for name in args.menus.split(","):
        if name != "sample" and not data.DATA.joinpath("menus" if name == "howtocook" else "crosswoz").exists():
            print(f"skipped {name}: {data.DATA} holds no such data here", file=sys.stderr)
            continue
        tallies, seconds = measure(name, args.seed, args.size, args.held, args.kinds)
        if args.json:
            report[name] = {
                k: {"n": t.n, **{m: sum(v) / len(v) for m, v in t.marks.items()}} for k, t in tallies.items()
            }
            continue
        print(
            f"\n{name}  seed {args.seed}{'  held-out phrases' if args.held else ''}  {seconds * 1000:.0f} ms a turn\n{table(tallies)}"
        )
        for kind, tally in tallies.items():
            if args.show and re.search(args.show, kind):
                for item in tally.failed:
                    print(
                        f"\n[{kind}] {'/'.join(item['wrong'])}: {item['asked']}\n    {item['calls']}\n    {item['outcome']}: {item['reply'][:200]}"
                    )
    if args.json:
        print(json.dumps(report, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
