"""A restaurant made of public recipes: names that nobody chose for the assistant, prices by a rule."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

RECIPES = Path(__file__).parents[3] / "shared" / "data" / "menus" / "howtocook.jsonl"
_CATEGORIES = {
    "aquatic": "水产", "breakfast": "早餐", "dessert": "甜品", "drink": "饮品", "meat_dish": "荤菜", "soup": "汤羹",
    "staple": "主食", "vegetable_dish": "素菜", "semi-finished": "小吃",
}  # fmt: skip
_HOT = ("meat_dish", "aquatic")


def recipes() -> list[dict[str, Any]]:
    """The menu as records; empty where the public data is not at hand."""
    if not RECIPES.exists():
        return []
    made: dict[str, dict[str, Any]] = {}
    for n, line in enumerate(RECIPES.read_text("utf-8").splitlines()):
        recipe = json.loads(line)
        kind, name = recipe["category"], recipe["name"]
        if name in made or kind not in _CATEGORIES:
            continue
        dish: dict[str, Any] = {
            "name": name,
            "category": _CATEGORIES[kind],
            "ingredients": [re.sub(r"[（(].*?[)）]", "", item) for item in recipe["ingredients"][:8]],
            "price": 8 + (n * 7) % 61,
            "prep_minutes": 5 + n % 30,
        }
        if kind in _HOT:
            dish |= {"spice": ("不辣", "微辣", "中辣")[n % 3], "tastes": ["不辣", "微辣", "中辣", "特辣"]}
        if kind == "drink":
            dish["tastes"] = ["少糖", "无糖", "正常糖", "去冰"]
        made[name] = dish
    return list(made.values())
