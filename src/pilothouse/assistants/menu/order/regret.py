# ruff: noqa: E501 -- a pattern is read as a whole
"""Second thoughts: 花生就算了, 先别下单，再加碗饭, 还是要吧, 翻倍."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pilothouse.assistants.menu.cart import Cart, Line
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.order import phrases
from pilothouse.assistants.menu.order.change import Change
from pilothouse.retrieval.tokenizer import normalise

_LET_BE = re.compile(
    r"(?P<what>[\u4e00-\u9fff]{1,12}?)(?:就|也|那就|还是)?(?:算了|免了|(?:不用|别|不|甭)(?:上|来|做)了?)(?P<end>[吧啊呗]*)(?=$|[，,。;；])"
)
_NO_DISH = re.compile(r"还是|那|就|那就|我|唉|哎|嗯|这样|不行")
_REST = re.compile(r"^[\s，,。;；!！吧哈啊呢哦我们还得要等下一会儿再先]*$")
_BACK = re.compile(
    r"(?:(?:算了|不不+|[哦啊]?不(?=[，,])|[哦啊](?=[，,])|不对|哎呀?|唉|等等|嗯|那个|想了想|要不|那)[，, ]*)*(?P<what>[\u4e00-\u9fff]{0,8}?)(?:我)?"
    r"(?:还是(?:给我)?(?:要|来|点|上|留|加|保留|恢复)(?:着|下|上|回来|回去)*(?:一?[份个碗杯])?|加回(?:来|去)(?:吧)?|恢复(?:一下|回来)?|留着|留下|又想要|别(?:删|取消|去掉)了?)(?:吧|了|好了|呗|啊)*"
    r"|(?:当我(?:刚才)?没说|我反悔了)(?:吧|了)?"
    r"|(?:actually[, ]*|no[, ]*|wait[, ]*|ok[, ]*)*(?:i'?ll (?:keep|take|have) (?:it|that|them)(?: after all)?|(?:please )?(?:put|add) (?:it|that|them) back(?: in)?(?: please)?|keep (?:it|that|them)(?: after all)?)"
)
_TWICE = re.compile(
    r"(?P<what>.{0,12}?)(?:的?(?:数量|份数))?(?P<all>都|全都?|全部|各|everything|all)?(?:给我|帮我)?(?:再)?(?:翻(?:一)?[倍番]|加倍|来?双份)(?:吧|了)?|double (?:it|that|(?P<every>everything|all))"
)


def let_be(plain: str, lexicon: Lexicon, cart: Cart) -> str:
    """花生就算了 as 花生不要了, where the words name something of the order."""

    def off(match: re.Match[str]) -> str:
        what = match["what"]
        if _NO_DISH.fullmatch(what) or not _in_order(what, lexicon, cart):
            return match[0]
        return f"{what}不要了"

    return _LET_BE.sub(off, plain)


def _in_order(what: str, lexicon: Lexicon, cart: Cart) -> bool:
    named = {dish for mention in lexicon.mentions(what) for dish in mention.dishes}
    if named:
        return any(cart.find(dish) for dish in named)
    held = any(what in normalise(line.dish) for line in cart.lines)
    return held or any(lexicon.of_kind(line.dish_id, what) for line in cart.lines)


def besides(plain: str) -> str:
    """What is said beside 先别下单; empty when it is all that is said."""
    match = phrases.NOT_YET.search(plain)
    if match is None:
        return ""
    rest = f"{plain[: match.start()]}，{plain[match.end() :]}".strip(" ，,。;；的了吧呢哈啊")
    return "" if _REST.fullmatch(rest) else rest


def restored(text: str, removed: Sequence[Line]) -> tuple[Change, ...]:
    """还是要吧, after something was taken off: it comes back as it was."""
    plain = normalise(text).strip(" ，。,.!！~")
    match = _BACK.fullmatch(plain) if removed else None
    if match is None:
        return ()
    what = match["what"] or ""
    kept = [line for line in removed if not what or what in normalise(line.dish)]
    return tuple(_again(line, text) for line in kept)


def _again(line: Line, text: str) -> Change:
    options = (*line.options, *filter(None, [line.note]))
    return Change("add", line.dish_id, text, line.quantity, options, line.exclusions, sure=True)


def doubled(plain: str, lexicon: Lexicon, cart: Cart) -> tuple[Change, ...]:
    """翻倍: twice as many of the dish spoken of, or of all."""
    match = _TWICE.fullmatch(plain)
    if match is None or cart.empty:
        return ()
    named = {dish for mention in lexicon.mentions(match["what"] or "") for dish in mention.dishes}
    every = bool(match["all"] or match["every"]) and not named
    if match["what"] and not named and not every:
        return ()
    lines = [x for x in cart.lines if every or x.dish_id in named or (not named and x.dish_id == cart.touched)]
    ids = {line.dish_id: line.quantity for line in lines}
    return tuple(Change("more", dish=dish, surface=plain, quantity=quantity) for dish, quantity in ids.items())
