"""Finding where sources contradict each other on what is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pilothouse.retrieval.evidence.asking import Ask, parts
from pilothouse.retrieval.evidence.conflict import Conflict, Stated
from pilothouse.retrieval.evidence.contradiction import contradiction
from pilothouse.retrieval.evidence.gate import needed
from pilothouse.retrieval.evidence.judging.judge import Judged, judged
from pilothouse.retrieval.evidence.statements import Statement, dated, statements
from pilothouse.retrieval.passage import Passage

ANSWERS = 0.9
MAX_STATEMENTS = 12  # of one passage: those that are most about the question


def conflicts(query: str, passages: Sequence[Passage]) -> list[Conflict]:
    """The contradictions between ``passages`` on the facts that ``query`` asks for.

    Two sentences (or table cells) speak of one fact when one is a near-copy of the other, or when they say the same
    telling words of the question for the same groups, places, years and conditions. They contradict each other when
    they state different values, dates, phone numbers or names there, or when one forbids what the other allows.
    """
    found: list[Conflict] = []
    for ask in parts(query):
        for conflict in _of(ask, passages):
            if not any(_covers(other, conflict) for other in found):
                found.append(conflict)
    return found


def _of(ask: Ask, passages: Sequence[Passage]) -> list[Conflict]:
    sure = {
        (passages[one.seen.number - 1].id, one.seen.reading.texts[one.seen.index]) for one in _answers(ask, passages)
    }
    said = [
        [
            replace(statement, sure=(passage.id, statement.text) in sure)
            for statement in sorted(statements(ask, passage), key=lambda s: -s.share)[:MAX_STATEMENTS]
        ]
        for passage in passages
    ]
    groups: list[dict[str, Stated]] = []
    for i, ours in enumerate(said):
        for j in range(i + 1, len(said)):
            if passages[i].id == passages[j].id:
                continue
            if pair := _strongest(ask, ours, said[j]):
                _join(groups, *pair)
    return [_conflict(ask, group) for group in groups]


def _answers(ask: Ask, passages: Sequence[Passage]) -> list[Judged]:
    """The piece of each document that answers best, where it answers nearly as surely as something must to be said."""
    best: dict[str, Judged] = {}
    for one in judged(ask, passages):
        best.setdefault(passages[one.seen.number - 1].document, one)
    return [one for one in best.values() if one.sure >= ANSWERS * needed(len(passages))]


def _strongest(ask: Ask, ours: list[Statement], theirs: list[Statement]) -> tuple[Stated, Stated] | None:
    """The contradiction between two passages whose sentences are most about the question."""
    best: tuple[float, Stated, Stated] | None = None
    for one in ours:
        for other in theirs:
            weight = min(one.share, other.share)
            if (best is not None and weight <= best[0]) or one.text == other.text:
                continue
            if any(one.text == s.text for s in theirs) or any(other.text == s.text for s in ours):
                continue  # both sources also say the same
            if pair := contradiction(ask, one, other):
                best = weight, _stated(one, pair[0], pair[1]), _stated(other, pair[2], pair[3])
    return None if best is None else (best[1], best[2])


def _stated(statement: Statement, value: str, unit: str) -> Stated:
    passage = statement.passage
    return Stated(value, unit, statement.written, passage.id, passage.document, dated(passage))


def _join(groups: list[dict[str, Stated]], one: Stated, other: Stated) -> None:
    for group in groups:
        if one.value in group or other.value in group:
            break
    else:
        group = {}
        groups.append(group)
    for stated in (one, other):
        held = group.get(stated.value)
        if held is None or (stated.date > held.date):
            group[stated.value] = stated


def _conflict(ask: Ask, group: dict[str, Stated]) -> Conflict:
    values = sorted(group.values(), key=lambda stated: stated.date)
    last = values[-1]
    newer = len(values) - 1 if last.date and all(stated.date < last.date for stated in values[:-1]) else None
    subject = " ".join(word.text for word in ask.words) or ask.text
    return Conflict(subject, tuple(values), newer)


def _covers(one: Conflict, other: Conflict) -> bool:
    return {s.passage for s in other.values} <= {s.passage for s in one.values} and {s.value for s in other.values} == {
        s.value for s in one.values
    }
