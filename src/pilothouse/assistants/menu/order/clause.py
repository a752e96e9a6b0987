"""Clauses of a sentence, in the order in which they are said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pilothouse.assistants.menu.order.span import TARGETS, Kind, Span


@dataclass(frozen=True)
class Clause:
    """``words`` without fillers. ``corrects``: it takes back something that was said before it."""

    words: tuple[Span, ...]
    surface: str
    corrects: bool = False

    @classmethod
    def of(cls, spans: Sequence[Span], *, corrects: bool = False) -> Clause:
        """The clause of ``spans``, fillers included."""
        words = tuple(span for span in spans if span.kind not in ("fill", "sep", "yes"))
        return cls(words, "".join(span.text for span in spans).strip(), corrects)

    @cached_property
    def kinds(self) -> frozenset[Kind]:
        """The labels that occur."""
        return frozenset(span.kind for span in self.words)

    @cached_property
    def targets(self) -> tuple[Span, ...]:
        """What names or points at a dish."""
        return tuple(span for span in self.words if span.kind in TARGETS)

    @property
    def orders(self) -> bool:
        """A word says that something is wanted."""
        return self.has("add", "again", "each", "all")

    @property
    def quantity(self) -> int | None:
        """The first quantity said."""
        return next((span.value for span in self.words if span.kind == "qty"), None)

    def has(self, *kinds: Kind) -> bool:
        """True when one of the labels occurs."""
        return not self.kinds.isdisjoint(kinds)

    def at(self, *kinds: Kind) -> int:
        """Index of the first word with one of the labels; the number of words when there is none."""
        return next((n for n, span in enumerate(self.words) if span.kind in kinds), len(self.words))

    def but(self, words: Iterable[Span]) -> Clause:
        """The same clause with other words."""
        return Clause(tuple(words), self.surface, self.corrects)

    def without(self, *kinds: Kind) -> Clause:
        """The clause without words of these kinds."""
        return self.but(span for span in self.words if span.kind not in kinds)


def clauses(spans: Sequence[Span]) -> Iterator[Clause]:
    """``spans`` divided; without a comma as well, as recognised speech comes: 来一份麻辣香锅再来两碗米饭."""
    piece: list[Span] = []
    corrects = False
    for n, span in enumerate(spans):
        whole = {s.kind for s in piece}
        if span.kind == "stop" and "except" in whole and not whole & {"remove", "cancel", "add", "each", "all"}:
            continue  # 除了最后一个，其他都去掉
        if span.kind == "place" and whole & {"add", "all", "each", "qty"} and "ask" not in whole:
            yield Clause.of(piece, corrects=corrects)  # 都要了下单
            piece, corrects = [span], False
        elif span.kind == "qty" and _portion(piece, spans[n + 1 :]):
            yield Clause.of(piece, corrects=corrects)  # 一杯大杯一杯中杯
            piece, corrects = [span], False
        elif span.kind in ("if", "else", "again") and _complete(piece) and _begins(spans[n:]):
            yield Clause.of(piece, corrects=corrects)
            piece, corrects = [span], False
        elif span.kind in ("stop", "correct"):
            if any(s.kind not in ("fill", "sep") for s in piece):
                yield Clause.of(piece, corrects=corrects)
                corrects = False
            piece = []
            corrects = corrects or span.kind == "correct"
        else:
            piece.append(span)
    if piece:
        yield Clause.of(piece, corrects=corrects)


def _portion(piece: Sequence[Span], ahead: Sequence[Span]) -> bool:
    """So many were said to be made one way, and a taste follows on another number."""
    kinds = [span.kind for span in piece if span.kind not in ("fill", "sep", "yes")]
    if "qty" not in kinds or not {"option", "without"} & {*kinds[kinds.index("qty") :]}:
        return False
    return next((span.kind for span in ahead if span.kind not in ("fill", "add")), "") in ("option", "without")


def _complete(piece: Sequence[Span]) -> bool:
    """A clause that says by itself what is wanted of which dish."""
    kinds = {span.kind for span in piece}
    return bool(kinds & {*TARGETS, "if"}) and bool(
        kinds & {"add", "qty", "swap", "remove", "option", "without", "ask", "leave"}
    )


def _begins(spans: Sequence[Span]) -> bool:
    """A new clause begins: 再 with a dish of its own, or a condition."""
    ahead = []
    for span in spans:
        if span.kind in ("stop", "correct"):
            break
        ahead.append(span.kind)
    return spans[0].kind != "again" or bool({*ahead} & {*TARGETS, "other", "noun"})
