"""Merging a follow-up into the need before it: 预算加到300呢, 要更安静的, 换成落地的, 除了它呢, 不要小米的."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pilothouse.assistants.shopping.need.budget import read_budget
from pilothouse.assistants.shopping.need.need import Need
from pilothouse.assistants.shopping.need.phrase import KEEP_END
from pilothouse.assistants.shopping.need.spelling import spelt

CLEAR = 0.85  # confidence from which a kind starts a new need
_OTHER = re.compile(
    r"除了?(?:它|这个|这款|那款|这台|刚才那[个款])|(?:还有|有没有|有)(?:没有)?(?:别的|其他|其它)"
    r"|换(?:一)?[个款台家](?:试试|看看|别的|吧|呗|推荐|$)|换别的|再(?:推荐|来|找)(?:一)?[个款台]|不要(?:它"
    r"|这个|这款)|不喜欢(?:它|这个|这款)"
    r"|\b(?:other than|besides|except|apart from|not) (?:it|that|this)(?: one)?\b|\banything else\b"
    r"|\banother (?:one|option)\b|\bsomething else\b|\bother options\b",
    re.IGNORECASE,
)
_FORM = re.compile(
    r"(?<![不别])(?:换成?|改成?|改要|要|想要|来个|换个)(?P<form>[\u3400-\u9fffA-Za-z]{1,6})(?:的|款|式"
    r"|型)(?:呢|吧|吗|$)?"
)
_FROM_NEW = re.compile(r"(?:那|如果|要是|换成|改成|改买|我?还想(?:再)?买|另外|再(?:帮我)?)")
_CHEAPER = re.compile(r"便宜(?:点|一点|些|一些)|太贵|贵了|cheaper|too expensive|less expensive", re.IGNORECASE)
_NO_LIMIT = re.compile(r"预算不限")


def merge(previous: Need, change: Need, text: str, decided: str = "") -> Need:
    """``previous`` with what ``change`` (read from ``text``) names. A clear kind of its own starts a new need."""
    said = spelt(text)
    if starts_anew(previous, change, said):
        return change
    budget = read_budget(said)
    low, high, unlimited = previous.low, previous.high, previous.unlimited
    if (
        change.low is not None
        or change.high is not None
        or change.unlimited
        or change.foreign_high
        or change.foreign_low
    ):
        low, high, unlimited = change.low, change.high, change.unlimited
    elif budget.more and high is not None:
        low, high = None, high + budget.more
    gone = set(change.excluded_brands)
    excluded = _once(
        (
            *previous.excluded_products,
            *change.excluded_products,
            *([decided] if decided and _OTHER.search(said) else []),
        )
    )
    kind = _formed(previous.kind, said) if previous.kind else change.kind
    careless = set(change.indifferent)
    qualities = _once(q for q in (*change.qualities, *previous.qualities) if q not in careless)
    persons = _once((*previous.persons, *change.persons))
    scenes = _once((*previous.scenes, *change.scenes))
    return previous.model_copy(
        update={
            "text": f"{previous.text}；{text.strip()}"[-400:] if previous.text else text.strip()[:400],
            "kind": kind,
            "qualities": qualities,
            "persons": persons,
            "scenes": scenes,
            "aspects": _once((*qualities, *persons, *scenes)),
            "musts": _once((*previous.musts, *change.musts))[:4],
            "indifferent": _once((*previous.indifferent, *change.indifferent)),
            "wanted_brands": _once(b for b in (*previous.wanted_brands, *change.wanted_brands) if b not in gone),
            "wanted_products": change.wanted_products or previous.wanted_products,
            "excluded_brands": _once(
                b for b in (*previous.excluded_brands, *change.excluded_brands) if b not in change.wanted_brands
            ),
            "excluded_products": excluded,
            "excluded_kinds": _once((*previous.excluded_kinds, *change.excluded_kinds)),
            "low": low,
            "high": high,
            "foreign_low": change.foreign_low if change.foreign_low or change.foreign_high else previous.foreign_low,
            "foreign_high": change.foreign_high if change.foreign_low or change.foreign_high else previous.foreign_high,
            "currency": change.currency if change.foreign_low or change.foreign_high else previous.currency,
            "unlimited": unlimited,
            "year": change.year or previous.year,
            "confidence": max(previous.confidence, change.confidence if not previous.kind else 0.0),
            "merged": True,
        }
    )


def starts_anew(previous: Need, change: Need, said: str) -> bool:
    """Whether the sentence is about another kind of product."""
    if change.wanted_products and not change.kind:
        return False
    if len(change.wanted_products) > 1:
        return not previous.wanted_products or change.wanted_products != previous.wanted_products
    if not change.kind or not previous.kind or _related(change.kind, previous.kind):
        return False
    return change.confidence >= CLEAR or _bare(change, said)


def _bare(change: Need, said: str) -> bool:
    """Whether the sentence is a kind and a price: 机械键盘 300以内, mechanical keyboard under $60."""
    priced = change.low or change.high or change.foreign_low or change.foreign_high
    whole = KEEP_END.search(change.kind) is not None or len(change.kind.split()) > 1
    return bool(priced) and whole and said.casefold().startswith(change.kind.casefold())


def _related(kind: str, before: str) -> bool:
    """Whether two phrases may name one kind: they end alike or one holds the other."""
    return kind in before or before in kind


def _formed(kind: str, said: str) -> str:
    """The kind with a form that the follow-up asks for: 落地的 風扇."""
    match = _FORM.search(said)
    if match is None:
        return kind
    form = re.sub(r"^(?:更|个|一个|一款|成)", "", match["form"])
    from pilothouse.assistants.shopping.need.lexicon import situations, wishes

    if len(form) < 2 or wishes().search(form) or any(e.good.search(form) for e in situations()) or form in kind:
        return kind
    if re.search(r"便宜|贵|好|大|小|多|少|牌|品牌|家|别|其他", form):
        return kind
    return f"{form}{kind}" if not kind.isascii() else f"{form} {kind}"


def _once(found: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))
