# ruff: noqa: E501 -- tables
"""Small restaurants for tests: their own menus, stores and FAQ, imported the way an operator does it."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pilothouse.assistants.menu.command import import_faq, import_menu, import_stores
from pilothouse.house import Pilothouse

from .kitchen import NOON, embedder

MENU: list[dict[str, Any]] = [
    {"name": "山城辣子兔", "aliases": ["跳水兔丁"], "name_en": "Chili rabbit", "category": "荤菜", "ingredients": ["兔肉", "干辣椒", "花生米", "大葱"], "price": 68, "spice": "特辣", "tastes": ["中辣", "特辣"], "prep_minutes": 20, "signature": True},
    {"name": "枫露烤羊排", "category": "荤菜", "ingredients": ["羊排", "孜然", "洋葱"], "price": 96, "spice": "微辣", "prep_minutes": 35},
    {"name": "柴火鲫鱼汤", "aliases": ["奶白鲫鱼汤"], "category": "汤品", "ingredients": ["鲫鱼", "豆腐", "香菜"], "price": 45, "spice": "不辣", "prep_minutes": 25, "allergens": ["鱼", "大豆"]},
    {"name": "素烧豌豆尖", "category": "素菜", "ingredients": ["豌豆尖", "蒜"], "price": 22, "spice": "不辣", "prep_minutes": 6},
    {"name": "番茄滑蛋", "category": "素菜", "ingredients": ["番茄", "鸡蛋", "小葱"], "price": 19, "spice": "不辣", "prep_minutes": 8},
    {"name": "酸汤米线", "category": "主食", "ingredients": ["米线", "酸菜", "香菜"], "price": 16, "spice": "微辣", "prep_minutes": 9},
    {"name": "桂花藕粉", "category": "甜品", "ingredients": ["藕粉", "桂花"], "price": 12, "prep_minutes": 4},
    {"name": "青提茉莉茶", "category": "饮品", "ingredients": ["青提", "茉莉茶"], "price": 15, "prep_minutes": 3},
    {"name": "泡菜牛肉煲", "category": "荤菜", "ingredients": ["牛腩", "泡菜", "土豆"], "price": 58, "spice": "中辣", "prep_minutes": 18},
    {"name": "带鱼烧萝卜", "category": "荤菜", "ingredients": ["带鱼", "白萝卜", "姜"], "price": 42, "spice": "不辣", "prep_minutes": 22},
]  # fmt: skip
STORES: list[dict[str, Any]] = [
    {"name": "云坡食堂·北巷店", "cuisine": ["川菜"], "address": "北巷9号", "phone": "010-8800", "hours": "10:00-21:00", "per_head": 60, "rating": 4.4, "latitude": 30.0, "longitude": 104.0},
    {"name": "云坡食堂·码头店", "cuisine": ["火锅"], "address": "码头路1号", "phone": "010-8801", "hours": "16:00-02:00", "per_head": 95, "rating": 4.8, "latitude": 30.1, "longitude": 104.0},
]  # fmt: skip
FAQ: list[dict[str, Any]] = [
    {"id": "dog", "question": "携带动物入内", "answer": "小型犬可坐露台。"},
    {"id": "invoice", "question": "发票开具办法", "answer": "扫小票上的码开票。"},
    {"id": "lost", "question": "遗失物品", "answer": "请到前台领取。"},
    {"id": "holiday", "question": "春节期间安排", "answer": "除夕下午三点歇业，初四恢复。"},
]  # fmt: skip


def open_eatery(
    home: Path,
    menu: Sequence[Mapping[str, Any]] = MENU,
    stores: Sequence[Mapping[str, Any]] = STORES,
    faq: Sequence[Mapping[str, Any]] = FAQ,
) -> Pilothouse:
    """A house whose restaurant sells ``menu``, at noon on a Wednesday."""
    house = Pilothouse(home, clock=lambda: NOON, strict=True, embedder=embedder())
    for name, records, load in (
        ("menu", menu, import_menu),
        ("stores", stores, import_stores),
        ("faq", faq, import_faq),
    ):
        path = home / f"{name}.json"
        path.write_text(json.dumps(list(records), ensure_ascii=False), "utf-8")
        load(house, path)  # type: ignore[operator]
    return house
