"""How often the semantic cache would answer a question with the answer to another.

    python benchmarks/semantic_cache.py [--show]

Pairs that look alike and differ in meaning (``semantic_opposites.py``: templates, ``semantic_hard.txt``: by hand) must
miss; paraphrases
(``semantic_paraphrases.txt``: groups of questions that mean the same) should hit. The lexicon of the gate was made with
the development half of the groups only (every other group); the figures that count are those of the held-out half.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
from semantic_opposites import Pair, opposites

from pilothouse.embedding.use import EmbeddedEmbedder
from pilothouse.retrieval.semantic import THRESHOLD, Gate

PLAIN = (0.80, 0.85, 0.90, 0.95)


def paraphrases() -> dict[str, list[Pair]]:
    text = (Path(__file__).parent / "semantic_paraphrases.txt").read_text(encoding="utf-8")
    groups = [block.splitlines() for block in text.strip().split("\n\n")]
    return {
        half: [pair for group in groups[start::2] for pair in combinations(group, 2)]
        for start, half in enumerate(("development", "held out"))
    }


def by_hand() -> list[Pair]:
    text = (Path(__file__).parent / "semantic_hard.txt").read_text(encoding="utf-8")
    return [(a, b) for a, _, b in (line.partition("|") for line in text.splitlines())]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true", help="print false hits, and misses of the development half")
    show = parser.parse_args().show
    same, other = paraphrases(), opposites() | {"by hand": by_hand()}
    pairs = [(True, half, pair) for half, found in same.items() for pair in found]
    pairs += [(False, kind, pair) for kind, found in other.items() for pair in found]
    texts = list(dict.fromkeys(text for *_, pair in pairs for text in pair))
    begun = time.perf_counter()
    embedder = EmbeddedEmbedder()
    rows = np.concatenate([embedder.embed(texts[i : i + 64]) for i in range(0, len(texts), 64)])
    vectors = dict(zip(texts, rows, strict=True))
    embedding = time.perf_counter() - begun
    gate = Gate()
    begun = time.perf_counter()
    reasons = [gate.difference(*pair) for *_, pair in pairs]
    gating = time.perf_counter() - begun
    nearness = np.array([float(vectors[a] @ vectors[b]) for *_, (a, b) in pairs])
    passed = np.array([not reason for reason in reasons])
    methods = {"gate alone": passed, f"gate + {THRESHOLD:.2f}": passed & (nearness >= THRESHOLD)}
    methods |= {f"plain {limit:.2f}": nearness >= limit for limit in PLAIN}
    print(f"{len(texts)} texts, embedded in {embedding:.1f} s; {len(pairs)} pairs through the gate in {gating:.1f} s")
    print(f"{'hits, %':24}{'pairs':>7}" + "".join(f"{name:>13}" for name in methods))

    def line(name: str, chosen: np.ndarray) -> None:
        print(f"{name:24}{chosen.sum():7}" + "".join(f"{100 * hits[chosen].mean():13.2f}" for hits in methods.values()))

    alike = np.array([alike for alike, *_ in pairs])
    names = np.array([name for _, name, _ in pairs])
    english = np.array([all(text.isascii() for text in pair) for *_, pair in pairs])
    for name in same:
        line(f"paraphrase, {name}", alike & (names == name))
    line("  Chinese, held out", (names == "held out") & ~english)
    line("  English, held out", (names == "held out") & english)
    for name in other:
        line(f"  {name}", names == name)
    line("false hits, all", ~alike)
    hits = nearness[alike & passed]
    print(
        "cosine of paraphrases that pass the gate: 1st, 5th, 50th percentile", np.percentile(hits, [1, 5, 50]).round(3)
    )
    if show:
        for (is_same, name, pair), reason in zip(pairs, reasons, strict=True):
            if (is_same and name == "development" and reason) or (not is_same and not reason):
                print(name, reason, *pair, sep=" | ")


if __name__ == "__main__":
    main()
