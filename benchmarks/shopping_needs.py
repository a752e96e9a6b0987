"""Decisions on the needs of the sample: ``shopping_needs.py [--show] [--file NEEDS.jsonl ...]``.

Each need is asked through the public interface, without a model. ``right``: the product that the need's author decided
on, or an abstention where he abstained; ``wrong``: another product; ``silent``: an abstention where there is a product;
``rash``: a product where he abstained. ``plain`` is what people do without weighing evidence: search for the need as it
was written and take the product that the top result praises.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import tempfile
import time
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

from pilothouse import Pilothouse  # noqa: E402
from pilothouse.assistants.shopping.evidence import extract  # noqa: E402
from pilothouse.assistants.shopping.need import read_need  # noqa: E402
from pilothouse.websearch.errors import SearchFailed  # noqa: E402
from pilothouse.websearch.provider import SearchOptions  # noqa: E402

SAMPLE = Path(__file__).parents[1] / "src" / "pilothouse" / "assistants" / "shopping" / "sample"
TODAY = date(2026, 11, 30)
VERDICTS = ("right", "wrong", "silent", "rash")


@dataclass(frozen=True)
class Case:
    text: str
    kind: str
    product: str | None
    names: tuple[str, ...]

    def verdict(self, said: str) -> str:
        """``said``: the product decided on, empty for none."""
        if self.product is None:
            return "rash" if said else "right"
        if not said:
            return "silent"
        return "right" if any(same(name, said) for name in self.names) else "wrong"


def cases(files: Sequence[Path]) -> list[Case]:
    found = []
    for file in files:
        for line in file.read_text("utf-8").splitlines():
            row: dict[str, Any] = json.loads(line)
            names = [row["product"], *row.get("also", ()), *row.get("acceptable", ())]
            kind = row.get("category") or row.get("kind", "")
            found.append(Case(row["text"], kind, row["product"], tuple(name for name in names if name)))
    return found


def same(a: str, b: str) -> bool:
    """Whether two spellings name one product."""
    plain = [re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", name).casefold()) for name in (a, b)]
    return bool(plain[0]) and (plain[0] == plain[1] or (len(plain[0]) > 1 and plain[0] in plain[1]))


def plainly(house: Pilothouse, case: Case) -> str:
    """The product that the top result of a plain search praises most."""
    services = house.room("shopping").services
    try:
        answer = house.run(services.provider.search(case.text, SearchOptions(max_results=3)))
    except SearchFailed:
        return ""
    need = read_need(case.text, None, TODAY)
    for page in answer.pages:
        found = extract([page], need.kind, need.aspects, TODAY)
        praised = Counter(record.product for record in found.evidence if record.polarity == "positive")
        if praised:
            [(key, _)] = praised.most_common(1)
            return next(product.name for product in found.products if product.key == key)
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", action="store_true", help="print every need that is not right")
    parser.add_argument("--file", type=Path, action="append", help="needs of your own; the sample's by default")
    parser.add_argument("--grep", default="", help="only needs whose text matches")
    options = parser.parse_args()
    asked = [c for c in cases(options.file or sorted(SAMPLE.glob("needs-*.jsonl"))) if re.search(options.grep, c.text)]
    counts: dict[str, Counter[str]] = {"assistant": Counter(), "plain": Counter()}
    seconds = []
    with (
        tempfile.TemporaryDirectory() as home,
        Pilothouse(home, clock=lambda: datetime(2026, 11, 30, 12, tzinfo=UTC), strict=True) as house,
    ):
        house.ask("shopping", asked[0].text, session="warm")  # indexes the sample, loads the embedder
        for n, case in enumerate(asked):
            begun = time.perf_counter()
            reply = house.ask("shopping", case.text, session=f"s{n}")
            seconds.append(time.perf_counter() - begun)
            said = (reply.data["decision"] or {}).get("product", "")
            verdict = case.verdict(said)
            counts["assistant"][verdict] += 1
            top = plainly(house, case)
            counts["plain"][case.verdict(top)] += 1
            if options.show and verdict != "right":
                show(case, verdict, said, reply.data, reply.outcome)
    print(f"{len(asked)} needs, {sum(case.product is None for case in asked)} of them without a right product")
    print(f"{'':10}" + "".join(f"{verdict:>8}" for verdict in VERDICTS))
    for name, counted in counts.items():
        print(f"{name:10}" + "".join(f"{counted[verdict]:8}" for verdict in VERDICTS))
    print(f"per need {sorted(seconds)[len(seconds) // 2] * 1000:.0f} ms (median), {max(seconds) * 1000:.0f} ms (most)")


def show(case: Case, verdict: str, said: str, data: dict[str, Any], outcome: str) -> None:
    shortage = (data["decision"] or {}).get("shortage", "")
    print(f"{verdict}: {case.text}\n   wanted {case.product}, said {said or shortage or outcome}; need {data['need']}")
    print(
        f"   searched {[search['query'] for search in data['searches']]}, pages {sum(s['pages'] for s in data['searches'])}"  # noqa: E501
    )
    for row in data["scores"][:4]:
        fits = {fit["aspect"]: fit["fit"] for fit in row["aspects"]}
        print(
            f"   {row['score']:5} {row['product']} {row['bar']} backers {row['backers']} +{row['positive']} -{row['negative']} {fits}"  # noqa: E501
        )


if __name__ == "__main__":
    main()
