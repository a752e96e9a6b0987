"""The leak guard (T7): what a text says that the pupil has not found yet, in any spelling. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pilothouse.assistants.tutor.guard.covert import encoded, spread
from pilothouse.assistants.tutor.guard.numeric import formula_said, number_said
from pilothouse.assistants.tutor.guard.page import Known, Sentence, page
from pilothouse.assistants.tutor.guard.page import known as read_known
from pilothouse.assistants.tutor.guard.partial import partly
from pilothouse.assistants.tutor.guard.phrase import choice_said, phrase_said
from pilothouse.assistants.tutor.guard.secret import Forms, Secret, forms

_LONGEST = 4000
"""Characters that are read; a turn is far shorter, and what lies behind counts as a leak."""


@dataclass(frozen=True, slots=True)
class Leak:
    """``secret``: whose value is said; ``way``: how (``number``, ``calculation``, ``words``, ``choice``, ``base64`` …);
    ``start:end``: the whole sentences of the text that have to go; ``said``: these sentences."""

    secret: str
    way: str
    said: str
    start: int
    end: int


def leaks(text: str, secrets: Sequence[Secret], known: Sequence[str] = ()) -> list[Leak]:
    """Everything in ``text`` that gives away one of the ``secrets``, at most one leak for each secret and sentence.

    ``known``: what may be said — the statement, the facts given, conclusions that were found, what the pupil said
    himself, and authored hints and questions of the current step. A number that is known is a leak only where a
    sentence states it as the answer. Give the parts of a turn as lines of one text, so that what is split over
    them is found.
    """
    if not secrets or not text.strip():
        return []
    return list(_leaks(text, tuple(secrets), tuple(known)))


@lru_cache(maxsize=1024)
def _leaks(text: str, secrets: tuple[Secret, ...], known: tuple[str, ...]) -> tuple[Leak, ...]:
    """A hint is looked at several times in a turn, and in each turn until it is said."""
    read, told = page(text[:_LONGEST]), read_known(known)
    found: dict[tuple[str, int, int], Leak] = {}
    for secret in secrets:
        form = forms(secret.expected, secret.options)
        ways = [_said(sentence, secret, form, told) for sentence in read.sentences]
        spans = [(way, n, n) for n, way in enumerate(ways) if way]
        for way, first, last in (*spans, *spread(read, form, told, ways)):
            start, end = read.sentences[first].start, read.sentences[last].end
            found.setdefault((secret.name, start, end), Leak(secret.name, way, text[start:end], start, end))
    if len(text) > _LONGEST:
        found["", 0, 0] = Leak(secrets[0].name, "length", text[_LONGEST:], _LONGEST, len(text))
    return tuple(sorted(found.values(), key=lambda leak: (leak.start, leak.end)))


def _said(sentence: Sentence, secret: Secret, form: Forms, known: Known) -> str:
    """How one sentence says the secret, "" when it doesn't."""
    if form.numbers and (way := number_said(sentence, secret, form, known) or partly(sentence.part, form, known.text)):
        return way
    if form.phrases and (way := phrase_said(sentence, secret, form, known)):
        return way
    if form.letters and choice_said(sentence, secret, form, known):
        return "choice"
    if (form.formulas or form.ratios) and (way := formula_said(sentence, form, known)):
        return way
    return next((hidden.way for hidden in sentence.hidden if encoded(hidden, form, known)), "")
