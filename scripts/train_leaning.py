"""Trains the classifier of how a sentence leans (``assistants/shopping/evidence/opinion/leaning.py``).

    python scripts/train_leaning.py [--data scripts/opinions] [--write]

Trained on the sentences in ``scripts/opinions/*.tsv``, written for it: ``label<TAB>aspect<TAB>text`` with the label
``+`` (for the product), ``-`` (against it) or ``0`` (neither), 〈P〉 for the product that is meant, 〈Q〉 for another.
Prints precision and recall on folds that a model was not trained on; lines that stand together stay together, since
neighbours are often alike. Needs scikit-learn. Without ``--write`` nothing is changed.
"""

# ruff: noqa: E402
from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from pilothouse.assistants.shopping.evidence.leant import MARGIN, SURE
from pilothouse.assistants.shopping.evidence.opinion.leaning import OTHER, THIS, grams
from pilothouse.assistants.shopping.evidence.opinion.lexicon import MASK
from pilothouse.assistants.shopping.evidence.opinion.reading import opinions
from pilothouse.assistants.shopping.evidence.text import fold

WRITTEN = Path(__file__).parents[1] / "src/pilothouse/assistants/shopping/evidence/opinion/leaning.json"
LABELS = "-0+"
PENALTY = 0.3  # of LogisticRegression (C)
SCALE, LEAST = 1000, 15  # weights are stored as whole numbers; smaller ones are left out
TOGETHER = 12  # lines that stay in one fold
FOLDS = 8


def lines(folder: Path) -> list[tuple[str, str]]:
    """Label and text of each line, once."""
    found: dict[str, str] = {}
    for file in sorted(folder.glob("*.tsv")):
        for line in file.read_text("utf-8").splitlines():
            parts = line.split("\t")
            if len(parts) == 3 and parts[0] in LABELS and parts[2].strip():
                found.setdefault(parts[2].strip(), parts[0])
    return [(label, text) for text, label in found.items()]


def features(text: str) -> dict[str, float]:
    plain = fold(text.replace("〈P〉", THIS).replace("〈Q〉", OTHER))
    found = opinions(plain.replace(THIS, MASK).replace(OTHER, MASK))
    signs = {opinion.sign for opinion in found}
    return dict.fromkeys(grams(plain, 1 in signs, -1 in signs), 1.0)


def figures(name: str, labels: np.ndarray, said: np.ndarray) -> None:
    parts = [f"{name:34} right {np.mean(labels == said):.3f}"]
    for sign, label in (("+", 2), ("-", 0)):
        hit = np.sum((said == label) & (labels == label))
        precision, recall = hit / max(1, np.sum(said == label)), hit / max(1, np.sum(labels == label))
        parts.append(f"{sign} precision {precision:.3f} recall {recall:.3f}")
    print("  ".join(parts))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(__file__).parent / "opinions")
    parser.add_argument("--write", action="store_true", help=f"write {WRITTEN.name}")
    options = parser.parse_args()
    read = lines(options.data)
    labels = np.array([LABELS.index(label) for label, _ in read])
    told = [features(text) for _, text in read]
    vectorizer = DictVectorizer()
    rows = vectorizer.fit_transform(told)
    kept = np.asarray((rows > 0).sum(0)).ravel() > 1
    rows, names = rows[:, kept], np.array(vectorizer.get_feature_names_out())[kept]
    print(f"{len(read)} sentences, {len(names)} n-grams")

    rules = np.array([2 if "R+" in row and "R-" not in row else 0 if "R-" in row else 1 for row in told])
    figures("rules alone", labels, rules)
    chances = np.zeros((len(read), 3))
    groups = np.arange(len(read)) // TOGETHER
    for known, unseen in GroupKFold(FOLDS).split(rows, labels, groups):
        model = LogisticRegression(C=PENALTY, max_iter=400).fit(rows[known], labels[known])
        chances[unseen] = model.predict_proba(rows[unseen])
    figures("classifier", labels, chances.argmax(1))
    lead = np.abs(chances[:, 2] - chances[:, 0])
    sure = np.where(chances[:, 2] > chances[:, 0], chances[:, 2], chances[:, 0])
    side = np.where(chances[:, 2] > chances[:, 0], 2, 0)
    figures("classifier at the bounds used", labels, np.where((sure >= SURE) & (lead >= MARGIN), side, 1))

    model = LogisticRegression(C=PENALTY, max_iter=400).fit(rows, labels)
    weights = np.rint(model.coef_.T * SCALE).astype(int)
    used = np.abs(weights).max(1) >= LEAST
    stored = {
        "constant": [round(float(value), 4) for value in model.intercept_],
        "scale": SCALE,
        "grams": "\n".join(names[used]),
        "weights": weights[used].tolist(),
    }
    if options.write:
        temporary = WRITTEN.with_suffix(".part")
        temporary.write_text(json.dumps(stored, ensure_ascii=False, separators=(",", ":")), "utf-8")
        temporary.replace(WRITTEN)
        print(f"{int(used.sum())} n-grams written to {WRITTEN}")


if __name__ == "__main__":
    main()
