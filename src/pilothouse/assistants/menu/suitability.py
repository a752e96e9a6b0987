"""Whether a dish meets a condition: what it contains, how spicy it is, what an allergy forbids."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pilothouse.assistants.menu import ontology
from pilothouse.assistants.menu.catalogue import named_in, vegetarian
from pilothouse.assistants.menu.dish import SPICE_ORDER, Dish
from pilothouse.retrieval.tokenizer import normalise

_CHILI = re.compile(r"辣|剁椒|泡椒|水煮(?!蛋|玉米|菜)|麻婆|毛血旺|口水鸡|担担")
_ALLERGEN_OF = {
    "花生": ("花生", "坚果"), "坚果": ("坚果", "花生"), "虾": ("甲壳类",), "蟹": ("甲壳类",), "甲壳类": ("甲壳类",),
    "海鲜": ("鱼", "甲壳类", "贝类", "海鲜", "软体动物"), "鱼": ("鱼",), "贝类": ("贝类", "软体动物"), "鸡蛋": ("蛋", "鸡蛋"),  # noqa: E501
    "奶制品": ("奶", "乳", "牛奶", "乳制品"), "豆制品": ("大豆", "豆"), "面粉": ("麸质", "小麦"), "芝麻": ("芝麻",),
}  # fmt: skip


def holds(dish: Dish, term: str) -> bool:
    """True when the dish contains ``term`` by its ingredients, name, allergens or notes (默认含香菜)."""
    word = normalise(term)
    if named_in((dish.name, *dish.ingredients), word) or word in dish.allergens:
        return True
    note = normalise(dish.notes or "")
    words = ontology.synonyms().get(word, (word,))
    return any(
        re.search(rf"(?<!不)(?:含|有|放|加|撒|配|带)[^，。；,;]{{0,4}}{re.escape(other)}", note) for other in words
    )


def safe_without(dish: Dish, term: str) -> bool:
    """For an allergy: nothing speaks for ``term``, and the ingredients are known. What isn't known isn't safe."""
    word = normalise(term)
    group = ontology.group_words().get(word, word)
    labels = (word, *_ALLERGEN_OF.get(group, ()))
    if any(label in allergen or allergen in label for allergen in dish.allergens for label in labels):
        return False
    return bool(dish.ingredients) and not holds(dish, term)


def suits_spice(dish: Dish, wish: str) -> bool:
    """True when the dish is, or can be had, as spicy as wished. An unstated spice is judged by name and ingredients."""
    options = {normalise(taste) for taste in dish.tastes}
    chili = bool(_CHILI.search(dish.name)) or any(
        ontology.belongs(normalise(item), "辣椒") for item in dish.ingredients
    )
    if wish in ("不辣", "不太辣"):
        stated = dish.default_spice == "不辣" or any("不辣" in option or "免辣" in option for option in options)
        mild = stated or (dish.default_spice is None and not chili)
        return mild or (
            wish == "不太辣" and (dish.default_spice == "微辣" or any("微辣" in option for option in options))
        )
    if wish == "辣":
        return dish.default_spice in ("中辣", "特辣", "微辣") or (dish.default_spice is None and chili)
    return dish.default_spice == wish or any(wish in option for option in options)


def heat(dish: Dish) -> int:
    """Sort key: how spicy the dish is by default."""
    return SPICE_ORDER.index(dish.default_spice) if dish.default_spice else 1


def prominence(dish: Dish, words: Sequence[str]) -> tuple[bool, bool, bool]:
    """Sort key: who asks for greens wants a vegetable dish; who asks for beef wants it in the name or as the main."""
    greens = any(ontology.group_words().get(word) in ("绿叶菜", "蔬菜") for word in words)
    return (
        greens and vegetarian(dish) is not True,
        not any(named_in((dish.name,), word) for word in words),
        not any(named_in(dish.ingredients[:2], word) for word in words),
    )
