"""Fit the numbers of websearch/relevance.py to the shopping sample, and print what they are worth.

    python scripts/fit_relevance.py

``relevance.json`` names the first pages of each product kind (those of a kind stand one after the other) and queries as
the planner writes them, with some for kinds that the sample lacks. Every figure is of a product kind that the numbers
were not fitted to.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pilothouse.embedding.use import EmbeddedEmbedder
from pilothouse.websearch import relevance
from pilothouse.websearch.corpus import Corpus
from pilothouse.websearch.query import read_query

HERE = Path(__file__).parent
SAMPLE = sorted((HERE.parent / "src/pilothouse/assistants/shopping/sample").glob("pages-*.jsonl"))
UNCLEAR = ("offtopic", "thin")  # pages that only play with the words, or say nothing
RELEVANT_WEIGHT = 4.0  # most pages are of other kinds
PENALTY = 1.0
ROUNDS = 30

Kinds = dict[str, tuple[str, str]]


@dataclass
class Asked:
    """A query with its candidates; ``right`` and ``weight`` of each page."""

    kind: str
    query: str
    candidates: list[relevance.Candidate]
    first: np.ndarray
    count: Callable[[Sequence[str]], dict[str, int]]
    right: np.ndarray
    weight: np.ndarray
    second: np.ndarray | None = None


def main() -> None:
    data = json.loads((HERE / "relevance.json").read_text(encoding="utf-8"))
    embedder = EmbeddedEmbedder()
    corpus = Corpus(Path(tempfile.mkdtemp()) / "pages.db", embedder, SAMPLE)
    corpus.ready()
    kinds = page_kinds(data["kinds"])
    print(f"{len(corpus)} pages of {len(data['kinds'])} kinds")
    queries = [(kind, query) for kind, each in data["kinds"].items() for query in each["queries"]]
    queries += [(f"absent {n}", query) for n, query in enumerate(data["absent"])]
    asked = [ask(corpus, embedder, kind, query, kinds) for kind, query in queries]
    chances = held_out(asked, "first")
    report("first step", asked, chances)
    for each, chance in zip(asked, chances, strict=True):
        each.second = relevance.second(each.candidates, chance, each.count)
    final = held_out(asked, "second")
    report("both", asked, final)
    final = [
        chance if relevance.named(read_query(each.query), each.candidates) else chance * relevance.UNNAMED
        for each, chance in zip(asked, final, strict=True)
    ]
    report("and where a title names the kind", asked, final)
    for name in ("first", "second"):
        print(name.upper(), tuple(float(round(number, 2)) for number in fit(asked, name)))
    for each, chance in zip(asked, final, strict=True):
        known = each.weight > 0
        hit = chance >= relevance.RELEVANT
        right, wrong = (hit & each.right & known).sum(), (hit & ~each.right & known).sum()
        top = np.argsort(-chance)[:10]
        clean = (each.right | ~known)[top].mean()
        every = (each.right & known).sum()
        print(f"{each.query:40} {right:3} of {every:3}, wrong {wrong:3}, of the first ten {clean:.1f}")


def page_kinds(kinds: dict[str, dict]) -> Kinds:
    """By address: product kind, and what kind of page it is."""
    firsts = {first: kind for kind, each in kinds.items() for first in each["first"]}
    found: dict[str, tuple[str, str]] = {}
    for path in SAMPLE:
        now = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            page = json.loads(line)
            now = firsts.get(page["url"], now)
            found[page["url"]] = (now, page["kind"])
    return found


def ask(corpus: Corpus, embedder: EmbeddedEmbedder, kind: str, query: str, kinds: Kinds) -> Asked:
    asked = read_query(query)
    subject, vector = embedder.embed([asked.subject, asked.kind])
    pages, candidates, count = corpus.candidates(asked, subject, vector, None)
    right = np.array([kinds[page.url][0] == kind for page in pages])
    weight = np.array([0.0 if kinds[page.url][1] in UNCLEAR else 1.0 for page in pages])
    return Asked(
        kind,
        query,
        candidates,
        relevance.first(asked, candidates, subject, vector),
        count,
        right,
        weight,
    )


def held_out(asked: list[Asked], name: str) -> list[np.ndarray]:
    cache: dict[str, np.ndarray] = {}
    for kind in dict.fromkeys(each.kind for each in asked):
        cache[kind] = fit([each for each in asked if each.kind != kind], name)
    return [relevance.logistic(tuple(cache[each.kind]), getattr(each, name)) for each in asked]


def fit(asked: list[Asked], name: str) -> np.ndarray:
    """Logistic regression with a quadratic penalty, by Newton's method."""
    rows = np.vstack([getattr(each, name) for each in asked])
    rows = np.column_stack([np.ones(len(rows)), rows])
    right = np.concatenate([each.right for each in asked])
    weight = np.concatenate([each.weight for each in asked]) * np.where(right, RELEVANT_WEIGHT, 1.0)
    penalty = np.full(rows.shape[1], PENALTY)
    penalty[0] = 1e-6
    numbers = np.zeros(rows.shape[1])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-(rows @ numbers)))
        slope = rows.T @ (weight * (chance - right)) + penalty * numbers
        bend = (rows * (weight * chance * (1 - chance))[:, None]).T @ rows + np.diag(penalty)
        numbers -= np.linalg.solve(bend, slope)
    return numbers


def report(title: str, asked: list[Asked], chances: list[np.ndarray]) -> None:
    hits = wrong = relevant = absent = quiet = 0
    order = []
    for each, chance in zip(asked, chances, strict=True):
        known, hit = each.weight > 0, chance >= relevance.RELEVANT
        hits += int((hit & each.right & known).sum())
        relevant += int((each.right & known).sum())
        wrong += int((hit & ~each.right & known).sum()) if each.right.any() else 0
        if each.right.any():
            good, bad = chance[each.right & known], chance[~each.right & known]
            order.append(float((good[:, None] > bad).mean()))
        else:
            absent += 1
            quiet += int(not (hit & known).any())
    print(
        f"{title}: from {relevance.RELEVANT} {hits / relevant:.3f} of the relevant candidates, {wrong} wrong "
        f"(precision {hits / (hits + wrong):.3f}); AUC {np.mean(order):.3f}, worst {min(order):.3f}; "
        f"kinds that are not there: nothing relevant for {quiet} of {absent}"
    )


if __name__ == "__main__":
    main()
