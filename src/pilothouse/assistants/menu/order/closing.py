"""What is said about the whole order at once: confirm it, cancel it, show it."""

from __future__ import annotations

import re

from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.mentions import find_mentions
from pilothouse.assistants.menu.order import phrases
from pilothouse.assistants.menu.order.change import Change


def about_the_whole(plain: str, lexicon: Lexicon, cart: Cart, asked: str) -> Change | None:
    """The one change that the whole sentence wants, or ``None``. ``asked`` is what the assistant asked last."""
    if (
        asked == "drop"
        and not cart.empty
        and re.fullmatch(r".*(?:整单|全部|全都?|都|所有|订单|everything|all).*", plain)
    ):
        return Change("cancel", surface=plain)
    if not cart.empty and phrases.MAY_CONFIRM.fullmatch(plain):
        return Change("confirm", surface="", then="add")  # 能下单吗: read back and asked, not placed
    if not cart.empty and phrases.DROP.fullmatch(plain) and asked != "confirm":
        return Change("cancel" if len(cart.lines) == 1 else "unclear", surface="drop")
    if not cart.empty or asked in ("confirm", "placed"):
        if _cancels(plain):
            return Change("cancel", surface=plain)
        if confirms(plain) or (asked == "confirm" and phrases.YES.fullmatch(plain)):
            return Change("confirm", surface=plain, then="confirm" if asked == "confirm" else "add")
        if not cart.empty and (phrases.NOT_YET.search(plain) or (asked == "confirm" and phrases.NO.fullmatch(plain))):
            return Change("show", surface=plain)
        if not cart.empty and phrases.NO_MORE.fullmatch(plain):
            return Change("confirm", surface=plain)
    elif confirms(plain) and phrases.ORDER.search(plain):
        return Change("confirm", surface=plain)  # with nothing in the order, which has to be said
    if phrases.SHOW.search(plain) and not find_mentions(plain, lexicon) and not re.search(r"第|这个|那个", plain):
        return Change("show", surface=plain)
    return None


def confirms(text: str) -> bool:
    """就这些，下单吧: every part of the sentence agrees, and one of them says order."""
    wholly = (phrases.CONFIRM, phrases.YES, phrases.DONE)
    parts = _parts(text)
    return bool(phrases.CONFIRM.fullmatch(text)) or (
        any(phrases.CONFIRM.fullmatch(part) for part in parts)
        and all(any(pattern.fullmatch(part) for pattern in wholly) for part in parts)
    )


def _cancels(text: str) -> bool:
    """不吃了，谢谢."""
    parts = _parts(text)
    also = (phrases.CANCEL, phrases.DONE, phrases.DROP)
    return bool(phrases.CANCEL.fullmatch(text)) or (
        any(phrases.CANCEL.fullmatch(part) for part in parts)
        and all(any(pattern.fullmatch(part) for pattern in also) for part in parts)
    )


def _parts(text: str) -> list[str]:
    between = r"[,;.!]+" if text.isascii() else r"[，,。；;！!\s]+"
    return [part.strip() for part in re.split(between, text) if part.strip()]
