# ruff: noqa: E501 -- a pattern is read as a whole
"""What staff say about the stock: 把回锅肉标记为售罄, 水煮鱼恢复供应, 毛血旺还剩三份; and what nobody can do by talking."""

from __future__ import annotations

import re
from typing import Any

from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.contracts.caller import Caller
from pilothouse.contracts.conversation import ProposedCall
from pilothouse.contracts.numerals import NUMERAL, parse_number
from pilothouse.retrieval.tokenizer import normalise

_SET = r"(?:标记|标|设置?|改|置|调整?|更新|登记|记)(?:为|成|到|一下)?|(?:mark|set)\b"
_GONE = re.compile(
    rf"(?:{_SET}).{{0,6}}(?:售罄|沽清|估清|卖完|卖光|没货|缺货|下架|停售|sold out|unavailable)|(?:下架|沽清|停售)(?:掉|一下|了)?$|mark .* (?:as )?sold out"
)
_BACK = re.compile(
    rf"(?:恢复|重新)(?:供应|上架|有货|销售|售卖|库存|可点)?|(?:{_SET}).{{0,6}}(?:有货|可点|供应|上架|available)|back in stock"
)
_LEFT = re.compile(
    rf"(?:(?:{_SET})|还剩下?|只剩下?|剩余?|库存)(?:下|为|到|还有|是)?\s*(?:还?剩)?\s*(\d+|[{NUMERAL}]+)\s*[份个条只碗例]?|set .* to (\d+)"
)
_QUESTION = re.compile(r"[?？]|吗|么$|没有?$|多少|几|是不是|了没|有没有|\b(?:is|are|do|how|what)\b")


_PRICE = re.compile(rf"价|[\d{NUMERAL}]\s*(?:元|块)|\b(?:price|yuan)\b")
# The menu and its prices are imported, never talked about; who may import them is another matter.
_EDIT = re.compile(
    r"价[格钱]?.{0,4}(?:改|调|设|涨|降)(?:价|成|到|为|至)|(?:改|调|涨|降)(?:一下)?价[格钱]?(?:成|到|为|至)|(?:从)?(?:菜单|餐牌)(?:上|里|中)?(?:的)?.{0,8}(?:删|去掉|撤|移除|下架|新增|[加添].{0,4}新菜|改名)|(?:删除?|去掉|撤掉?|移除|新增|添加|修改).{0,3}(?:菜单|餐牌)|(?:change|set|edit|raise|lower)\b.{0,20}\b(?:price|menu)\b|(?:remove|delete)\b.{0,30}\b(?:from|on) the menu"
)
_STOCK = re.compile(
    r"库存.{0,6}(?:清零|归零|清空|改|设|调|标)|(?:改|设|调整?|清空|清零|修改).{0,6}库存|\b(?:set|change|clear)\b.{0,20}\bstock\b"
)


def not_by_talking(text: str, lexicon: Lexicon, caller: Caller, *, chinese: bool) -> dict[str, Any]:
    """What to say to someone who would edit the menu, or the stock of no dish in particular; empty for anyone else."""
    plain = normalise(text).strip(" ，。,.!！~")
    if _QUESTION.search(plain):
        return {}
    menu = bool(_EDIT.search(plain))
    if not menu and (not _STOCK.search(plain) or read_restock(text, lexicon)):
        return {}
    said, outcome = ("您没有权限做这件事。", "You are not allowed to do that."), "refused"
    if menu and caller.holds(frozenset({"menu:write"})):
        said = (
            "菜单和价格要导入新菜单来改（pilothouse index menu），聊天里不改。",
            "Menu and prices are changed by importing a menu (pilothouse index menu), not by talking.",
        )
    elif not menu and caller.holds(frozenset({"stock:write"})):
        said, outcome = ("请说明是哪一道菜、剩多少份。", "Please say which dish, and how many are left."), "clarify"
    return {"text": said[0 if chinese else 1], "alone": True, "whole": True, "instead": True, "outcome": outcome}


def read_restock(text: str, lexicon: Lexicon) -> ProposedCall | None:
    """The stock change that the sentence orders; ``None`` when it asks, or names no single dish."""
    plain = normalise(text).strip(" ，。,.!！~")
    if _QUESTION.search(plain):
        return None
    mentions = [mention for mention in lexicon.mentions(plain) if mention.kind in ("exact", "alias")]
    if len(mentions) != 1:
        return None
    bare = f"{plain[: mentions[0].start]} {plain[mentions[0].end :]}".strip()
    if _PRICE.search(bare):
        return None
    arguments: dict[str, Any] = {"dish": mentions[0].surface}
    if _GONE.search(bare):
        return ProposedCall("stock_update", {**arguments, "sold_out": True})
    if (match := _LEFT.search(bare)) and re.search(r"把|标|设|改|调|更新|登记|set", plain):
        number = parse_number(match[1] or match[2])
        if number is not None and number == int(number) and number >= 0:
            return ProposedCall("stock_update", {**arguments, "sold_out": number == 0, "quantity": int(number)})
    if _BACK.search(bare):
        return ProposedCall("stock_update", {**arguments, "sold_out": False})
    return None
