"""The grammar of an order: what the labelled words of a sentence want done.

Clause by clause, in the order in which they are said. Where a word that matters is not understood the grammar has no
reading at all: a wrong dish on the table is worse than a question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pilothouse.assistants.menu.order.change import Change
from pilothouse.assistants.menu.order.clause import Clause, clauses
from pilothouse.assistants.menu.order.described import described, of_a_kind
from pilothouse.assistants.menu.order.exchange import Exchange
from pilothouse.assistants.menu.order.item import attributes
from pilothouse.assistants.menu.order.lexer import label
from pilothouse.assistants.menu.order.removal import Removal
from pilothouse.assistants.menu.order.sentence import Sentence
from pilothouse.assistants.menu.order.span import ORDERLY, TARGETS, Span
from pilothouse.assistants.menu.order.target import HERE
from pilothouse.assistants.menu.order.unknown import served_with, shortened, understood, unknown_noun
from pilothouse.assistants.menu.order.unnamed import Unnamed
from pilothouse.assistants.menu.order.unsure import Unsure
from pilothouse.assistants.menu.order.wanted import SETTLED, Wanted

_WHAT_OF = re.compile(r"呢[?？]?$")  # 第二个呢


def read_sentence(text: str, said: Sentence) -> tuple[Change, ...] | None:
    """Changes of normalised ``text``; ``None`` when not every word that matters was understood."""
    targets = said.targets
    shown = [item.dish for item in targets.shown if item.dish in targets.lexicon.display]
    reading = Reading(said)
    for clause in clauses(label(text, targets.lexicon, targets.cart, shown)):
        before = list(said.changes)
        try:
            reading.read(clause)
        except Unsure:
            if not said.loose:
                return None
            said.changes[:] = before
    return said.result()


@dataclass(frozen=True)
class Reading:
    """Decides what kind of clause it is, and gives it to who reads that kind."""

    sentence: Sentence

    def read(self, clause: Clause) -> None:
        """The clause's changes go to the sentence; raises ``Unsure``."""
        if not clause.words or self._conditional(clause := _politely(clause)) or self._asked(clause):
            return
        clause = shortened(self._named(clause), self.sentence.targets)
        targets = self.sentence.targets
        if (exchange := described(clause, targets) or of_a_kind(clause, targets)) is not None:
            self.sentence.changes.append(exchange)
            return
        if self._unknown(clause):
            return
        if clause.has("other"):
            if clause.kinds.isdisjoint(ORDERLY):
                return  # 太贵了: nothing that changes the order
            clause = understood(clause, self.sentence.targets, loose=self.sentence.loose)
        if clause.has("show", "place", "done", "cancel") and clause.kinds.isdisjoint(ORDERLY):
            self._whole(clause)
        elif not self._nothing(clause):
            self._changes(served_with(clause))

    def _conditional(self, clause: Clause) -> bool:
        """有的话来一份，没有就来红烧肉: the second wish is not read, the dish is there."""
        if clause.has("else") and self.sentence.conditional:
            return True
        self.sentence.conditional = clause.has("if")
        return False

    def _asked(self, clause: Clause) -> bool:
        """A question changes nothing; what it is about is remembered."""
        what_of = _WHAT_OF.search(clause.surface) and not clause.has("add", "qty", "remove", "swap")
        if not (clause.has("ask", "polite") or what_of or clause.words[-1].text == "没有"):  # 有回锅肉没有
            return False
        targets = self.sentence.targets
        if dish := next((targets.ids(span) for span in clause.targets), ()):
            self.sentence.spoken = dish[0]
        self.sentence.inquired = attributes(clause.words, targets.lexicon)
        return True

    def _named(self, clause: Clause) -> Clause:
        """Without what only points while a dish is named, and with rice for what everybody calls so."""
        words: Sequence[Span] = clause.without("else").words
        if not clause.has("swap") and clause.has("dish", "part"):
            words = [span for span in words if span.text not in ("那个", "这个")]  # 那个……来个红烧肉
        pairs = zip((None, *words), words, strict=False)  # 家常的那个
        words = [w for before, w in pairs if not (before and before.kind == "part" and w.text in ("那个", "这个"))]
        rice = self.sentence.targets.rice
        return clause.but((rice(span) or span) if span.kind in ("other", "term") else span for span in words)

    def _unknown(self, clause: Clause) -> bool:
        noun = unknown_noun(clause)
        if noun:
            self.sentence.changes.append(Change("add", surface=noun, absent=True))
        self.sentence.unknown = self.sentence.unknown or bool(noun)
        return bool(noun)

    def _nothing(self, clause: Clause) -> bool:
        """A clause that only opens what follows: 两个凉菜：, 那个……, 来个……"""
        said = self.sentence
        if clause.has("if") and not said.spoken and not (clause.has("option") and not clause.targets):
            raise Unsure
        if (
            clause.has("class")
            and not clause.has("remove", *TARGETS)
            and not (clause.has("each") and clause.has("add", "qty"))
        ):
            said.listed = True
        elif clause.kinds == {"add"}:
            said.adding = True
        else:
            return len(clause.words) == 1 and clause.words[0].text in HERE and not SETTLED.search(clause.surface)
        return True

    def _whole(self, clause: Clause) -> None:
        """About the order as a whole."""
        said, empty = self.sentence, self.sentence.targets.cart.empty
        if clause.has("show"):
            said.changes.append(Change("show", surface=clause.surface))
        elif clause.has("cancel"):
            if empty and not said.changes:
                return
            said.changes.append(Change("cancel", surface=clause.surface))
        else:
            if not clause.kinds <= {"place", "done"} or not (said.changes or not empty or clause.has("place")):
                raise Unsure
            if said.changes and said.changes[-1].verb == "confirm":
                said.changes.pop()  # 就这些，下单: the word that says more counts
            said.changes.append(Change("confirm", surface=clause.surface))

    def _changes(self, clause: Clause) -> None:
        said = self.sentence
        removal = Removal(said)
        portion = bool(clause.targets) and clause.has("without") and clause.has("qty")
        if clause.has("except"):
            removal.all_but(clause)
        elif clause.has("keep") and clause.words[clause.at("keep")].text.endswith("着"):
            return  # 红烧肉留着，牛肉退了
        elif clause.has("keep") and any(said.targets.held(span) for span in clause.targets) and not _counted(clause):
            removal.others(clause)
        elif clause.has("swap"):
            Exchange(said).read(clause)
        elif clause.has("remove", "cancel") and not portion:
            removal.read(clause)
        elif clause.targets:
            Wanted(said).read(clause, corrects=clause.corrects)
        else:
            Unnamed(said).read(clause)


def _counted(clause: Clause) -> bool:
    """酸梅汤只要一杯: so many of it, whatever else is ordered."""
    targets = [n for n, span in enumerate(clause.words) if span.kind in TARGETS]
    return len(targets) == 1 and targets[0] < clause.at("keep") < clause.at("qty") < len(clause.words)


def _politely(clause: Clause) -> Clause:
    """能不能给我上两碗米饭 asks for it politely."""
    if not clause.has("polite") or not clause.has("add", "swap", "remove", "total"):
        return clause
    return clause.but(span for span in clause.words if span.kind != "polite" and span.text != "吗")
