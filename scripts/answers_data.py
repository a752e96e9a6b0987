"""What the judge of answers is trained on: questions with the passages that the real search returns for them."""

from __future__ import annotations

import ast
import hashlib
import json
import pickle
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pilothouse.retrieval
from pilothouse.assistants.knowledge import rewriting
from pilothouse.assistants.knowledge.ownership import sample_folder
from pilothouse.assistants.knowledge.words import read_words
from pilothouse.contracts.caller import Caller
from pilothouse.embedding.cache import CachedEmbedder
from pilothouse.embedding.use import EmbeddedEmbedder
from pilothouse.retrieval.library import Library
from pilothouse.retrieval.passage import Passage
from pilothouse.retrieval.tokenizer import normalise

NOW = datetime(2026, 11, 30, 12, tzinfo=timezone(timedelta(hours=8)))  # as in the evaluations
TOP = 8  # passages, as many as a turn asks for
_MARKS = re.compile(r"[\W_]+")
Row = Mapping[str, Any]


@dataclass
class Part:
    """One question of a turn as it stands by itself. ``found`` is what the search returns for ``query``; ``without``
    what it returns when the gold documents are taken away."""

    question: str
    query: str
    found: tuple[Passage, ...] = ()
    without: tuple[Passage, ...] = ()


@dataclass
class Asked:
    domain: str
    group: str  # what may not be on both sides of a fold
    id: str
    question: str
    kind: str
    gold: frozenset[str]
    answers: tuple[str, ...]
    evidence: tuple[str, ...]
    history: tuple[str, ...] = ()  # what the user asked before
    parts: list[Part] = field(default_factory=list)


@dataclass
class Domain:
    name: str
    documents: list[Path] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def domains(root: Path, data: Path) -> Iterator[Domain]:
    """The sample handbook, the invented handbooks, zh_passages: those that are there."""
    sample = sample_folder()
    # Where a user may not see the document, the twin of the question of one who may tells the same.
    rows = [row for row in lines(sample.parent / "questions.jsonl") if not row.get("hidden")]
    asked = [_asked("sample", row) for row in rows]
    yield Domain("sample", [sample], asked)
    for folder in sorted(root.glob("*/questions.jsonl")):
        corpus = folder.parent / "corpus.jsonl"
        if corpus.is_file():
            yield Domain(folder.parent.name, [corpus], [_asked(folder.parent.name, row) for row in lines(folder)])
    corpus = data / "zh_passages" / "cmrc_trial_corpus.jsonl"
    if corpus.is_file():
        yield Domain("zh_passages", [corpus], list(_passages(corpus.parent)))


def _asked(domain: str, row: Row) -> Asked:
    gold = frozenset(row.get("gold") or ())
    evidence = row.get("evidence") or ()
    history = [b if isinstance(b, str) else b.get("content", "") for b in row.get("history") or () if _user(b)]
    return Asked(
        domain,
        f"{domain}/{min(gold) if gold else row['id']}",
        str(row["id"]),
        str(row["question"]),
        str(row.get("kind", "")),
        gold,
        tuple(_flat(row.get("answers") or ())),
        tuple([evidence] if isinstance(evidence, str) else evidence),
        tuple(history),
    )


def _user(turn: Any) -> bool:
    return isinstance(turn, str) or turn.get("role") == "user"


def _flat(answers: Sequence[Any]) -> Iterator[str]:
    for answer in answers:
        if isinstance(answer, str):
            yield answer
        else:
            yield from _flat(answer)


def _passages(folder: Path) -> Iterator[Asked]:
    for row in lines(folder / "cmrc_trial_questions.jsonl"):
        if row["question"].strip():
            gold = frozenset(row["gold_pids"])
            yield Asked(
                "zh_passages", f"zh/{min(gold)}", row["id"], row["question"], "passage", gold, tuple(row["answers"]), ()
            )


def gathered(domain: Domain, folder: Path) -> list[Asked]:
    """The questions with what the search returns, kept in ``folder`` until documents, questions or retrieval change."""
    state = hashlib.sha256()
    room = Path(pilothouse.retrieval.__file__).parent
    for path in sorted(room.rglob("*.py")):
        if "evidence" not in path.parts:
            state.update(ast.dump(ast.parse(path.read_text("utf-8"))).encode())
    state.update((room / "learned/coefficients.json").read_bytes())
    for path in domain.documents:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                state.update(file.read_bytes())
    state.update(repr([(a.id, sorted(a.gold), a.answers, a.evidence) for a in domain.asked]).encode())
    state.update(repr([(a.id, [(p.question, p.query) for p in _rewritten(a)]) for a in domain.asked]).encode())
    kept = folder / f"{domain.name}-{state.hexdigest()[:16]}.pickle"
    if kept.exists():
        known: list[Asked] = pickle.loads(kept.read_bytes())
        return known
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        library = Library(Path(place) / "knowledge.db", CachedEmbedder(EmbeddedEmbedder()))
        library.index(_records(domain, Path(place)), workers=0)
        allowed = {entry for info in library.everything() for entry in info.allow}
        caller = Caller("trainer", frozenset({*allowed, *(f"dept:{entry}" for entry in allowed)}))
        for asked in domain.asked:
            asked.parts = [Part(part.question, part.query) for part in _rewritten(asked)]
            for part in asked.parts:
                part.found = library.search(part.query, caller, top_k=TOP).passages
                if asked.gold:
                    others = {"field": "meta.document", "operator": "not in", "value": sorted(asked.gold)}
                    part.without = tuple(library.search_engine.search(part.query, filters=others, top_k=50)[:TOP])
        library.close()
    kept.write_bytes(pickle.dumps(domain.asked))
    return domain.asked


def _rewritten(asked: Asked) -> tuple[rewriting.Part, ...]:
    """The question as the assistant looks it up."""
    before, words = "", read_words()
    for text in asked.history:
        before = rewriting.rewrite(text, before, words, NOW).parts[-1].question
    return rewriting.rewrite(asked.question, before, words, NOW).parts


def _records(domain: Domain, place: Path) -> list[Path]:
    """zh_passages under the names that a library expects."""
    if domain.name != "zh_passages":
        return domain.documents
    rows = [{"id": row["pid"], "text": row["text"]} for row in lines(domain.documents[0])]
    path = place / "corpus.jsonl"
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), "utf-8")
    return [path]


def compact(text: str) -> str:
    return _MARKS.sub("", normalise(text))
