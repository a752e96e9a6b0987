"""One question after another: rankers side by side, then the assistant's replies."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pilothouse.contracts.caller import Caller
from pilothouse.contracts.errors import UsageError
from pilothouse.contracts.reply import Reply
from pilothouse.evaluation.answers import Answer, judged, passed
from pilothouse.evaluation.baselines import DEPTH, Baselines, Ranker
from pilothouse.evaluation.bench import Bench
from pilothouse.evaluation.dataset import Question
from pilothouse.evaluation.metrics import folded, measured
from pilothouse.evaluation.report import ANSWERS, OWN, Record
from pilothouse.evaluation.stock import Stock


@dataclass
class Run:
    """``askers`` holds the scopes by the question's id; ``ks`` the cut-offs of Recall; with ``answers`` the assistant
    is asked, ``repeat`` times each question; without, only where a question rests on earlier turns."""

    assistant: str
    bench: Bench
    stock: Stock
    askers: Mapping[str, frozenset[str]]
    ks: tuple[int, ...]
    answers: bool = True
    repeat: int = 1

    def __post_init__(self) -> None:
        self.rankers: dict[str, Ranker] = {**Baselines(self.stock).rankers(), OWN: self._own}
        self.texts = {chunk.id: chunk.text for chunk in self.stock.chunks}
        self.stock.library.embedder.embed(["预热"])  # loads the model, which no question should pay for

    def record(self, question: Question) -> Record:
        tries = self.repeat if self.answers else bool(question.history)
        replies = [self._reply(question, number) for number in range(tries)]
        # What a follow-up is about stands in earlier turns: all rankers get it as the assistant put it.
        asked = str(replies[0].data.get("question") or "") if replies and question.history else ""
        made = Record(question.id, question.text, question.kind, question.gold or (), asked or question.text)
        if question.gold:
            made = self._ranked(question, made)
        if not self.answers:
            return made
        every = [judged(question, reply, self.texts) for reply in replies]
        shown = next((answer for answer in every if not passed(answer.scores)), every[-1])
        return replace(
            made,
            scores={**made.scores, ANSWERS: _means(every)},
            reply=shown.reply,
            outcome=shown.outcome,
            citations=shown.citations,
            answer_ms=sum(answer.ms for answer in every) / len(every),
        )

    def _ranked(self, question: Question, made: Record) -> Record:
        caller = Caller("evaluation", self.askers[question.id])
        gold = set(folded(question.gold or (), self.stock.documents))
        scores, ranks = {}, {}
        found: list[str] = []
        elapsed = 0.0
        for name, ranker in self.rankers.items():
            started = time.perf_counter()
            ids = ranker(made.query, caller)
            elapsed = (time.perf_counter() - started) * 1000
            found = self.stock.ranked(ids)
            scores[name] = measured(found, gold, self.ks, every=question.every_gold)
            ranks[name] = next((place for place, id_ in enumerate(found, 1) if id_ in gold), 0)
        # The own ranker comes last: its ranking and its time are those that are kept.
        return replace(made, scores=scores, ranks=ranks, found=tuple(found[: max(self.ks)]), search_ms=elapsed)

    def _own(self, query: str, caller: Caller) -> list[str]:
        found = self.stock.library.search(query, caller, top_k=DEPTH, candidates=DEPTH)
        return [passage.id for passage in found.passages]

    def _reply(self, question: Question, number: int) -> Reply:
        try:
            return self.bench.ask(
                self.assistant,
                [*question.history, question.text],
                session=f"question-{question.line}-{number}",
                scopes=self.askers[question.id],
                day=question.as_of,
            )
        except UsageError as error:
            raise UsageError(f"第 {question.line} 行 / line {question.line}: {error}") from error


def _means(every: Sequence[Answer]) -> dict[str, float]:
    """Means over the replies to one question; of several also whether each was as it should be: pass^k of k tries
    (Yao and others, τ-bench, arXiv 2406.12045)."""
    values: dict[str, list[float]] = {}
    for answer in every:
        for name, value in answer.scores.items():
            values.setdefault(name, []).append(value)
    means = {name: sum(found) / len(found) for name, found in values.items()}
    return means if len(every) == 1 else {**means, "passed": float(all(passed(answer.scores) for answer in every))}
