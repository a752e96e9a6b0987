"""Replies made by code from tool results: the words when there is no model, and the safety net when there is one.

Every figure stands in a result row. Written for the ear as well: no markup, short sentences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from pilothouse.assistants.menu.understanding import Request

Row = Mapping[str, Any]
NEAR_ENOUGH_TO_HEAR = 3  # with more stores in a list, addresses would drown the names
NAMED = frozenset({"exact", "alias", "similar"})

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


def store_chosen(name: str, chinese: bool) -> str:
    return f"好的，现在按{name}为您查询。" if chinese else f"All right, I'm now looking at {name}."


def dishes(rows: Sequence[Row], request: Request, total: int) -> str:
    """A reply about dishes: named ones with what was asked, or a list."""
    named = [row for row in rows if row["match"] in NAMED]
    if named:
        parts = [_named(row, request) for row in named]
        absent = _absent([row for row in rows if row["match"] == "nearest"], request.chinese)
        return "".join(parts) + absent if request.chinese else " ".join([*parts, absent]).strip()
    if rows and rows[0]["match"] == "nearest":
        return _absent(rows, request.chinese)
    return _list(rows, request, total)


def signatures(rows: Sequence[Row], request: Request, total: int) -> str:
    """The signature dishes for a broad question."""
    marked = any(row["signature"] for row in rows)
    if request.chinese:
        return f"{'我们的招牌菜有' if marked else '菜单上有'}{_items(rows, request)}{_more(len(rows), total, True)}"
    return f"{'Our signature dishes' if marked else 'On our menu'}: {_items(rows, request)}{_more(len(rows), total, False)}"  # noqa: E501


def nothing(request: Request) -> str:
    """No dish fits."""
    said = [mention.surface for mention in request.mentions] or ([request.query] if request.query else [])
    if said:
        words = "、".join(said) if request.chinese else ", ".join(said)
        return f"菜单上没有「{words}」。" if request.chinese else f"“{words}” is not on our menu."
    if request.chinese:
        return f"现在没有{_conditions(request) or '符合条件的菜'}，放宽一点条件我再帮您找。"
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


def _named(row: Row, request: Request) -> str:
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
    text = f"默认{row['spice']}" if chinese else f"spice level {_SPICE_EN[row['spice']]}"
    return text + ((f"，可选{options}" if chinese else f", options: {options}") if options else "")


_SPICE_EN = {"不辣": "not spicy", "微辣": "mild", "不太辣": "not too spicy", "中辣": "medium", "特辣": "very spicy"}


def _summary(row: Row, request: Request) -> list[str]:
    chinese = request.chinese
    facts = [price(row, chinese)]
    if row["spice"] and row["spice"] != "不辣":
        facts.append(row["spice"] if chinese else _SPICE_EN[row["spice"]])
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
            texts.append(f"做不了{word}{extra}" if chinese else f"not available {_SPICE_EN[word]}{extra}")
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
        texts.append(f"可以做{wish}" if request.chinese else f"available {_SPICE_EN[wish]}")
    if request.filters.exclude and "contains" not in codes and row["ingredients"]:
        words = "、".join(request.filters.exclude)
        texts.append(f"食材里没有{words}" if request.chinese else f"without {words}")
    return texts


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


def _list(rows: Sequence[Row], request: Request, total: int) -> str:
    if request.chinese:
        what = _conditions(request)
        if rows and rows[0]["match"] == "partial" and request.query:
            what = f"名字里带「{request.query}」的"
        head = (f"{what}：" if "带" in what else f"{what}有") if what else "可以看看"
        if request.filters.sort != "relevance":
            head = f"{what}{_ORDER[request.filters.sort][0]}"
        return head + _items(rows, request) + _more(len(rows), total, True)
    head = "These fit: " if request.filters.sort == "relevance" else _ORDER[request.filters.sort][1]
    return head + _items(rows, request) + _more(len(rows), total, False)


_ORDER = {
    "price_asc": ("从便宜的说起：", "From the cheapest: "),
    "price_desc": ("从贵的说起：", "From the most expensive: "),
    "prep": ("从上得快的说起：", "From the fastest: "),
}


def _items(rows: Sequence[Row], request: Request) -> str:
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
        return f"可做{level}" if chinese else f"can be made {_SPICE_EN[level]}"
    return str(row["spice"]) if chinese else _SPICE_EN[row["spice"]]


def _short_price(row: Row) -> str:
    if row["price"] is None:
        return row["price_label"] or ""
    return str(row["price_label"]) + (f"一{row['unit']}" if row["unit"] != "份" else "")


def _more(shown: int, total: int, chinese: bool) -> str:
    if total <= shown:
        return ""
    return f"一共{total}道，先说这{shown}道。" if chinese else f" {total} in all; these are the first {shown}."


def _conditions(request: Request) -> str:
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
