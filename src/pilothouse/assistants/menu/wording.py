"""Replies made by code from tool results: the words when there is no model, and the safety net when there is one.

Every figure stands in a result row. Written for the ear as well: no markup, short sentences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pilothouse.assistants.menu import listing
from pilothouse.assistants.menu.telling import NAMED, price, title, told
from pilothouse.assistants.menu.understanding import Request

Row = Mapping[str, Any]
NEAR_ENOUGH_TO_HEAR = 3  # with more stores in a list, addresses would drown the names

SMALLTALK = {
    "greeting": (
        "您好，欢迎光临！想吃点什么？可以问我菜品、价格、忌口，也可以问营业时间和门店。",
        "Hello and welcome! Ask me about dishes, prices and ingredients, or about opening hours and stores.",
    ),
    "thanks": ("不客气，祝您用餐愉快！", "You're welcome. Enjoy your meal!"),
    "bye": ("再见，欢迎下次光临！", "Goodbye, see you next time!"),
    "identity": (
        "我是这家餐厅的点餐助手，可以查菜品、价格、食材、库存、门店和常见问题。",
        "I'm this restaurant's ordering assistant: I look up dishes, prices, ingredients, stock, stores and common questions.",  # noqa: E501
    ),
    "acknowledge": ("好的。还需要我帮您看点什么？", "All right. Is there anything else I can look up for you?"),
}
UNCLEAR = (
    "这个我帮不上忙。我可以帮您查菜品、价格、忌口、库存、门店和营业时间，您想了解哪一样？",
    "I can't help with that. I can look up dishes, prices, ingredients, stock, stores and opening hours. Which would you like?",  # noqa: E501
)
AGAIN = (
    "没太听明白。您想点哪道菜，或者想了解什么？",
    "I didn't quite get that. Which dish would you like, or what would you like to know?",
)
UNAVAILABLE = (
    "抱歉，现在查不到这项信息，请稍后再试或直接问店员。",
    "Sorry, I can't look that up right now. Please try again shortly or ask the staff.",
)
NO_FAQ = (
    "这个问题我这里没有资料，请直接联系门店确认。",
    "I have nothing on record about that. Please check with the store directly.",
)
NOT_CHECKED = (
    "这个我还没有查证，不能随便告诉您。请说出菜名或想了解的内容，我来查。",
    "I haven't verified that, so I won't guess. Tell me the dish or what you'd like to know and I'll look it up.",
)


def pick(pair: tuple[str, str], chinese: bool) -> str:
    """The Chinese or the English sentence."""
    return pair[0] if chinese else pair[1]


def ask_which(question: Mapping[str, Any], chinese: bool) -> str:
    """One short question when a reference could mean several dishes, or a place the list does not have."""
    names = ("、" if chinese else ", ").join(question["names"])
    if question["kind"] == "beyond":
        return (
            f"刚才只列了{len(question['names'])}道：{names}。您要哪一道？"
            if chinese
            else f"I listed only {names}. Which one?"
        )
    return f"您指的是哪一道：{names}？" if chinese else f"Which one do you mean: {names}?"


def store_lost(name: str, chinese: bool) -> str:
    """The store that was chosen is gone; another one counts, and that is said."""
    if chinese:
        return f"您之前选的门店已经不在了，现在按{name}为您服务。"
    return f"The store you chose is no longer there; this is {name} now. "


def store_chosen(name: str, chinese: bool) -> str:
    return f"好的，现在按{name}为您查询。" if chinese else f"All right, I'm now looking at {name}."


def dishes(rows: Sequence[Row], request: Request, total: int) -> str:
    """A reply about dishes: named ones with what was asked, or a list."""
    named = [row for row in rows if row["match"] in NAMED]
    if named:
        parts = [told(row, request) for row in named]
        absent = _absent([row for row in rows if row["match"] == "nearest"], request.chinese)
        return "".join(parts) + absent if request.chinese else " ".join([*parts, absent]).strip()
    if rows and rows[0]["match"] == "nearest":
        return _absent(rows, request.chinese)
    return listing.listed(rows, request, total)


def signatures(rows: Sequence[Row], request: Request, total: int) -> str:
    """The signature dishes for a broad question."""
    marked = any(row["signature"] for row in rows)
    if request.chinese:
        what = "我们的招牌菜有" if marked else "菜单上有"
        return f"{what}{listing.items(rows, request)}{listing.more(len(rows), total, True)}"
    what = "Our signature dishes" if marked else "On our menu"
    return f"{what}: {listing.items(rows, request)}{listing.more(len(rows), total, False)}"


def invited(chinese: bool) -> str:
    """Before the signature dishes, for a guest who wants to order."""
    return "好的，想吃点什么？" if chinese else "With pleasure. What would you like? "


def nothing(request: Request) -> str:
    """No dish fits."""
    said = [mention.surface for mention in request.mentions] or ([request.query] if request.query else [])
    if said:
        words = "、".join(said) if request.chinese else ", ".join(said)
        return f"菜单上没有「{words}」。" if request.chinese else f"“{words}” is not on our menu."
    if request.chinese:
        return f"现在没有{listing.conditions(request) or '符合条件的菜'}，放宽一点条件我再帮您找。"
    return "No dish fits these conditions. Try relaxing one of them."


def stock(rows: Sequence[Row], chinese: bool) -> str:
    """Live stock, one sentence a dish; figures only where the row has them."""
    return ("" if chinese else " ").join(_stock(row, chinese) for row in rows)


def stores(rows: Sequence[Row], chinese: bool, near: bool) -> str:
    """Stores with what is known of each."""
    items = []
    for n, row in enumerate(rows, 1):
        known = (
            [f"距离{row['distance_km']:g}公里" if chinese else f"{row['distance_km']:g} km away"]
            if row["distance_km"] is not None
            else []
        )
        if row["per_head"] is not None:
            known.append(f"人均{row['per_head']:g}元" if chinese else f"{row['per_head']:g} yuan per head")
        if row["rating"] is not None:
            known.append(f"评分{row['rating']:g}" if chinese else f"rated {row['rating']:g}")
        if row["open_now"] is not None:
            known.append(
                ("营业中" if row["open_now"] else "现在休息")
                if chinese
                else ("open now" if row["open_now"] else "closed now")
            )
        if row["address"] and len(rows) <= NEAR_ENOUGH_TO_HEAR:
            known.append(row["address"])
        items.append(
            f"{n}. {row['name']}"
            + (("，" if chinese else ", ") + ("，" if chinese else ", ").join(known) if known else "")
        )
    lead = (
        f"找到{len(rows)}家门店："
        if chinese
        else (f"I found {len(rows)} stores: " if len(rows) > 1 else "I found one store: ")
    )
    unknown = near and all(row["distance_km"] is None for row in rows)
    tail = (
        (
            "。我还不知道您的位置，没有按距离排序。"
            if chinese
            else ". I don't know where you are, so they are not sorted by distance."
        )
        if unknown
        else ("。" if chinese else ".")
    )
    return lead + ("；" if chinese else "; ").join(items) + tail


def faq(rows: Sequence[Row], chinese: bool) -> str:
    """Answers as they are on record; an English one where there is one."""
    texts = [row["answer"] if chinese else (row["answer_en"] or row["answer"]) for row in rows]
    ended = [text if text[-1:] in "。.!！?？" else text + ("。" if chinese else ".") for text in dict.fromkeys(texts)]
    return ("" if chinese else " ").join(ended)


def stock_changed(row: Row, chinese: bool) -> str:
    state = (
        ("恢复供应" if row["available"] else "售罄") if chinese else ("available" if row["available"] else "sold out")
    )
    left = "" if row["stock"] is None else (f"，剩{row['stock']}份" if chinese else f", {row['stock']} left")
    return (
        f"已把{row['store']}的{row['name']}设为{state}{left}。"
        if chinese
        else f"{row['name']} at {row['store']} is now {state}{left}."
    )


def _absent(rows: Sequence[Row], chinese: bool) -> str:
    if not rows:
        return ""
    by_name: dict[str, list[Row]] = {}
    for row in rows:
        by_name.setdefault(row["asked"] or "", []).append(row)
    texts = []
    for asked, near in by_name.items():
        items = "、".join(
            f"{title(row, True)}（{price(row, True)}{'，已售罄' if not row['available'] else ''}）" for row in near
        )
        if chinese:
            texts.append(f"菜单上没有「{asked}」，比较接近的有：{items}。")
        else:
            items = ", ".join(f"{title(row, False)} ({price(row, False)})" for row in near)
            texts.append(f"“{asked}” is not on our menu. The nearest: {items}.")
    return ("" if chinese else " ").join(texts)


def _stock(row: Row, chinese: bool) -> str:
    name = title(row, chinese)
    if not row["available"]:
        return f"{name}现在已售罄。" if chinese else f"{name} is sold out now."
    if not row["served_now"]:
        return f"{name}只在{row['hours']}供应，现在点不了。" if chinese else f"{name} is served only {row['hours']}."
    if row["stock"] is not None:
        return (
            f"{name}现在还有，剩{row['stock']}{row['unit']}，{price(row, True)}。"
            if chinese
            else f"{name} is available, {row['stock']} left, {price(row, False)}."
        )
    return f"{name}现在还有，{price(row, True)}。" if chinese else f"{name} is available, {price(row, False)}."
