"""Phrases and words that requests are made of, and what they stand for."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rjieba import Jieba

_HERE = "pilothouse.retrieval.semantic"
SILENT = "-"
_OFTEN = 1_000_000  # times seen: more than any other way to cut it
VERBS = "+"  # English verbs that mean the same in every form ("training" and "train" don't)


@cache
def phrases() -> tuple[re.Pattern[str], tuple[str, ...]]:
    """One pattern for all phrases, and the token of each of its groups ``p0``, ``p1``, …"""
    tokens: list[str] = []
    parts: list[str] = []
    for line in _lines("phrases.txt"):
        token, _, pattern = line.partition("\t")
        parts.append(f"(?P<p{len(tokens)}>{pattern})")
        tokens.append(token)
    return re.compile("|".join(parts)), tuple(tokens)


@cache
def words() -> dict[str, str]:
    """The token of each word that has one. A word marked with ``?`` is kept out: it may mean something else."""
    found: dict[str, str] = {}
    for line in _lines("words.txt"):
        token, *others = line.split()
        if token == VERBS:
            for verb in others:
                stem = verb[:-1] if verb.endswith(("e", "y")) else verb
                forms = (verb + "s", stem + "ies", stem + "ied", stem + "ed", stem + "ing", verb + "ing", stem + "able")
                found.update({form: found.get(verb, verb) for form in forms if form not in found})
            continue
        if token not in (SILENT,) and not token.startswith("?"):
            others.append(token)
        for word in others:
            if not word.endswith("?"):
                found.setdefault(word, token)
    return found


def _lines(name: str) -> list[str]:
    text = (files(_HERE) / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


@cache
def cutter() -> Jieba:
    """Cuts Chinese text into words; those of the lexicon stay whole."""
    from rjieba import Jieba

    found = Jieba()
    for word in words():
        if len(word) > 1 and not word.isascii():
            found.add_word(word, _OFTEN, "x")
    return found
