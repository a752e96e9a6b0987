"""The few sentences that answer one question."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pilothouse.assistants.knowledge.answering.draft import Cited
from pilothouse.assistants.knowledge.answering.steps import LISTING, around, said
from pilothouse.retrieval.evidence.asking import Ask
from pilothouse.retrieval.evidence.gate import answerable, needed
from pilothouse.retrieval.evidence.judging.features import Seen
from pilothouse.retrieval.evidence.judging.judge import Judged, judged
from pilothouse.retrieval.evidence.safety import harmless, instructing
from pilothouse.retrieval.evidence.splitting import bare, sentences
from pilothouse.retrieval.evidence.tables import cells, told
from pilothouse.retrieval.passage import Passage

MOST = 3  # sentences for one question
_POINTING = re.compile(
    r"^(?:该|此|其|这|那|它|他|她|上述|前述|同时|此外|另外|并且|而且|但|不过|然而|因此|所以|否则|逾期|"
    r"the (?:latter|former)|it|this|these|they|he|she|such|however|otherwise)", re.I)  # fmt: skip
_AGAIN = 0.5  # of a telling word's weight that a further sentence must add
SURE = 0.6  # of what is needed before the gate: among fewer passages a piece is judged a little differently
TIE = 0.4  # of the judge's value: a second sentence that answers as likely as the first
CLOSE = 1.2  # so far below the first a sentence may lie that speaks of another thing of the question
ROWS = 0.05  # so alike are the rows of one table when all of them are asked for
LIST = 0.8
_LONG = 220


def select(ask: Ask, passages: Sequence[Passage], most: int = MOST) -> list[Cited]:
    """The sentences for one question with their citations, the one that answers first; none when nothing answers."""
    ranked = judged(ask, passages)
    if not answerable(ranked, SURE * needed(len(passages))):
        return []
    first = ranked[0]
    if (ask.kind == "how" or LISTING.search(ask.text)) and (listed := _listed(ask, ranked)):
        return [listed]
    chosen = [first]
    for candidate in ranked[1:]:
        if len(chosen) >= most or candidate.value < first.value - CLOSE:
            break
        if any(_near(candidate, other) for other in chosen):
            continue
        tied = len(chosen) == 1 and _tied(candidate, first)
        if tied or _gain(ask, candidate, chosen) or _same_list(candidate, first):
            chosen.append(candidate)
    return [cited for candidate in chosen for cited in _told(ask, candidate.seen, [one.seen for one in chosen])]


def _listed(ask: Ask, ranked: Sequence[Judged]) -> Cited | None:
    """The whole list that the best sentences introduce or belong to."""
    for candidate in ranked[:3]:
        if candidate.value < ranked[0].value - LIST:
            break
        seen = candidate.seen
        lead, places = around(seen.reading, seen.index)
        if len(places) < 2 and not lead:
            continue
        if text := said(seen.reading, lead, places, ask.kind == "how"):
            return Cited(text, (seen.number,))
    return None


def _gain(ask: Ask, candidate: Judged, chosen: Sequence[Judged]) -> bool:
    """Whether it speaks of a name or thing of the question that the chosen sentences leave out."""
    for n, word in enumerate(ask.words):
        before = max(other.seen.said[n] for other in chosen)
        kinds = (
            ("name", "code", "quoted", "year")
            if ask.numeric or ask.kind in ("who", "where", "yesno")
            else ("name", "code", "quoted", "year", "noun")
        )
        if word.kind not in kinds or word.weight < 0.7:
            continue
        if candidate.seen.said[n] - before >= _AGAIN and candidate.seen.share >= 0.6:
            return True
    return False


def _same_list(candidate: Judged, first: Judged) -> bool:
    """Rows of one table that all fit equally well answer a question about all of them."""
    kinds = [one.seen.reading.pieces[one.seen.index].kind for one in (candidate, first)]
    same = candidate.seen.number == first.seen.number and kinds == ["row", "row"]
    return same and candidate.value >= first.value - ROWS


def _tied(candidate: Judged, first: Judged) -> bool:
    """Whether a second sentence answers as likely as the first: then both are said."""
    kinds = {one.seen.reading.pieces[one.seen.index].kind for one in (candidate, first)}
    return "row" not in kinds and candidate.value >= first.value - TIE


def _near(candidate: Judged, other: Judged) -> bool:
    one, two = candidate.seen, other.seen
    return one.reading.texts[one.index] == two.reading.texts[two.index]


def _told(ask: Ask, seen: Seen, chosen: Sequence[Seen]) -> list[Cited]:
    reading, index, number = seen.reading, seen.index, seen.number
    piece = reading.pieces[index]
    if piece.cells:
        return [Cited(harmless(told(cells(ask, piece))), (number,))]
    text = clean(piece.text)
    before = reading.pieces[index - 1] if index else None
    leans = _POINTING.match(text) or not any(seen.said)
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
