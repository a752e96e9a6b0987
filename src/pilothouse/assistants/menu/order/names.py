"""Dishes that an order names: exactly, refused or not, in English by two telling words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pilothouse.assistants.menu import ontology
from pilothouse.assistants.menu.lexicon import Lexicon, Mention, english_words
from pilothouse.assistants.menu.mentions import find_mentions

# No part of any dish's name: 汤不要了换酸梅汤.
_VERB = re.compile(r"[不别]要|[换改]|了|再来|退|删|去掉|^留|[别不]放|[别不]加")
_LONGEST = 6  # words of an English name


def named_dishes(text: str, lexicon: Lexicon) -> list[Mention]:
    """Dishes by name, in order; a variant (回锅肉盖饭) in the place of the name inside it."""
    plain = lexicon.mentions(text)
    named = [
        m
        for m in find_mentions(text, lexicon)
        if not (_VERB.search(m.surface) and any(m.start <= e.start and e.end <= m.end for e in plain)) or m in plain
    ]
    exact = [m for m in plain if all(m.end <= n.start or n.end <= m.start for n in named)]
    found = [*named, *exact]
    return sorted([*found, *_english(text, lexicon, found)], key=lambda mention: mention.start)


def _english(text: str, lexicon: Lexicon, known: Sequence[Mention]) -> list[Mention]:
    """boiled fish for Sichuan Boiled Fish in Chili Oil: two words or more that only one dish's name has."""
    words = [m for m in re.finditer(r"[a-z]+", text) if all(m.end() <= k.start or k.end <= m.start() for k in known)]
    found: list[Mention] = []
    at = 0
    while at < len(words):
        for end in range(min(len(words), at + _LONGEST), at, -1):
            if mention := _meant(text, words[at], words[end - 1], lexicon):
                found.append(mention)
                at = end - 1
                break
        at += 1
    return found


def _alone(word: str, lexicon: Lexicon) -> bool:
    """ribeye: a single word that is the name of no food, kind or taste, and of one dish a part."""
    stem = word[:-1] if word.endswith("s") else word
    known = {*lexicon.tastes, *lexicon.categories, *lexicon.ingredients, *ontology.foods()}
    food = any(stem in piece.split() or word in piece.split() for piece in known if " " in piece)
    taste = any(stem in taste for taste in lexicon.tastes)
    return len(word) > 4 and not (food or taste or {word, stem, f"{stem}s"} & known)


def _meant(text: str, first: re.Match[str], last: re.Match[str], lexicon: Lexicon) -> Mention | None:
    said = text[first.start() : last.end()]
    telling = english_words(said)
    plain = (len(telling) >= 2 or _alone(said, lexicon)) and english_words(first[0]) and english_words(last[0])
    if not plain or re.search(r"[^a-z\s-]|\band\b", said):
        return None
    ids = tuple(dict.fromkeys(dish for own, dish in lexicon.english if own.issuperset(telling)))
    return Mention(said, ids, "alias", first.start(), last.end()) if len(ids) == 1 else None
