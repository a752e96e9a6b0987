"""What is said when code proposes dishes after an answer: others, the best of several, prices, a table laid."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from pilothouse.assistants.menu.dish import SPICE_ORDER, Dish
from pilothouse.assistants.menu.found import Found
from pilothouse.assistants.menu.telling import SPICE_EN, price, title

Row = Mapping[str, Any]
MOST = 5  # more dishes nobody wants to hear


def listed(rows: Sequence[Row], chinese: bool) -> str:
    """The dishes with their prices."""
    if not chinese:
        return "; ".join(f"{title(row, False)}, {price(row, False)}" for row in rows)
    return "、".join(f"{row['name']}{_short(row)}" for row in rows)


def _short(row: Row) -> str:
    if row["price"] is None:
        return str(row["price_label"] or "")
    return str(row["price_label"]) + (f"一{row['unit']}" if row["unit"] != "份" else "")


def prices(rows: Sequence[Row], chinese: bool) -> str:
    """What each of them costs."""
    if chinese and len(rows) == 1:
        return f"{rows[0]['name']}{price(rows[0], True)}。"
    return listed(rows, chinese) + ("。" if chinese else ".")


def quote(rows: Sequence[Row], counts: Mapping[str, int], chinese: bool) -> str:
    """What so many of each would cost, and all together."""
    known = [row for row in rows if row["price"] is not None]
    parts = [(row, counts[row["dish_id"]], Decimal(str(row["price"])) * counts[row["dish_id"]]) for row in known]
    total = sum((figure for _, _, figure in parts), Decimal(0))
    unpriced = [row for row in rows if row["price"] is None]
    if not chinese:
        items = ", ".join(f"{count} × {title(row, False)} {_plain(figure)} yuan" for row, count, figure in parts)
        rest = f" {listed(unpriced, False)}." if unpriced else ""
        return f"{items}: {_plain(total)} yuan in total.{rest}"
    items = "、".join(f"{row['name']}{count}{row['unit'] or '份'}{_plain(figure)}元" for row, count, figure in parts)
    rest = f"{listed(unpriced, True)}另算。" if unpriced else ""
    return f"{items}，一共{_plain(total)}元。{rest}"


def others(rows: Sequence[Row], dishes: Sequence[Dish], chinese: bool, kind: str, *, exchange: bool) -> str:
    """Dishes of the same kind, or that there are none. ``exchange``: one of them may take the place of the dish."""
    name = dishes[0].name if len(dishes) == 1 else ""
    cheaper, mild = kind == "cheaper", kind == "mild"
    if not rows:
        if not chinese:
            return "There is nothing cheaper of that kind." if cheaper else "That is all there is of that kind."
        if mild:
            return "同类里没有不辣的。"
        return f"同类里没有比{name}更便宜的了。" if cheaper and name else "同类的就这些了，没有别的。"
    if not chinese:
        tail = " Say which one to take instead." if exchange else ""
        return f"{'Cheaper ones' if cheaper else 'Others'}: {listed(rows, False)}.{tail}"
    head = f"比{name}便宜的有" if cheaper else "同类里不辣的有" if mild else "同类的还有"
    return f"{head}{listed(rows, True)}。{f'想把{name}换成哪个？' if exchange else ''}"


def dropped(chinese: bool, kept: bool) -> str:
    """What was spoken of is not wanted, and was not ordered."""
    if chinese:
        return "好的，那就不加了，订单没有变。" if kept else "好的，那就不点这个。想吃什么再告诉我。"
    return "All right, your order stays as it is." if kept else "All right. Tell me when you'd like something."


def best(found: Sequence[Found], measure: str, chinese: bool) -> tuple[list[Found], str]:
    """Of several dishes those that come first by ``measure``, and how that is said."""
    if measure in ("hot", "mild"):
        return _by_heat(found, measure, chinese)
    if measure in ("cheap", "dear", "fast"):
        return _by_figure(found, measure, chinese)
    signed = [item for item in found if item.dish.signature]
    if signed:
        names = _names(signed, chinese)
        return signed, f"{names}是招牌菜，可以先试试。" if chinese else f"{names}: a signature dish of ours."
    cheapest, _ = _by_figure(found, "cheap", chinese)
    fastest, _ = _by_figure(found, "fast", chinese)
    if not chinese:
        return list(found), f"None of them is a signature dish; the cheapest is {_names(cheapest, False)}."
    fast = f"，上得快的是{_names(fastest, True)}" if fastest else ""
    return list(found), f"这几道都没有标招牌；便宜的是{_names(cheapest, True)}{fast}。"


def _by_figure(found: Sequence[Found], measure: str, chinese: bool) -> tuple[list[Found], str]:
    value: Callable[[Found], Decimal | int | None] = (
        (lambda item: item.dish.prep_minutes) if measure == "fast" else (lambda item: item.price)
    )
    known = [item for item in found if value(item) is not None]
    if not known:
        return [], "菜单上没有写。" if chinese else "The menu does not say."
    figures = [figure for item in known if (figure := value(item)) is not None]
    top = max(figures) if measure == "dear" else min(figures)
    first = [item for item in known if value(item) == top]
    words = {"cheap": ("最便宜", "cheapest"), "dear": ("最贵", "most expensive"), "fast": ("最快", "fastest")}[measure]
    unit = ("分钟", " minutes") if measure == "fast" else ("元", " yuan")
    if chinese:
        about = "约" if measure == "fast" else ""
        return (
            first,
            f"{words[0]}的是{_names(first, True)}{'都' if len(first) > 1 else ''}{about}{_plain(top)}{unit[0]}。",
        )
    return first, f"The {words[1]}: {_names(first, False)}, {_plain(top)}{unit[1]}."


def _by_heat(found: Sequence[Found], measure: str, chinese: bool) -> tuple[list[Found], str]:
    known = [item for item in found if item.dish.default_spice is not None]
    if not known:
        return [], "菜单没有标注辣度，请问店员。" if chinese else "The menu states no spice level."
    level = {item.dish.id: SPICE_ORDER.index(item.dish.default_spice) for item in known if item.dish.default_spice}
    top = max(level.values()) if measure == "hot" else min(level.values())
    first = [item for item in known if level[item.dish.id] == top]
    word = SPICE_ORDER[top]
    if measure == "hot" and top == 0:
        return first, "这几道都不辣。" if chinese else "None of them is spicy."
    if chinese:
        most = "最辣的是" if measure == "hot" else "不辣的有" if top == 0 else "最不辣的是"
        return first, f"{most}{_names(first, True)}{'' if top == 0 else f'，{word}'}。"
    return first, f"{'Spiciest' if measure == 'hot' else 'Mildest'}: {_names(first, False)}, {SPICE_EN[word]}."


def laid(rows: Sequence[Row], total: Decimal, short: Sequence[str], budget: Decimal | None, chinese: bool) -> str:
    """A table: its dishes, what they cost together, and what could not be had."""
    if not rows:
        return "按这些条件配不出来，放宽一点我再帮您配。" if chinese else "I can't put that together as you wish."
    over = budget is not None and total > budget
    if not chinese:
        most = f" That is above {_plain(budget or total)} yuan; it can't be less." if over else ""
        few = f" There is not enough of: {', '.join(short)}." if short else ""
        return (
            f"How about: {listed(rows, False)}. {_plain(total)} yuan together.{most}{few} "
            "Say “all of them” to order them."
        )
    most = f"已经是最省的配法了，还是超过{_plain(budget or total)}元。" if over else ""
    few = f"{'、'.join(short)}不够这么多道。" if short else ""
    return f"给您配好了：{listed(rows, True)}。一共{len(rows)}道，合计{_plain(total)}元。{most}{few}说“都要”就都点上。"


def _names(found: Sequence[Found], chinese: bool) -> str:
    if chinese:
        return "、".join(item.dish.name for item in found[:MOST]) + ("等" if len(found) > MOST else "")
    found = found[:MOST]
    return ", ".join(
        f"{item.dish.name_en} ({item.dish.name})" if item.dish.name_en else item.dish.name for item in found
    )


def _plain(figure: Decimal | int) -> str:
    return f"{Decimal(figure).normalize():f}"
