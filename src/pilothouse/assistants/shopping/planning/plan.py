"""Sub-queries by rules, and the choice among those that a model proposes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from pilothouse.assistants.shopping.need.need import Need
from pilothouse.assistants.shopping.planning.rules import (
    KEYWORDS,
    SUB_QUERIES,
    forbidden,
    order,
    overlap,
    shares,
    validate,
)
from pilothouse.assistants.shopping.scoring.nearness import needed, particulars
from pilothouse.websearch.provider import QUERY_LIMIT

OVERLAPS = "It asks for what another sub-query asks for."
TOO_MANY = f"There are {SUB_QUERIES} already."
SHORTEST, LONGEST = 2, 8  # characters of a phrase in the asker's words
_PARTICLES = re.compile(r"^(?:我|家里|家|要|会|能|还|又|也|就|得|的|在|是|有|给)+|(?:的|了|吗|呢|吧|啊|要|用)+$")
_WORDS = {"zh": ("口碑推荐", "评测榜单", "用户好评"), "en": ("recommended", "reviews TOP", "favourite")}


@dataclass(frozen=True, slots=True)
class Plan:
    """``sub_queries``: 1 to 3, each valid and about another dimension; with ``origin`` ``"original"`` it is the need
    itself, because nothing else was valid (nothing at all when the need is empty). ``dropped``: ``query`` and
    ``reason`` of each that was not taken."""

    sub_queries: tuple[str, ...]
    dropped: tuple[dict[str, str], ...] = ()
    origin: Literal["code", "model", "original"] = field(default="code")


def plan(need: Need, today: date) -> Plan:
    """The plan without a model: the kind with what matters most of it, one sub-query for each dimension."""
    return _picked(_own(need, today), need, today, "code")


def chosen(proposed: Iterable[object], need: Need, today: date) -> Plan:
    """The plan from what a model proposed: invalid ones are dropped with their reason; what is left of three places is
    filled by rules; when nothing is left, the original need is searched for."""
    return _picked([*proposed, *_own(need, today)], need, today, "model")


def _picked(candidates: Iterable[object], need: Need, today: date, origin: Literal["code", "model"]) -> Plan:
    kept: list[str] = []
    dropped: list[dict[str, str]] = []
    texts = [query if isinstance(query, str) else repr(query) for query in candidates]
    for query in order(texts):
        reason = validate(query, need, today)
        if reason is None and overlap(query, kept):
            reason = OVERLAPS
        if reason is None and len(kept) == SUB_QUERIES:
            reason = TOO_MANY
        if reason is None:
            kept.append(query)
        else:
            dropped.append({"query": query[:QUERY_LIMIT], "reason": reason})
    if not kept:
        original = need.query or need.kind
        return Plan((original,) if original else (), tuple(dropped), "original")
    return Plan(tuple(kept), tuple(dropped), origin)


def _own(need: Need, today: date) -> list[str]:
    """Three sub-queries: the kind with the two strongest wishes in the words of pages, then with what the asker says of
    his case in his own words, else with the next wish, and alone."""
    subject = _subject(need)
    if not subject:
        return []
    zh = need.chinese
    extras = _extras(need, subject)
    said = own_words(need, subject)
    slots = (extras[:2], said[:2] or extras[2:3], said[2:4] or extras[2:3])
    made = []
    for wanted, words in zip(slots, _WORDS["zh" if zh else "en"], strict=True):
        room = KEYWORDS - len(_keywords(subject))
        words = words if len(words.split()) <= room else words.split()[-1]
        extra = wanted[: max(0, room - len(words.split()))]
        made.append(" ".join([subject, *extra, words]))
    return made


def _subject(need: Need) -> str:
    """The kind in as few keywords as it can be said, with the brand that is wanted."""
    if need.wanted_products:
        names = " ".join(f'"{name}"' for name in need.wanted_products[: KEYWORDS - 1])
        alone = len(need.wanted_products) == 1 and len(need.kind.split()) == 1
        return f"{names} {need.kind}" if alone else names
    brand = f'"{need.wanted_brands[0]}" ' if need.wanted_brands else ""
    if not need.kind and need.excluded_products:  # 它召回了，换啥: the product's pages tell what kind it is of
        return f'"{need.excluded_products[0]}"'
    words = need.kind.split()
    limit = KEYWORDS - 1 - bool(brand)
    return f"{brand}{' '.join(words[-limit:])}".strip()


def own_words(need: Need, subject: str) -> list[str]:
    """What the asker says of his case, as phrases that may be searched for: 塞一整个衣柜, 龙鱼."""
    names = [name.casefold() for name in need.names]
    said = [*needed(need), *re.split(r"[\s,，。.;；!！?？、]+", particulars(need.query, need.kind))]
    found = []
    for phrase in said:
        phrase = _PARTICLES.sub("", phrase.strip()) if need.chinese else phrase.strip()
        plain = phrase.casefold()
        if not SHORTEST <= len(phrase) <= (LONGEST if need.chinese else 14) or forbidden(phrase):
            continue
        if any(name in plain or plain in name for name in names) or shares(plain, subject.casefold()):
            continue
        found.append(phrase)
    return list(dict.fromkeys(found))


def _extras(need: Need, subject: str) -> list[str]:
    """What is asked for besides, the qualities first: at most three words."""
    words = [
        word
        for word in (*need.qualities, *need.scenes, *need.persons)
        if not shares(word.casefold(), subject.casefold())
    ]
    words = [word for word in words if word not in ("价格", "性价比")]
    if not need.chinese:
        words = [ENGLISH[word] for word in words if word in ENGLISH]
    return words[:3]


ENGLISH = {
    "静音": "quiet",
    "续航": "battery",
    "重量": "lightweight",
    "便携": "portable",
    "耐用": "durable",
    "舒适": "comfortable",
    "易清洁": "easy-clean",
    "防水": "waterproof",
    "操作": "simple",
    "降噪": "quiet",
    "老人": "elderly",
    "孩子": "kids",
    "宝宝": "baby",
    "学生": "student",
    "宿舍": "dorm",
    "办公室": "office",
    "卧室": "bedroom",
    "出差": "travel",
    "户外": "outdoor",
    "宠物": "pet",
    "跑步": "running",
    "游泳": "swimming",
    "家用": "home",
    "女生": "women",
    "男生": "men",
    "安全": "safe",
    "保暖": "warm",
    "稳定": "stable",
    "做工": "quality",
    "音质": "sound",
}


def _keywords(text: str) -> list[str]:
    return re.findall(r'"[^"]*"|\S+', text)
