"""Which version of a rule holds for the question: of the asked year, in force today, or the newest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from pilothouse.assistants.knowledge.answering.draft import Cited
from pilothouse.assistants.knowledge.answering.selection import clean
from pilothouse.retrieval.evidence import Conflict, Stated
from pilothouse.retrieval.evidence.safety import instructing
from pilothouse.retrieval.evidence.splitting import pieces
from pilothouse.retrieval.passage import Passage

_YEAR = re.compile(r"(?:19|20)\d\d")


def told(
    conflict: Conflict, passages: Sequence[Passage], today: date | None, years: frozenset[str], english: bool
) -> list[Cited]:
    """A contradiction as sentences: every source's word with its citation and date, oldest first, the newer one marked;
    for a question about a year, the version that held then comes first."""
    places = {passage.id: number for number, passage in enumerate(passages, 1)}
    values = [stated for stated in conflict.values if stated.passage in places and not instructing(stated.sentence)]
    if len(values) < 2:
        return []
    holding = _holding(values, today, years)
    lead = "Sources disagree: " if english else "资料说法不一："
    said = []
    for stated in values:
        notes = [stated.date] if stated.date else []
        if stated is holding:
            if years:
                notes.append("in force then" if english else "当时有效")
            elif stated is values[-1]:
                notes.append("newer" if english else "较新")
            else:
                notes.append("in force today" if english else "现行")
        elif today is not None and stated.date > today.isoformat():
            notes.append("not yet in force" if english else "尚未生效")
        comma = ", " if english else "，"
        said.append(
            Cited(
                _sentence(stated, passages[places[stated.passage] - 1]),
                (places[stated.passage],),
                note=comma.join(notes),
            )
        )
    if years and holding is not None:
        said.sort(key=lambda cited: cited.numbers[0] != places[holding.passage])
    first, *others = said
    return [Cited(first.text, first.numbers, lead, first.note), *others]


def _sentence(stated: Stated, passage: Passage) -> str:
    for piece in pieces(passage.content, passage.kind):
        if piece.cells and piece.text == stated.sentence:
            from pilothouse.retrieval.evidence.tables import told as row

            keys = [
                cell for n, cell in enumerate(piece.cells) if n == 0 or stated.value.casefold() in cell[1].casefold()
            ]
            return clean(row(tuple(keys)))
    return clean(stated.sentence)


def _holding(values: Sequence[Stated], today: date | None, years: frozenset[str]) -> Stated | None:
    """The source that holds: the newest not after the asked year, or not after today."""
    if any(not stated.date for stated in values):
        return None
    limit = f"{max(years)}-12-31" if years else today.isoformat() if today is not None else "9999"
    held = [stated for stated in values if stated.date <= limit]
    if not held or sum(stated.date == held[-1].date for stated in values) > 1:
        return None
    return held[-1]


def preferred(passages: Sequence[Passage], number: int, today: date | None) -> str:
    """The date to say with a passage: when other found passages are another edition of the same document."""
    passage = passages[number - 1]
    if not passage.date:
        return ""
    bare = _bare(passage.title)
    others = [p for p in passages if p.document != passage.document and p.date and _bare(p.title) == bare and bare]
    return passage.date[:10] if any(p.date != passage.date for p in others) else ""


def _bare(title: str) -> str:
    return re.sub(
        r"[（(【\[]?(?:(?:19|20)\d\d年?(?:版|修订版?)?|v\d+(?:\.\d+)*|第[一二三四五\d]版|修订版|旧版|新版|"
        r"试行)[)）】\]]?|[\s_-]",
        "",
        title.casefold(),
    )
