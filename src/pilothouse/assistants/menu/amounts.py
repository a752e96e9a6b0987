# ruff: noqa: E501 -- a pattern is read as a whole
"""Amounts in a sentence: prices, minutes, and the order that "便宜点的" or "快一点的" asks for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

from pilothouse.assistants.menu.filters import Filters, Sort
from pilothouse.contracts.numerals import parse_number

_N = r"(\d+(?:\.\d+)?|[零一二两三四五六七八九十百千半]+)"
_YUAN = r"(?:块钱|块|元钱|元|圆|rmb|yuan|kuai|￥|¥|cny)"
_MONEY = rf"[￥¥$]?\s*{_N}\s*(?:多|来)?\s*{_YUAN}?(?:钱)?"
_SURE = rf"(?:[￥¥$]\s*{_N}|{_N}\s*{_YUAN}(?:钱)?)"
_NOT_TIME = r"(?!\s*(?:分钟|小时|点|个人|人|位|分|公里|km|min|个|道|份|米|斤|[年月日号]))"
_DIGIT = "一二三四五六七八九"

# 评分4.5以上 is no price.
_RATING = re.compile(r"(?:评分|口碑|星级)(?:是|在|为|达到?)?\s*\d(?:\.\d)?\s*(?:分|星)*(?:以上|及以上|左右)?的?")

_Rule = tuple[re.Pattern[str], Callable[[Filters, re.Match[str]], Filters]]


def read_amounts(filters: Filters, text: str) -> tuple[Filters, str]:
    """Time, price and order found in normalised ``text``, and the text without them."""
    filters, text = _read_time(filters, text)
    text = _RATING.sub(" ｜ ", text)
    for pattern, apply in _PRICE:
        match = pattern.search(text)
        if match and _is_price(match):
            filters, text = apply(filters, match), cut(text, match)
    for order_pattern, order in _SORT:
        if order_pattern.search(text):
            if order == "price_asc" and filters.min_price is not None:
                continue
            filters, text = replace(filters, sort=order), order_pattern.sub(" ｜ ", text)
            break
    return filters, text


def cut(text: str, match: re.Match[str]) -> str:
    """``text`` without the match. A mark stands there, so that what was apart stays apart: in 不吃葱，五十以内的鱼 the
    fish is not refused as well."""
    before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
    return f"{before} ｜ {after.removeprefix('的')}"


def _groups(match: re.Match[str]) -> list[Decimal]:
    numbers = (parse_number(group) for group in match.groups() if group)
    return [number for number in numbers if number is not None]


def _range(filters: Filters, match: re.Match[str]) -> Filters:
    numbers = _groups(match)
    if len(numbers) < 2:
        return filters
    low, high = numbers[0], numbers[1]
    if (
        low < 10 <= high
        and low * 10 < high
        and match[0].startswith(match[1])
        and match[1] in _DIGIT
        and match[2] in ("十", "百")
    ):
        low *= 10
    return replace(filters, min_price=min(low, high), max_price=max(low, high))


def _spoken_range(filters: Filters, match: re.Match[str]) -> Filters:
    """三五十块 is 30 to 50, 七八块 is 7 to 8, 一二百 is 100 to 200."""
    unit = Decimal({"十": 10, "百": 100}.get(match[3] or "", 1))
    low, high = parse_number(match[1]), parse_number(match[2])
    if low is None or high is None or low >= high:
        return filters
    return replace(filters, min_price=low * unit, max_price=high * unit)


def _most(filters: Filters, match: re.Match[str]) -> Filters:
    return replace(filters, max_price=_groups(match)[0]) if _groups(match) else filters


def _least(filters: Filters, match: re.Match[str]) -> Filters:
    return replace(filters, min_price=_groups(match)[0]) if _groups(match) else filters


def _about(filters: Filters, match: re.Match[str]) -> Filters:
    if filters.max_price is not None or filters.min_price is not None or not _groups(match):
        return filters
    middle = _groups(match)[0]
    return replace(filters, min_price=middle * Decimal("0.8"), max_price=middle * Decimal("1.2"))


_PRICE: tuple[_Rule, ...] = (
    (re.compile(rf"(?<![十百])([{_DIGIT}两])([{_DIGIT}])([十百]?)(?:多|来)?{_YUAN}(?:钱)?(?:左右|上下|之间|以内)?的?"), _spoken_range),
    (re.compile(rf"(?:between\s*|from\s*|介于|从|价格?在|在)?{_MONEY}\s*(?:到|至|和|跟|-|–|—|~|～|and|to)\s*{_MONEY}{_NOT_TIME}(?:之间|以内|间)?(?:的)?(?=.|$)"), _range),
    (re.compile(rf"(?:不超过|不高于|不大于|不多于|低于|少于|小于|便宜过|最多|顶多|至多|控制在|别超过?|不要超过?|(?:总)?预算(?:是|在|只有|就|有|大概)?|(?:手里|身上|兜里)?(?:只|就)(?:有|剩|带了?)|under|below|less than|within|cheaper than|at most|no more than|up to|max(?:imum)?(?: of)?|(?:budget (?:is|of)))\s*(?:花|出)?\s*{_MONEY}{_NOT_TIME}(?:以内|以下|之内|内|左右)?"), _most),
    (re.compile(rf"(?:价[格钱位]?)?(?:在)?{_MONEY}{_NOT_TIME}\s*(?:以下|以内|之内|内|封顶|之下|往下|打住|or less|or under|or below|以里|到头)"), _most),
    (re.compile(rf"不(?:到|足|满)\s*{_MONEY}{_NOT_TIME}"), _most),
    (re.compile(rf"比\s*{_MONEY}{_NOT_TIME}\s*(?:还|更|要)?(?:便宜|低|少)"), _most),
    (re.compile(rf"比\s*{_MONEY}{_NOT_TIME}\s*(?:还|更|要)?(?:贵|高|多)"), _least),
    (re.compile(rf"(?:高于|超过|不低于|不少于|至少|大于|贵过|贵于|多于|over|above|more than|at least|no less than|starting (?:at|from))\s*{_MONEY}{_NOT_TIME}(?:以上)?"), _least),
    (re.compile(rf"{_MONEY}{_NOT_TIME}\s*(?:以上|之上|往上|起步|朝上|开外|起(?!送)|or more|and up|or above)"), _least),
    (re.compile(rf"{_SURE}(?:钱)?(?:之内)?\s*(?:能|可以|够)(?:吃|点|买|喝)?"), _most),
    (re.compile(rf"(?:大概|大约|约|差不多|around|about|roughly|approximately)\s*{_MONEY}{_NOT_TIME}(?:左右|上下)?"), _about),
    (re.compile(rf"{_MONEY}{_NOT_TIME}\s*(?:左右|上下|附近的价|出头|上下浮动)"), _about),
    (re.compile(rf"{_SURE}(?:一?份)?的"), _about),
    (re.compile(rf"{_N}\s*(?:来|多)\s*{_YUAN}(?:钱)?(?:的)?"), _about),
)  # fmt: skip
_SORT: tuple[tuple[re.Pattern[str], Sort], ...] = (
    (re.compile(r"(?:价[格钱]?)?最便宜|最低价|价[格钱]最低|最实惠|最划算|(?:不要|别)太贵|便宜(?:又好吃|实惠|一?点|些|一些|的)?(?:儿)?|实惠(?:一?点|的)?|性价比(?:高|最高)?|cheapest|cheap(?:er)?|inexpensive|affordable|lowest price"), "price_asc"),
    (re.compile(r"最贵|价[格钱]?最高|贵(?:一?点|一些|些)的?|most expensive|priciest|highest price"), "price_desc"),
    (re.compile(r"(?:出餐|上菜|上桌|做得|上得|出得|出来得?|做起来|能|等得|比较|稍微)*(?:最快|快一?点|快一?些|快的|比较快|得快|快手)(?:的|能?(?:上桌?|吃上|吃到))*(?:的)?|上菜快|出餐快|(?:上|出|做)得(?:最|比较)?快|(?:不想|不用|别)等(?:太久|很久)|赶时间|着急|fastest|quick(?:est|ly)?|in a hurry|fast\b"), "prep"),
)  # fmt: skip
_TIME = re.compile(
    rf"(?:(?:不超过|最多|在|只有|就|出餐时间|上菜时间|等|能等|need it|within|under|in|less than|only have)\s*)*(?:{_N}\s*(?:分钟|min(?:ute)?s?\b)|(半个?小时|半个?钟头?|一刻钟|half an hour)|({_N[1:-1]})\s*(?:小时|hours?))\s*(?:以内|之内|内|左右|以下)?"
    r"(?:就|能|可以|会|给)*(?:够)?(?:出餐|上菜|上桌|端上来|做好|做完|做得?出来|好|上|吃到|吃上|送到|到)?(?:的)?"
)


def _is_price(match: re.Match[str]) -> bool:
    # A bare numeral such as 一 or 两 before 以内 is no price; with 元, or two digits, it is.
    return bool(re.search(_YUAN, match[0])) or any(number >= 3 for number in _groups(match))


def _read_time(filters: Filters, text: str) -> tuple[Filters, str]:
    match = _TIME.search(text)
    if not match:
        return filters, text
    if match[2]:
        minutes = Decimal(15 if match[2] == "一刻钟" else 30)
    else:
        number = parse_number(match[1] or match[3])
        if number is None:
            return filters, text
        minutes = number if match[1] else number * 60
    if not 1 <= minutes <= 1440:
        return filters, text
    return replace(filters, max_prep=int(minutes)), cut(text, match)
