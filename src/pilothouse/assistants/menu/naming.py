"""Which dish is meant by a phrase: by name, by a name nearly right, or by a part of a name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from pilothouse.assistants.menu import ontology
from pilothouse.assistants.menu.foodwords import telling
from pilothouse.assistants.menu.lexicon import Lexicon, Mention, is_chinese
from pilothouse.assistants.menu.residue import strip
from pilothouse.assistants.menu.slips import slip

Match = Literal["exact", "alias", "similar", "partial", "nearest"]
_PLAIN = re.compile(r"[\s，。,.;；!！?？、()（）\"'“”《》\[\]【】:：·\-~～]+")
_NEAREST = 3
_SHARE = 0.6  # of a name: with this much of it said, and no other name holding it, the dish is clear
_CJK_RUN = re.compile(r"[\u4e00-\u9fff]{3,}")


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
    for other in respellings(phrase):
        if ids := lexicon.named(other):
            return Naming(phrase, "alias", ids, 0.98)
    if len(phrase) < 2:
        return None
    if is_chinese(phrase) and (sounding := lexicon.index.sounding(phrase)):
        return Naming(phrase, "similar", _ids(sounding, lexicon), 0.95)
    if parts := lexicon.index.holding(phrase):
        ids = _ids(parts, lexicon)
        share = len(phrase) / len(parts[0])
        clear = len(ids) == 1 and share >= _SHARE and len(phrase) > 2
        return Naming(phrase, "similar" if clear else "partial", ids, share)
    return _by_spelling(phrase, lexicon)


def respellings(phrase: str) -> list[str]:
    """The phrase with words exchanged for others of the same meaning, up to two of them."""
    once = _once(phrase)
    return list(dict.fromkeys([*once, *(again for first in once[:12] for again in _once(first))]))


def _once(phrase: str) -> list[str]:
    return [
        phrase.replace(word, other)
        for word, others in ontology.spellings().items()
        if word in phrase
        for other in others[1:]
    ]


def _ids(terms: list[str], lexicon: Lexicon) -> tuple[str, ...]:
    return tuple(dict.fromkeys(dish for term in terms for dish in lexicon.named(term)))


def _by_spelling(phrase: str, lexicon: Lexicon) -> Naming | None:
    near = lexicon.index.near(phrase)
    if not near:
        return None
    ranked = sorted(near, key=lambda term: (-_likeness(phrase, term), abs(len(term) - len(phrase))))
    if is_chinese(phrase):
        costs = {term: cost for term in ranked if (cost := slip(phrase, term)) is not None}
        if costs:
            best = min(costs.values())
            ids = _ids([term for term, cost in costs.items() if cost == best], lexicon)
            if len(ids) == 1:
                return Naming(phrase, "similar", ids, 1 - best / len(phrase))
        floor = 0.3
    else:
        ratio = fuzz.ratio(phrase, ranked[0])
        if ratio >= 86:
            return Naming(phrase, "similar", lexicon.named(ranked[0]), ratio / 100)
        floor = 0.5
    likeness = _likeness(phrase, ranked[0])
    if likeness < floor:
        return None
    close = [term for term in ranked if _likeness(phrase, term) >= floor]
    return Naming(phrase, "nearest", _ids(close, lexicon)[:_NEAREST], likeness)


def _likeness(phrase: str, term: str) -> float:
    return Levenshtein.normalized_similarity(phrase, term)


def slipped_mentions(text: str, lexicon: Lexicon) -> list[Mention]:
    """Names said with a slip, wherever they stand in the sentence: the best reading of each run of characters."""
    found: list[Mention] = []
    for run in _CJK_RUN.finditer(text):
        if len(run[0]) > 60:
            continue
        best: tuple[float, int, str, Mention] | None = None
        tied = False
        for term, start, end, cost in _readings(run[0], lexicon):
            mention = Mention(run[0][start:end], lexicon.named(term), "similar", run.start() + start, run.start() + end)
            if best is None or (cost, -len(term)) < best[:2]:
                best, tied = (cost, -len(term), term, mention), False
            elif (cost, -len(term)) == best[:2] and mention.dishes != best[3].dishes:
                tied = True
        if best is not None and not tied:
            found.append(best[3])
    return found


def _readings(run: str, lexicon: Lexicon) -> list[tuple[str, int, int, float]]:
    """Windows of ``run`` that can be a name of the menu with a slip in it."""
    readings = []
    for length in range(3, min(12, len(run)) + 1):
        for start in range(len(run) - length + 1):
            for term in lexicon.index.sounding(run[start : start + length]):
                readings.append((term, start, start + length, 0.4))
    if readings:
        return readings
    for term in lexicon.index.near(run, 24):
        if len(term) < 3 or not is_chinese(term):
            continue
        for length in (len(term), len(term) + 1, len(term) - 1):
            for start in range(len(run) - length + 1):
                window = run[start : start + length]
                if start and window == term[1:] and telling(run[start - 1]):
                    continue  # 徽派红烧肉 has another character there than 南派红烧肉, and lacks none
                if len(window) == length and (cost := slip(window, term)) is not None:
                    # 河南蒸面用 for 河南蒸面条: the 用 belongs to the question.
                    readings.append((term, start, start + length, cost if strip(window) == window else cost + 0.3))
    return readings
