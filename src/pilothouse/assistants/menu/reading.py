"""A sentence about dishes: which are named, what is asked about them, and what is left to search for."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pilothouse.assistants.menu import aspects, cues, ontology
from pilothouse.assistants.menu.constraints import known_ingredient, read_filters
from pilothouse.assistants.menu.filters import Filters
from pilothouse.assistants.menu.fragments import is_fragment
from pilothouse.assistants.menu.lexicon import Lexicon, Mention, is_chinese
from pilothouse.assistants.menu.mentions import find_mentions
from pilothouse.assistants.menu.naming import name_dish
from pilothouse.assistants.menu.request import Intent, Request
from pilothouse.assistants.menu.residue import EDGE, content, singular, strip

_KINDS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?:不(?:能|想)?(?:吃|沾|碰)|忌|戒)荤(?:腥|的)?|(?:吃|净|全|纯)素(?:的|食|者)?|素的|斋(?:菜|饭)?"), "素菜"),  # noqa: E501
    (re.compile(r"喝的|(?:喝|饮)点?(?:什么|啥)|渴"), "饮品"),
    (re.compile(r"荤的|吃肉|有肉的|带肉的"), "荤菜"),
    (re.compile(r"(?<![酸甜])甜的|甜食|甜口的?|饭后甜[品点]"), "甜品"),
    (re.compile(r"凉的|冷的(?!饮)"), "凉菜"),
    (re.compile(r"(?:热乎的?|汤汤水水的?|喝(?:点|碗|口)?)汤(?:水)?(?:水)?的?|汤汤水水的?|有汤的"), "汤"),
    (re.compile(r"管饱的?|顶饱的?|填饱?肚子的?|饱腹的?"), "主食"),
)  # fmt: skip


_GREENS = re.compile(r"绿色?的(?:蔬菜|青菜|叶菜|叶子菜|菜)")


@dataclass(frozen=True)
class _Asked:
    """What the sentence shows besides its words for food."""

    stock: bool
    recommended: bool
    ordered: bool


def read_menu(request: Request, clauses: list[str], lexicon: Lexicon, *, as_dish: bool = False) -> Request:
    """``request`` with what these clauses ask about dishes."""
    text = "，".join(clauses)
    mentions = find_mentions(text, lexicon)
    rest = blank(text, mentions)
    broad = not mentions and any(is_broad(clause) for clause in clauses)
    if broad:
        rest = "，".join(clause for clause in clauses if not is_broad(clause))
    found, contains, rest = _read_aspects(rest, bool(mentions), lexicon)
    stock = bool(cues.STOCK.search(rest)) and not cues.STILL_WHAT.search(rest)
    rest = cues.STOCK.sub(" ", rest) if stock else rest
    filters, rest = read_filters(rest, lexicon)
    recommended = bool(cues.RECOMMEND.search(rest))
    if recommended:
        filters = replace(filters, signature=bool(cues.SIGNATURE.search(rest)) and not mentions)
        rest = cues.RECOMMEND.sub(" ", rest)
    asked = _Asked(stock, recommended or broad, bool(aspects.ORDER.search(text)))
    as_dish = as_dish or asked.ordered or stock or bool({"price", "ingredients", "spice", "prep"} & set(found))
    query = ""
    if not mentions:
        filters, query = _sort_content(rest, filters, lexicon, as_dish)
    request = replace(request, mentions=tuple(mentions), aspects=found, contains=contains, filters=filters, query=query)
    kind = _kind(request, asked, lexicon)
    if kind == "unclear" and request.intents:
        return replace(request, query="")
    return replace(request, intents=with_intent(request.intents, kind))


def with_intent(intents: tuple[Intent, ...], intent: Intent) -> tuple[Intent, ...]:
    return intents if intent in intents else (*intents, intent)


def is_broad(clause: str) -> bool:
    """True for a question about the whole menu: 有什么推荐, 菜单发我."""
    bare = clause.strip(EDGE)
    return bool(
        cues.BROAD.fullmatch(bare)
        or cues.BROAD.fullmatch(re.sub(r"(?:吗|呢|吧|啊|呀|哦|(?<!什)么|嘛|啦|了|的|呗|哈|先|给我|好)+$", "", bare))
    )


def blank(text: str, mentions: list[Mention] | tuple[Mention, ...]) -> str:
    """``text`` with a space in place of each mention."""
    for mention in sorted(mentions, key=lambda m: m.start, reverse=True):
        text = f"{text[: mention.start]} {text[mention.end :]}"
    return text


def food_like(query: str) -> bool:
    """True when the words look like food: they end in it, hold a known one, or begin with a way of cooking."""
    return any(
        piece[-1] in ontology.food_heads()
        or piece.startswith(ontology.cooking())
        or any(len(word) > 1 and word in piece for word in ontology.foods())
        for piece in query.split()
        if len(piece) > 1
    )


def _kind(request: Request, asked: _Asked, lexicon: Lexicon) -> Intent:
    filters, query = request.filters, request.query
    if asked.stock and (request.mentions or query):
        return "stock"
    if request.mentions or not replace(filters, sort="relevance", signature=False).empty:
        return "menu"
    if cues.OUTSIDE.search(request.text):
        return "unclear"
    if not query:
        if filters.sort != "relevance":
            return "menu"
        return "broad" if filters.signature or asked.recommended or cues.STILL_WHAT.search(request.text) else "unclear"
    if is_fragment(query):
        return "unclear"
    naming = name_dish(query, lexicon)
    if (naming is not None and naming.match != "nearest") or food_like(query) or ontology.wishes_in(query):
        return "menu"
    if (
        asked.ordered
        or set(request.aspects) & {"price", "ingredients", "spice", "availability"}
        or filters.sort != "relevance"
    ):
        return "menu"
    return "unclear"


def _read_aspects(text: str, named: bool, lexicon: Lexicon) -> tuple[tuple[str, ...], str, str]:
    found: list[str] = []
    contains = ""
    if aspects.AVAILABILITY.search(text.strip(EDGE)):
        found.append("availability")
    if named and not aspects.INGREDIENTS.search(text) and (match := aspects.CONTAINS.search(text)):
        term = strip(match["term"] or "") if match["term"] else singular(match["english"] or "")
        if term and known_ingredient(term, lexicon):
            contains = term
            found.append("contains")
            text = text.replace(match[0], " ", 1)
    for name, pattern in aspects.ASPECTS.items():
        if match := pattern.search(text):
            if name in ("hours", "portion", "prep") and not named and not content(pattern.sub(" ", text)):
                continue
            found.append(name)
            if name != "spice" or named:
                text = pattern.sub(" ", text)
    if named and found[:1] != ["ingredients"] and not contains and (match := aspects.INGREDIENTS_NAMED.search(text)):
        found.append("ingredients")
        text = text.replace(match[0], " ", 1)
    return tuple(dict.fromkeys(found)), contains, text


def _sort_content(text: str, filters: Filters, lexicon: Lexicon, as_dish: bool) -> tuple[Filters, str]:
    """Sort what is left into category, ingredients, and words to search for."""
    if match := _GREENS.search(text):
        filters = replace(filters, include=(*filters.include, "绿叶菜"))
        text = text.replace(match[0], " ", 1)
    for pattern, category in _KINDS:
        if filters.category is None and (match := pattern.search(text)):
            filters = replace(filters, category=category)
            text = text.replace(match[0], " ", 1)
    pieces: list[str] = []
    for piece in content(text):
        for word in [piece] if is_chinese(piece) or lexicon.named(piece) else _words(piece, lexicon):
            taken = _as_filter(word, filters, lexicon, as_dish)
            if taken is None:
                pieces.append(word)
            else:
                filters = taken
    return filters, " ".join(pieces)


def _words(piece: str, lexicon: Lexicon) -> list[str]:
    """An English phrase as one when it is a name or a category, else word by word when each word means something."""
    whole = singular(piece)
    if lexicon.category(piece) or lexicon.category(whole) or known_ingredient(whole, lexicon):
        return [piece]
    words = piece.split(" ")
    known = [
        word
        for word in words
        if any(
            lexicon.category(w) or w in ontology.categories() or known_ingredient(w, lexicon)
            for w in (word, singular(word))
        )
    ]
    naming = name_dish(piece, lexicon)
    if naming is not None and naming.match in ("exact", "alias", "similar", "partial"):
        return [piece]
    return words if len(known) == len(words) else [piece]


def _as_filter(word: str, filters: Filters, lexicon: Lexicon, as_dish: bool) -> Filters | None:
    """``filters`` with the word as a category or an ingredient; ``None`` when it is neither."""
    if lexicon.named(word):
        return None
    for form in dict.fromkeys(
        (
            word,
            singular(word),
            re.sub(r"(?:类|做的|肉类|一类|那种|口味|的)$", "", word),
            word.removesuffix("菜") if word.removesuffix("菜") in ontology.group_words() else word,
        )
    ):
        if not form:
            continue
        known = form in ontology.categories() and form not in ontology.group_words()
        if filters.category is None and (known or lexicon.category(form)):
            return replace(filters, category=form)
        general = form in ontology.group_words() or form in ontology.synonyms()
        if (
            general
            or (form in lexicon.ingredients and not (as_dish and len(form) > 2) and not lexicon.index.holding(form))
            or (form in lexicon.ingredients and len(form) <= 2)
        ):
            return replace(filters, include=tuple(dict.fromkeys((*filters.include, form))))
        if filters.category is None and form in ontology.categories():
            return replace(filters, category=form)
    if filters.category is None and not lexicon.index.holding(word):
        for cut in range(1, len(word)):
            head, tail = word[:cut].removesuffix("的"), word[cut:]
            if len(tail) > 1 and lexicon.category(tail) and known_ingredient(head, lexicon):
                return replace(filters, category=tail, include=(*filters.include, head))
    return None
