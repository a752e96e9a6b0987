"""The embedded reranker as a Haystack component."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from haystack.core.component import component
from haystack.core.serialization import default_from_dict, default_to_dict
from haystack.dataclasses import Document

from pilothouse.retrieval.learned.candidate import Candidate
from pilothouse.retrieval.learned.features import matrix
from pilothouse.retrieval.learned.model import embedded
from pilothouse.retrieval.shortlist import Shortlist


@component
class LearnedReranker:
    """Ranks candidates with the trained ensemble. The score is the probability that a passage answers, in 0..1.

    Of one document at most ``per_document`` passages come before those of others: several passages of the best
    document would otherwise crowd out the second best. Raises ``ValueError`` for values below 1.
    """

    def __init__(self, top_k: int = 5, per_document: int = 2) -> None:
        if top_k < 1 or per_document < 1:
            raise ValueError("top_k and per_document must be greater than 0.")
        self.top_k = top_k
        self.per_document = per_document

    @component.output_types(shortlist=Shortlist)
    def run(self, query: str, shortlist: Shortlist, top_k: int | None = None) -> dict[str, Any]:
        """The best ``top_k`` of the shortlist, in their new order; candidates in fused order, which breaks ties."""
        if not shortlist.documents:
            return {"shortlist": shortlist}
        ranking, scores = embedded().judge(matrix(query, candidates(shortlist), shortlist.corpus))
        ranked = spread(
            [(shortlist.documents[n], score) for n, score in zip(ranking, scores, strict=True)], self.per_document
        )
        best = tuple(replace(document, score=score) for document, score in ranked[: top_k or self.top_k])
        return {"shortlist": replace(shortlist, documents=best)}

    def to_dict(self) -> dict[str, Any]:
        return default_to_dict(self, top_k=self.top_k, per_document=self.per_document)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> LearnedReranker:
        return default_from_dict(cls, data)


def candidates(shortlist: Shortlist) -> list[Candidate]:
    """The documents as the features want them; meta fields that are missing or of another type count as absent."""
    places = {stage: scores.places() for stage, scores in shortlist.stages.items()}
    found = []
    for document in shortlist.documents:
        meta = document.meta
        name, _, number = document.id.rpartition("#")
        found.append(
            Candidate(
                content=document.content or "",
                title=_text(meta.get("title")),
                section=_text(meta.get("section")),
                date=_text(meta.get("date")),
                document=_text(meta.get("document")) or name or document.id,
                n=int(number) if number.isascii() and number.isdigit() and len(number) < 9 else 0,
                table=meta.get("kind") == "table",
                keyword=places.get("keyword", {}).get(document.id),
                vector=places.get("vector", {}).get(document.id),
                fused=places.get("fused", {}).get(document.id),
                cosine=shortlist.cosines.get(document.id),
            )
        )
    return found


def spread(ranked: Sequence[tuple[Document, float]], per_document: int) -> list[tuple[Document, float]]:
    """The same documents with falling scores; those beyond ``per_document`` of one source come after all others, and
    are scored no higher."""
    taken: dict[str, int] = {}
    first: list[tuple[Document, float]] = []
    later: list[tuple[Document, float]] = []
    for document, score in ranked:
        source = _text(document.meta.get("document")) or document.id
        taken[source] = taken.get(source, 0) + 1
        (first if taken[source] <= per_document else later).append((document, score))
    floor = first[-1][1] if first else 1.0
    return [*first, *((document, min(score, floor)) for document, score in later)]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
