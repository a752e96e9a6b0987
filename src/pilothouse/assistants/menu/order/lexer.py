"""The lexer of orders: which part of a sentence is a dish, a quantity, a verb, a taste, a filler.

Every character gets a label, the longest match first. What no label fits is ``other``: how much of it there is tells
how well the sentence was understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.offered import taste_at
from pilothouse.assistants.menu.order import phrases
from pilothouse.assistants.menu.order.foods import food_at, left_out
from pilothouse.assistants.menu.order.names import named_dishes
from pilothouse.assistants.menu.order.parts import with_parts
from pilothouse.assistants.menu.order.patterns import AMOUNT, LABELS, MUCH, NUMBERS, OPTION, POINTS, UNIT
from pilothouse.assistants.menu.order.span import Span

_ALL_OFF = re.compile(r"(全部|都|全|统统|通通)(?=不|删|取消|退)")
_WORD = re.compile(r"[a-z]+")
_COUNTED = re.compile(rf"\s*{UNIT}儿?$")


def label(text: str, lexicon: Lexicon, cart: Cart, shown: Sequence[str] = ()) -> list[Span]:
    """The spans of normalised ``text``, in order, covering all of it. ``shown``: dishes of the list shown last."""
    mentions = named_dishes(text, lexicon)
    spans: list[Span] = []
    at = 0
    for mention in mentions:
        if mention.start < at:
            continue
        spans += _words(text, at, mention.start, lexicon)
        spans.append(Span("dish", mention.surface, mention.start, mention.end, mention))
        at = mention.end
    spans += _words(text, at, len(text), lexicon)
    spans = _swapped(_apart(spans))
    return _joined(with_parts(left_out(spans, lexicon, cart), lexicon, cart, mentions, shown))


def _words(text: str, start: int, end: int, lexicon: Lexicon) -> Iterator[Span]:
    at = start
    while at < end:
        span = _longest(text, at, end, lexicon)
        yield replace(span, value=_count(span.text)) if span.kind == "qty" else span
        at = span.end


def _longest(text: str, at: int, end: int, lexicon: Lexicon) -> Span:
    """The longest label that fits at ``at``; of equally long ones tastes and references come before words."""
    best = Span("other", text[at], at, at)
    for kind, pattern in LABELS:
        match = pattern.match(text, at, end)
        if match and match.end() > best.end:
            best = Span(kind, match[0], at, match.end())
    option = OPTION.match(text, at, end)
    if option and option.end() >= best.end:
        best = Span("option", option[0], at, option.end())
    reference = POINTS.match(text, at, end)
    if reference and reference.end() >= best.end:
        best = Span("ref", reference[0], at, reference.end())
    best = _food(text, at, end, lexicon, best)
    taste = taste_at(text, at, end, lexicon)
    if taste and (taste >= best.end - at or best.kind in ("term", "fill", "sep")):
        best = Span("option", text[at : at + taste], at, at + taste)
    size = _category(text[at:end], lexicon)
    if size and (size > best.end - at or best.kind == "term"):
        best = Span("class", text[at : at + size], at, at + size)
    return best if best.end > at else Span("other", text[at], at, at + 1)


def _food(text: str, at: int, end: int, lexicon: Lexicon, best: Span) -> Span:
    """A food, 多放豆芽 or 醋多一点, where that is longer than ``best``."""
    if (more := AMOUNT.match(text, at, end)) and (food := food_at(text[more.end() : end], lexicon)):
        stop = more.end() + food
        if stop > best.end:
            best = Span("option", text[at:stop], at, stop)
    size = food_at(text[at:end], lexicon)
    if size and (much := MUCH.match(text, at + size, end)):
        return Span("option", text[at : much.end()], at, much.end())
    if size and (at + size > best.end or (best.kind == "fill" and at + size >= best.end)):
        return Span("term", text[at : at + size], at, at + size)
    return best


def _category(text: str, lexicon: Lexicon) -> int:
    """Length of the category of dishes that ``text`` begins with: 凉菜, starters."""
    if word := _WORD.match(text):
        return word.end() if lexicon.category(word[0]) else 0
    return next((size for size in (4, 3, 2) if len(text) >= size and lexicon.category(text[:size])), 0)


def _count(text: str) -> int | None:
    word = _COUNTED.sub("", text).split()[0] if text.strip() else ""
    if word in NUMBERS:
        return NUMBERS[word]
    number = phrases.count(word)
    return number * 12 if text.endswith("打") and number is not None else number


def _apart(spans: Sequence[Span]) -> list[Span]:
    """都不要 cancels only when it says all that there is to say: 葱姜蒜都不要, 鱼都不要香菜."""
    made: list[Span] = []
    for n, span in enumerate(spans):
        near = [*spans[max(n - 1, 0) : n], *spans[n + 1 : n + 2]]
        whole = all(other.kind in ("stop", "fill", "yes") for other in near)
        match = _ALL_OFF.match(span.text) if span.kind == "cancel" and not whole else None
        if match is None:
            made.append(span)
            continue
        at = span.start + match.end(1)
        made.append(Span("all", match[1], span.start, at))
        made.append(Span("remove", span.text[match.end(1) :], at, span.end))
    return made


def _swapped(spans: Sequence[Span]) -> list[Span]:
    """with, to and for exchange only after swap, replace or change: the steak with a glass of wine is both."""
    made: list[Span] = []
    exchanging = False
    for span in spans:
        small = span.kind == "swap" and span.text in ("with", "to", "for", "into")
        made.append(replace(span, kind="fill") if small and not exchanging else span)
        exchanging = exchanging or (span.kind == "swap" and not small)
    return made


def _joined(spans: Sequence[Span]) -> list[Span]:
    """Neighbouring characters that nobody knows are one piece."""
    made: list[Span] = []
    for span in spans:
        if span.kind == "other" and made and made[-1].kind == "other":
            last = made[-1]
            made[-1] = Span("other", last.text + span.text, last.start, span.end)
        else:
            made.append(span)
    return made
