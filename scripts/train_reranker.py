"""Trains the embedded reranker and says how good it is on pages and questions that it never saw.

    python scripts/train_reranker.py [--data /work/shared/data] [--handbook DIR] [--drcd FILE --drcd-test FILE]
                                     [--work DIR] [--write] [--seed 7]

Needs the extra ``[train]`` (lightgbm). Trained on: one half of ``zh_passages`` (CC BY-SA 4.0), DRCD's development part
(CC BY-SA 3.0, github DRCKnowledgeTeam/DRCD) when given, an invented admission site (``campus.py``), the project's own
handbook questions. Only coefficients are written. ``rgb`` and ``products`` are never read: their licence is
non-commercial. Vectors are kept in ``--work``, so that a second run is fast.
"""

# ruff: noqa: E402
from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import pickle
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

import numpy as np
from haystack.dataclasses import Document
from reranker_data import Asked, Collection, Vectors, campus, drcd, handbook, zh_passages
from reranker_figures import BM25, CANDIDATES, equal_rrf, folded, measured, report

import pilothouse.retrieval
from pilothouse.retrieval.fusion import ScoreFusion
from pilothouse.retrieval.knowledge import windows_of
from pilothouse.retrieval.learned.columns import COLUMNS, NAMES
from pilothouse.retrieval.learned.features import matrix
from pilothouse.retrieval.learned.model import FORMAT, Judge
from pilothouse.retrieval.learned.question import read_question
from pilothouse.retrieval.learned.reranker import candidates
from pilothouse.retrieval.scores import Scores
from pilothouse.retrieval.shortlist import Shortlister
from pilothouse.retrieval.store import SQLiteDocumentStore
from pilothouse.retrieval.tokenizer import bigrams, normalise, words

COEFFICIENTS = Path(__file__).parent.parent / "src/pilothouse/retrieval/learned/coefficients.json"


@dataclass
class Gathered:
    """One question with its candidates: features, labels (1 answers, 0 not, -1 same document but not the answer)."""

    asked: Asked
    ids: list[str]
    rows: np.ndarray
    labels: np.ndarray
    orders: dict[str, list[str]] = field(default_factory=dict)  # baseline → document ids, best first


def build(collection: Collection, vectors: Vectors) -> SQLiteDocumentStore:
    store = SQLiteDocumentStore(":memory:", title_fields=("title", "section"), term_fields=())
    texts = {
        d.id: windows_of(d.meta["title"], d.meta.get("section", ""), d.content or "") for d in collection.documents
    }
    flat = [text for parts in texts.values() for text in parts]
    found, start, windows = vectors.embed(flat), 0, {}
    for id_, parts in texts.items():
        windows[id_] = found[start : start + len(parts)]
        start += len(parts)
    store.replace_all(collection.documents, windows)
    return store


def gather(collection: Collection, vectors: Vectors, baselines: bool, seed: int, missing: float) -> list[Gathered]:
    """``missing``: share of questions whose gold documents are taken from the candidates, so that nothing answers."""
    store = build(collection, vectors)
    shortlister, fusion = Shortlister(store), ScoreFusion()
    chance = random.Random(seed)
    texts = [f"{d.meta['title']}\n{d.content}" for d in collection.documents]
    owners = [d.meta["document"] for d in collection.documents]
    owner = {d.id: d.meta["document"] for d in collection.documents}
    bm25 = {"bm25 words": BM25(texts, words), "bm25 pairs": BM25(texts, bigrams)} if baselines else {}
    queries = vectors.embed([asked.question for asked in collection.asked])
    found = []
    for asked, query in zip(collection.asked, queries, strict=True):
        keyword = Scores(store.lookup.by_words(read_question(asked.question).searched, None, CANDIDATES))
        vector = Scores(store.lookup.by_vector(query, None, CANDIDATES))
        fused = fusion.run(keyword, vector)["scores"]
        if asked.train and chance.random() < missing:
            fused = Scores({id_: score for id_, score in fused.by_id.items() if owner[id_] not in asked.gold})
        top_k = CANDIDATES + CANDIDATES // 5
        shortlist = shortlister.run(asked.question, query, keyword, vector, fused, top_k)["shortlist"]
        rows = matrix(asked.question, candidates(shortlist), shortlist.corpus)
        labels = np.array([_label(d, asked) for d in shortlist.documents], dtype=int)
        one = Gathered(asked, [d.meta["document"] for d in shortlist.documents], rows, labels)
        if baselines and not asked.train:
            for name, index in bm25.items():
                one.orders[name] = folded(owners[n] for n in index.order(asked.question))
            one.orders["store words"] = folded(owner[id_] for id_ in keyword.by_id)
            one.orders["dense"] = folded(owner[id_] for id_ in vector.by_id)
            one.orders["equal rrf"] = equal_rrf(one.orders["bm25 pairs"], one.orders["dense"])
            one.orders["fusion"] = folded(owner[id_] for id_ in fused.by_id)
        found.append(one)
    return found


def kept(folder: Path, collection: Collection, make: Callable[[], list[Gathered]]) -> list[Gathered]:
    """What was gathered before with the same code from the same questions."""
    room = Path(pilothouse.retrieval.__file__).parent
    made_by = (
        "learned/features.py",
        "learned/comparing.py",
        "learned/terms.py",
        "learned/candidate.py",
        "learned/columns.py",
        "learned/page.py",
        "learned/question.py",
        "learned/lexicon.py",
        "shortlist.py",
        "fusion.py",
        "tokenizer.py",
    )
    state = hashlib.sha256()
    for name in made_by:
        state.update(ast.dump(ast.parse((room / name).read_text("utf-8"))).encode())
    state.update(repr([(asked.question, sorted(asked.gold), asked.train) for asked in collection.asked]).encode())
    state.update(repr([document.content for document in collection.documents]).encode())
    path = folder / f"{collection.name}-{state.hexdigest()[:16]}.pickle"
    if path.exists():
        known: list[Gathered] = pickle.loads(path.read_bytes())
        return known
    found = make()
    path.write_bytes(pickle.dumps(found))
    return found


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
        "num_threads": 2,
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


def _label(document: Document, asked: Asked) -> int:
    if document.meta["document"] not in asked.gold:
        return 0
    text = normalise(document.content or "")
    answered = not asked.answers or any(normalise(answer) in text for answer in asked.answers)
    return 1 if answered else -1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("/work/shared/data"))
    parser.add_argument("--handbook", type=Path)
    parser.add_argument("--drcd", type=Path)
    parser.add_argument("--drcd-test", type=Path)
    parser.add_argument("--work", type=Path, default=Path(".reranker"))
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--trees", type=int, default=260)
    parser.add_argument("--leaves", type=int, default=12)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    vectors = Vectors(options.work / "vectors.npz")
    collections = [campus(1, True), campus(2, True), campus(9, False)]
    folder = options.data / "zh_passages"
    if folder.is_dir():
        collections.append(zh_passages(folder))
    if options.handbook:
        collections.append(handbook(options.handbook, options.work))
    if options.drcd:
        collections.append(drcd(options.drcd, True))
    if options.drcd_test:
        collections.append(drcd(options.drcd_test, False))
    learning, testing = [], {}
    for collection in collections:
        started = time.perf_counter()
        found = kept(
            options.work,
            collection,
            lambda c=collection: gather(
                c, vectors, any(not asked.train for asked in c.asked), options.seed, missing=0.15
            ),
        )
        learning += [one for one in found if one.asked.train]
        testing[collection.name] = [one for one in found if not one.asked.train]
        print(
            collection.name,
            len(collection.documents),
            "chunks",
            len(found),
            "questions",
            f"{time.perf_counter() - started:.1f} s",
            file=sys.stderr,
        )
    ranking = train(learning, "lambdarank", options.seed, options.trees, options.leaves)
    confidence = train(learning, "binary", options.seed, options.trees // 2, options.leaves)
    data = {
        "format": FORMAT,
        "name": f"trees-{options.seed}",
        "columns": list(NAMES),
        "ranking": export(ranking),
        "confidence": {**export(confidence), "scale": 1.0, "bias": 0.0},
    }
    judge = Judge(data)
    for name, found in testing.items():
        if found:
            report(name, measured(found, judge.ranking.margins), len(found))
            by_kind = sorted({one.asked.kind for one in found} - {""})
            for kind in by_kind if len(by_kind) > 1 else ():
                some = [one for one in found if one.asked.kind == kind]
                report(f"{name}: {kind}", {"learned": measured(some, judge.ranking.margins)["learned"]}, len(some))
    evidence(judge, testing)
    gains = sorted(zip(ranking.feature_importance("gain"), NAMES, strict=True), reverse=True)
    print("\nmost used:", ", ".join(f"{name} {gain / gains[0][0]:.2f}" for gain, name in gains[:25]))
    if options.write:
        COEFFICIENTS.write_text(json.dumps(data, separators=(",", ":")), "utf-8")
        print("written", COEFFICIENTS, COEFFICIENTS.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
