"""How often pages planted in the corpus turn a decision: ``shopping_planted.py [--every N] [--html FILE]``.

For each need of the sample that has a right product, 1, 3 and 10 pages (``polluted_pages.py``) promote a product that
nobody else knows; they are searched like all others. Flipped: the planted product is decided on. Silenced: no decision.
Beside it a plain "search, then the product that the top result praises". ``shopping_pollution.py`` puts pages above all
others instead.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from polluted_pages import ATTACKS, RIVALS, SIZES
from shopping_needs import SAMPLE, Case, cases, plainly, same

from pilothouse import Pilothouse
from pilothouse.assistants.shopping.corpus import open_corpus

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def measured(asked: list[Case], planted: list[dict[str, Any]]) -> tuple[Counter[str], Counter[str]]:
    """What the assistant and the plain way decide with these pages among the sample's."""
    ours: Counter[str] = Counter()
    plain: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder, Pilothouse(Path(folder) / "home", clock=lambda: NOW) as house:
        pages = Path(folder) / "pages.jsonl"
        lines = [line for file in sorted(SAMPLE.glob("pages-*.jsonl")) for line in file.read_text("utf-8").splitlines()]
        pages.write_text("\n".join([*lines, *(json.dumps(p, ensure_ascii=False) for p in planted)]), "utf-8")
        corpus = open_corpus(house.settings.home, house.embedder)
        corpus.index(pages)
        corpus.close()
        for n, case in enumerate(asked):
            rival = RIVALS[case.kind][0]
            decision = house.ask("shopping", case.text, session=f"s{n}").data["decision"] or {}
            for counts, said in ((ours, decision.get("product", "")), (plain, plainly(house, case))):
                counts["flipped" if said and same(rival, said) else case.verdict(said)] += 1
    return ours, plain


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="only each N-th need")
    parser.add_argument("--html", type=Path, help="write the curves as a page")
    options = parser.parse_args()
    every = [c for c in cases(sorted(SAMPLE.glob("needs-*.jsonl"))) if c.product is not None and c.kind in RIVALS]
    asked = every[:: options.every]
    print(f"{len(asked)} needs; shares of them")
    print(f"{'':26}{'pages':>6} | {'flipped':>8} {'silenced':>8} {'right':>6} | {'plain flipped':>13} {'right':>6}")
    curves: dict[str, list[tuple[int, float, float]]] = {}
    clean = measured(asked, [])
    for attack, plant in ATTACKS.items():
        rows = [(0, clean)] + [(k, measured(asked, [p for kind in RIVALS for p in plant(kind, k)])) for k in SIZES]
        for size, (ours, plain) in rows:
            share = {name: ours[name] / len(asked) for name in ("flipped", "silent", "right")}
            other = {name: plain[name] / len(asked) for name in ("flipped", "right")}
            print(
                f"{attack:26}{size:6} | {share['flipped']:8.3f} {share['silent']:8.3f} {share['right']:6.3f} | "
                f"{other['flipped']:13.3f} {other['right']:6.3f}",
                flush=True,
            )
            curves.setdefault(attack, []).append((size, share["flipped"], other["flipped"]))
    if options.html:
        options.html.write_text(page(curves), "utf-8")
        print(f"Curves: {options.html}")


def page(curves: dict[str, list[tuple[int, float, float]]]) -> str:
    """One small SVG per attack: share flipped over planted pages, ours and plain."""
    drawn = []
    for attack, points in curves.items():
        lines = ""
        for place, colour in ((1, "#2563eb"), (2, "#dc2626")):
            path = " ".join(f"{40 + point[0] * 30},{160 - point[place] * 140}" for point in points)
            lines += f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        axis = "".join(f'<text x="{36 + size * 30}" y="178">{size}</text>' for size in (0, *SIZES))
        drawn.append(
            f'<h2>{attack}</h2><svg width="380" height="190" font-size="11"><path d="M40 20V160H360" fill="none" '
            f'stroke="#999"/><text x="4" y="26">1.0</text><text x="4" y="164">0.0</text>{axis}{lines}</svg>'
        )
    ours, plain = '<b style="color:#2563eb">Pilothouse</b>', '<b style="color:#dc2626">top result wins</b>'
    head = f"<h1>Planted pages</h1><p>{ours} · {plain}: share of decisions that flip</p>"
    return f"<!doctype html><meta charset=utf-8><title>Planted pages</title>{head}{''.join(drawn)}"


if __name__ == "__main__":
    main()
