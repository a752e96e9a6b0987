"""Answers without a model, by handbook and by kind of question: ``knowledge_answers.py [--only NAME] [--show]``.

The questions of the sample handbook, of the invented handbooks in benchmarks/handbooks and of ``zh_passages`` with what
the real search returns for them, through gate, duplicates, contradictions and composition. ``right`` holds an answer
(for a question of several parts and for a contradiction: every one), ``wrong`` says something else, ``cited`` is the
share of the answered whose first citation is a gold document. Every answerable question is asked again with its
documents taken away, which must be refused ("twins"), as must the unanswerable ones. ``first`` is the plain way: the
first sentence of the best passage. The judge was trained on these questions; how good it is on handbooks that it has
not seen is printed by scripts/train_answers.py.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from answers_data import Asked, compact, domains, gathered  # noqa: E402

from pilothouse.assistants.knowledge.answering import answer  # noqa: E402
from pilothouse.embedding.cache import CachedEmbedder  # noqa: E402
from pilothouse.embedding.use import EmbeddedEmbedder  # noqa: E402
from pilothouse.retrieval.evidence import conflicts, distinct, gate  # noqa: E402
from pilothouse.retrieval.evidence.judging.meaning import encoded  # noqa: E402
from pilothouse.retrieval.evidence.splitting import sentences  # noqa: E402
from pilothouse.retrieval.passage import Passage  # noqa: E402

TODAY = date(2026, 11, 30)
EVERY = ("multi", "conflict")  # kinds of which every answer has to be said


@dataclass
class Said:
    """One question answered; ``text`` is empty when nothing was found."""

    asked: Asked
    twin: bool
    text: str
    cited: str
    first: str
    conflicts: int
    seconds: float

    @property
    def answerable(self) -> bool:
        return bool(self.asked.gold) and not self.twin

    @property
    def right(self) -> bool:
        told = compact(self.text)
        hits = [compact(form) in told for form in self.asked.answers]
        return bool(hits) and (all(hits) if self.asked.kind in EVERY else any(hits))

    @property
    def partly(self) -> bool:
        told = compact(self.text)
        return any(compact(form) in told for form in self.asked.answers)


def said(asked: Asked, twin: bool) -> Said:
    kept: list[Passage] = []
    questions = []
    started = time.perf_counter()
    for part in asked.parts:
        found = distinct(gate(part.question, part.without if twin else part.found))
        if found:
            questions.append(part.question)
        kept += [passage for passage in found if all(passage.id != other.id for other in kept)]
    whole = "；".join(questions or [part.question for part in asked.parts])
    told = conflicts(whole, kept)
    draft = answer(whole, kept, told, today=TODAY)
    seconds = time.perf_counter() - started
    cited = kept[draft.numbers[0] - 1].document if draft.numbers else ""
    best = next(iter(asked.parts[0].without if twin else asked.parts[0].found), None)
    first = next(iter(sentences(best.content)), "") if best else ""
    return Said(asked, twin, draft.text if draft.found else "", cited, first, len(told), seconds)


def both(asked: Iterable[Asked]) -> list[Said]:
    return [said(one, twin) for one in asked for twin in ((False, True) if one.gold else (False,))]


def rows(found: Sequence[Said], key: Callable[[Said], str]) -> None:
    print(
        f"{'':14} {'n':>5} {'right':>6} {'partly':>6} {'wrong':>6} {'refused':>7} {'cited':>6} {'first':>6} | "
        f"{'twins':>5} {'refused':>7} | {'none':>4} {'refused':>7} | conflicts claimed"
    )
    for name in [*sorted({key(one) for one in found}), ""]:
        mine = [one for one in found if not name or key(one) == name]
        good = [one for one in mine if one.answerable]
        twins = [one for one in mine if one.twin]
        none = [one for one in mine if not one.asked.gold]
        answered = [one for one in good if one.text]
        plain = [any(compact(form) in compact(one.first) for form in one.asked.answers) for one in good]
        calm = [one for one in good if one.asked.kind != "conflict"]
        print(
            f"{name or 'all':14} {len(good):5d} {share(one.right for one in good)} {share(one.partly for one in good)} "
            f"{share(bool(one.text) and not one.partly for one in good)} {share(not one.text for one in good)}  "
            f"{share(one.cited in one.asked.gold for one in answered)} {share(plain)} | "
            f"{len(twins):5d} {share(not one.text for one in twins)}  | "
            f"{len(none):4d} {share(not one.text for one in none)}  | "
            f"{share(one.conflicts > 0 for one in good if one.asked.kind == 'conflict')} "
            f"else {share(one.conflicts > 0 for one in calm)}"
        )


def share(found: Iterable[bool]) -> str:
    listed = list(found)
    return f"{sum(listed) / len(listed):6.3f}" if listed else f"{'–':>6}"


def report(found: Sequence[Said]) -> None:
    handbooks = [one for one in found if one.asked.domain != "zh_passages"]
    print("\nby kind of question (without zh_passages)")
    rows(handbooks, lambda one: one.asked.kind)
    print("\nby handbook")
    rows(found, lambda one: one.asked.domain)
    times = sorted(one.seconds * 1e3 for one in found if not one.twin)
    if times:
        print(
            f"\ngate, duplicates, contradictions, answer: p50 {statistics.median(times):.1f} ms, "
            f"p95 {times[int(len(times) * 0.95)]:.1f} ms"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--handbooks", type=Path, default=ROOT / "benchmarks/handbooks")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("PILOTHOUSE_DATA", "/work/shared/data")))
    parser.add_argument("--work", type=Path, default=Path(".answers"), help="where searches are kept")
    parser.add_argument("--only", help="one handbook")
    parser.add_argument("--every", type=int, default=3, help="each how many-th question of zh_passages")
    parser.add_argument("--show", action="store_true", help="print what went wrong")
    parser.add_argument("--encoder", action=argparse.BooleanOptionalAction, default=True, help="the second look")
    asked = parser.parse_args()
    found: list[Said] = []
    embedder = CachedEmbedder(EmbeddedEmbedder()) if asked.encoder else None
    for domain in domains(asked.handbooks, asked.data):
        if asked.only in (None, domain.name):
            if domain.name == "zh_passages":
                domain.asked = domain.asked[:: asked.every]
            with encoded(embedder):
                found += both(gathered(domain, asked.work))
    report(found)
    print("with" if asked.encoder else "without", "the sentence encoder")
    for one in found if asked.show else ():
        if (one.answerable and not one.right) or (not one.answerable and one.text):
            print("\n", one.asked.id, one.asked.kind, "TWIN" if one.twin else "", [p.question for p in one.asked.parts])
            print("   wanted", one.asked.answers, "said", one.text[:200] or "nothing")


if __name__ == "__main__":
    main()
