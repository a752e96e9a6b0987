"""Evidence by rules, measured: ``python benchmarks/shopping_evidence.py [--show] [--speed]``.

``shopping_pages.txt``: pages of our own on kinds of product that the sample corpus lacks, each opinion labelled by hand
with the product it is about and its polarity; the rules were developed on them. ``shopping_labels.txt``: sentences of
the sample corpus, drawn at random and labelled before they were measured.

Figures: products found (precision and recall by name, spellings merged), opinions (precision and recall of product and
polarity together for each labelled sentence), polarity and attribution alone, and seconds of one core for 100 pages of
5,000 characters.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from importlib.resources import files
from pathlib import Path

from pilothouse.assistants.shopping.evidence import Extracted, extract
from pilothouse.assistants.shopping.evidence.text import fold
from pilothouse.websearch.provider import WebPage

TODAY = date(2026, 11, 30)
WEAKEST = 0.25  # hearsay and first impressions are kept below this strength: they claim next to nothing
SEEN = 4  # kinds of the labelled sample whose faults were read after the first measurement; the others stay unread
HERE = Path(__file__).parent
_LABEL = re.compile(r"\{([^{}\"]*)\}")
_NAMED = re.compile(r"([^+-][^+]*?)\s?([+-])(?:\s|$)")


@dataclass(frozen=True)
class Label:
    """``expected``: product name and polarity pairs; empty: no evidence in this sentence."""

    url: str
    sentence: str
    expected: frozenset[tuple[str, str]]


@dataclass
class Case:
    """One kind of product: its pages, the names of its products (canonical first) and the labelled sentences."""

    kind: str
    names: list[list[str]] = field(default_factory=list)
    pages: list[WebPage] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)


@dataclass
class Score:
    """Counts; ``precision`` and ``recall`` in percent."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(self.right + other.right, self.wrong + other.wrong, self.missed + other.missed)

    @property
    def precision(self) -> float:
        return 100 * self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        return 100 * self.right / max(1, self.right + self.missed)

    def __str__(self) -> str:
        counts = f"({self.right} right, {self.wrong} wrong, {self.missed} missed)"
        return f"precision {self.precision:5.1f}  recall {self.recall:5.1f}  {counts}"


def cases(path: Path = HERE / "shopping_pages.txt") -> list[Case]:
    """The labelled pages."""
    found: list[Case] = []
    head: list[str] = []
    lines: list[str] = []

    def close() -> None:
        if head:
            found[-1].pages.append(_page(found[-1], head, lines))
        head.clear()
        lines.clear()

    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        if line.startswith("== "):
            close()
            found.append(Case(line[3:].strip()))
        elif line.startswith("names: "):
            found[-1].names = [re.split(r" = | / ", item.strip()) for item in line[7:].split(" ; ")]
        elif line.startswith("@ "):
            close()
            head.extend(part.strip() for part in line[2:].split(" | "))
        elif line.strip():
            lines.append(line)
    close()
    return found


def _page(case: Case, head: list[str], lines: Iterable[str]) -> WebPage:
    url, title, day = head
    plain = []
    for line in lines:
        at = 0
        clean = ""
        for match in _LABEL.finditer(line):
            piece = line[at : match.start()].strip()
            clean += line[at : match.start()].rstrip() if match.start() > at else ""
            case.labels.append(Label(url, piece, frozenset((n.strip(), s) for n, s in _NAMED.findall(match[1]))))
            at = match.end()
        plain.append((clean + line[at:]).strip())
    text = "\n".join(plain)
    return WebPage(url, title, text[:200], raw_content=text, date=None if day == "null" else date.fromisoformat(day))


def sample() -> list[Case]:
    """The labelled sentences of the sample corpus, with all pages of their product kinds."""
    folder = files("pilothouse.assistants.shopping") / "sample"
    rows = [
        json.loads(line)
        for name in ("pages-a.jsonl", "pages-b.jsonl")
        for line in (folder / name).read_text("utf-8").splitlines()
    ]
    pages = {row["url"]: row for row in rows}
    found: list[Case] = []
    path = HERE / "shopping_labels.txt"
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if line.startswith("== "):
            found.append(Case(line[3:].strip()))
        elif line.startswith("names: "):
            found[-1].names = [re.split(r" = | / ", item.strip()) for item in line[7:].split(" ; ")]
        elif line.startswith("pages: "):
            for url in line[7:].split():
                row = pages[url]
                day = date.fromisoformat(row["date"]) if row.get("date") else None
                found[-1].pages.append(WebPage(url, row["title"], row["text"][:200], raw_content=row["text"], date=day))
        elif line.strip() and not line.startswith("#"):
            match = _LABEL.search(line)
            sentence = line[: match.start()].strip() if match else ""
            home = next((page.url for page in found[-1].pages if sentence in page.text or sentence in page.title), None)
            if match is None or home is None:
                raise SystemExit(f"No page has: {line}")
            found[-1].labels.append(
                Label(home, sentence, frozenset((n.strip(), s) for n, s in _NAMED.findall(match[1])))
            )
    return found


def same(one: str) -> str:
    return re.sub(r"[\W_]", "", fold(one))


def keys(case: Case, found: Extracted) -> dict[str, set[str]]:
    """For each canonical name the keys of the products that go under one of its spellings."""
    owners: dict[str, set[str]] = {}
    for names in case.names:
        wanted = {same(name) for name in names}
        owners[names[0]] = {p.key for p in found.products if wanted & {same(n) for n in (p.name, *p.names)}}
    return owners


def products(case: Case, found: Extracted) -> tuple[Score, list[str]]:
    """Products found once each, under one key: split ones and ones that don't exist are wrong."""
    owners = keys(case, found)
    known = {key for group in owners.values() for key in group}
    extra = [p.name for p in found.products if p.key not in known]
    split = [name for name, group in owners.items() if len(group) > 1]
    missed = [name for name, group in owners.items() if not group]
    right = sum(1 for group in owners.values() if group)
    return Score(right, len(extra) + sum(len(g) - 1 for g in owners.values() if len(g) > 1), len(missed)), [
        *(f"extra {name}" for name in extra),
        *(f"split {name}" for name in split),
        *(f"missed {name}" for name in missed),
    ]


def opinions(case: Case, found: Extracted) -> tuple[Score, Score, Score, list[str]]:
    """Pairs of product and polarity for each labelled sentence; polarity alone; product alone."""
    owners = keys(case, found)
    name_of = {key: name for name, group in owners.items() for key in group}
    both, polarity, product = Score(), Score(), Score()
    faults = []
    for label in case.labels:
        said = {
            (name_of.get(item.product, item.product), "+" if item.polarity == "positive" else "-")
            for item in found.evidence
            if item.url == label.url
            and item.polarity != "neutral"
            and item.strength >= WEAKEST
            and (item.quotation in label.sentence or label.sentence in item.quotation)
        }
        both += _compared(set(label.expected), said)
        polarity += _compared({s for _, s in label.expected}, {s for _, s in said})
        product += _compared({n for n, _ in label.expected}, {n for n, _ in said})
        if said != set(label.expected):
            faults.append(f"{label.sentence}\n      expected {sorted(label.expected)}\n      found    {sorted(said)}")
    return both, polarity, product, faults


def _compared(expected: set[object] | set[str], said: set[object] | set[str]) -> Score:
    return Score(len(expected & said), len(said - expected), len(expected - said))  # type: ignore[operator]


def measure(title: str, given: list[Case], show: bool) -> tuple[Score, Score, Score, Score]:
    totals = [Score(), Score(), Score(), Score()]
    labels = 0
    for case in given:
        found = extract(case.pages, case.kind, [], TODAY)
        named, faults = products(case, found)
        both, polarity, product, wrong = opinions(case, found)
        labels += len(case.labels)
        totals = [a + b for a, b in zip(totals, (named, both, polarity, product), strict=True)]
        if show:
            print(f"-- {case.kind}: {named}", *faults, sep="\n   ")
            print(*wrong, sep="\n   ")
    print(f"\n{title}: {len(given)} kinds, {sum(len(c.pages) for c in given)} pages, {labels} labelled sentences")
    for name, score in zip(("products", "product+polarity", "polarity", "product"), totals, strict=True):
        print(f"  {name:17} {score}")
    return totals[0], totals[1], totals[2], totals[3]


def speed() -> float:
    """Seconds of one core for 100 pages of 5,000 characters."""
    pages = [page for case in cases() for page in case.pages]
    long = []
    for at in range(100):
        text = "\n".join(
            pages[(at + step) % len(pages)].text + f"\n第 {at} 页第 {step} 段，{at * 37 % 91} 分贝。"
            for step in range(30)
        )[:5000]
        long.append(
            WebPage(f"https://s{at}.example/{at}", pages[at % len(pages)].title, "", raw_content=text, date=TODAY)
        )
    best = 9.9
    for _ in range(3):
        begun = time.process_time()
        extract(long, "机械键盘", [], TODAY)
        best = min(best, time.process_time() - begun)
    print(f"\n100 pages of 5,000 characters: {best:.2f} s")
    return best


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--speed", action="store_true")
    chosen = parser.parse_args()
    measure("Own pages (kinds that the sample lacks)", cases(), chosen.show)
    labelled = sample()
    measure("Sample corpus, kinds looked at since the first measurement", labelled[:SEEN], chosen.show)
    measure("Sample corpus, kinds whose faults nobody has looked at", labelled[SEEN:], False)
    if chosen.speed:
        speed()
