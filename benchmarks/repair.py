"""How well misheard dish names are repaired on menus never seen, and how often correct text is harmed.

    python benchmarks/repair.py [--seed 1 2 3] [--each 150] [--json] [--show]

Dish names inside spoken sentences are corrupted: by a character of the same sound, of the same syllable in another
tone, of a similar sound, or of a similar shape; one or two characters. ``right`` means that the dish meant is the
first one found in the text. ``none`` looks at the text as it was heard, ``edit`` takes the name with the smallest
plain edit distance anywhere in the sentence. False repairs are counted on sentences that must stay as they are.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz, process

sys.path.insert(0, str(Path(__file__).parent))
from repair_cases import Menu, cases, clean_texts, menus, sentence

from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.naming import name_dish
from pilothouse.assistants.menu.repair import repair
from pilothouse.assistants.menu.understanding import understand


def dish_found(text: str, lexicon: Lexicon) -> str:
    """The first dish that the assistant's own look-up finds."""
    if mentions := lexicon.mentions(text):
        best = max(mentions, key=lambda mention: len(mention.surface))
        return lexicon.display[best.dishes[0]]
    words = understand(text, lexicon).dish_words()
    named = name_dish(words[0], lexicon) if words else None
    return lexicon.display[named.dishes[0]] if named and named.match in ("exact", "alias", "similar") else ""


def nearest(text: str, names: list[str]) -> str:
    """Plain edit distance: the name that fits best anywhere in the text."""
    found = process.extract(text, names, scorer=fuzz.partial_ratio, limit=5, score_cutoff=60)
    return max(found, key=lambda item: (item[1], len(item[0])))[0] if found else ""


def measure(menu: Menu, each: int, rng: random.Random, show: bool) -> dict[str, Any]:
    right: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    spent: list[float] = []
    kept: list[bool] = []
    for case in cases(menu, each, rng):
        repair(case.text, menu.lexicon)
        start = time.process_time()
        repaired = repair(case.text, menu.lexicon)
        spent.append((time.process_time() - start) * 1000)
        row = right[f"{case.kind} {case.slips}"]
        row["repair"].append(dish_found(repaired.text, menu.lexicon) == case.meant)
        row["none"].append(dish_found(case.text, menu.lexicon) == case.meant)
        row["edit"].append(nearest(case.text, menu.names) == case.meant)
        if case.kind == "clean":
            kept.append(not _harm(repaired))
        if show and not row["repair"][-1]:
            print(f"   {case.kind} {case.slips}: {case.meant} said {case.said}: {case.text} -> {repaired.text}")
    harmed: dict[str, list[bool]] = {"clean": [not ok for ok in kept]}
    texts = {"absent": [sentence(name, rng) for name in menu.absent for _ in range(3)], **clean_texts()}
    for source, lines in texts.items():
        harmed[source] = [_harm(repair(line, menu.lexicon), show and source) for line in lines]
    guessed = [nearest(line, menu.names) != "" for line in texts["absent"]]
    return {
        "menu": menu.name, "dishes": len(menu.names),
        "right": {key: {way: [sum(hits), len(hits)] for way, hits in ways.items()} for key, ways in right.items()},
        "harmed": {source: [sum(hits), len(hits)] for source, hits in harmed.items()},
        "absent_taken_by_edit": [sum(guessed), len(guessed)],
        "ms": {"median": round(statistics.median(spent), 2), "p95": round(sorted(spent)[int(len(spent) * 0.95)], 2)},
    }  # fmt: skip


def _harm(repaired: Any, show: Any = False) -> bool:
    bad = [change for change in repaired.changes if change.kind in ("sound", "shape")]
    if show and bad:
        print(f"   false ({show}): {repaired.raw} -> {[(c.said, c.meant, c.confidence) for c in bad]}")
    return bool(bad)


def pooled(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One result for each menu over all seeds, and one for all menus together."""
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for result in results:
        groups[result["menu"]].append(result)
    if len(groups) > 1:
        groups["all"] = results
    return [
        {
            "menu": name, "dishes": max(one["dishes"] for one in group),
            "right": {
                key: {way: _added(one["right"][key][way] for one in group) for way in ways}
                for key, ways in group[0]["right"].items()
            },
            "harmed": {key: _added(one["harmed"][key] for one in group) for key in group[0]["harmed"]},
            "absent_taken_by_edit": _added(one["absent_taken_by_edit"] for one in group),
            "ms": {key: max(one["ms"][key] for one in group) for key in ("median", "p95")},
        }
        for name, group in groups.items()
    ]  # fmt: skip


def _added(counts: Iterable[list[int]]) -> list[int]:
    return [sum(column) for column in zip(*counts, strict=True)]


def report(results: list[dict[str, Any]]) -> None:
    for result in results:
        print(f"\n{result['menu']}: {result['dishes']} dishes, {result['ms']['median']} ms (p95 {result['ms']['p95']})")
        print(f"  {'':14}{'n':>5}{'none':>8}{'edit':>8}{'repair':>8}")
        for key, ways in result["right"].items():
            rates = (ways[way][0] / ways[way][1] for way in ("none", "edit", "repair"))
            print(f"  {key:14}{ways['none'][1]:>5}" + "".join(f"{rate:>8.3f}" for rate in rates))
        for source, (bad, count) in result["harmed"].items():
            print(f"  false repairs on {source:10}{bad:>4} of {count:<5}{bad / max(1, count):.4f}")
        bad, count = result["absent_taken_by_edit"]
        print(f"  absent names that plain edit distance takes for a dish: {bad} of {count}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, nargs="+", default=[1], help="each draws other dishes and other slips")
    parser.add_argument("--each", type=int, default=150, help="sentences of every kind and count")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true", help="print what went wrong")
    options = parser.parse_args()
    results: list[dict[str, Any]] = []
    for seed in options.seed:
        rng = random.Random(seed)
        results += [measure(menu, options.each, rng, options.show) for menu in menus(rng)]
    if not results:
        raise SystemExit("Nothing to measure: the public data is absent.")
    if options.json:
        print(json.dumps(results, ensure_ascii=False))
    else:
        report(pooled(results))


if __name__ == "__main__":
    main()
