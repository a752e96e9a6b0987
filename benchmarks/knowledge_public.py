"""Public data through the knowledge assistant as it is: ``knowledge_public.py [--part passages|rgb]``.

``zh_passages``: 256 passages, 1,002 questions; character-pair BM25 finds .973 at 1, the floor. ``rgb`` (measured
only, never trained on): each question gets its own snippets, kept apart by permissions; right beside wrong ones must be
told as a conflict, useless ones must be rejected. Data: ``--data``, else PILOTHOUSE_DATA, else ``/work/shared/data``;
a part without its data is skipped with the reason.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pilothouse.evaluation.report import Report
from pilothouse.evaluation.runner import Plan, evaluate
from pilothouse.house import Pilothouse

FLOOR = 0.973  # Recall@1 of BM25 over character pairs on zh_passages

Row = Mapping[str, Any]


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def write(path: Path, items: Iterable[Row]) -> Path:
    path.write_text("\n".join(json.dumps(item, ensure_ascii=False) for item in items), encoding="utf-8")
    return path


def measure(records: Iterable[Row], questions: Sequence[Row], *, answers: bool) -> Report:
    """Index the records in a home of their own, with the commands that everybody uses, and evaluate the questions."""
    from pilothouse.assistants.knowledge.command import index_documents

    with tempfile.TemporaryDirectory(prefix="pilothouse-public-") as folder, Pilothouse(Path(folder) / "home") as house:
        done = index_documents(house, [write(Path(folder) / "corpus.jsonl", records)])
        print(f"{done.added} documents, {done.chunks} chunks in {done.seconds:.1f} s")
        path = write(Path(folder) / "questions.jsonl", questions)
        return evaluate(house, Plan(path, answers=answers))


def passages(folder: Path, limit: int | None, answers: bool) -> Report:
    records = [{"id": row["pid"], "text": row["text"]} for row in rows(folder / "cmrc_trial_corpus.jsonl")]
    questions = [
        {"id": row["id"], "question": row["question"], "gold": row["gold_pids"], "answers": row["answers"]}
        for row in rows(folder / "cmrc_trial_questions.jsonl")
        if row["question"].strip()
    ]
    return measure(records, questions[:limit], answers=answers)


def held_out(report: Report, ranker: str) -> float:
    """Recall@1 over the questions that scripts/train_reranker.py keeps for testing (``half`` in reranker_data.py)."""
    kept = [record for record in report.records if hashlib.sha256(record.gold[0].encode()).digest()[0] % 2]
    return sum(record.scores[ranker]["recall@1"] for record in kept) / max(1, len(kept))


class Shelves:
    """Questions with snippets of their own: each has a scope that nobody else holds."""

    def __init__(self) -> None:
        self.records: list[Row] = []
        self.questions: list[Row] = []

    def add(self, row: Row, kind: str, answers: Sequence[object], gold: Sequence[str], other: Sequence[str]) -> None:
        scope = f"shelf{len(self.questions)}"
        ids = [f"{scope}-{n}" for n in range(len(gold) + len(other))]
        for id_, text in zip(ids, [*gold, *other], strict=True):
            self.records.append({"id": id_, "text": text, "allow": [scope]})
        self.questions.append(
            {
                "id": scope,
                "question": row["query"],
                "kind": kind,
                "gold": ids[: len(gold)],
                "answers": list(answers),
                "scopes": [scope],
            }
        )


def rgb(folder: Path, limit: int | None) -> Report:
    shelves = Shelves()
    for row in rows(folder / "zh_fact.jsonl")[:limit]:
        right, wrong = texts(row["positive"]), texts(row["positive_wrong"])
        shelves.add(row, "conflict", spelled(row["answer"]), [*right, *wrong], [])
        shelves.add(row, "right only", spelled(row["answer"]), right, [])
    for row in rows(folder / "zh_refine.jsonl")[:limit]:
        good, useless = texts(row["positive"]), texts(row["negative"])
        if len(useless) >= 5:
            shelves.add(row, "negatives only", [], [], useless[:5])
        shelves.add(row, "with noise", spelled(row["answer"]), good[:3], useless[:2])
    return measure(shelves.records, shelves.questions, answers=True)


def texts(value: Sequence[Any]) -> list[str]:
    return [text for text in value if isinstance(text, str) and text.strip()]


def spelled(answer: object) -> list[object]:
    """The facts of an answer; where several are listed, any will do, and inner lists are spellings."""
    return list(answer) if isinstance(answer, list) else [answer]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("PILOTHOUSE_DATA", "/work/shared/data")))
    parser.add_argument("--part", choices=("passages", "rgb"), help="only this part")
    parser.add_argument("--limit", type=int, help="the first questions of each file only")
    parser.add_argument("--retrieval-only", action="store_true", help="zh_passages without answers")
    parser.add_argument("--json", type=Path, help="folder for the reports as JSON")
    asked = parser.parse_args()
    parts = {
        "passages": (
            asked.data / "zh_passages" / "cmrc_trial_corpus.jsonl",
            lambda folder: passages(folder, asked.limit, not asked.retrieval_only),
        ),
        "rgb": (asked.data / "rgb" / "zh_fact.jsonl", lambda folder: rgb(folder, asked.limit)),
    }
    for name, (needed, run) in parts.items():
        if asked.part not in (None, name):
            continue
        if not needed.is_file():
            print(f"{name} skipped: {needed} is absent")
            continue
        report = run(needed.parent)
        print(report.text(), "\n")
        if name == "passages":
            found = report.overall["pilothouse"]["recall@1"].value
            print(f"zh_passages R@1 {found:.3f}; floor {FLOOR}: {'reached' if found >= FLOOR else 'MISSED'}")
            print(f"of the half that the reranker was not trained on: {held_out(report, 'pilothouse'):.3f}", end="; ")
            print(f"BM25 bigrams there: {held_out(report, 'bm25_bigrams'):.3f}\n")
        if asked.json:
            (asked.json / f"{name}.json").write_text(json.dumps(report.as_dict(), ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main()
