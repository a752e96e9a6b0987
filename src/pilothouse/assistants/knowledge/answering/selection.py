"""The few sentences that answer one question."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pilothouse.assistants.knowledge.answering.candidates import Candidate, candidates
from pilothouse.assistants.knowledge.answering.draft import Cited
from pilothouse.assistants.knowledge.answering.steps import LISTING, around, said
from pilothouse.retrieval.evidence.asking import Ask
from pilothouse.retrieval.evidence.safety import harmless, instructing
from pilothouse.retrieval.evidence.splitting import bare, sentences
from pilothouse.retrieval.evidence.tables import cells, told
from pilothouse.retrieval.passage import Passage

MOST = 3  # sentences for one question
_POINTING = re.compile(
    r"^(?:该|此|其|这|那|它|他|她|上述|前述|同时|此外|另外|并且|而且|但|不过|然而|因此|所以|否则|逾期|"
    r"the (?:latter|former)|it|this|these|they|he|she|such|however|otherwise)", re.I)  # fmt: skip
_AGAIN = 0.5  # of a telling word's weight that a further sentence must add
TIE = 0.08  # of a candidate's value
_LONG = 220


def select(ask: Ask, passages: Sequence[Passage], most: int = MOST) -> list[Cited]:
    """The sentences for one question with their citations, the one that answers first; none when nothing fits."""
    ranked = candidates(ask, passages)
    if not ranked:
        return []
    first = ranked[0]
    if (ask.kind == "how" or LISTING.search(ask.text)) and (listed := _listed(ask, ranked)):
        return [listed]
    chosen = [first]
    for candidate in ranked[1:]:
        if len(chosen) >= most:
            break
        if candidate.value < 0.8 * first.value or any(_near(candidate, other) for other in chosen):
            continue
        tied = len(chosen) == 1 and _tied(candidate, first)
        if tied or _gain(ask, candidate, chosen) or _same_list(ask, candidate, first):
            chosen.append(candidate)
    return [cited for candidate in chosen for cited in _told(ask, candidate, chosen)]


def _listed(ask: Ask, ranked: list[Candidate]) -> Cited | None:
    """The whole list that the best sentences introduce or belong to."""
    for candidate in ranked[:3]:
        if candidate.value < 0.85 * ranked[0].value:
            break
        lead, places = around(candidate.reading, candidate.index)
        if len(places) < 2 and not lead:
            continue
        if text := said(candidate.reading, lead, places, ask.kind == "how"):
            return Cited(text, (candidate.number,))
    return None


def _gain(ask: Ask, candidate: Candidate, chosen: Sequence[Candidate]) -> bool:
    """Whether it speaks of a name or thing of the question that the chosen sentences leave out."""
    for n, word in enumerate(ask.words):
        before = max(other.said[n] for other in chosen)
        kinds = (
            ("name", "code", "quoted", "year")
            if ask.numeric or ask.kind in ("who", "where", "yesno")
            else ("name", "code", "quoted", "year", "noun")
        )
        if word.kind not in kinds or word.weight < 0.7:
            continue
        if candidate.said[n] - before >= _AGAIN and candidate.share >= 0.6:
            return True
    return False


def _same_list(ask: Ask, candidate: Candidate, first: Candidate) -> bool:
    """Rows of one table that all fit equally well answer a question about all of them."""
    if first.reading.pieces[first.index].kind != "row" or candidate.number != first.number:
        return False
    return candidate.reading.pieces[candidate.index].kind == "row" and candidate.value >= 0.99 * first.value - 0.01


def _tied(candidate: Candidate, first: Candidate) -> bool:
    """Whether a second sentence answers as likely as the first: then both are said."""
    kinds = {c.reading.pieces[c.index].kind for c in (candidate, first)}
    return "row" not in kinds and candidate.value >= first.value - TIE


def _near(candidate: Candidate, other: Candidate) -> bool:
    return candidate.reading.texts[candidate.index] == other.reading.texts[other.index]


def _told(ask: Ask, candidate: Candidate, chosen: Sequence[Candidate]) -> list[Cited]:
    reading, index, number = candidate.reading, candidate.index, candidate.number
    piece = reading.pieces[index]
    if piece.cells:
        return [Cited(harmless(told(cells(ask, piece))), (number,))]
    text = clean(piece.text)
    before = reading.pieces[index - 1] if index else None
    leans = _POINTING.match(text) or not any(candidate.said)
    if leans and before is not None and before.kind == "sentence" and before.text[-1:] not in "：:？?":
        taken = any(c.number == number and c.index == index - 1 for c in chosen)
        earlier = clean(before.text)
        if not taken and len(earlier) + len(text) < _LONG and not instructing(earlier):
            return [Cited(earlier, (number,)), Cited(text, (number,))]
    if piece.kind == "item":
        return [Cited(part, (number,)) for part in sentences(text) if not instructing(part)]
    return [Cited(text, (number,))] if text else []


def clean(text: str) -> str:
    """A sentence as it may be said: plain words on one line without bullet and brackets left open by the cut."""
    return " ".join(bare(harmless(text)).split()).lstrip("。，,；;、.!！ ")
