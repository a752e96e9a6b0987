"""What products cost, as a sentence gives it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pilothouse.assistants.shopping.evidence.naming.mention import Mention
from pilothouse.contracts.numerals import parse_number

YUAN = "CNY"
LEAST, MOST = 3.0, 200_000.0
FAR = 36  # characters between a name and the price that follows it
_HAN = "[一二两三四五六七八九十百千万]"
_MONEY = r"\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,6}(?:\.\d{1,2})?"
_MARKS = {"$": "USD", "us$": "USD", "usd": "USD", "€": "EUR", "eur": "EUR", "£": "GBP", "gbp": "GBP"}
_WORDS = {"dollars": "USD", "bucks": "USD", "usd": "USD", "美元": "USD", "美金": "USD", "欧元": "EUR", "euros": "EUR",
          "英镑": "GBP", "pounds": "GBP"}  # fmt: skip
_PRICE = re.compile(
    rf"(?<![\d.a-z])(?:(?P<mark>us\$|usd\s?|eur\s?|gbp\s?|rmb\s?|cny\s?|[¥￥$€£])\s?(?P<a>{_MONEY})(?![\d.]*\d)(?!\s?(?:/|per|a)\s?mo|\s?[km]\b)"
    rf"|(?P<b>{_MONEY})\s?(?:(?:-|~|到|至)\s?\d{{1,6}}(?:\.\d{{1,2}})?\s?)?"
    r"(?P<unit>元|块钱?(?![钱五]?钱?布)|yuan|rmb|美元|美金|欧元|英镑|dollars|bucks|euros|pounds)"
    rf"|(?P<han>{_HAN}{{1,3}}[百千](?:{_HAN}{{0,4}})?)(?:多|出头|来|几)?(?:块|元)"
    # Numbers alone, where only a price can stand.
    r"|(?:到手价?|售价|活动价|定价|标价|首发价|券后价?|日常价|国庆价|价格|单价|只要|仅需|才卖|只卖|卖|原价)(?:是|为|约|仅|只要|才|:|\s){0,2}"
    rf"(?:(?P<c>\d{{2,5}})(?![\d.]*\s?(?:[\u4e00-\u9fffa-z%]|\.\d))|(?P<hc>{_HAN}{{1,3}}[百千]{_HAN}{{0,3}})(?:多|出头)?(?=[,。;!]|$))"
    r"|(?<![\d.])(?P<d>\d{2,5})\s?(?:入手?的|拿下|收的|到手|买的|不便宜|(?:就|也|可)?不算(?:贵|便宜))"
    rf"|(?P<hd>{_HAN}[百千])(?:出头|多块|来块|出头的)"
    r"|(?<=[(,])\s?(?P<e>\d{2,5})\s?(?=\))"
    r"|(?:一|每)[包袋支台把个双盒瓶条]\s?(?P<f>\d{1,4}(?:\.\d{1,2})?)(?=[,。;!]|$)"
    r")"
)
_NOT = re.compile(
    r"(?:减|满|省|返|券|补贴|优惠|便宜|贵|降|涨|差|运费|退|邮费|每月|定金|配件|滤芯|耗材|刷头|换|修|赔|预算|价值|送|赠|多花|"
    r"以内|不到|超过|加到|赔了我|花(?=了?\d{1,2}(?:块|元)再)|"
    r"原价|off|save|shipping|budget|under|below|over|above|separately|than|up to|at least|worth)"
    r"\s?(?:了|到|的|至|at|for)?\s?[¥￥$]?$"
)
_NOT_AFTER = re.compile(
    r"\s?(?:以内|以下|左右的?预算|预算|档|价位|的(?:优惠|红包|券|赠品|差价|运费|预算|杂牌)|红包|优惠券|再买|一年|一个月|每月|/月|/年|"
    r"(?:a|per|/)\s?(?:month|year)|monthly|(?:in )?shipping|off\b|budget|cheaper|more\b|less\b|一张|一斤)"
)
_BEFORE_NAME = re.compile(r"(?<![\d.])(\d{2,5})\s?(?:块|元)?的\s?$|(?:[$£€])(\d{2,4})\s?$")


@dataclass(frozen=True, slots=True)
class Price:
    """``at``: where it stands; ``currency`` by its ISO code."""

    at: int
    value: float
    currency: str


def prices(plain: str) -> list[Price]:
    """What things cost in a folded sentence; discounts, budgets, fees and subscriptions are left out. Of a range the
    lower end."""
    found = []
    for match in _PRICE.finditer(plain):
        if _NOT.search(plain[max(0, match.start() - 12) : match.start()]) or _NOT_AFTER.match(plain, match.end()):
            continue
        named = match.groupdict()
        said = next(value for key, value in named.items() if value and key not in ("mark", "unit"))
        value = float(parse_number(said.replace(",", "")) or 0)
        currency = _MARKS.get((match["mark"] or "").strip(), _WORDS.get(match["unit"] or "", YUAN))
        if LEAST <= value <= MOST:
            found.append(Price(match.start(), value, currency))
    return found


def priced(plain: str, mentions: Sequence[Mention], topic: int | None) -> Iterator[tuple[int, Price]]:
    """Each price of a sentence with the product that it is the price of: the one named just before it, else the only
    one of the sentence, else ``topic``."""
    entries = {mention.entry for mention in mentions}
    for mention in mentions:  # 299的 X
        if match := _BEFORE_NAME.search(plain, max(0, mention.start - 10), mention.start):
            mark = match.group().lstrip()[0]
            yield mention.entry, Price(match.start(), float(match[1] or match[2]), _MARKS.get(mark, YUAN))
    for price in prices(plain):
        before = [mention for mention in mentions if mention.end <= price.at]
        if before and (price.at - before[-1].end <= FAR or len(entries) == 1):
            yield before[-1].entry, price
        elif len(entries) == 1:
            yield mentions[0].entry, price
        elif not entries and topic is not None:
            yield topic, price
