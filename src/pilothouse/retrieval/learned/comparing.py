"""A question compared with one candidate."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pilothouse.retrieval.learned.candidate import Candidate, Corpus
from pilothouse.retrieval.learned.page import Name, Text, holds, read_date, read_name, read_text
from pilothouse.retrieval.learned.question import Question, years
from pilothouse.retrieval.learned.terms import Terms, finder, longest, share_of


@dataclass(slots=True)
class Seen:
    """One candidate while its row is made. The sets are bit masks over the question's words or pairs."""

    row: dict[str, float]
    text: Text
    name: Name
    section: Name
    words_title: int
    words_text: int
    words_any: int
    words_all: int
    pairs_any: int
    when: float | None


class Reader:
    def __init__(self, question: Question, corpus: Corpus) -> None:
        self.question = question
        self.corpus = corpus
        self.words = Terms(question.words, corpus)
        self.pairs = Terms(question.pairs, corpus)
        self.letters = Terms(question.letters, corpus)
        self.same = [
            (sum(1 << k for k, word in enumerate(question.words) if word in said), [finder(o) for o in others])
            for said, others in question.same.items()
        ]
        order = sorted(range(len(question.words)), key=lambda k: -self.words.weights[k])
        self.rarest = [1 << k for k in order[:2]]
        known = [w for w in question.words if (corpus.frequencies or {}).get(w, 0)]
        self.unknown = 1.0 - len(known) / len(question.words) if question.words else 0.0

    def read(self, candidate: Candidate) -> Seen:
        question = self.question
        text, name, section = read_text(candidate.content), read_name(candidate.title), read_name(candidate.section)
        words, word_title, word_score = self.words.read(text, name.plain)
        pairs, pair_title, pair_score = self.pairs.read(text, name.plain)
        word_section, pair_section = self.words.mask(section.plain), self.pairs.mask(section.plain)
        head = word_title | word_section
        at, sentence = 0, -1.0
        window_words = window_pairs = 0
        best = -1.0
        for s in range(len(words)):
            sentence = max(sentence, self.words.share(words[s]))
            both, both_pairs = words[s], pairs[s]
            if s + 1 < len(words):
                both, both_pairs = both | words[s + 1], both_pairs | pairs[s + 1]
            worth = self.words.share(both | head) + 0.5 * self.pairs.share(both_pairs) + 0.01 * (both == words[s])
            if worth > best:
                best, at, window_words, window_pairs = worth, s, both, both_pairs
        all_words, all_pairs = _union(words), _union(pairs)
        any_words = head | window_words
        same_title = word_title | self._same(name.plain)
        window = text.sentence(at, 2)
        letters_title = self.letters.mask(name.plain)
        near = self.letters.mask(window)
        same_any = any_words | same_title | self._same(window)
        told = len(name.pairs & frozenset(question.pairs)) / len(name.pairs) if name.pairs else 0.0
        window_years = years(window) if question.years and text.years else frozenset()
        when = read_date(candidate.date)
        row = {
            "word_title": self.words.share(word_title),
            "word_section": self.words.share(word_section),
            "word_text": self.words.share(all_words),
            "word_sentence": sentence,
            "word_window": self.words.share(window_words),
            "word_any": self.words.share(any_words),
            "word_all": self.words.share(head | all_words),
            "pair_title": self.pairs.share(pair_title),
            "pair_text": self.pairs.share(all_pairs),
            "pair_sentence": max((self.pairs.share(mask) for mask in pairs), default=0.0),
            "pair_window": self.pairs.share(window_pairs),
            "pair_any": self.pairs.share(pair_title | pair_section | window_pairs),
            "letter_title": self.letters.share(letters_title),
            "letter_any": self.letters.share(letters_title | near),
            "same_title": self.words.share(same_title),
            "same_any": self.words.share(same_any),
            "bm25_words": word_score,
            "bm25_pairs": pair_score,
            "rarest_any": float(bool(self.rarest and self.rarest[0] & any_words)),
            "second_any": float(bool(len(self.rarest) > 1 and self.rarest[1] & any_words)),
            "title_told": told,
            "phrase_text": longest(question.text, text.plain),
            "phrase_title": longest(question.text, name.plain),
            "numbers": share_of(question.numbers, f"{name.plain}\n{section.plain}\n{text.plain}"),
            "latin": share_of(question.latin, f"{name.plain}\n{section.plain}\n{text.plain}"),
            "kind_window": float(question.kind is not None and holds(question.kind, window)),
            "kind_text": float(question.kind is not None and holds(question.kind, text.plain)),
            "hint_title": float(any(hint in name.plain for hint in question.hints)),
            "hint_window": float(any(hint in window for hint in question.hints)),
            "window_place": at / len(words) if words else 0.0,
            "chunk_place": math.log1p(candidate.n),
            "table": float(candidate.table),
            "length": math.log1p(len(text.plain)),
            "sentences": math.log1p(len(words)),
            "asked_year": float(bool(question.years)),
            "asked_kind": float(question.kind is not None),
            "asked_words": math.log1p(len(question.words)),
            "asked_weight": self.words.total / max(len(question.words), 1),
            "unknown_share": self.unknown,
            **_years(question.years, name, section, text, window_years, when),
        }
        return Seen(
            row=row,
            text=text,
            name=name,
            section=section,
            words_title=word_title,
            words_text=all_words,
            words_any=any_words,
            words_all=head | all_words,
            pairs_any=pair_title | pair_section | window_pairs,
            when=when,
        )

    def _same(self, plain: str) -> int:
        found = 0
        for bits, others in self.same:
            if any(find(plain) for find in others):
                found |= bits
        return found


def _years(
    asked: frozenset[int], name: Name, section: Name, text: Text, window: frozenset[int], when: float | None
) -> dict[str, float]:
    """1 for the year asked for, -1 for another one only, 0 for none. The verdict follows the nearest that says one."""
    dated = frozenset({int(when)}) if when is not None else frozenset()
    found = {
        "year_title": _agree(asked, name.years or section.years),
        "year_date": _agree(asked, dated),
        "year_window": _agree(asked, window),
        "year_text": _agree(asked, text.years),
    }
    parts = (found["year_title"], found["year_window"], found["year_text"], 0.5 * found["year_date"])
    return {**found, "year_verdict": next((part for part in parts if part), 0.0)}


def _agree(asked: frozenset[int], said: frozenset[int]) -> float:
    if not asked or not said:
        return 0.0
    return 1.0 if asked & said else -1.0


def _union(masks: Sequence[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found
