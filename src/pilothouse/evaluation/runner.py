"""An evaluation of the knowledge assistant: which questions, on which library, told in a report."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.evaluation.baselines import DEPTH
from pilothouse.evaluation.bench import Bench, bench
from pilothouse.evaluation.dataset import Question, read_questions, read_users, scopes_of
from pilothouse.evaluation.gold import Gold, resolved
from pilothouse.evaluation.report import Report
from pilothouse.evaluation.run import Run
from pilothouse.evaluation.stock import Stock
from pilothouse.retrieval.library import Library

if TYPE_CHECKING:
    from pilothouse.gateway import ChatModel
    from pilothouse.house import Pilothouse

KNOWLEDGE = "knowledge"
KS = (1, 5, 20)
MOST = 100  # tries of one question
SAMPLE_DAY = date(2026, 11, 30)  # the sample's rules are in force or not as of this day
NO_LIBRARY = (
    "知识库里还没有文档；请先运行 pilothouse index knowledge 路径，或用 --corpus 给出语料。 "
    "The library holds no documents yet; run pilothouse index knowledge PATH first, or give them as --corpus."
)
TRAINED = (
    "重排模型的训练用过一部分示例问题：示例的检索数字偏高，请用自己的问题评测。 "
    "The reranker was trained on a part of these questions: for retrieval they flatter it; measure with your own."
)

Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Plan:
    """What to evaluate. Without ``dataset`` the sample's questions on the sample handbook; with ``corpus`` on these
    files and folders, indexed apart, else on the library of the house. ``ks`` are the cut-offs of Recall; ``limit``
    takes the first questions only; ``answers`` asks the assistant as well as the rankers, ``repeat`` times each."""

    dataset: Path | None = None
    ks: tuple[int, ...] = KS
    answers: bool = True
    limit: int | None = None
    corpus: tuple[Path, ...] = ()
    repeat: int = 1

    def __post_init__(self) -> None:
        if not self.ks or not all(1 <= k <= DEPTH for k in self.ks):
            raise UsageError(f"--k 应是 1 到 {DEPTH} 的数。 --k takes numbers from 1 to {DEPTH}.")
        if self.limit is not None and self.limit < 1:
            raise UsageError("--limit 应大于 0。 --limit must be greater than 0.")
        if not 1 <= self.repeat <= MOST:
            raise UsageError(f"--repeat 应是 1 到 {MOST} 的数。 --repeat takes a number from 1 to {MOST}.")
        if self.repeat > 1 and not self.answers:
            raise UsageError("--repeat 用于评测回答，不能与 --retrieval-only 同用。 --repeat goes with answers.")
        if self.corpus and self.dataset is None:
            raise UsageError("--corpus 要和 --dataset 一起用。 --corpus goes with --dataset.")


def sample_questions() -> Path:
    """The question file that ships with the sample handbook."""
    return Path(str(files("pilothouse.assistants.knowledge") / "sample" / "questions.jsonl"))


def evaluate(
    house: Pilothouse, plan: Plan, *, model: ChatModel | None = None, progress: Progress | None = None
) -> Report:
    """Measure the library of ``house`` (with a corpus, or of the sample: one made for the purpose) and the assistant
    on it.

    Users, sessions and the library of ``house`` stay as they are. ``progress`` gets the number of questions done and
    of all; before that, of documents. Raises ``UsageError`` and ``DataError`` for files that can't be used, and for a
    library that was not indexed or holds none of the gold documents.
    """
    from pilothouse.assistants.knowledge.assistant import chosen

    path = plan.dataset or sample_questions()
    sample = plan.dataset is None
    questions = read_questions(path, plan.limit)
    _check_lengths(questions, path, house.settings.max_input_chars)
    users = read_users(path.parent / "users.json")
    askers = {item.id: scopes_of(item, users, lambda name: _stored(house, name)) for item in questions}
    if sample:
        questions = tuple(item if item.as_of else replace(item, as_of=SAMPLE_DAY) for item in questions)
    elif not plan.corpus and not house.settings.paths.knowledge_db.exists():
        raise DataError(NO_LIBRARY)
    with ExitStack() as stack:
        made = stack.enter_context(bench(house, KNOWLEDGE, own=sample or bool(plan.corpus), model=model))
        notes = [TRAINED] if sample else _indexed(house, made, plan.corpus, progress) if plan.corpus else []
        if sample:
            made.house.room(KNOWLEDGE)  # indexes the handbook
        library = stack.enter_context(
            Library(made.settings.paths.knowledge_db, house.embedder, reranker=chosen(made.settings))
        )
        stock = Stock.of(library)
        if not stock.chunks:
            raise DataError(NO_LIBRARY)
        questions, absent = resolved(questions, Gold.of(stock, library.everything(), path.parent), path)
        run = Run(KNOWLEDGE, made, stock, askers, plan.ks, plan.answers, plan.repeat)
        records = []
        for number, question in enumerate(questions, 1):
            records.append(run.record(question))
            if progress is not None:
                progress(number, len(questions))
        return Report(_facts(made, plan, stock), tuple(records), (*notes, *absent))


def _indexed(house: Pilothouse, made: Bench, corpus: Sequence[Path], progress: Progress | None) -> list[str]:
    """Put the corpus into the bench's own library; the words of the home go with it. Returns what is to be told."""
    from pilothouse.assistants.knowledge.command import index_documents
    from pilothouse.assistants.knowledge.words import FILE

    words = house.settings.home / FILE
    if words.exists():
        shutil.copyfile(words, made.settings.home / FILE)
    skipped = index_documents(made.house, corpus, progress=progress).skipped
    if not skipped:
        return []
    first = skipped[0]
    return [
        f"语料里有 {len(skipped)} 处读不了，如 {first.path}：{first.sentence} "
        f"{len(skipped)} parts of the corpus could not be read."
    ]


def _check_lengths(questions: Sequence[Question], path: Path, most: int) -> None:
    """Raises ``DataError`` for a question that the assistant would refuse to hear, before anything is measured."""
    for question in questions:
        longest = max(len(text) for text in (question.text, *question.history))
        if longest > most:
            raise DataError(
                f"问题文件 {path} 第 {question.line} 行的问题有 {longest} 字，最多 {most} 字。 "
                f"Line {question.line} of {path} has {longest} characters; {most} are the limit."
            )


def _stored(house: Pilothouse, name: str) -> frozenset[str] | None:
    user = house.users.find(name)
    return None if user is None else user.scopes


def _facts(made: Bench, plan: Plan, stock: Stock) -> dict[str, object]:
    from pilothouse import __version__

    gateway = made.house.gateway
    return {
        "assistant": KNOWLEDGE,
        "program": __version__,
        "dataset": "sample" if plan.dataset is None else str(plan.dataset),
        "corpus": [str(path) for path in plan.corpus],
        "documents": len(stock.documents),
        "chunks": len(stock.chunks),
        "version": stock.library.version,
        "embedder": made.house.embedder.id,
        "model": (made.house.settings.gateway.model or "given") if gateway.has_model else "",
        "cut_offs": list(plan.ks),
        "depth": DEPTH,
        "limit": plan.limit,
        "repeat": plan.repeat,
    }
