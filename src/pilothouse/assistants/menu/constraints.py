"""Constraints in a sentence: price, spice, time, what must and what must not be in a dish.

Each reader takes the normalised text and returns what it found with the text that is left; a space stands
where words were taken out, so that what was apart stays apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from pilothouse.assistants.menu import ontology
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.contracts.numerals import parse_number

SpiceWish = Literal["any", "不辣", "微辣", "中辣", "特辣", "辣"]
Sort = Literal["relevance", "price_asc", "price_desc", "prep"]


@dataclass(frozen=True, slots=True)
class Filters:
    """Structured conditions. Prices in yuan, ``max_prep`` in minutes. Empty fields don't restrict."""

    category: str | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()  # allergies: like exclude, and the menu's allergen field counts too
    spice: SpiceWish = "any"
    min_price: Decimal | None = None
    max_price: Decimal | None = None
    max_prep: int | None = None
    sort: Sort = "relevance"
    signature: bool = False

    @property
    def empty(self) -> bool:
        return self == Filters()


_N = r"(\d+(?:\.\d+)?|[零一二两三四五六七八九十百千半]+)"
_YUAN = r"(?:块钱|块|元钱|元|rmb|yuan|￥|¥|cny)"
_MONEY = rf"[￥¥$]?\s*{_N}\s*(?:来|多)?\s*{_YUAN}?(?:钱)?"
_NOT_TIME = r"(?!\s*(?:分钟|小时|点|个人|人|位|分|公里|km|min|个|道|份|米|[年月日号]))"


def _number(text: str) -> Decimal | None:
    return parse_number(text)


_Rule = tuple[re.Pattern[str], Callable[[Filters, re.Match[str]], Filters]]


def _range(filters: Filters, match: re.Match[str]) -> Filters:
    low, high = _number(match[1]), _number(match[2])
    if low is None or high is None:
        return filters
    if low > high and low >= 20 and high < 10:
        return filters
    return replace(filters, min_price=min(low, high), max_price=max(low, high))


def _most(filters: Filters, match: re.Match[str]) -> Filters:
    return replace(filters, max_price=_number(match[1]))


def _least(filters: Filters, match: re.Match[str]) -> Filters:
    return replace(filters, min_price=_number(match[1]))


def _about(filters: Filters, match: re.Match[str]) -> Filters:
    middle = _number(match[1])
    if middle is None:
        return filters
    return replace(filters, min_price=middle * Decimal("0.8"), max_price=middle * Decimal("1.2"))


_PRICE: tuple[_Rule, ...] = (
    (re.compile(rf"(?:between\s*)?{_MONEY}\s*(?:到|至|-|–|—|~|～|and|to)\s*{_MONEY}{_NOT_TIME}(?:之间|以内|间|的)?"), _range),
    (re.compile(rf"(?:不超过|不高于|不大于|低于|少于|便宜过|最多|顶多|控制在|别超过|不要超过|预算(?:是|在|只有|就)?|under|below|less than|within|cheaper than|at most|no more than|up to|max(?:imum)?)\s*{_MONEY}{_NOT_TIME}(?:以内|以下|之内|内|左右)?"), _most),
    (re.compile(rf"{_MONEY}{_NOT_TIME}\s*(?:以下|以内|之内|内|封顶|之下|or less|or under|or below|以里)"), _most),
    (re.compile(rf"(?:不到)\s*{_MONEY}{_NOT_TIME}"), _most),
    (re.compile(rf"(?:高于|超过|不低于|不少于|至少|大于|贵过|over|above|more than|at least|no less than)\s*{_MONEY}{_NOT_TIME}(?:以上)?"), _least),
    (re.compile(rf"{_MONEY}{_NOT_TIME}\s*(?:以上|之上|往上|起步|or more|and up|or above)"), _least),
    (re.compile(rf"(?:大概|大约|约|around|about|roughly)\s*{_MONEY}{_NOT_TIME}(?:左右|上下)?"), _about),
    (re.compile(rf"{_MONEY}{_NOT_TIME}\s*(?:左右|上下|附近的价|出头)"), _about),
)
_SORT: tuple[tuple[re.Pattern[str], Sort], ...] = (
    (re.compile(r"最便宜|价格最低|最实惠|便宜(?:一?点|些|的)?(?:儿)?|实惠(?:一?点|的)?|cheapest|cheap(?:er)?|inexpensive"), "price_asc"),
    (re.compile(r"最贵|价格最高|most expensive|priciest"), "price_desc"),
    (re.compile(r"(?:出餐|上菜|做得|出得|上得|能|等得)?(?:最快|快一?点|快些|比较快)(?:的|能上)?|上菜快|出餐快|fastest|quick(?:est)?"), "prep"),
)
_TIME = re.compile(
    rf"(?:(?:不超过|最多|在|within|under|in)\s*)?(?:{_N}\s*(?:分钟|min(?:ute)?s?)|(半个?小时|半个?钟头?|一刻钟|half an hour))\s*(?:以内|之内|内|左右)?"
    r"(?:就?能?(?:出餐|上菜|上桌|做好|好|上|吃到|吃上|送到|到))?(?:的)?"
)
_SPICE: tuple[tuple[re.Pattern[str], SpiceWish], ...] = (
    (re.compile(r"(?:一点|一丁点)?(?:都|也)?(?:完全)?(?:不(?:要|能|会|可以|想|太能)?(?:吃|放|加)?|别(?:放|加|太)?|没有?|免|无|怕|not?\s+(?:too\s+)?|non-?)\s*(?:辣椒|辣味|辣|spicy|spice|chil[li]+)(?:的|味)?|清淡(?:一?点|些)?的?"), "不辣"),
    (re.compile(r"(?:微微?|小|少|轻微|稍微|略|稍|一点点?|有一?点|不太|不怎么|不是很|slightly\s+|a little\s+|a bit\s+|mild(?:ly)?\s*)(?:放点?)?(?:辣|spicy)(?:一?点)?的?|\bmild\b"), "微辣"),
    (re.compile(r"(?:中等?)辣的?|medium(?:\s+spicy)?"), "中辣"),
    (re.compile(r"(?:特|重|变态|超级?|爆|最|非常|很|巨|贼|特别|死)辣的?|(?:very|extra|super|extremely)\s+(?:spicy|hot)"), "特辣"),
    (re.compile(r"辣(?:一?点|些|乎|味)(?:儿)?的?|(?:偏|够|有点|带点?|能吃|要|想吃|爱吃|喜欢吃)辣的?|(?<![麻香酸糊油干])辣的|(?<!\w)spicy"), "辣"),
)
# Words before which a "没有" is a question (有没有) and "不要" an order of another kind.
_NEGATION = re.compile(
    r"(?:(?:我|我们|他|她|孩子|朋友)?(?:不(?:能)?吃|不(?:要|想要|想吃|放|加|含|带|爱吃|喜欢吃?|喝|能有|可以有)(?:放|加|有|含)?|别(?:放|加|要|给我放)?|忌口?|去掉?|去除|免|无|少了|"
    r"(?<!有)没有?|除了|避开|排除|拒绝))\s*"
    r"|(?:without|no|don'?t (?:eat|like|want)|can'?t eat|hold the|free of|except|avoid(?:ing)?)\s+(?:any\s+)?"
)
_ALLERGY_BEFORE = re.compile(r"(?:我|孩子|家人|朋友|他|她)?对\s*(?P<terms>[^，。,;；!?！？\s]{1,20}?)\s*(?:严重)?过敏(?:的|了)?")
_ALLERGY_AFTER = re.compile(r"(?P<terms>[^，。,;；!?！？\s对不没有我]{1,8}?)过敏(?:的|了)?|allergic to\s+|allergy to\s+")
_INCLUDE = re.compile(r"(?:里面?)?(?:含有?|带有?|加了|放了|用|有放|包含)\s*|(?:\bwith|containing|made (?:of|with))\s+")
_JOINERS = re.compile(r"\s*(?:和|跟|与|、|及|或者?|还有|也不(?:吃|要)|以及|,|，|\band\b|\bor\b)\s*")
_AFTER_TERM = re.compile(r"(?:做的|这些|之类|类|味|那种|什么的|等)?(?:的|了)?")


def read_filters(text: str, lexicon: Lexicon) -> tuple[Filters, str]:
    """All constraints in ``text`` (normalised, dish names taken out) and the text without them."""
    filters = Filters()
    filters, text = _read_allergies(filters, text, lexicon)
    text, filters = _read_time(text, filters)
    for pattern, apply in _PRICE:
        match = pattern.search(text)
        if match and _is_price(match):
            filters, text = apply(filters, match), _cut(text, match)
    for pattern, wish in _SPICE:
        if match := pattern.search(text):
            filters, text = replace(filters, spice=wish), _cut(text, match)
            break
    filters, text = _read_negations(filters, text, lexicon)
    for pattern, order in _SORT:
        if match := pattern.search(text):
            filters, text = replace(filters, sort=order), _cut(text, match)
            break
    filters, text = _read_inclusions(filters, text, lexicon)
    return filters, text


def _is_price(match: re.Match[str]) -> bool:
    # A bare numeral such as 一 or 两 before 以内 is no price; with 元, or two digits, it is.
    return bool(re.search(_YUAN, match[0])) or any((_number(group) or 0) >= 3 for group in match.groups() if group)


def _cut(text: str, match: re.Match[str]) -> str:
    before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
    return f"{before} {after.removeprefix('的')}"


def _read_time(text: str, filters: Filters) -> tuple[str, Filters]:
    match = _TIME.search(text)
    if not match:
        return text, filters
    if match[1]:
        number = _number(match[1])
        minutes = int(number) if number is not None else None
    else:
        minutes = 15 if match[2] == "一刻钟" else 30
    if not minutes:
        return text, filters
    return _cut(text, match), replace(filters, max_prep=minutes)


def _read_allergies(filters: Filters, text: str, lexicon: Lexicon) -> tuple[Filters, str]:
    for pattern in (_ALLERGY_BEFORE, _ALLERGY_AFTER):
        while match := pattern.search(text):
            if match.groupdict().get("terms"):
                terms = [part for part in _JOINERS.split(match["terms"]) if part]
                text = _cut(text, match)
            else:
                terms, rest = _terms(text[match.end() :], lexicon)
                text = f"{text[: match.start()].rstrip()} {rest}"
            if not terms:
                break
            filters = replace(filters, avoid=tuple(dict.fromkeys((*filters.avoid, *terms))))
    return filters, text


def _read_negations(filters: Filters, text: str, lexicon: Lexicon) -> tuple[Filters, str]:
    position = 0
    while match := _NEGATION.search(text, position):
        terms, rest = _terms(text[match.end() :], lexicon)
        if not terms:
            position = match.end()
            continue
        filters = replace(filters, exclude=tuple(dict.fromkeys((*filters.exclude, *terms))))
        text = f"{text[: match.start()].rstrip()} {rest}"
        position = match.start()
    return filters, text


def _read_inclusions(filters: Filters, text: str, lexicon: Lexicon) -> tuple[Filters, str]:
    match = _INCLUDE.search(text)
    if not match:
        return filters, text
    terms, rest = _terms(text[match.end() :], lexicon)
    if not terms:
        return filters, text
    rest = re.sub(r"^(?:做|烧|炒|炖)?的?(?:菜|东西)?", "", rest.lstrip())
    return replace(filters, include=(*filters.include, *terms)), f"{text[: match.start()].rstrip()} {rest}"


def _terms(text: str, lexicon: Lexicon) -> tuple[list[str], str]:
    """Ingredients at the beginning of ``text``, joined by 和, 、 … and what follows them."""
    found: list[str] = []
    while True:
        term = _term(text, lexicon)
        if term is None:
            return found, text
        found.append(term)
        text = text[len(term) :]
        after = _AFTER_TERM.match(text)
        if after and after[0]:
            return found, text[after.end() :]
        joiner = _JOINERS.match(text)
        if joiner is None:
            if _term(text, lexicon, known_only=True) is None:
                return found, text
            continue  # 葱姜蒜
        following = text[joiner.end() :]
        if _term(following, lexicon) is None:
            return found, text
        text = following


def _term(text: str, lexicon: Lexicon, *, known_only: bool = False) -> str | None:
    """The longest ingredient or ingredient group that ``text`` begins with."""
    if text[:1].isascii() and text[:1].isalpha():
        words = re.match(r"[a-z]+(?: [a-z]+)?", text)
        for candidate in (words[0], words[0].split(" ")[0]) if words else ():
            for form in (candidate, candidate.rstrip("s")):
                if form in ontology.group_words() or form in lexicon.ingredients:
                    return candidate if form == candidate else form
        return None
    for length in range(min(8, len(text)), 0, -1):
        word = text[:length]
        if word in ontology.group_words() or word in ontology.synonyms() or word in lexicon.ingredients:
            return word
    for length in range(min(4, len(text)), 1, -1):
        word = text[:length]
        if any(word in item for item in lexicon.ingredients):
            return word
    if text and text[0] in ontology.food_heads() and (len(text) == 1 or text[1] in "的，。,！？!?和、 "):
        return text[0]
    return None if known_only else _unknown(text)


_STOP = re.compile(r"[的，。,;；!?！？\s能可有什吗呢吧了行会得就都也还要点给推来请谢,]")


def _unknown(text: str) -> str | None:
    """An ingredient that this menu does not know, up to the first word that can't belong to it: 不吃折耳根的."""
    match = _STOP.search(text)
    word = text[: match.start()] if match else text
    if 2 <= len(word) <= 5 and word[-1] in ontology.food_heads() | frozenset("根耳麻油酱瓜子叶花仁"):
        return word
    return None
