"""A guest's sentence as a typed request: what code knows without any model.

The request decides nothing about the reply's words. It yields the calls that code would make (used offline and
when a model fails) and the constraints that hold whatever a model proposes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from pilothouse.assistants.menu import cues, ontology
from pilothouse.assistants.menu.constraints import Filters, read_filters
from pilothouse.assistants.menu.lexicon import Lexicon, Mention, is_chinese
from pilothouse.assistants.menu.naming import name_dish
from pilothouse.contracts.conversation import ProposedCall
from pilothouse.retrieval.tokenizer import normalise

Intent = Literal["smalltalk", "broad", "menu", "stock", "store", "faq", "choose_store", "unclear"]


@dataclass(frozen=True)
class Request:
    """``intents`` in the order in which they appear. ``query`` is what is left to search for."""

    raw: str
    text: str
    chinese: bool
    intents: tuple[Intent, ...] = ()
    smalltalk: str = ""
    mentions: tuple[Mention, ...] = ()
    filters: Filters = Filters()
    aspects: tuple[str, ...] = ()
    query: str = ""
    faq: str = ""
    topics: tuple[str, ...] = ()
    cuisine: str = ""
    store: str = ""  # id of a store that is named
    near: bool = False
    open_now: bool = False
    contains: str = ""

    def calls(self) -> tuple[ProposedCall, ...]:
        """The tool calls that answer this request, in order of the intents."""
        made: list[ProposedCall] = []
        for intent in self.intents:
            if intent == "menu":
                made.append(ProposedCall("menu_search", self.menu_arguments()))
            elif intent == "stock":
                made.append(ProposedCall("stock_lookup", {"dishes": self.dish_words(), **self._store()}))
            elif intent == "store":
                made.append(ProposedCall("store_search", self.store_arguments()))
            elif intent == "faq":
                made.append(ProposedCall("faq_search", {"query": self.faq[:200], **self._store()}))
        return tuple(made)

    def dish_words(self) -> list[str]:
        return [mention.surface for mention in self.mentions] or ([self.query] if self.query else [])

    def menu_arguments(self) -> dict[str, Any]:
        """Arguments of ``menu_search``; only what was said."""
        words = " ".join(self.dish_words())
        return {"query": words[:200], **filter_arguments(self.filters)}

    def store_arguments(self) -> dict[str, Any]:
        f = self.filters
        given: dict[str, Any] = {"cuisine": self.cuisine, "open_now": self.open_now}
        if f.max_price is not None:
            given["max_per_head"] = float(f.max_price)
        if f.min_price is not None:
            given["min_per_head"] = float(f.min_price)
        if self.mentions:
            given["sells"] = self.mentions[0].surface
        if self.near:
            given["sort"] = "distance"
        elif re.search(r"评分|口碑|最好|rating|best", self.text):
            given["sort"] = "rating"
        elif f.sort == "price_asc":
            given["sort"] = "per_head"
        return {key: value for key, value in given.items() if value not in ("", False)}

    def _store(self) -> dict[str, Any]:
        return {"store": self.store} if self.store else {}


def filter_arguments(filters: Filters) -> dict[str, Any]:
    """Filters as arguments of ``menu_search``, the empty ones left out."""
    given: dict[str, Any] = {
        "category": filters.category,
        "include": list(filters.include),
        "exclude": list(filters.exclude),
        "avoid_allergens": list(filters.avoid),
        "spice": None if filters.spice == "any" else filters.spice,
        "min_price": None if filters.min_price is None else float(filters.min_price),
        "max_price": None if filters.max_price is None else float(filters.max_price),
        "max_prep_minutes": filters.max_prep,
        "sort": None if filters.sort == "relevance" else filters.sort,
        "signature": filters.signature or None,
    }
    return {key: value for key, value in given.items() if value not in (None, [])}


_CLAUSE = re.compile(r"[。！？!?;；\n]+|[，,]\s*(?=(?:你们|另外|还有(?!货|吗)|顺便|然后|对了|再问|以及|and |also |what |where |do you |is there ))|顺便(?:问一下|再)?|另外|对了|\balso\b")
_FUNCTION_START = re.compile(
    r"^(?:我(?:们)?|你(?:们)?|您|咱(?:们)?|他|她|请|想|要|点|来|再|给|帮|吃|喝|买|下单|订|问|查|看|找|推荐|介绍|有没有|有木有|有|还有|能|可以|可不可以|能不能|会不会|是不是|"
    r"是|这|那|哪|些|个|家|里|店|的|一下|下|一|两|二|三|四|五|几|半|多|份|碗|盘|道|杯|位|例|斤|只|条|瓶|听|罐|锅(?=的)|个|点儿?|些|什么|啥|怎么|为什么|"
    r"今天|现在|今晚|中午|晚上|明天|目前|刚才|就|都|也|还|只|不过|但是?|那么?|嗯|呃|额|啊|哦|噢|随便|好吃的|好喝的|好的|比较|最|更|特别|适合|关于|除了|和|跟|与|或者?|及|、|"
    r"this|that|the|a|an|i|i'd|i'll|we|you|your|me|us|my|do|does|did|is|are|was|what|what's|which|how|can|could|would|like|want|need|get|have|has|order|show|tell|give|find|any|some|"
    r"of|for|in|on|with|to|and|or|please|there|it|its|about|much|many|s|dish(?:es)?|something|anything|eat|try|serve|sell|one|two)"
    r"(?=$|[^a-z]|(?<=[\u4e00-\u9fff]))"
)
_FUNCTION_END = re.compile(
    r"(?:吗|呢|吧|啊|呀|哦|么|嘛|啦|了|的|呗|哈|喔|没|没有|不|是|有|都|也|还|卖|做|供应|点|吃|喝|来|要|给|上|下|一下|什么|啥|哪些|哪个|哪种|几个|几种|几道|多少|怎么|怎么样|如何|咋样|咋卖|"
    r"菜(?=$)(?<=的菜)|菜品|的菜|东西|推荐|可以|能|好吃|好喝|行|好不好|好不好吃|好吃吗|可以吗|行吗|谢谢|多谢|现在|今天|这里|你们|你们家|这儿|里面?|一份|一个|两份|一碗|一盘|左右|"
    r"please|dish(?:es)?|food|have|has|do|you|there|are|is|it|on|menu|the|for|me|and|or|in|with|that|of)$"
)
_KIND = re.compile(r"(?:喝|素|荤)的(?!菜)")  # 喝 and 素 alone are function words or too short to mean a category
_GENERIC = frozenset("菜 菜品 菜式 东西 吃的 美食 食物 一个 别 别的 其他 其它 种 样 款 food dish dishes meal thing something".split())
_EDGE = " \t，,。.!！?？、~～:：;；“”\"'()（）《》[]【】…"
_MODIFIER = re.compile(
    r"^(?:(?:大|中|小)份|招牌|特色|正宗|地道|经典|好吃|新鲜|热乎?|冰|冷|你们?家?|这道|那道|这个|那个|一[份个道碗盘]|[两二三四五六七八九十\d]+[份个道碗盘杯]?|份|个|道|碗|盘|点|的|里|和|跟|与|加|配|还有|再|来|要|点|吃|有|的话|是|也|都|只|就|想|不|别|没|各)+$"
)


def understand(text: str, lexicon: Lexicon, *, store: str = "") -> Request:
    """Read one turn of a guest. ``store`` is the id of a store already chosen in the session."""
    plain = normalise(text)
    request = Request(raw=text, text=plain, chinese=is_chinese(plain) or not re.search(r"[a-z]", plain))
    bare = plain.strip(_EDGE)
    for kind, pattern in cues.SMALLTALK.items():
        if bare and pattern.fullmatch(bare):
            return replace(request, intents=("smalltalk",), smalltalk=kind)
    while (match := cues.POLITE_START.match(bare)) and match.end():
        bare = bare[match.end() :]
    if not bare:
        return replace(request, intents=("smalltalk",), smalltalk="greeting")
    named = lexicon.store(bare)
    if named and (chosen := cues.CHOOSE_STORE.fullmatch(bare)) and named[1] in normalise(chosen["store"]):
        return replace(request, intents=("choose_store",), store=named[0])
    if named and bare.strip(_EDGE) == named[1]:
        return replace(request, intents=("choose_store",), store=named[0])
    if named:
        request = replace(request, store=named[0])
        bare = bare.replace(named[1], " ")
    clauses = [clause.strip(_EDGE) for clause in _CLAUSE.split(bare) if clause and clause.strip(_EDGE)] or [bare]
    return _combine(request, clauses, lexicon)


def _combine(request: Request, clauses: list[str], lexicon: Lexicon) -> Request:
    menu: list[str] = []
    for clause in clauses:
        kind, topics = _sort_clause(clause, lexicon)
        if kind == "faq":
            request = replace(
                request,
                faq=f"{request.faq}，{clause}".strip("，"),
                topics=tuple(dict.fromkeys((*request.topics, *topics))),
                intents=_with(request.intents, "faq"),
            )
        elif kind == "store":
            request = _read_store(request, clause, lexicon)
        elif kind == "smalltalk":
            continue
        else:
            menu.append(clause)
    return _read_menu(request, "，".join(menu), lexicon) if menu else request


def _with(intents: tuple[Intent, ...], intent: Intent) -> tuple[Intent, ...]:
    return intents if intent in intents else (*intents, intent)


def _sort_clause(clause: str, lexicon: Lexicon) -> tuple[str, tuple[str, ...]]:
    if any(pattern.fullmatch(clause) for pattern in cues.SMALLTALK.values()):
        return "smalltalk", ()
    mentions = lexicon.mentions(clause)
    bare = _blank(clause, mentions)
    topics = tuple(topic for topic, pattern in cues.FAQ_TOPICS.items() if pattern.search(bare))
    strong = [topic for topic in topics if topic in cues.STRONG_TOPICS]
    if cues.STORE.search(bare) and not (strong and "hours" in strong and not cues.CUISINE.search(bare)):
        if not mentions or re.search(cues.PLACE, bare):
            return "store", ()
    if strong and not (mentions and set(strong) <= {"hours", "policy", "booking"} and _asks_dish(bare)):
        return "faq", topics
    if topics and not mentions:
        filters, rest = read_filters(bare, lexicon)
        if filters.empty or "delivery" in topics:
            return "faq", topics
    return "menu", ()


def _asks_dish(bare: str) -> bool:
    return any(cues.ASPECTS[name].search(bare) for name in ("price", "ingredients", "spice", "prep"))


def _blank(text: str, mentions: list[Mention] | tuple[Mention, ...]) -> str:
    for mention in sorted(mentions, key=lambda m: m.start, reverse=True):
        text = f"{text[: mention.start]} {text[mention.end :]}"
    return text


def _read_store(request: Request, clause: str, lexicon: Lexicon) -> Request:
    mentions = lexicon.mentions(clause)
    bare = _blank(clause, mentions)
    filters, _ = read_filters(bare, lexicon)
    cuisine = cues.CUISINE.search(bare)
    word = cuisine[0] if cuisine else next((c for c in sorted(lexicon.cuisines, key=len, reverse=True) if c in bare), "")
    return replace(
        request,
        intents=_with(request.intents, "store"),
        cuisine=word,
        mentions=tuple(mentions),
        filters=filters,
        near=bool(re.search(r"附近|周边|周围|旁边|离我|离这|最近|近|near|closest|around", bare)),
        open_now=bool(re.search(r"还?(?:开着|营业|开门)|现在(?:能|可以)?(?:开|吃)|open", bare)),
    )


def _read_menu(request: Request, text: str, lexicon: Lexicon) -> Request:
    mentions = lexicon.mentions(text)
    mentions = _variants(text, mentions, lexicon)
    rest = _blank(text, mentions)
    if not mentions and cues.BROAD.fullmatch(strip_function(rest, ends=False).strip(_EDGE) or rest.strip(_EDGE)):
        return replace(request, intents=_with(request.intents, "broad"))
    if not mentions and cues.BROAD.fullmatch(rest.strip(_EDGE)):
        return replace(request, intents=_with(request.intents, "broad"))
    aspects, contains, rest = _read_aspects(rest, bool(mentions), lexicon)
    stock = bool(cues.STOCK.search(rest)) and not cues.STILL_WHAT.search(rest)
    rest = cues.STOCK.sub(" ", rest) if stock else rest
    filters, rest = read_filters(rest, lexicon)
    if cues.RECOMMEND.search(rest):
        filters = replace(filters, signature=filters.empty and not mentions)
        rest = cues.RECOMMEND.sub(" ", rest)
    filters, query = _read_query(rest, filters, lexicon, bool(mentions))
    request = replace(
        request,
        mentions=tuple(mentions),
        aspects=aspects,
        contains=contains,
        filters=filters,
        query="" if mentions else query,
    )
    if cues.STILL_WHAT.search(text) and not mentions and not query and filters.empty:
        return replace(request, intents=_with(request.intents, "broad"))
    if stock and (mentions or query):
        return replace(request, intents=_with(request.intents, "stock"))
    if mentions or not replace(filters, sort="relevance", signature=False).empty:
        return replace(request, intents=_with(request.intents, "menu"))
    if filters.signature and not query:
        return replace(request, intents=_with(request.intents, "broad"))
    if query and name_dish(query, lexicon) is not None:
        return replace(request, intents=_with(request.intents, "menu"))
    if filters.sort != "relevance" and not query:
        return replace(request, intents=_with(request.intents, "menu"))
    if query and (_food(query) or (aspects and set(aspects) & {"price", "ingredients", "spice", "availability"})):
        return replace(request, intents=_with(request.intents, "menu"))
    return replace(request, intents=request.intents or ("unclear",))


def _food(query: str) -> bool:
    """True when the words look like food: the last character names food, or they begin with a way of cooking."""
    return any(
        piece[-1] in ontology.food_heads() or piece.startswith(ontology.cooking()) for piece in query.split() if len(piece) > 1
    )


def _read_aspects(text: str, named: bool, lexicon: Lexicon) -> tuple[tuple[str, ...], str, str]:
    found: list[str] = []
    contains = ""
    if named and (match := cues.ASPECTS["contains"].search(text)) and match.groupdict().get("term"):
        term = strip_function(match["term"])
        if term and lexicon.ingredient(term) and not cues.STOCK.search(match[0]):
            contains = term
            found.append("contains")
            text = text.replace(match[0], " ", 1)
    for name, pattern in cues.ASPECTS.items():
        if name in ("contains", "availability") or (name == "ingredients" and not named):
            continue
        if pattern.search(text):
            found.append(name)
            if name in ("price", "ingredients", "allergens", "portion") or named:
                text = pattern.sub(" ", text)
    if cues.ASPECTS["availability"].search(text.strip(_EDGE)):
        found.append("availability")
    return tuple(dict.fromkeys(found)), contains, text


def _read_query(text: str, filters: Filters, lexicon: Lexicon, named: bool) -> tuple[Filters, str]:
    """Sort what is left into category, ingredients, and words to search for."""
    pieces: list[str] = []
    if not named and (match := _KIND.search(text)):
        filters = replace(filters, category=match[0])
        text = text.replace(match[0], " ", 1)
    for piece in re.split(r"[\s，,、。；;！!？?]+|的(?=[\u4e00-\u9fff])|(?:和|跟|与|或者?)(?=[\u4e00-\u9fff]{2})", text) if is_chinese(text) else [text]:
        word = strip_function(piece)
        if not word or word in _GENERIC:
            continue
        if not named and not lexicon.named(word):
            if filters.category is None and lexicon.category(word):
                filters = replace(filters, category=word)
                continue
            if word in ontology.group_words() or (word in lexicon.ingredients and not _part_of_name(word, lexicon)):
                filters = replace(filters, include=tuple(dict.fromkeys((*filters.include, word))))
                continue
            if filters.category is None and word in ontology.categories():
                filters = replace(filters, category=word)
                continue
            split = _category_tail(word, lexicon)
            if split and filters.category is None:
                head, tail = split
                filters = replace(filters, category=tail)
                if head in ontology.group_words() or head in lexicon.ingredients:
                    filters = replace(filters, include=(*filters.include, head))
                elif head:
                    pieces.append(head)
                continue
        pieces.append(word)
    return filters, " ".join(pieces)


def _part_of_name(word: str, lexicon: Lexicon) -> bool:
    return any(word in name for name in lexicon.names)


def _category_tail(word: str, lexicon: Lexicon) -> tuple[str, str] | None:
    """鸡肉干锅 → (鸡肉, 干锅) when no dish is named so and the head is an ingredient."""
    if any(word in name for name in lexicon.names):
        return None
    for cut in range(1, len(word)):
        head, tail = word[:cut], word[cut:]
        if len(tail) > 1 and lexicon.category(tail) and (head in ontology.group_words() or head in lexicon.ingredients):
            return head, tail
    return None


def _variants(text: str, mentions: list[Mention], lexicon: Lexicon) -> list[Mention]:
    """A name directly followed or preceded by more food words is another dish: 回锅肉盖饭 is not 回锅肉."""
    result: list[Mention] = []
    for index, mention in enumerate(mentions):
        left_edge = mentions[index - 1].end if index else 0
        right_edge = mentions[index + 1].start if index + 1 < len(mentions) else len(text)
        before = _adjacent(text[left_edge : mention.start], last=True)
        after = _adjacent(text[mention.end : right_edge], last=False)
        if before or after:
            surface = f"{before}{mention.surface}{after}"
            near = name_dish(surface, lexicon)
            if near is not None and near.match in ("exact", "alias", "similar"):
                result.append(replace(mention, surface=surface, dishes=near.dishes, kind="similar",
                                      start=mention.start - len(before), end=mention.end + len(after)))
                continue
            ids = tuple(dict.fromkeys((*mention.dishes, *(near.dishes if near else ()))))
            result.append(Mention(surface, ids, "variant", mention.start - len(before), mention.end + len(after)))
        else:
            result.append(mention)
    return result


def _adjacent(text: str, *, last: bool) -> str:
    """Food words that touch a name, or ""; ``last``: the words before it."""
    if not is_chinese(text):
        return ""
    run = re.search(r"[\u4e00-\u9fff]+$", text) if last else re.match(r"[\u4e00-\u9fff]+", text)
    if run is None:
        return ""
    words = run[0]
    if last:
        words = strip_start(words)
        if not words or _MODIFIER.match(words) or len(words) > 4:
            return ""
        known = words.startswith(ontology.cooking()) or words[-1] in ontology.food_heads() or len(words) <= 3
        return words if known and not _any_cue(words) else ""
    if re.match(r"里[面头边]?|上面|下面|外面|一起|如果|还|是|有|要|的|多少", words):
        return ""
    for length in range(min(4, len(words)), 0, -1):
        part = words[:length]
        following = words[length:]
        if part[-1] in ontology.food_heads() and not _MODIFIER.match(part) and not _any_cue(part):
            if not following or strip_function(following) == "" or _any_cue(following) or following[0] in "多有还怎是吗的能可要里来和今现贵":
                return part
    return ""


def _any_cue(words: str) -> bool:
    probes = (*cues.ASPECTS.values(), cues.STOCK, cues.RECOMMEND)
    if any(pattern.search(words) for pattern in probes):
        return True
    filters, _ = read_filters(words, Lexicon())
    return not filters.empty


def strip_start(text: str) -> str:
    """Function words at the beginning taken off, as often as there are any."""
    text = text.strip(_EDGE)
    while match := _FUNCTION_START.match(text):
        if not match.end():
            break
        text = text[match.end() :].strip(_EDGE)
    return text


def strip_function(text: str, *, ends: bool = True) -> str:
    """What is left when words that carry no content are taken off both ends."""
    text = strip_start(text)
    while ends and (match := _FUNCTION_END.search(text)):
        if match.start() == match.end():
            break
        if text[match.start() - 1 : match.start()].isascii() and match.start() and text[match.start() - 1].isalpha() and match[0].isascii():
            break
        text = text[: match.start()].strip(_EDGE)
    return text


def request_data(request: Request) -> Mapping[str, Any]:
    """The request as plain data for the session's state and the trace."""
    return {
        "intents": list(request.intents),
        "dishes": [mention.surface for mention in request.mentions],
        "query": request.query,
        "filters": filter_arguments(request.filters),
        "aspects": list(request.aspects),
        "topics": list(request.topics),
    }
