"""Brands under several names: 奈凌 and Nailing, 澄风 and CleanBreeze, 芽芽家 and its 软底."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from pilothouse.assistants.shopping.evidence.naming.key import model_key
from pilothouse.assistants.shopping.evidence.naming.phonetic import near_sound, same_sound
from pilothouse.assistants.shopping.evidence.naming.seen import Seen
from pilothouse.assistants.shopping.evidence.naming.vocabulary import SUFFIXES


def aliases(seen: Sequence[Seen]) -> dict[str, str]:
    """Every brand with the name it is filed under: the Chinese one where the pages show that two are the same."""
    han = Counter(item.han for item in seen if item.han)
    latin = Counter(item.latin for item in seen if item.latin)
    models: dict[str, set[str]] = defaultdict(set)
    pages: dict[str, set[int]] = defaultdict(set)
    said: Counter[tuple[str, str]] = Counter()
    for item in seen:
        for brand in (item.han, item.latin):
            if brand:
                models[brand].add(model_key(item.model))
                pages[brand].add(item.page)
        if item.han and item.latin:
            said[item.han, item.latin] += 1
        if item.chain.far and item.han and item.chain.far != item.han:
            said[item.chain.far, item.han] += 1
        alias = item.chain.bracket
        if alias and item.latin and alias in han:
            said[alias, item.latin] += 1
    _beside(seen, said)
    _designated(seen, models, said)
    filed = {brand: brand for brand in [*han, *latin]}
    for (one, other), _ in said.most_common():
        if one in han and other in han and han[one] * 4 >= han[other] and _shares(models[one], models[other]):
            filed[other] = one  # 芽芽家 软底 A6 and 芽芽家 A6
    for name in latin:
        scores = {other: _likeness(other, name, models, pages) + 3 * said[other, name] for other in han}
        best = max(scores, key=lambda other: scores[other], default="")
        if best and scores[best] >= 2 and sum(score == scores[best] for score in scores.values()) == 1:
            filed[name] = best
    for (one, other), _ in said.most_common():
        if one in latin and other in latin and filed[one] == one and filed[other] != other:
            filed[one] = filed[other]
    return filed


def _designated(seen: Sequence[Seen], models: dict[str, set[str]], said: Counter[tuple[str, str]]) -> None:
    """A model that one Chinese brand and one Latin brand bear, and nobody else, is one (云隼 K75 = Kestrel K75), unless
    a sentence names both; where it is a short one (RX) the brands sound alike too."""
    owners: dict[str, dict[str, bool]] = defaultdict(dict)
    where: dict[tuple[str, str], set[str]] = defaultdict(set)
    for item in seen:
        brand, model = item.han or item.latin, model_key(item.model)
        if brand and model and model in models[brand]:
            owners[model][brand] = bool(item.han)
            where[brand, model].add(item.sentence.plain)
    for model, brands in owners.items():
        (one, other) = [*brands, "", ""][:2]
        if (
            len(brands) != 2
            or brands[one] == brands[other]
            or model in SUFFIXES
            or where[one, model] & where[other, model]
        ):
            continue
        han, latin = (one, other) if brands[one] else (other, one)
        if _DESIGNATION.fullmatch(model) or (model[0].isalpha() and near_sound(han, latin)):
            said[han, latin] += 1


_DESIGNATION = re.compile(r"(?=.*[a-z])(?=.*\d\d)[a-z0-9]{3,}")


def _shares(one: set[str], other: set[str]) -> bool:
    return bool(one & other)


def _beside(seen: Sequence[Seen], said: Counter[tuple[str, str]]) -> None:
    """Two names of one model side by side: PathOne V9 (Tuojing V9 in China), 简宙 X13（同事叫它 Janzo X13）."""
    for one, other in pairwise(seen):
        if one.page == other.page and one.sentence is other.sentence and model_key(one.model) == model_key(other.model):
            between = one.sentence.plain[one.chain.end : other.chain.start]
            names = (one.han or one.latin, other.han or other.latin)
            if len(between) <= 14 and _CALLED.search(between) and all(names) and names[0] != names[1]:
                said[names] += 1
                said[names[::-1]] += 1


_CALLED = re.compile(r"[(/]|又叫|也叫|就是|即|叫做|叫它|国内|海外|英文|中文|aka|known as|sold as|called|or ")


def _likeness(han: str, latin: str, models: dict[str, set[str]], pages: dict[str, set[int]]) -> float:
    shared = {model for model in models[han] & models[latin] if model}
    if not shared:
        return 0.0
    telling = math.fsum(1.0 if len(model) >= 4 else 0.6 for model in shared)
    apart = not (pages[han] & pages[latin])
    return (
        telling
        + (3.0 if same_sound(han, latin) else 0.0)
        + (1.0 if apart else -1.0)
        + (0.5 if len(shared) > 1 else 0.0)
    )
