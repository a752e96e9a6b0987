"""Foods that are left out of a dish: 不要放葱和姜, 花生不要放, no peanuts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from pilothouse.assistants.menu import ontology
from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.order.parts import line_names
from pilothouse.assistants.menu.order.span import Span

_EXTRA = (
    "味精", "鸡精", "葱花", "姜", "蒜", "葱", "香菜", "辣椒", "花椒", "盐", "糖", "醋", "油", "冰", "芝麻", "麻", "辣",
    "洋葱", "蒜末", "蒜泥", "姜丝", "小葱", "辣椒油", "红油",
)  # fmt: skip
_LONGEST = 12
# Takes a dish off the order.
_OFF = re.compile(r"去掉|删|取消|退|撤|拿|划|砍|remove|delete|drop|cancel|take|rid|skip|lose|forget|scratch")
_THIN = frozenset({"", "也", "的", "个", "那个", "the", "of", "些"})  # may stand inside a list of foods


def food_at(text: str, lexicon: Lexicon) -> int:
    """Length of the food that ``text`` begins with, 0 when there is none."""
    known = _known(lexicon.ingredients)
    for size in range(min(_LONGEST, len(text)), 0, -1):
        word = text[:size]
        part = size > 1 and word in lexicon.ingredient_parts
        if part or word in known or (word.isascii() and word.endswith("s") and word[:-1] in known):
            if word[0].isascii() and text[size : size + 1].isascii() and text[size : size + 1].isalpha():
                continue
            return size
    return 0


@lru_cache(maxsize=64)
def _known(ingredients: frozenset[str]) -> frozenset[str]:
    return frozenset((*ontology.foods(), *_EXTRA, *(item for item in ingredients if len(item) <= _LONGEST)))


def left_out(spans: list[Span], lexicon: Lexicon, cart: Cart) -> list[Span]:
    """The foods with the word that refuses them beside them become one span."""
    names = [name for own in line_names(lexicon, cart).values() for name in own]
    for at, span in enumerate(spans[1:], 1):  # 别放木耳, where 木耳 is a dish too
        ahead = [other for other in spans[:at] if other.text.strip()]
        if not ahead:
            continue
        before = ahead[-1]
        # 来份鱼香肉丝不要木耳: where a dish is named, nothing is taken off the order.
        named = ahead[-2] if len(ahead) > 1 and ahead[-2].kind == "dish" else None
        beside = before.kind == "remove" and before.text == "不要" and named is not None
        english = span.kind == "dish" and span.text.isascii() and not lexicon.named(span.text)  # without minced pork
        own = beside and named is not None and span.kind == "dish" and span.value.dishes == named.value.dishes
        food = english or own or (span.kind == "dish" and food_at(span.text, lexicon) == len(span.text))
        if food and (before.kind == "leave" or beside):
            spans[at] = replace(span, kind="term")
    made: list[Span] = []
    n = 0
    while n < len(spans):
        added = bool(made) and made[-1].kind == "add"
        end = _refused_after(spans, n, names) or (not added and _refused_before(spans, n, names)) or 0
        if not end and (end := _foreign(spans, n)):
            words = "".join(word.text for word in spans[n + 1 : end]).strip()
            made.append(Span("without", words, spans[n].start, spans[end - 1].end, (words,)))
        else:
            made.append(_without(spans[n:end]) if end else spans[n])
        n = end or n + 1
    return made


def _foreign(spans: Sequence[Span], n: int) -> int:
    """Where no green onion ends, whose words no menu here knows; 0 when it is none. The kitchen has to read it."""
    if spans[n].kind != "leave" or not spans[n].text.isascii():
        return 0
    end = n + 1
    while end < len(spans) and spans[end].text.isascii() and spans[end].kind in ("other", "term", "fill"):
        if spans[end].kind == "fill" and spans[end].text.strip():
            break
        end += 1
    words = "".join(span.text for span in spans[n + 1 : end]).split()
    unknown = any(span.kind == "other" for span in spans[n + 1 : end])
    return end if unknown and 0 < len(words) <= 3 else 0


def _refused_after(spans: list[Span], n: int, names: Sequence[str]) -> int:
    """Where 不要葱和姜 that begins at ``n`` ends; 0 when it is none, as in 去掉豆腐 of an order with 麻婆豆腐."""
    span = spans[n]
    end = _foods(spans, n + 1) if span.kind in ("leave", "remove") else n + 1
    foods = [food.text for food in spans[n + 1 : end] if food.kind == "term"]
    gone = span.kind == "remove" and (_OFF.match(span.text) or (end < len(spans) and spans[end].text[0] == "了"))
    if not foods or (gone and all(any(food in name for name in names) for food in foods)):
        return 0
    return end


def _refused_before(spans: list[Span], n: int, names: Sequence[str]) -> int:
    """Where 葱和姜不要放 that begins at ``n`` ends; 0 when it is none."""
    if spans[n].kind != "term":
        return 0
    after = _foods(spans, n)
    while after < len(spans) and spans[after].kind in ("all", "fill") and spans[after].text.strip() != "了":
        after += 1
    if after == len(spans) or spans[after].kind not in ("leave", "remove"):
        return 0
    # 花生不要了 takes 老醋花生 off the order, 花生不要放 leaves the nuts out.
    off = spans[after].kind == "remove" and _for_good(spans[after:])
    if off and any(spans[n].text in name for name in names):
        return 0
    return 0 if _foods(spans, after + 1) != after + 1 else after + 1  # 鱼都不要香菜 refuses no fish


def _for_good(spans: Sequence[Span]) -> bool:
    return spans[0].text[-1] in "了掉除" or (len(spans) > 1 and spans[1].text.startswith("了"))


def _foods(spans: Sequence[Span], start: int) -> int:
    """Where the list of foods that begins at ``start`` ends; ``start`` when there is none."""
    end = at = start
    while at < len(spans):
        span = spans[at]
        if span.kind == "term":
            end = at + 1
        elif not (span.kind in ("sep", "leave") and at > start) and not (
            span.kind == "fill" and span.text.strip() in _THIN
        ):
            break
        at += 1
    return end


def _without(spans: Sequence[Span]) -> Span:
    terms = tuple(dict.fromkeys(span.text for span in spans if span.kind == "term"))
    start, end = spans[0].start, spans[-1].end
    if terms == ("辣",):
        return Span("option", "不要辣", start, end)
    return Span("without", "".join(span.text for span in spans), start, end, terms)
