"""Secrets that are encoded in a sentence, or spread over several."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from pilothouse.assistants.tutor.guard.mention import CHINESE, number
from pilothouse.assistants.tutor.guard.page import Hidden, Known, Page
from pilothouse.assistants.tutor.guard.plain import squeeze
from pilothouse.assistants.tutor.guard.secret import Forms
from pilothouse.assistants.tutor.guard.spelled import say

_PIECE = re.compile(rf"[\d{CHINESE}点]+")
_WEAK = re.compile("[,，、.和]|and")
_MOST = 12
"""Pieces that digits are joined from; more are a list."""


def encoded(hidden: Hidden, form: Forms, known: Known) -> bool:
    """Whether a decoded text says the secret. Nothing is harmless here but what is known anyway."""
    if hidden.way == "digits":
        return bool(form.numbers) and _joined(hidden.text, form, known)
    if hidden.way == "letters" and len(form.letters) > 1 and hidden.squeezed.upper() == form.letters:
        return True
    lettered = bool(form.letters) and hidden.way not in ("letters", "reversed", "tally")
    if lettered and re.search(rf"(?<![A-Za-z])[{form.letters}](?![A-Za-z])", hidden.text):
        return True
    for phrase in form.phrases:
        tight = squeeze(phrase)
        if len(tight) > 1 and tight in hidden.squeezed and tight not in known.squeezed:
            return True
    return any(
        wanted.value in hidden.numbers and (hidden.way != "reversed" or wanted.value not in known.numbers)
        for wanted in form.numbers
    )


def _joined(text: str, form: Forms, known: Known) -> bool:
    """Digits or numerals with something between them: "2 3", "二、十、三"."""
    if re.fullmatch(r"\d[.,]\d", text):
        return False
    pieces = _PIECE.findall(text)
    value = number("".join(pieces)) if len(pieces) <= _MOST else None
    if value is None or value in known.numbers or all(wanted.value != value for wanted in form.numbers):
        return False
    if len(pieces) > 2 or not _WEAK.search(text):
        return True
    return not all((part := number(piece)) is not None and part in known.numbers for piece in pieces)


def spread(page: Page, form: Forms, known: Known, ways: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """``(way, first sentence, last sentence)`` of what is split over sentences, lines or buttons, and of what their
    first or last letters spell. ``ways``: how each sentence leaks by itself."""
    sentences = page.sentences
    last = len(sentences) - 1
    wanted = {mention.value for mention in form.numbers} - known.numbers.keys()
    for n, values in page.bridges.items():
        if wanted & values and not (ways[n] and ways[n + 1]):
            yield "split", n, n + 1
    bare = [n for n, sentence in enumerate(sentences) if len(sentence.squeezed) == 1 and sentence.squeezed.isdigit()]
    if len(bare) > 2 and wanted and number("".join(sentences[n].squeezed for n in bare)) in wanted:
        yield "split", bare[0], bare[-1]
    if last:
        for phrase in form.phrases:
            yield from _cut(page, squeeze(phrase), known)
    for phrase in _spellings(form):
        if phrase not in known.squeezed and (
            any(_spelt(row, phrase) for row in page.rows) or _initials(page.initials, phrase)
        ):
            yield "initials", 0, last
            return


def _cut(page: Page, tight: str, known: Known) -> Iterator[tuple[str, int, int]]:
    """A phrase that goes over a sentence end."""
    if len(tight) < (5 if tight.isascii() else 2) or tight in known.squeezed:
        return
    at = "".join(sentence.squeezed for sentence in page.sentences).find(tight)
    if at < 0 or any(tight in sentence.squeezed for sentence in page.sentences):
        return
    end, places = 0, []
    for n, sentence in enumerate(page.sentences):
        start, end = end, end + len(sentence.squeezed)
        if start < at + len(tight) and at < end:
            places.append(n)
    yield "split", places[0], places[-1]


def _spelt(row: str, phrase: str) -> bool:
    if phrase.isdigit() and row == "123456789"[: len(row)]:
        return False
    return len(phrase) >= (4 if phrase.isascii() and not phrase.isdigit() else 2) and phrase in row


def _initials(letters: str, phrase: str) -> bool:
    return len(phrase) > 4 and phrase.isalpha() and phrase in letters


@lru_cache(maxsize=256)
def _spellings(form: Forms) -> tuple[str, ...]:
    words = [word for mention in form.numbers for word in say(mention.value)]
    return tuple(squeeze(word) for word in (*words, *form.phrases))
