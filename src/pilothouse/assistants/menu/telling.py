"""What is told of one dish: its price and what was asked about it, and what of the guest's wishes it does not meet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pilothouse.assistants.menu.understanding import Request

Row = Mapping[str, Any]
NAMED = frozenset({"exact", "alias", "similar"})


def title(row: Row, chinese: bool) -> str:
    """The dish's name in the guest's language, the Chinese one when there is no other."""
    return row["name"] if chinese or not row["name_en"] else f"{row['name_en']} ({row['name']})"


def price(row: Row, chinese: bool) -> str:
    """ "38元一份", "38 yuan", or that the price has to be asked."""
    if row["price"] is None:
        label = row["price_label"]
        return (
            (f"价格是{label}，请以当天店员报价为准" if label else "菜单没有写价格，请问店员")
            if chinese
            else "priced by the day, please ask the staff"
        )
    if not chinese:
        return f"{row['price']:g} yuan" + (" and up" if str(row["price_label"]).endswith("起") else "")
    return f"{row['price_label']}一{row['unit']}" if not row["price_label"].endswith("起") else f"{row['price_label']}"


def told(row: Row, request: Request) -> str:
    chinese = request.chinese
    facts = [text for aspect in request.aspects if (text := _aspect(aspect, row, request))]
    if not facts:
        facts = _summary(row, request)
    facts += _conflicts(row, request) + _granted(row, request)
    name = title(row, chinese)
    offered = "availability" in request.aspects and not request.contains and row["available"] and row["served_now"]
    if row["match"] == "similar" and row["asked"] and row["asked"] != row["name"]:
        guess = f"您说的应该是{name}。" if chinese else f"I take it you mean {name}. "
        return guess + (f"{name}{'，'.join(facts)}。" if chinese else f"{name}: {', '.join(facts)}.")
    if (
        row["asked"]
        and chinese
        and row["match"] == "alias"
        and row["asked"] not in row["name"]
        and not row["asked"].isascii()
    ):
        name = f"{name}（{row['asked']}）"
    if chinese:
        return f"{'有的，' if offered else ''}{name}{'，'.join(facts)}。"
    return f"{'Yes. ' if offered else ''}{name}: {', '.join(facts)}."


def _aspect(aspect: str, row: Row, request: Request) -> str:
    chinese = request.chinese
    if aspect == "price":
        return price(row, chinese)
    if aspect == "ingredients":
        items = row["ingredients"]
        if not items:
            return "的食材菜单上没有写" if chinese else "the menu lists no ingredients"
        return f"的食材有{'、'.join(items)}" if chinese else f"made of {', '.join(items)}"
    if aspect == "contains":
        return _contains(row, request.contains, chinese)
    if aspect == "spice":
        return _spice(row, chinese)
    if aspect == "prep":
        minutes = row["prep_minutes"]
        if minutes is None:
            return "的出餐时间菜单上没有写" if chinese else "the menu gives no preparation time"
        return f"大约{minutes}分钟出餐" if chinese else f"ready in about {minutes} minutes"
    if aspect == "allergens":
        items = row["allergens"]
        if not items:
            return (
                "菜单没有标注过敏原，请向店员确认"
                if chinese
                else "no allergens are listed, please check with the staff"
            )
        return f"标注的过敏原有{'、'.join(items)}" if chinese else f"listed allergens: {', '.join(items)}"
    if aspect == "portion":
        return row["portion"] or ("菜单没有写份量" if chinese else "the menu gives no portion size")
    if aspect == "hours":
        return (
            (f"供应时间{row['hours']}" if row["hours"] else "营业时间内都有")
            if chinese
            else (f"served {row['hours']}" if row["hours"] else "served all day")
        )
    return ""


def _contains(row: Row, term: str, chinese: bool) -> str:
    from pilothouse.assistants.menu.catalogue import named_in

    inside = [item for item in row["ingredients"] if named_in([item], term)]
    note = row["notes"] or ""
    if inside:
        text = f"含有{'、'.join(inside)}" if chinese else f"contains {', '.join(inside)}"
        return f"{text}（{note}）" if note and term in note and chinese else text
    if not row["ingredients"]:
        return (
            f"的食材菜单上没有写，不能确定有没有{term}"
            if chinese
            else f"the menu lists no ingredients, so I can't tell whether it has {term}"
        )
    if term in note:
        return note
    return f"的食材里没有列{term}" if chinese else f"{term} is not among the listed ingredients"


def _spice(row: Row, chinese: bool) -> str:
    options = "、".join(row["tastes"]) if chinese else ", ".join(row["tastes"])
    if row["spice"] is None:
        if options:
            return f"口味可选{options}" if chinese else f"options: {options}"
        return "菜单没有标注辣度" if chinese else "the menu states no spice level"
    text = f"默认{row['spice']}" if chinese else f"spice level {SPICE_EN[row['spice']]}"
    return text + ((f"，可选{options}" if chinese else f", options: {options}") if options else "")


SPICE_EN = {"不辣": "not spicy", "微辣": "mild", "不太辣": "not too spicy", "中辣": "medium", "特辣": "very spicy"}


def _summary(row: Row, request: Request) -> list[str]:
    chinese = request.chinese
    facts = [price(row, chinese)]
    if row["spice"] and row["spice"] != "不辣":
        facts.append(row["spice"] if chinese else SPICE_EN[row["spice"]])
    if row["prep_minutes"] is not None:
        facts.append(f"约{row['prep_minutes']}分钟出餐" if chinese else f"ready in about {row['prep_minutes']} minutes")
    if row["portion"] and chinese:
        facts.append(row["portion"])
    return facts


def _conflicts(row: Row, request: Request) -> list[str]:
    chinese = request.chinese
    texts = []
    for code in row["conflicts"]:
        kind, _, word = code.partition(":")
        note = row["notes"] or ""
        if kind == "contains":
            if word in note and any(mark in note for mark in ("去", "不放", "可免", "备注")):
                texts.append(note if chinese else f"contains {word}, which can be left out on request")
            else:
                texts.append(
                    f"里面有{word}，能不能去掉请问店员"
                    if chinese
                    else f"contains {word}; please ask the staff whether it can be left out"
                )
        elif kind == "allergy":
            texts.append(
                f"不能确认不含{word}，过敏请不要点"
                if chinese
                else f"may contain {word}, please avoid it with an allergy"
            )
        elif kind == "spice":
            options = "、".join(row["tastes"])
            extra = (f"，可选{options}" if options else "") if chinese else (f", options: {options}" if options else "")
            texts.append(f"做不了{word}{extra}" if chinese else f"not available {SPICE_EN[word]}{extra}")
        elif kind == "price":
            texts.append("超出您说的价格" if chinese else "above the price you named")
        elif kind == "prep":
            minutes = row["prep_minutes"]
            known = f"出餐约{minutes}分钟，" if minutes is not None and chinese else ""
            texts.append(f"{known}{word}分钟内不一定能好" if chinese else f"may not be ready within {word} minutes")
        elif kind == "sold_out":
            texts.append("不过现在已售罄" if chinese else "but it is sold out now")
        elif kind == "not_served_now":
            texts.append(f"只在{row['hours']}供应" if chinese else f"served only {row['hours']}")
    return texts


def _granted(row: Row, request: Request) -> list[str]:
    """Conditions that the named dish does meet and that the guest would like to hear confirmed."""
    codes = {code.partition(":")[0] for code in row["conflicts"]}
    texts = []
    wish = request.filters.spice
    offered = row["spice"] == wish or any(wish in taste for taste in row["tastes"])
    if wish in ("不辣", "微辣", "中辣", "特辣") and "spice" not in codes and offered:
        texts.append(f"可以做{wish}" if request.chinese else f"available {SPICE_EN[wish]}")
    if request.filters.exclude and "contains" not in codes and row["ingredients"]:
        words = "、".join(request.filters.exclude)
        texts.append(f"食材里没有{words}" if request.chinese else f"without {words}")
    return texts
