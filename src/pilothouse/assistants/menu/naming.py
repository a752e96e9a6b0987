"""Which dish is meant by a phrase: by name, by a name nearly right, or by a part of a name.

The rule of caution: a dish that the menu does not have is never taken for one that it has. 清蒸鲤鱼 is not a
misspelt 清蒸鲈鱼, for the changed character names another food; 宫爆鸡丁 is 宫保鸡丁, for it sounds the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rapidfuzz import fuzz, process
from rapidfuzz.distance import Levenshtein

from pilothouse.assistants.menu import ontology
from pilothouse.assistants.menu.lexicon import Lexicon, is_chinese

Match = Literal["exact", "alias", "similar", "partial", "nearest"]
_PLAIN = re.compile(r"[\s，。,.;；!！?？、()（）\"'“”《》\[\]【】:：·\-~～]+")
_NEAREST = 3


@dataclass(frozen=True, slots=True)
class Naming:
    """``match`` tells how sure it is; ``score`` 0–1. ``nearest`` means: not on the menu, these come closest."""

    surface: str
    match: Match
    dishes: tuple[str, ...]
    score: float


def name_dish(phrase: str, lexicon: Lexicon) -> Naming | None:
    """What ``phrase`` (normalised, without function words) names; ``None`` when it is like no name at all."""
    phrase = _PLAIN.sub("" if is_chinese(phrase) else " ", phrase).strip()
    if not phrase or len(phrase) > 40:
        return None
    if phrase in lexicon.names:
        return Naming(phrase, "exact", lexicon.names[phrase], 1.0)
    if phrase in lexicon.aliases:
        return Naming(phrase, "alias", lexicon.aliases[phrase], 1.0)
    for other in _respellings(phrase):
        if ids := lexicon.named(other):
            return Naming(phrase, "alias", ids, 0.98)
    if len(phrase) < 2:
        return None
    if sounding := _by_sound(phrase, lexicon):
        return Naming(phrase, "similar", sounding, 0.95)
    parts = [name for name in lexicon.names if phrase in name] or [name for name in lexicon.aliases if phrase in name]
    if parts:
        ids = tuple(dict.fromkeys(i for name in sorted(parts, key=len) for i in lexicon.named(name)))
        return Naming(phrase, "partial", ids, len(phrase) / len(min(parts, key=len)))
    return _by_spelling(phrase, lexicon)


def _respellings(phrase: str) -> list[str]:
    found: list[str] = []
    for word, others in ontology.synonyms().items():
        if word in phrase:
            found.extend(phrase.replace(word, other) for other in others[1:])
    twice = [again for first in found[:12] for again in _once(first)]
    return [*found, *twice]


def _once(phrase: str) -> list[str]:
    return [
        phrase.replace(word, other)
        for word, others in ontology.synonyms().items()
        if word in phrase
        for other in others[1:]
    ]


@lru_cache(maxsize=65536)
def sound(text: str) -> str:
    """Pinyin without tones; confusable initials and finals are folded (zh/z, n/l, in/ing …)."""
    from pypinyin import lazy_pinyin

    return " ".join(_fold(syllable) for syllable in lazy_pinyin(text))


_FOLDS = (("zh", "z"), ("ch", "c"), ("sh", "s"), ("ing", "in"), ("eng", "en"), ("ang", "an"), ("iong", "ong"))


def _fold(syllable: str) -> str:
    for long, short in _FOLDS:
        syllable = syllable.replace(long, short)
    return f"l{syllable[1:]}" if syllable.startswith("n") and len(syllable) > 1 else syllable


@lru_cache(maxsize=8)
def _sounds(version: str, terms: frozenset[str]) -> dict[str, tuple[str, ...]]:
    table: dict[str, list[str]] = {}
    for term in sorted(terms):
        if is_chinese(term):
            table.setdefault(sound(term), []).append(term)
    return {key: tuple(value) for key, value in table.items()}


def _by_sound(phrase: str, lexicon: Lexicon) -> tuple[str, ...]:
    if not is_chinese(phrase):
        return ()
    terms = _sounds(lexicon.version, frozenset((*lexicon.names, *lexicon.aliases))).get(sound(phrase), ())
    return tuple(dict.fromkeys(dish for term in terms for dish in lexicon.named(term)))


def _by_spelling(phrase: str, lexicon: Lexicon) -> Naming | None:
    terms = [*lexicon.names, *lexicon.aliases]
    found = process.extract(phrase, terms, scorer=fuzz.ratio, limit=12, score_cutoff=34)
    if not found:
        return None
    ranked = sorted(found, key=lambda item: (-_likeness(phrase, item[0]), abs(len(item[0]) - len(phrase))))
    best = ranked[0][0]
    if is_chinese(phrase):
        if _same_dish(phrase, best):
            return Naming(phrase, "similar", lexicon.named(best), _likeness(phrase, best))
        if _likeness(phrase, best) < 0.4:
            return None
    else:
        if found[0][1] >= 86:
            return Naming(phrase, "similar", lexicon.named(found[0][0]), found[0][1] / 100)
        if found[0][1] < 60:
            return None
    ids = tuple(dict.fromkeys(i for term, *_ in ranked for i in lexicon.named(term)))
    return Naming(phrase, "nearest", ids[:_NEAREST], _likeness(phrase, best))


def _likeness(phrase: str, term: str) -> float:
    return Levenshtein.normalized_similarity(phrase, term)


def _same_dish(phrase: str, term: str) -> bool:
    """True when the difference can only be a slip: no food and no way of cooking was exchanged for another."""
    edits = Levenshtein.editops(phrase, term)
    allowed = 1 if len(term) < 6 else 2
    if not edits or len(edits) > allowed or len(term) < 3 or min(len(phrase), len(term)) < 3:
        return False
    return all(_harmless(edit.tag, edit.src_pos, edit.dest_pos, phrase, term) for edit in edits)


def _harmless(tag: str, source: int, target: int, phrase: str, term: str) -> bool:
    food = ontology.food_heads()
    if tag == "replace":
        said, meant = phrase[source], term[target]
        if said in food and meant in food:
            return sound(said) == sound(meant)
        if said in food or meant in food:
            # 麻辣香国 for 锅 is a slip; but 香 for 鱼 in a name is not known to be one unless it sounds alike.
            return sound(said) == sound(meant) or said not in food
        return sound(said) == sound(meant) or not (_cooks(phrase, source) and _cooks(term, target))
    changed = phrase[source] if tag == "delete" else term[target]
    return changed not in food


def _cooks(text: str, at: int) -> bool:
    return any(text.startswith(word, max(0, at - k)) for word in ontology.cooking() for k in range(len(word)) if at - k >= 0)
