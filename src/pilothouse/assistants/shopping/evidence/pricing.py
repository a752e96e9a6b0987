"""Prices in yuan as a sentence gives them."""

from __future__ import annotations

import re

_PRICE = re.compile(
    r"(?:¥|￥|rmb\s?|cny\s?)(\d{1,6}(?:\.\d{1,2})?)|(\d{1,6}(?:\.\d{1,2})?)\s?(?:(?:-|~|到|"
    r"至)\s?(\d{1,6}(?:\.\d{1,2})?)\s?)?(?:元|块钱?(?![钱五]?钱?布)|yuan|rmb)"
)
_NOT = re.compile(
    r"(?:减|满|省|返|券|补贴|优惠|便宜|贵|降|涨|差|运费|退|邮费|每月|定金|配件|滤芯|耗材|换|修|赔|预算|"
    r"原价|off|save|shipping|budget)\s?(?:了|到)?\s?$"
)


def prices(plain: str) -> list[float]:
    """What things cost in a folded sentence; discounts, budgets and fees are left out. Of a range the lower end."""
    found = []
    for match in _PRICE.finditer(plain):
        if _NOT.search(plain[max(0, match.start() - 6) : match.start()]) or plain[match.end() : match.end() + 2] in (
            "以内",
            "以下",
            "左右",
            "预算",
        ):
            continue
        value = float(match[1] or match[2])
        if value >= 1:
            found.append(value)
    return found
