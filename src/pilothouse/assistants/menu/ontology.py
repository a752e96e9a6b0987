"""What is common knowledge about food: which words mean the same, which ingredients belong together.

Data in ``ontology.json``. It decides filters ("不吃牛肉" excludes 肥牛 and 牛腩, not 牛油果), so it is code's
knowledge and not a model's guess.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(files(__package__).joinpath("ontology.json").read_text(encoding="utf-8"))
    return data


@cache
def synonyms() -> dict[str, tuple[str, ...]]:
    """Each word with all words that mean the same, itself first."""
    table: dict[str, tuple[str, ...]] = {}
    for group in _data()["synonyms"]:
        for word in group:
            table[word] = (word, *(other for other in group if other != word))
    return table


@cache
def spellings() -> dict[str, tuple[str, ...]]:
    """``synonyms`` and, beside them, ways of writing parts of dishes' names: 宫保, 宫爆."""
    table = dict(synonyms())
    for group in _data()["spellings"]:
        for word in group:
            table[word] = (word, *(other for other in group if other != word))
    return table


@cache
def group_words() -> dict[str, str]:
    """Word as guests say it → name of the ingredient group it stands for."""
    return {word: group for group, words in _data()["group_words"].items() for word in words}


@cache
def categories() -> dict[str, tuple[str, ...]]:
    """Word for a category → all words for the same category."""
    table: dict[str, tuple[str, ...]] = {}
    for group in _data()["categories"]:
        for word in group:
            table[word] = tuple(group)
    return table


@cache
def endings(category: str) -> tuple[str, ...]:
    """How names of dishes of that category end: 汤品 → 汤, 羹."""
    related = {category, *categories().get(category, ())}
    return tuple(ending for name, ends in _data()["endings"].items() if name in related for ending in ends)


@cache
def food_heads() -> frozenset[str]:
    """Characters that name food: a word ending in one is probably a dish or an ingredient."""
    return frozenset(_data()["food_heads"])


@cache
def cooking() -> tuple[str, ...]:
    """Ways of cooking that begin a dish's name."""
    return tuple(_data()["cooking"])


@cache
def foods() -> frozenset[str]:
    """All words for ingredients, Chinese and English."""
    return frozenset((*synonyms(), *group_words()))


@cache
def _wish_words() -> dict[str, str]:
    return {word: name for name, wish in _data()["wishes"].items() for word in wish["words"]}


def wishes_in(text: str) -> tuple[str, ...]:
    """Wishes that describe no dish but an occasion or an effect: 下饭, 适合老人."""
    found = [word for word in _wish_words() if word in text]
    rest = text
    for word in sorted(found, key=len, reverse=True):
        rest = rest.replace(word, "")
    if rest and rest[-1] in food_heads() and rest[-1] not in "菜饮" and len(rest) > 1:
        return ()  # 儿童牛排 is a dish
    return tuple(dict.fromkeys(_wish_words()[word] for word in found))


def suits_wish(wish: str, name: str, ingredients: Sequence[str], category: str) -> float:
    """How well a dish suits a wish by common knowledge; 0 when nothing is known, negative when it does not."""
    rule = _data()["wishes"][wish]
    made = "，".join(ingredients)
    if any(word in name or word in made for word in rule.get("unlike", ())) or any(
        word in category for word in rule.get("unlike_category", ())
    ):
        return -1.0
    return sum(2.0 if word in name else 0.5 if word in made else 0.0 for word in rule["like"])


def members(group: str) -> tuple[str, ...]:
    """Names of the basic groups in ``group``, which may be a union of unions."""
    parts = _data()["unions"].get(group)
    if parts is None:
        return (group,)
    return tuple(name for part in parts for name in members(part))


@lru_cache(maxsize=1 << 17)
def belongs(ingredient: str, group: str) -> bool:
    """True when an ingredient (or a dish's name) is of that group."""
    for name in members(group):
        rule = _data()["groups"][name]
        rest = ingredient
        for exception in rule["not"]:
            rest = rest.replace(exception, "·" * len(exception))
        if name == "猪肉" and rest != ingredient and not any(word in ingredient for word in ("猪",)):
            continue  # 牛排骨, 鸡肉丝: another animal's cut
        if any(word in rest for word in rule["in"]):
            return True
    return False


@lru_cache(maxsize=1 << 17)
def wanted(ingredient: str, term: str) -> bool:
    """``matches`` for what a guest wants to eat, which is narrower: who asks for milk does not mean butter."""
    if term in _data()["specific"]:
        return any(word in ingredient for word in synonyms().get(term, (term,)))
    near = _data()["groups"].get(group_words().get(term, ""), {}).get("near", ())
    return not any(word in ingredient for word in near) and matches(ingredient, term)


@lru_cache(maxsize=1 << 17)
def matches(ingredient: str, term: str) -> bool:
    """True when an ingredient on a menu is what a guest calls ``term``: "不吃牛肉" also means 肥牛."""
    group = group_words().get(term)
    if group is not None and belongs(ingredient, group):
        return True
    if group is not None:
        return False  # a group word is decided by its group: 鸡 does not match 鸡蛋
    return any(word in ingredient for word in synonyms().get(term, (term,)))
