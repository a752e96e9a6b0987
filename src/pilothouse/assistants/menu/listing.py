"""A list of dishes in words: what was asked for, the dishes with their prices, and how many more there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from pilothouse.assistants.menu.telling import SPICE_EN, price, title
from pilothouse.assistants.menu.understanding import Request

Row = Mapping[str, Any]


def listed(rows: Sequence[Row], request: Request, total: int) -> str:
    if request.chinese:
        what = conditions(request)
        if rows and rows[0]["match"] == "partial" and request.query:
            what = f"名字里带「{request.query}」的"
        head = (f"{what}：" if "带" in what else f"{what}有") if what else "可以看看"
        if request.filters.sort != "relevance":
            head = f"{what}{_ORDER[request.filters.sort][0]}"
        return head + items(rows, request) + more(len(rows), total, True)
    head = "These fit: " if request.filters.sort == "relevance" else _ORDER[request.filters.sort][1]
    return head + items(rows, request) + more(len(rows), total, False)


_ORDER = {
    "price_asc": ("从便宜的说起：", "From the cheapest: "),
    "price_desc": ("从贵的说起：", "From the most expensive: "),
    "prep": ("从上得快的说起：", "From the fastest: "),
}


def items(rows: Sequence[Row], request: Request) -> str:
    """Names with price, and what was asked about: short enough to be heard."""
    chinese = request.chinese
    items = []
    for row in rows:
        facts = []
        if request.filters.spice != "any" and row["spice"] and (level := _level(row, request.filters.spice, chinese)):
            facts.append(level)
        if (request.filters.max_prep is not None or request.filters.sort == "prep") and row["prep_minutes"] is not None:
            facts.append(f"约{row['prep_minutes']}分钟" if chinese else f"about {row['prep_minutes']} minutes")
        if "ingredients" in request.aspects and row["ingredients"]:
            facts.append(("食材" if chinese else "made of ") + ("、" if chinese else ", ").join(row["ingredients"]))
        extra = "，".join(facts) if chinese else ", ".join(facts)
        if chinese:
            items.append(f"{row['name']}{_short_price(row)}" + (f"（{extra}）" if extra else ""))
        else:
            items.append(f"{title(row, False)}, {price(row, False)}" + (f" ({extra})" if extra else ""))
    return ("、" if chinese else "; ").join(items) + ("。" if chinese else ".")


def _level(row: Row, wish: str, chinese: bool) -> str:
    """How spicy a listed dish is, or that it can be had as wished; nothing when it just is so."""
    if row["spice"] == wish or (wish == "不太辣" and row["spice"] == "不辣"):
        return ""
    level = (
        next((word for word in ("不辣", "微辣") if any(word in taste for taste in row["tastes"])), wish)
        if wish == "不太辣"
        else wish
    )
    if (wish != "辣" and row["spice"] not in ("微辣", wish)) or wish in ("不辣", "微辣"):
        return f"可做{level}" if chinese else f"can be made {SPICE_EN[level]}"
    return str(row["spice"]) if chinese else SPICE_EN[row["spice"]]


def _short_price(row: Row) -> str:
    if row["price"] is None:
        return row["price_label"] or ""
    return str(row["price_label"]) + (f"一{row['unit']}" if row["unit"] != "份" else "")


def more(shown: int, total: int, chinese: bool) -> str:
    if total <= shown:
        return ""
    return f"一共{total}道，先说这{shown}道。" if chinese else f" {total} in all; these are the first {shown}."


def conditions(request: Request) -> str:
    """The conditions as the beginning of a sentence: 30元以内、不辣的素菜."""
    f = request.filters
    words: list[str] = []
    if f.min_price is not None and f.max_price is not None:
        words.append(f"{_yuan(f.min_price)}到{_yuan(f.max_price)}元")
    elif f.max_price is not None:
        words.append(f"{_yuan(f.max_price)}元以内")
    elif f.min_price is not None:
        words.append(f"{_yuan(f.min_price)}元以上")
    if f.max_prep is not None:
        words.append(f"{f.max_prep}分钟以内")
    if f.spice != "any":
        words.append(f.spice)
    words += [f"不含{term}" for term in (*f.exclude, *f.avoid)]
    kinds = [term for term in f.include if term.endswith("菜") and len(term) > 1]
    words += [f"带{term}" for term in f.include if term not in kinds]
    noun = "、".join(kinds) or (f.category or "").removesuffix("的") or "菜"
    if noun in ("喝", "素", "荤", "甜"):
        noun = {"喝": "饮品", "素": "素菜", "荤": "荤菜", "甜": "甜品"}[noun]
    if not words and not kinds and not f.category:
        return ""
    return "、".join(words) + ("的" if words else "") + noun


def _yuan(amount: Decimal) -> str:
    return f"{amount.normalize():f}"
