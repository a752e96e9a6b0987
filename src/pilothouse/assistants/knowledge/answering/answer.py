"""An answer without a model: whole sentences of the material, chosen for the question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from pilothouse.assistants.knowledge.answering.draft import Cited, Draft
from pilothouse.assistants.knowledge.answering.selection import MOST, select
from pilothouse.assistants.knowledge.answering.versions import preferred, told
from pilothouse.retrieval.evidence import Conflict
from pilothouse.retrieval.evidence.asking import ask, parts
from pilothouse.retrieval.passage import Passage
from pilothouse.retrieval.tokenizer import normalise

SENTENCES = 5


def answer(
    question: str, passages: Sequence[Passage], conflicts: Sequence[Conflict] = (), *, today: date | None = None
) -> Draft:
    """The answer to ``question`` from ``passages``, which citations number from 1 in the order given.

    Extractive: every sentence is one of a passage (or a row of its table, or its list), with its citation, the one
    that answers first. A known contradiction is told with every side's date. Passages are searched best first; they
    should have gone through ``gate`` and ``distinct``. Without an answer the draft is empty and its text says so.
    ``today`` decides which of several dated versions is in force.
    """
    whole = ask(question)
    said: list[Cited] = []
    settled: set[str] = set()
    for conflict in conflicts:
        sides = told(conflict, passages, today, whole.years, whole.english)
        if sides:
            said.extend(sides)
            settled.update(stated.passage for stated in conflict.values)
    asks = parts(question)
    for part in asks:
        if said and len(asks) == 1:
            break
        chosen = select(part, passages, MOST if len(asks) == 1 else 2)
        said.extend(cited for cited in chosen if not _settled(cited, passages, settled, conflicts))
    merged = _merged(said)[: SENTENCES + len(settled)]
    return Draft(tuple(_dated(cited, passages, today) for cited in merged), whole.english)


def _settled(cited: Cited, passages: Sequence[Passage], settled: set[str], conflicts: Sequence[Conflict]) -> bool:
    """Whether a sentence only repeats one side of a contradiction that was told."""
    if not any(passages[number - 1].id in settled for number in cited.numbers):
        return False
    text = normalise(cited.text)
    return any(normalise(stated.value) in text for conflict in conflicts for stated in conflict.values)


def _merged(said: Sequence[Cited]) -> list[Cited]:
    """Every sentence once, though two chunks hold it; a part of another sentence is left out."""
    kept: list[Cited] = []
    for cited in said:
        text = normalise(cited.text).rstrip("。.;；")
        inside = [n for n, other in enumerate(kept) if text in normalise(other.text)]
        if inside:
            continue
        around = [
            n for n, other in enumerate(kept) if normalise(other.text).rstrip("。.;；") in text and not other.lead
        ]
        if around:
            kept[around[0]] = cited
            continue
        kept.append(cited)
    return kept


def _dated(cited: Cited, passages: Sequence[Passage], today: date | None) -> Cited:
    if cited.note or len(cited.numbers) != 1:
        return cited
    return replace(cited, note=preferred(passages, cited.numbers[0], today))
