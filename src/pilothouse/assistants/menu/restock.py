# ruff: noqa: E501 -- a pattern is read as a whole
"""What staff say about the stock: 把回锅肉标记为售罄, 水煮鱼恢复供应, 毛血旺还剩三份."""

from __future__ import annotations

import re
from typing import Any

from pilothouse.assistants.menu.lexicon import Lexicon
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


def read_restock(text: str, lexicon: Lexicon) -> ProposedCall | None:
    """The stock change that the sentence orders; ``None`` when it asks, or names no single dish."""
    plain = normalise(text).strip(" ，。,.!！~")
    if _QUESTION.search(plain):
        return None
    mentions = [mention for mention in lexicon.mentions(plain) if mention.kind in ("exact", "alias")]
    if len(mentions) != 1:
        return None
    bare = f"{plain[: mentions[0].start]} {plain[mentions[0].end :]}".strip()
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
