"""The rules that every sub-query keeps, each checked by code (shopping article, 2.2 and 5: "验证1")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date

from pilothouse.assistants.shopping.need.lexicon import wishes
from pilothouse.assistants.shopping.need.need import Need
from pilothouse.assistants.shopping.need.spelling import HAN, spelt
from pilothouse.websearch.provider import QUERY_LIMIT

KEYWORDS = 4
SUB_QUERIES = 3

# Each line is one dimension of reputation; sub-queries of one plan share none of them.
DIMENSIONS: tuple[tuple[str, ...], ...] = (
    ("口碑", "推荐", "recommended", "reputation"),
    ("评测", "测评", "榜单", "排行", "TOP", "review", "reviews", "best"),
    ("用户好评", "好评", "首选", "热销", "用户体验", "用户反馈", "rated", "favourite", "favorite"),
)
_ALLOWED = re.compile(
    "|".join(rf"(?<![A-Za-z]){word}(?![A-Za-z])" if word.isascii() else word for words in DIMENSIONS for word in words),
    re.IGNORECASE,
)
_FORBIDDEN = re.compile(
    r"价格|价位|价钱|售价|报价|低价|特价|降价|涨价|差价|比价|价目|定价|原价|性价比|平价|便宜|实惠|省钱"
    r"|多少钱|预算|优惠|促销|打折|折扣|满减|领券|优惠券|秒杀|补贴|参数|配置|规格|尺码表|说明书|元以内|以内"
    r"|[\d一二三四五六七八九十百千万]\s*(?:元|块)"
    r"|[¥￥$€£]|\b(?:price|prices|priced|pricing|cheap|cheaper|cheapest|cost|costs|discount|discounts"
    r"|coupon|coupons|deal|deals|sale|sales|promo|promotion|specs?|specifications?|parameters?"
    r"|configuration|budget|affordable|yuan|rmb|dollars?)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r'"([^"]*)"')
_ODD_QUOTES = re.compile(r"[“”„‟«»「」『』＂]")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_LATIN = re.compile(r"[A-Za-z][\w+-]*|\d[\w+-]*")
_OPERATORS = re.compile(
    r"\b(?:site|inurl|intitle|filetype):|(?:^|\s)-\w|[|(){}<>\[\]\\]|https?:|\bOR\b|\bAND\b|\bNOT\b"
)


def validate(sub_query: object, need: Need, today: date) -> str | None:
    """Why ``sub_query`` may not be searched for, as a sentence; ``None`` when it keeps every rule."""
    if not isinstance(sub_query, str) or not sub_query.strip():
        return "It is empty or no text."
    text = sub_query.strip()
    if len(text) > QUERY_LIMIT:
        return f"It has more than {QUERY_LIMIT} characters."
    if not text.isprintable():
        return "It has characters that nobody types."
    if _ODD_QUOTES.search(text) or text.count('"') % 2:
        return 'Quotation marks are " and come in pairs.'
    if _OPERATORS.search(text):
        return "It has operators of a search engine."
    words = keywords(text)
    if len(words) > KEYWORDS:
        return f"It has {len(words)} keywords; {KEYWORDS} are allowed."
    if not allowed(text):
        return "It has no word that asks for reputation."
    if found := _FORBIDDEN.search(_QUOTED.sub(" ", text)):
        return f"It asks for price or parameters ({found[0]})."
    return _proper(text, need, today) or _about(text, need)


def forbidden(text: str) -> bool:
    """Whether a phrase asks for price or parameters."""
    return _FORBIDDEN.search(text) is not None


def keywords(text: str) -> list[str]:
    """What blanks and signs part; a quoted phrase is one."""
    phrases = [phrase for phrase in _QUOTED.findall(text) if phrase.strip()]
    rest = re.split(r"[\s,，、;；/+&。.!！?？:：]+", _QUOTED.sub(" ", text))
    return [*phrases, *(word for word in rest if word)]


def allowed(text: str) -> set[int]:
    """The dimensions of reputation that a sub-query asks for."""
    said = {match[0].lower() for match in _ALLOWED.finditer(_QUOTED.sub(" ", text))}
    return {n for n, words in enumerate(DIMENSIONS) if said & {word.lower() for word in words}}


def overlap(text: str, others: Iterable[str]) -> bool:
    """Whether a sub-query asks for a dimension that another one asks for already."""
    mine = allowed(text)
    return any(mine & allowed(other) for other in others)


def _proper(text: str, need: Need, today: date) -> str | None:
    """Proper nouns stand in quotation marks, nothing else does, and only those that the user named."""
    known_only_by_it = () if need.kind or need.wanted_products else need.excluded_products[:1]
    names = [name.casefold() for name in (*need.wanted_brands, *need.wanted_products, *known_only_by_it)]
    refused = [name.casefold() for name in (*need.excluded_brands, *need.excluded_products)]
    for phrase in _QUOTED.findall(text):
        plain = phrase.strip().casefold()
        if _YEAR.fullmatch(plain):
            if int(plain) != today.year:
                return f"The year is not {today.year}."
        elif not plain or not any(plain in name or name in plain for name in names):
            return f"{phrase!r} is no name that the user asked for, and only names are quoted."
    bare = _QUOTED.sub(" ", text)
    if match := _YEAR.search(bare):
        return f"The year is not {today.year}." if int(match[0]) != today.year else "A year stands in quotation marks."
    for name in names:
        if name and name in bare.casefold() and name not in need.kind.casefold():
            return f"The name {name!r} stands in quotation marks."
    if found := next((name for name in refused if name and name not in names and name in text.casefold()), None):
        return f"The user doesn't want {found!r}."
    known = f"{need.kind} {need.text}".casefold()
    for word in _LATIN.findall(_ALLOWED.sub(" ", bare)):
        if re.search(r"\d", word) and word.casefold() not in known:
            return f"{word!r} may be a model that the user did not name."
    return None


def _about(text: str, need: Need) -> str | None:
    """It is about the kind, and every word is the user's, a general one, or a spelling of the kind."""
    subject = need.kind or " ".join((*need.wanted_products, *need.excluded_products[:1]))
    if not subject:
        return None
    said = spelt(need.text).casefold() + " " + subject.casefold()
    names = [phrase for phrase in _QUOTED.findall(text) if not _YEAR.fullmatch(phrase.strip())]
    about = bool(names) and bool(need.wanted_products or not need.kind)
    for word in keywords(_ALLOWED.sub(" ", _QUOTED.sub(" ", text))):
        plain = word.casefold()
        if not re.search(r"\w", plain):
            continue
        near = shares(plain, subject.casefold())
        about = about or near
        if not near and not shares(plain, said) and not _general(plain, need):
            return f"{word!r} is nothing that the user asked for."
    return None if about else "It is about another kind of product."


def shares(word: str, text: str) -> bool:
    """Whether a word and a text have two neighbouring Chinese characters, or a Latin word, in common."""
    pairs = {word[n : n + 2] for n in range(len(word) - 1) if re.fullmatch(rf"[{HAN}]{{2}}", word[n : n + 2])}
    if any(pair in text for pair in pairs):
        return True
    if len(word) == 1 and word in text:
        return True
    mine = {_stem(found) for found in re.findall(r"[a-z0-9][a-z0-9+-]*", word)}
    return bool(mine & {_stem(found) for found in re.findall(r"[a-z0-9][a-z0-9+-]*", text)})


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


def _general(word: str, need: Need) -> bool:
    if word in {each.casefold() for each in (*need.aspects, *need.musts)}:
        return True
    left = re.sub(
        (
            r"真实|长期|使用|体验|感受|用户|品牌|对比|反馈|实测|哪款好|哪个好|家用|好用|值得买|十大|前十|年度|排名"
            r"|款|最佳|user|users|long|term|test|tested|real|owner|owners|experience|quality|for|the|a|of|and|to"
            r"|with|most|in"
        ),
        "",
        wishes().sub("", word),
    )
    return not left.strip()


def order(queries: Sequence[str]) -> list[str]:
    """Without repetition, blanks and case aside."""
    seen: dict[str, str] = {}
    for query in queries:
        seen.setdefault(" ".join(query.split()).casefold(), " ".join(query.split()))
    return list(seen.values())
