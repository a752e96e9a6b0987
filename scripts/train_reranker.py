"""Trains the embedded reranker and says how good it is on pages and questions that it never saw.

    python scripts/train_reranker.py [--data /work/shared/data] [--handbook DIR] [--domains DIR] [--work DIR]
                                     [--folds 3] [--write] [--seed 7]

Needs the extra ``[train]`` (lightgbm). Trained on: one half of ``zh_passages`` (CC BY-SA 4.0), an invented admission
site (``campus.py``), half of the sample handbook's questions, and the handbooks of other houses under
``benchmarks/handbooks``. All but the first was written for this project, so that everybody can train again. Only
coefficients are written. ``rgb`` and ``products`` are never read: their licence is non-commercial. Vectors are kept in
``--work``, so that a second run is fast. ``--folds`` judges each handbook by what was trained without it.

Recall at 1 / at 5 on what was not trained on (``--folds 2``, seed 7):

    =================== ============ ============ ======= ========= =======
    questions           BM25 words   BM25 pairs   dense   equal RRF learned
    =================== ============ ============ ======= ========= =======
    nine handbooks, 795 .675 / .892  .627 / .804  .68/.91 .73/.95   .849 / .963
    sample, other half  .630 / .870  .543 / .804  .72/.89 .72/.94   .913 / 1.0
    zh_passages, other  .970 / .994  .959 / .986  .75/.90 .91/.98   .972 / .998
    campus, other site  .314 / .655  .080 / .377  .11/.38 .12/.48   .788 / .912
    =================== ============ ============ ======= ========= =======
"""

# ruff: noqa: E402
from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

import numpy as np
from reranker_data import Vectors, campus, domain, handbook, zh_passages
from reranker_figures import measured, report
from reranker_gather import Gathered, gather, kept

from pilothouse.retrieval.learned.columns import COLUMNS, NAMES
from pilothouse.retrieval.learned.model import FORMAT, Judge, embedded

ROOT = Path(__file__).parent.parent
COEFFICIENTS = ROOT / "src/pilothouse/retrieval/learned/coefficients.json"


def train(gathered: Sequence[Gathered], kind: str, seed: int, trees: int, leaves: int) -> Any:
    import lightgbm as lgb

    rows, labels, groups, weights = [], [], [], []
    for one in gathered:
        use = one.labels >= 0
        if not use.any():
            continue
        rows.append(one.rows[use])
        labels.append(one.labels[use])
        groups.append(int(use.sum()))
        weights.append(np.full(int(use.sum()), one.asked.weight))
    settings = {
        "objective": kind,
        "learning_rate": 0.08,
        "num_leaves": leaves,
        "min_data_in_leaf": 40,
        "max_depth": 6,
        "monotone_constraints": list(COLUMNS.values()),
        "monotone_constraints_method": "intermediate",
        "feature_fraction": 0.6,
        "bagging_fraction": 0.7,
        "bagging_freq": 1,
        "lambda_l2": 5.0,
        "verbose": -1,
        "seed": seed,
        "deterministic": True,
        "force_row_wise": True,
        "num_threads": 1,
        "lambdarank_truncation_level": 10,
    }
    data = lgb.Dataset(
        np.vstack(rows),
        np.concatenate(labels),
        weight=np.concatenate(weights),
        group=groups if kind != "binary" else None,
        feature_name=list(NAMES),
    )
    return lgb.train(settings, data, num_boost_round=trees)


def export(booster: Any) -> dict[str, Any]:
    """LightGBM's trees as rows of numbers, without LightGBM."""
    trees, deepest = [], 1

    def flat(node: dict[str, Any], table: dict[str, list[Any]], depth: int) -> int:
        nonlocal deepest
        deepest = max(deepest, depth)
        at = len(table["feature"])
        for part in table.values():
            part.append(0)
        if "split_feature" not in node:
            table["left"][at] = table["right"][at] = at
            table["value"][at] = round(node["leaf_value"], 6)
        else:
            table["feature"][at] = node["split_feature"]
            table["threshold"][at] = float(f"{node['threshold']:.12g}")  # -1e-35 is not 0
            table["left"][at] = flat(node["left_child"], table, depth + 1)
            table["right"][at] = flat(node["right_child"], table, depth + 1)
        return at

    for tree in booster.dump_model()["tree_info"]:
        table: dict[str, list[Any]] = {"feature": [], "threshold": [], "left": [], "right": [], "value": []}
        flat(tree["tree_structure"], table, 0)
        trees.append(table)
    return {"depth": deepest, "trees": trees}


def evidence(judge: Judge, testing: dict[str, list[Gathered]]) -> None:
    """How well the best score tells questions that are answered from those whose answer was taken away."""
    for name, found in testing.items():
        answered, without = [], []
        for one in found:
            gone = one.rows[[owner not in one.asked.gold for owner in one.ids]]
            if len(gone) and one.labels.max() == 1:
                answered.append(judge.judge(one.rows)[1][0])
                without.append(judge.judge(gone)[1][0])
        a, b = np.array(answered), np.array(without)
        if len(a):
            auc = float(np.mean(a[:, None] > b[None, :]))
            rows = "  ".join(f"{t}: {np.mean(a >= t):.2f}/{np.mean(b >= t):.2f}" for t in (0.05, 0.1, 0.2, 0.3, 0.5))
            print(f"\n{name}: AUC {auc:.3f}; share at or above a threshold, answered/not  {rows}")


def folds(learning: dict[str, list[Gathered]], unseen: dict[str, list[Gathered]], options: argparse.Namespace) -> None:
    """Each domain of ``unseen`` judged by what was trained without it, and without the others of its fold."""
    names, listed = sorted(unseen), []
    for fold in range(options.folds):
        left = names[fold :: options.folds]
        judge = Judge(fitted([one for name, found in learning.items() if name not in left for one in found], options))
        for name in left:
            figures = measured(unseen[name], judge.ranking.margins)
            figures["embedded"] = measured(unseen[name], embedded().ranking.margins)["learned"]
            report(f"{name}, not trained on", figures, len(unseen[name]))
            listed.append(figures)
    if listed:
        means = {
            stage: {key: float(np.mean([figures[stage][key] for figures in listed])) for key in listed[0][stage]}
            for stage in listed[0]
        }
        report("mean of the domains", means, sum(map(len, unseen.values())))


def fitted(learning: Sequence[Gathered], options: argparse.Namespace) -> dict[str, Any]:
    """What ``Judge`` reads."""
    ranking = train(learning, "lambdarank", options.seed, options.trees, options.leaves)
    confidence = train(learning, "binary", options.seed, options.trees // 2, options.leaves)
    gains = sorted(zip(ranking.feature_importance("gain"), NAMES, strict=True), reverse=True)
    print("most used:", ", ".join(f"{name} {gain / gains[0][0]:.2f}" for gain, name in gains[:12]), file=sys.stderr)
    return {
        "format": FORMAT,
        "name": f"trees-{options.seed}",
        "columns": list(NAMES),
        "ranking": export(ranking),
        "confidence": {**export(confidence), "scale": 1.0, "bias": 0.0},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("/work/shared/data"))
    parser.add_argument("--handbook", type=Path, default=ROOT / "src/pilothouse/assistants/knowledge/sample")
    parser.add_argument("--domains", type=Path, default=ROOT / "benchmarks/handbooks")
    parser.add_argument("--work", type=Path, default=Path(".reranker"))
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--trees", type=int, default=260)
    parser.add_argument("--leaves", type=int, default=12)
    parser.add_argument("--folds", type=int, default=0, help="judge each domain by what was trained without it")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    vectors = Vectors(options.work / "vectors.npz")
    collections = [campus(1, True), campus(2, True), campus(9, False), handbook(options.handbook, options.work)]
    folder = options.data / "zh_passages"
    if folder.is_dir():
        collections.append(zh_passages(folder))
    places = sorted(file.parent for file in options.domains.glob("*/corpus.jsonl"))
    for place in places:
        collections += [domain(place, options.work, train) for train in (True, False)]
    learning: dict[str, list[Gathered]] = {}
    testing: dict[str, list[Gathered]] = {}
    for collection in collections:
        started = time.perf_counter()
        found = kept(options.work, collection, lambda c=collection: gather(c, vectors, options.seed, missing=0.15))
        learning.setdefault(collection.name, []).extend(one for one in found if one.asked.train)
        testing.setdefault(collection.name, []).extend(one for one in found if not one.asked.train)
        size = f"{len(collection.documents)} chunks {len(found)} questions"
        print(collection.name, size, f"{time.perf_counter() - started:.1f} s", file=sys.stderr)
    domains = {place.name for place in places}
    unseen = {name: found for name, found in testing.items() if name in domains}
    folds(learning, unseen, options)
    data = fitted([one for found in learning.values() for one in found], options)
    judge = Judge(data)
    for name, found in testing.items():
        if found and name not in domains:
            figures = measured(found, judge.ranking.margins)
            figures["embedded"] = measured(found, embedded().ranking.margins)["learned"]
            report(name, figures, len(found))
    evidence(judge, {name: found for name, found in testing.items() if name not in domains})
    if options.write:
        COEFFICIENTS.write_text(json.dumps(data, separators=(",", ":")), "utf-8")
        print("written", COEFFICIENTS, COEFFICIENTS.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
