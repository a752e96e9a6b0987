"""What is said about the order: a waiter's short sentences, made from typed notes and the cart.

Every figure is the cart's or the order's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.notes import Note
from pilothouse.assistants.menu.store import Store
from pilothouse.assistants.menu.telling import SPICE_EN


def reply(notes: Sequence[Note], cart: Cart, store: Store, chinese: bool, *, asked: str = "") -> str:
    """What was done, what was not and why, and the state of the order."""
    parts = [text for note in notes if (text := _note(note, cart, store, chinese))]
    changed = any(note.kind in ("added", "removed", "changed", "replaced", "quantity") for note in notes)
    if changed and not cart.empty:
        parts.append(summed(cart, chinese))
    elif changed:
        parts.append("现在订单是空的。" if chinese else "Your order is empty now.")
    if changed and not cart.empty and not asked:
        parts.append(
            "还要别的吗？说“下单”就为您确认。" if chinese else "Anything else? Say “confirm” to place the order."
        )
    return ("" if chinese else " ").join(parts)


def confirmed(order: dict[str, Any], cart: Cart, store: Store, chinese: bool) -> str:
    """The order is placed: number, what, total, waiting time."""
    lines = _lines(cart, chinese)
    total = _amount(cart.total, chinese)
    if chinese:
        text = f"已下单，订单号{order['id']}：{lines}，合计{total}。"
        return (
            ("这一单刚才已经下好了，没有重复下单。" if order["repeated"] else "") + text + _wait(cart, store, chinese)
        )
    again = "This order was placed already; nothing was ordered twice. " if order["repeated"] else ""
    return f"{again}Order {order['id']} is placed: {lines}, {total} in total. {_wait(cart, store, chinese)}".strip()


def wait_minutes(cart: Cart, store: Store) -> int | None:
    """Minutes of the slowest dish, and of the way when it is delivered; ``None`` when the menu gives no times."""
    prep = cart.prep_minutes
    if prep is None:
        return None
    return prep + (store.delivery_minutes or 0) if cart.service == "delivery" else prep


def sold_out(missing: Sequence[tuple[str, int]], chinese: bool) -> str:
    """Why the order was not written: what is no longer there."""
    if chinese:
        items = "、".join(f"{name}（{'已售罄' if left == 0 else '不够这个数量'}）" for name, left in missing)
        return f"还没有下单：{items}。要少一些、换一道，还是去掉它再下单？"
    items = ", ".join(f"{name} ({'sold out' if left == 0 else 'not enough for that many'})" for name, left in missing)
    return f"Not placed yet: {items}. Fewer, another dish instead, or leave it out?"


def _note(note: Note, cart: Cart, store: Store, chinese: bool) -> str:
    made = f"（{note.words}）" if note.words else ""
    made_en = f" ({note.words})" if note.words else ""
    names = "、".join(note.names) if chinese else ", ".join(note.names)
    texts: dict[str, tuple[str, str]] = {
        "added": (f"好的，{note.name}{_count(note.count)}{made}。", f"Added {note.count} × {note.name}{made_en}."),
        "removed": (f"{note.name}已去掉。", f"Removed {note.name}."),
        "changed": (f"{note.name}改好了{made}。", f"Changed {note.name}{made_en}."),
        "replaced": (f"{note.name}换成了{note.words}。", f"Replaced {note.name} by {note.words}."),
        "quantity": (f"{note.name}改为{note.count}份。", f"{note.name}: {note.count} now."),
        "sold_out": (
            f"抱歉，{note.name}现在已售罄，没有加进去。",
            f"Sorry, {note.name} is sold out and was not added.",
        ),
        "not_served": (f"{note.name}只在{note.words}供应，现在点不了。", f"{note.name} is served only {note.words}."),
        "few_left": (
            f"抱歉，{note.name}现在不够这个数量，没有改动。少要一些，还是换一道？",
            f"Sorry, there is not enough {note.name} for that many; nothing was changed. Fewer, or another dish?",
        ),
        "option": (
            f"{note.name}做不了{note.words}" + (f"，可选{names}。" if names else "。"),
            f"{note.name} can't be had {note.words}" + (f"; options: {names}." if names else "."),
        ),
        "too_many": (f"{note.name}一次最多99份，没有改动。", f"At most 99 of {note.name}; nothing was changed."),
        "not_in_cart": (f"您的订单里没有{note.name}。", f"{note.name} is not in your order."),
        "absent": (
            f"菜单上没有「{note.words}」" + (f"，比较接近的有{names}。" if names else "。"),
            f"“{note.words}” is not on our menu" + (f"; the nearest: {names}." if names else "."),
        ),
        "which": (
            f"您要哪一道：{names}？" if names else "您指的是哪一道？请说菜名。",
            f"Which one: {names}?" if names else "Which dish do you mean?",
        ),
        "beyond": (
            "刚才没有列那么多道，请说菜名或另一个序号。",
            "The list was not that long; please say the name or another number.",
        ),
        "amount": (
            f"{note.words or '菜'}按整份上，您要几份？",
            f"We serve whole portions of {note.words or 'a dish'}; how many would you like?",
        ),
        "drop": (
            f"是{note.words}不要了，还是整单取消？",
            f"Shall I take off {note.words}, or cancel the whole order?",
        ),
        "service": (_service(note, chinese), _service(note, chinese)),
        "note": (f"备注已记下：{note.words}。", f"Noted: {note.words}."),
        "cancelled": ("好的，订单已取消，什么都没有下。", "All right, the order is cancelled; nothing was placed."),
        "too_long": (
            f"一张订单最多50道菜，{note.name}没有加进去。",
            f"An order holds 50 dishes at most; {note.name} was not added.",
        ),
        "repriced": (
            f"{note.name}在{store.name}是另一个价，已按它计算。",
            f"{note.name} has another price at {store.name}, which counts now.",
        ),
        "gone": (
            f"{store.name}没有{note.name}，已从订单里去掉。",
            f"{store.name} does not sell {note.name}; it was taken off.",
        ),
        "empty": ("您还没有点菜。想吃点什么？", "You haven't ordered anything yet. What would you like?"),
        "allergy": (
            f"提醒您：{note.name}不能确认不含{note.words}，{'同行有人' if note.names else '您'}对它过敏，"
            "请考虑换一道。",
            f"Careful: {note.name} may contain {note.words}, which {'one of you is' if note.names else 'you are'} "
            "allergic to.",
        ),
        "hot": (_hot(note, True), _hot(note, False)),
        "ask_confirm": ("确认下单吗？", "Shall I place the order?"),
        "show": (summed(cart, chinese), summed(cart, chinese)),
        "deadline": (_deadline(note, cart, store, True), _deadline(note, cart, store, False)),
    }
    return texts[note.kind][0 if chinese else 1]


def _hot(note: Note, chinese: bool) -> str:
    """A dish for one who eats nothing spicy: how hot it is, and how mild it can be made."""
    mild = note.names[0] if note.names else ""
    if chinese:
        offer = f"最轻可以做{mild}，要改成{mild}吗？" if mild else "做不了更轻的，请考虑换一道。"
        return f"提醒您：{note.name}是{note.words}的，您说过不吃辣，{offer}"
    level = SPICE_EN.get(note.words, note.words)
    offer = f"It can be made {SPICE_EN.get(mild, mild)}; shall I?" if mild else "It can't be made milder."
    return f"{note.name} is {level}, and you asked for nothing spicy. {offer}"


def _service(note: Note, chinese: bool) -> str:
    if note.name == "dine_in":
        return (
            (f"好的，{note.words}号桌。" if note.words else "好的，堂食。")
            if chinese
            else (f"Table {note.words}." if note.words else "Dine in.")
        )
    if note.name == "takeaway":
        return "好的，打包带走。" if chinese else "To take away."
    return (
        (f"好的，送到{note.words}。" if note.words else "好的，外送。")
        if chinese
        else (f"Delivery to {note.words}." if note.words else "Delivery.")
    )


def _deadline(note: Note, cart: Cart, store: Store, chinese: bool) -> str:
    """Can it be there in time: the slowest dish and the way, said as it is."""
    prep = cart.prep_minutes
    if prep is None:
        return (
            "菜单没有写出餐时间，不能保证。" if chinese else "The menu gives no preparation time, so I can't promise."
        )
    way = store.delivery_minutes if cart.service != "dine_in" and cart.service != "takeaway" else 0
    if way is None:
        return (
            f"出餐约{prep}分钟，路上的时间我没有数据，不能保证{note.minutes}分钟送到。"
            if chinese
            else f"Ready in about {prep} minutes; I have no delivery time, so I can't promise {note.minutes}."
        )
    total = prep + way
    if chinese:
        how = f"最慢的菜约{prep}分钟出餐" + (f"，配送平均{way}分钟，一共约{total}分钟" if way else "")
        return f"{how}，{note.minutes}分钟{'来得及' if total <= note.minutes else '恐怕来不及'}。"
    how = f"The slowest dish takes about {prep} minutes" + (
        f", delivery {way} on average, {total} in all" if way else ""
    )
    return f"{how}; {note.minutes} minutes {'will do' if total <= note.minutes else 'is probably too short'}."


def summed(cart: Cart, chinese: bool) -> str:
    """What is ordered so far, and what it costs."""
    extra = (
        ("" if cart.priced else "（时价菜另计）")
        if chinese
        else ("" if cart.priced else " (plus dishes priced by the day)")
    )
    if chinese:
        return f"现在点了：{_lines(cart, chinese)}，合计{_amount(cart.total, chinese)}{extra}。"
    return f"Your order: {_lines(cart, chinese)}, {_amount(cart.total, chinese)} in total{extra}."


def _lines(cart: Cart, chinese: bool) -> str:
    items = []
    for line in cart.lines:
        made = "，".join(
            [
                *line.options,
                *(f"不要{term}" if chinese else f"no {term}" for term in line.exclusions),
                *([line.note] if line.note else []),
            ]
        )
        detail = (f"（{made}）" if chinese else f" ({made})") if made else ""
        items.append(
            f"{line.dish}{line.quantity}{line.unit}{detail}" if chinese else f"{line.quantity} × {line.dish}{detail}"
        )
    return "、".join(items) if chinese else ", ".join(items)


def _wait(cart: Cart, store: Store, chinese: bool) -> str:
    minutes = wait_minutes(cart, store)
    if minutes is None:
        return "菜单没有写出餐时间，做好了会叫您。" if chinese else "We'll call you when it is ready."
    if cart.service == "delivery":
        return f"预计约{minutes}分钟送到。" if chinese else f"It should arrive in about {minutes} minutes."
    return f"预计等{minutes}分钟左右。" if chinese else f"It takes about {minutes} minutes."


def _count(count: int) -> str:
    return f"{count}份"


def _amount(total: Decimal, chinese: bool) -> str:
    text = f"{total.normalize():f}"
    return f"{text}元" if chinese else f"{text} yuan"
