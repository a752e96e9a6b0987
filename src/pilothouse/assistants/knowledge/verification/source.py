"""The cited passages, prepared for looking claims up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pilothouse.retrieval.evidence.figures import Figure, figures
from pilothouse.retrieval.evidence.polarity import negations
from pilothouse.retrieval.evidence.safety import harmless
from pilothouse.retrieval.evidence.splitting import of
from pilothouse.retrieval.passage import Passage
from pilothouse.retrieval.tokenizer import normalise

_MARKS = re.compile(r"[\W_]+")
_NEGATING_END = re.compile(
    r"(?:不得|不准|不许|不能|不可|不予|不再|不会|不需|不用|不必|不|未|无|没有?|非|勿|禁止|严禁|免|别|无需|"
    r"无须|\bnot |\bno |\bnever |\bcannot |n't )$", re.I)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Source:
    """``pieces`` are normalised sentences and rows, ``head`` what stands above all of them, ``text`` everything."""

    pieces: tuple[str, ...]
    heads: tuple[str, ...]
    text: str
    compact: str
    known: tuple[Figure, ...]

    def verbatim(self, claim: str) -> bool:
        """Whether ``claim`` (normalised) stands in one passage word for word, not cut off behind a negation."""
        wanted = _MARKS.sub("", claim)
        if len(wanted) < 4:
            return False
        at = self.compact.find(wanted)
        while at >= 0:
            before, end = self.compact[max(0, at - 4) : at], at + len(wanted)
            digits = (before[-1:].isdigit() and wanted[0].isdigit()) or (
                wanted[-1].isdigit() and self.compact[end : end + 1].isdigit()
            )
            if not digits and not _NEGATING_END.search(before) and bool(negations(wanted)) == bool(negations(claim)):
                return True
            at = self.compact.find(wanted, at + 1)
        return False


def source(passages: Sequence[Passage]) -> Source:
    """One source of all passages that a claim cites together."""
    pieces: list[str] = []
    heads: list[str] = []
    for passage in passages:
        head = normalise(f"{passage.title} {passage.section} {passage.date} {passage.source}")
        for piece in of(passage):
            pieces.append(normalise(harmless(piece.text)))
            heads.append(head)
    text = "\n".join([*dict.fromkeys(heads), *pieces])
    compact = "\n".join(_MARKS.sub("", normalise(harmless(p.content))) for p in passages)
    return Source(tuple(pieces), tuple(heads), text, compact, figures(text))
