"""What is common knowledge about food: which words mean the same, which ingredients belong together.

Data in ``ontology.json``. It decides filters ("不吃牛肉" excludes 肥牛 and 牛腩, not 牛油果), so it is code's
knowledge and not a model's guess.
"""

from __future__ import annotations

import json
from functools import cache
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
def food_heads() -> frozenset[str]:
    """Characters that name food: a word ending in one is probably a dish or an ingredient."""
    return frozenset(_data()["food_heads"])


@cache
def cooking() -> tuple[str, ...]:
    """Ways of cooking that begin a dish's name."""
    return tuple(_data()["cooking"])


def members(group: str) -> tuple[str, ...]:
    """Names of the basic groups in ``group``, which may be a union of unions."""
    parts = _data()["unions"].get(group)
    if parts is None:
        return (group,)
    return tuple(name for part in parts for name in members(part))


@cache
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


@cache
def matches(ingredient: str, term: str) -> bool:
    """True when an ingredient on a menu is what a guest calls ``term``: "不吃牛肉" also means 肥牛."""
    group = group_words().get(term)
    if group is not None and belongs(ingredient, group):
        return True
    if group is not None:
        return False  # a group word is decided by its group: 鸡 does not match 鸡蛋
    return any(word in ingredient for word in synonyms().get(term, (term,)))
