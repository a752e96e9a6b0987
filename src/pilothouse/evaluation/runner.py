"""Running an evaluation of the knowledge assistant: rankers side by side, then the assistant's replies."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from pilothouse.contracts.caller import Caller
from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.contracts.reply import Reply
from pilothouse.evaluation.answers import judged
from pilothouse.evaluation.baselines import DEPTH, Baselines, Ranker
from pilothouse.evaluation.bench import Bench, bench
from pilothouse.evaluation.dataset import Question, read_questions, read_users, scopes_of
from pilothouse.evaluation.metrics import folded, measured
from pilothouse.evaluation.report import ANSWERS, OWN, Record, Report
from pilothouse.evaluation.stock import Stock
from pilothouse.retrieval.library import Library

if TYPE_CHECKING:
    from pilothouse.gateway import ChatModel
    from pilothouse.house import Pilothouse

KNOWLEDGE = "knowledge"
KS = (1, 5, 20)
SAMPLE_DAY = date(2026, 11, 30)  # the sample's rules are in force or not as of this day
SHOWN = 5  # gold ids that are not in the library, in the note
NO_LIBRARY = (
    "知识库还没有建立；请先运行 pilothouse index knowledge 路径。 "
    "There is no library yet; run pilothouse index knowledge PATH first."
)
TRAINED = (
    "重排模型的训练用过一部分示例问题：示例的检索数字偏高，请用自己的问题评测。 "
    "The reranker was trained on a part of these questions: for retrieval they flatter it; measure with your own."
)

Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Plan:
    """What to evaluate. Without ``dataset`` the sample's questions on the sample handbook. ``ks`` are the cut-offs of
    Recall; ``limit`` takes the first questions only; ``answers`` asks the assistant as well as the rankers."""

    dataset: Path | None = None
    ks: tuple[int, ...] = KS
    answers: bool = True
    limit: int | None = None

    def __post_init__(self) -> None:
        if not self.ks or not all(1 <= k <= DEPTH for k in self.ks):
            raise UsageError(f"--k 应是 1 到 {DEPTH} 的数。 --k takes numbers from 1 to {DEPTH}.")
        if self.limit is not None and self.limit < 1:
            raise UsageError("--limit 应大于 0。 --limit must be greater than 0.")


def sample_questions() -> Path:
    """The question file that ships with the sample handbook."""
    return Path(str(files("pilothouse.assistants.knowledge") / "sample" / "questions.jsonl"))


def evaluate(
    house: Pilothouse, plan: Plan, *, model: ChatModel | None = None, progress: Progress | None = None
) -> Report:
    """Measure the library of ``house`` (of the sample: one made for the purpose) and the assistant on it.

    Users, sessions and the library of ``house`` stay as they are. ``progress`` gets the number of questions done and
    of all. Raises ``UsageError`` and ``DataError`` for files that can't be used, and for a library that was not
    indexed or holds none of the gold documents.
    """
    path = plan.dataset or sample_questions()
    sample = plan.dataset is None
    questions = read_questions(path, plan.limit)
    users = read_users(path.parent / "users.json")
    askers = {item.id: scopes_of(item, users, lambda name: _stored(house, name)) for item in questions}
    if sample:
        questions = tuple(item if item.as_of else replace(item, as_of=SAMPLE_DAY) for item in questions)
    elif not house.settings.paths.knowledge_db.exists():
        raise DataError(NO_LIBRARY)
    with ExitStack() as stack:
        made = stack.enter_context(bench(house, KNOWLEDGE, own=sample, model=model))
        if sample:
            made.house.room(KNOWLEDGE)  # indexes the handbook
        library = stack.enter_context(Library(made.settings.paths.knowledge_db, house.embedder))
        stock = Stock.of(library)
        if not stock.chunks:
            raise DataError(NO_LIBRARY)
        notes = [*([TRAINED] if sample else []), *_missing(questions, stock, path)]
        run = _Run(plan, made, stock, askers)
        records = []
        for number, question in enumerate(questions, 1):
            records.append(run.record(question))
            if progress is not None:
                progress(number, len(questions))
        return Report(_facts(made, plan, stock), tuple(records), tuple(notes))


@dataclass
class _Run:
    plan: Plan
    bench: Bench
    stock: Stock
    askers: Mapping[str, frozenset[str]]

    def __post_init__(self) -> None:
        self.rankers: dict[str, Ranker] = {**Baselines(self.stock).rankers(), OWN: self._own}
        self.texts = {chunk.id: chunk.text for chunk in self.stock.chunks}
        self.stock.library.embedder.embed(["预热"])  # loads the model, which no question should pay for

    def record(self, question: Question) -> Record:
        reply = self._reply(question) if self.plan.answers or question.history else None
        # What a follow-up is about stands in earlier turns: all rankers get it as the assistant put it.
        asked = str(reply.data.get("question") or "") if reply is not None and question.history else ""
        made = Record(question.id, question.text, question.kind, question.gold or (), asked or question.text)
        if question.gold:
            made = self._ranked(question, made)
        if reply is not None and self.plan.answers:
            found = judged(question, reply, self.texts)
            made = replace(
                made,
                scores={**made.scores, ANSWERS: found.scores},
                reply=found.reply,
                outcome=found.outcome,
                citations=found.citations,
                answer_ms=found.ms,
            )
        return made

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
            scores[name] = measured(found, gold, self.plan.ks, every=question.every_gold)
            ranks[name] = next((place for place, id_ in enumerate(found, 1) if id_ in gold), 0)
        # The own ranker comes last: its ranking and its time are those that are kept.
        return replace(made, scores=scores, ranks=ranks, found=tuple(found[: max(self.plan.ks)]), search_ms=elapsed)

    def _own(self, query: str, caller: Caller) -> list[str]:
        found = self.stock.library.search(query, caller, top_k=DEPTH, candidates=DEPTH)
        return [passage.id for passage in found.passages]

    def _reply(self, question: Question) -> Reply:
        try:
            return self.bench.ask(
                KNOWLEDGE,
                [*question.history, question.text],
                session=f"question-{question.line}",
                scopes=self.askers[question.id],
                day=question.as_of,
            )
        except UsageError as error:
            raise UsageError(f"第 {question.line} 行 / line {question.line}: {error}") from error


def _stored(house: Pilothouse, name: str) -> frozenset[str] | None:
    user = house.users.find(name)
    return None if user is None else user.scopes


def _missing(questions: Sequence[Question], stock: Stock, path: Path) -> list[str]:
    """Notes on gold ids that the library does not hold. Raises ``DataError`` when it holds none of them."""
    wanted = dict.fromkeys(id_ for question in questions for id_ in folded(question.gold or (), stock.documents))
    absent = [id_ for id_ in wanted if id_ not in stock.documents]
    if wanted and len(absent) == len(wanted):
        raise DataError(
            f"{path} 的标准文档都不在知识库里（如 {absent[0]!r}）；请先用 pilothouse index knowledge 索引它们。 "
            f"The library holds none of the gold documents of {path}; index them first."
        )
    if not absent:
        return []
    shown = "、".join(absent[:SHOWN]) + (" …" if len(absent) > SHOWN else "")
    return [f"{len(absent)} 个标准文档不在知识库里：{shown}。 {len(absent)} gold documents are not in the library."]


def _facts(made: Bench, plan: Plan, stock: Stock) -> dict[str, object]:
    from pilothouse import __version__

    gateway = made.house.gateway
    return {
        "assistant": KNOWLEDGE,
        "program": __version__,
        "dataset": "sample" if plan.dataset is None else str(plan.dataset),
        "documents": len(stock.documents),
        "chunks": len(stock.chunks),
        "version": stock.library.version,
        "embedder": made.house.embedder.id,
        "model": (made.house.settings.gateway.model or "given") if gateway.has_model else "",
        "cut_offs": list(plan.ks),
        "depth": DEPTH,
        "limit": plan.limit,
    }
