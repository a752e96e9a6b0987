"""Where sentences end, in Chinese, in English and in both mixed."""

from __future__ import annotations

import re

_STOP = re.compile(r"[。！？；…!?.．｡]+|\n")
_URL = re.compile(r"(?:[a-zA-Z][a-zA-Z0-9+.\-]{0,15}://|www\.)[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]+")
_BLANK = re.compile(r"(?:[^\S\n]*\n)+|[^\S\n]+")
_WORD_BEFORE = re.compile(r"[A-Za-z][A-Za-z.]*$")
_LIST_NUMBER = re.compile(r"\s*\(?(?:\d{1,3}|[A-Za-z])$")
_CLOSERS = "”’」』）】》〉〕］)]}"
_FULL_STOPS = frozenset("。！？；…｡")
_SHORT = """
mr mrs ms dr prof sr jr st vs nos fig figs eq sec ch vol pp ed eds inc ltd co corp dept est approx tel ext jan feb mar
apr jun jul aug sep sept oct nov dec e.g i.e a.m p.m cf al resp
"""
_ABBREVIATIONS = frozenset(_SHORT.split())
_LOOK_BACK = 24  # characters: longer than every abbreviation


def split(text: str) -> list[str]:
    """The sentences of ``text``, each with the white space behind it; joined they are ``text`` again.

    A line end ends a sentence too. No sentence is empty, and none is only white space unless ``text`` is.
    Decimals, URLs, abbreviations, initials and list numbers don't end one; closing quotes and brackets
    belong to the sentence before them.
    """
    urls = [match.span() for match in _URL.finditer(text)]
    pieces: list[str] = []
    start = line = url = 0
    for stop in _STOP.finditer(text):
        if stop.start() < start:
            continue
        while url < len(urls) and urls[url][1] < stop.end():
            url += 1
        if url < len(urls) and urls[url][0] < stop.start() and stop.end() < urls[url][1]:
            continue
        newline = stop.group() == "\n"
        if newline:
            line = stop.end()
        end = stop.start() if newline else _close(text, stop.end(), line)
        if not newline and not _ends(text, start, stop.start(), stop.group(), end):
            continue
        if blank := _BLANK.match(text, end):
            end = blank.end()
            if "\n" in blank.group():
                line = end
        if text[start:end].strip():
            pieces.append(text[start:end])
            start = end
    if start < len(text):
        rest = text[start:]
        if pieces and not rest.strip():
            pieces[-1] += rest
        else:
            pieces.append(rest)
    return pieces


def _close(text: str, end: int, line: int) -> int:
    """The position behind the closing quotes and brackets that follow a stop."""
    while end < len(text):
        mark = text[end]
        # A straight quote closes only if one is open on this line; otherwise it opens the next sentence.
        straight = (mark == '"' and text.count('"', line, end) % 2 == 1) or (
            mark == "'" and not text[end + 1 : end + 2].isalnum()
        )
        if mark not in _CLOSERS and not straight:
            break
        end += 1
    return end


def _ends(text: str, start: int, at: int, stop: str, end: int) -> bool:
    """Whether the stop at ``at`` ends the sentence that began at ``start``; ``end`` is behind the closers."""
    if not _FULL_STOPS.isdisjoint(stop):
        return True
    following = text[end : end + 1]
    if following and following.isascii() and not following.isspace():
        return False  # inside a decimal, a file name, a version, a domain
    if stop not in (".", "．"):
        # "Wait... what" goes on; "Really?! No." does not.
        return not (set(stop) <= {"."} and text[end:].lstrip(" ")[:1].islower()) if len(stop) > 1 else True
    if not following or following == "\n":
        return True
    if at - start < _LOOK_BACK and _LIST_NUMBER.fullmatch(text, start, at):
        return False
    word = _WORD_BEFORE.search(text, max(start, at - _LOOK_BACK), at)
    if word is None:
        return True
    initial = len(word.group()) == 1 and word.group().isupper() and word.group() != "I"
    return not (initial or word.group().lower() in _ABBREVIATIONS)
