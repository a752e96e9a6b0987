"""A guest's sentence as a typed request: what code knows without any model.

The request decides nothing about the reply's words. It yields the calls that code would make (used offline and
when a model fails) and the constraints that hold whatever a model proposes.
"""

from __future__ import annotations

import re
from dataclasses import replace

from pilothouse.assistants.menu import aspects, cues, ontology
from pilothouse.assistants.menu.constraints import read_filters
from pilothouse.assistants.menu.lexicon import Lexicon, is_chinese
from pilothouse.assistants.menu.mentions import find_mentions
from pilothouse.assistants.menu.naming import name_dish
from pilothouse.assistants.menu.reading import blank, food_like, is_broad, read_menu, with_intent
from pilothouse.assistants.menu.request import Intent, Request, filter_arguments, request_data
from pilothouse.assistants.menu.residue import EDGE, content
from pilothouse.assistants.menu.topics import ABOUT_DISHES, SOFT, topics_in
from pilothouse.retrieval.tokenizer import normalise

__all__ = ["Intent", "Request", "filter_arguments", "request_data", "understand"]

_CLAUSE = re.compile(
    r"[。！？!?;；\n…]+|(?<!\d)[，,]|[，,](?!\d)|顺便(?:问一下|再|问问|问下|看看)?|另外|对了|再帮我|再问(?:一?下|问)?|以及(?=你们|能|可以|怎么|在哪|几点)|还有(?=你们|能不能|可以|怎么|在哪|几点|停车)"
    r"|\band (?=what|how|where|when|do |does |is |are |can |could )|\balso\b|\bby the way\b"
)
_SYMBOLS = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u2b00-\u2bff\u2190-\u21ff]+")
_BRING = re.compile(
    r"(?:能|可以|可不可以|自己?|允许|让)带|带.{0,8}(?:进|入店|过来|过去)"
)  # a guest's own cake is no ingredient
_FOOD_WORDS = re.compile(
    r"[吃喝]点?(?:什么|啥|些)|(?:硬|大|凉|热|素|荤|好|小|肉|甜|蔬|青|下酒|特色)菜|什么菜|哪些菜|的菜|个菜|道菜|菜品|饮料|喝的|主食|甜[品点]|汤(?!匙)|什么面|想吃|能吃的|dish|food|eat\b"
)

# How many they are is said by the way: 有什么推荐，我们三个人. It is no word to search for.
_PARTY = re.compile(
    r"(?:我的?)?(?:电话|手机号?)(?:是|：|:)?\s*\d{7,}|(?:我|免贵)?姓[\u4e00-\u9fff]|(?:我们?|咱们?|这边|一共|总共|就|有|大概|今天)*(?:\d{1,3}|[一二两三四五六七八九十]{1,3})"
    r"(?:个|位|口)?(?:大?人|小?朋友|小孩|客人|家人)"
    r"(?:吃饭?|用餐|聚餐|一起吃?)*|(?:there are|we are|for)? ?(?:\d{1,2}|two|three|four|five|six) (?:of us|people)"
)


def understand(text: str, lexicon: Lexicon, *, as_dish: bool = False) -> Request:
    """Read one turn of a guest. ``as_dish``: words that are no name are a dish that is wanted, not an ingredient."""
    plain = normalise(_SYMBOLS.sub(" ", text)).replace("’", "'").replace("‘", "'")
    request = Request(raw=text, text=plain, chinese=is_chinese(plain) or not re.search(r"[a-z]", plain))
    bare = plain.strip(EDGE)
    for kind, pattern in cues.SMALLTALK.items():
        if bare and pattern.fullmatch(bare):
            return replace(request, intents=("smalltalk",), smalltalk=kind)
    while (match := cues.POLITE_START.match(bare)) and match.end():
        if any(mention.start < match.end() for mention in lexicon.mentions(bare)[:1]):
            break
        bare = bare[match.end() :]
    if not bare:
        return replace(request, intents=("smalltalk",), smalltalk="greeting")
    named = lexicon.store(bare)
    if named and bare != named[1] and (cues.CUISINE.fullmatch(named[1]) or named[1] in lexicon.cuisines):
        named = None  # a store called 面馆 for short: 附近的面馆 asks for any
    if named and not _in_a_dish(bare, named[1], lexicon):
        chosen = cues.CHOOSE_STORE.fullmatch(bare)
        if bare.strip(EDGE) == named[1] or (
            chosen and named[1] in chosen["store"] and len(chosen["store"]) <= len(named[1]) + 3
        ):
            return replace(request, intents=("choose_store",), store=named[0])
        request = replace(request, store=named[0])
        bare = bare.replace(named[1], " ")
    clauses = [clause.strip(EDGE) for clause in _CLAUSE.split(bare) if clause and clause.strip(EDGE)] or [bare]
    clauses = [clause for clause in clauses if not _PARTY.fullmatch(clause)] or clauses
    return _combine(request, clauses, lexicon, as_dish)


def _in_a_dish(text: str, word: str, lexicon: Lexicon) -> bool:
    """True when the store's name is there a part of a dish's: a house that calls its dishes after itself."""
    start = text.index(word)
    inside = any(mention.start <= start < mention.end for mention in lexicon.mentions(text))
    return inside or (len(word) < 4 and text != word and bool(lexicon.index.holding(word)))


def _combine(request: Request, clauses: list[str], lexicon: Lexicon, as_dish: bool) -> Request:
    menu: list[str] = []
    order: list[Intent] = []
    for clause in clauses:
        kind, topics = _sort_clause(clause, lexicon)
        if kind == "faq":
            topics = tuple(dict.fromkeys((*request.topics, *topics)))
            request = replace(request, faq=f"{request.faq}，{clause}".strip("，"), topics=topics)
        elif kind == "store":
            request = _read_store(request, clause, lexicon)
        elif kind == "menu":
            menu.append(clause)
        if kind in ("faq", "store", "menu") and kind not in order:
            order.append(kind)
    if "store" in order and not request.cuisine:  # 想吃粤菜，去哪家店
        wanted = next((c for c in menu if (m := cues.CUISINE.search(c)) and len(c) <= len(m[0]) + 5), "")
        if wanted and not lexicon.mentions(wanted) and (cuisine := cues.CUISINE.search(wanted)):
            request = replace(request, cuisine=cuisine[0])
            menu.remove(wanted)
            order = [kind for kind in order if kind != "menu" or menu]
    if len(menu) > 1:
        menu = [clause for clause in menu if not _aside(clause, request, lexicon)] or menu
    for intent in order:
        if intent == "menu":
            kept = request.mentions, request.filters, request.query
            request = read_menu(request, menu, lexicon, as_dish=as_dish)
            if "store" in order and not request.mentions:  # the store's own conditions stay
                request = replace(
                    request,
                    mentions=kept[0],
                    filters=kept[1] if request.filters.empty else request.filters,
                    query=request.query or kept[2],
                )
        else:
            request = replace(request, intents=with_intent(request.intents, intent))
    if request.intents and "unclear" in request.intents and len(request.intents) > 1:
        request = replace(request, intents=tuple(intent for intent in request.intents if intent != "unclear"))
    return request if request.intents else replace(request, intents=("unclear",))


_ASKING = re.compile(
    r"有什么|有啥|哪些|哪个|什么|推荐|来[点个份]|想[吃喝点要]|要[点个份]|有没有|吗$|多少|怎么|\b(?:what|which|any|want|like|recommend|some)\b"
)


def _aside(clause: str, request: Request, lexicon: Lexicon) -> bool:
    """住7号楼, 刚下班, 外面下雨了: said by the way, and no word to search for."""
    if is_broad(clause) or _ASKING.search(clause) or ontology.wishes_in(clause):
        return False
    read = read_menu(replace(request, mentions=(), intents=(), aspects=(), query=""), [clause], lexicon)
    if read.mentions or not read.filters.empty or read.aspects or not read.query:
        return False
    naming = name_dish(read.query, lexicon)
    return not food_like(read.query) and (naming is None or naming.match == "nearest")


def _sort_clause(clause: str, lexicon: Lexicon) -> tuple[Intent, tuple[str, ...]]:
    if any(pattern.fullmatch(clause) for pattern in cues.SMALLTALK.values()):
        return "smalltalk", ()
    # 烤鸭 names a dish, 烤鸭店 a kind of store.
    mentions = [
        m
        for m in lexicon.mentions(clause)
        if not (cues.CUISINE.fullmatch(m.surface) and re.match(cues.PLACE, clause[m.end :]))
    ]
    bare = blank(clause, mentions)
    topics = topics_in(bare)
    if cues.STORE.search(bare) and _is_about_stores(bare, topics):
        return "store", ()
    if not topics or is_broad(bare):
        return "menu", ()
    if mentions:
        return ("menu", ()) if _asks_dish(bare) and set(topics) <= ABOUT_DISHES else ("faq", topics)
    if set(topics) <= SOFT and _asks_food(bare, lexicon, topics):
        return "menu", ()
    return "faq", topics


def _is_about_stores(bare: str, topics: tuple[str, ...]) -> bool:
    """附近能停车吗 asks about the house; 附近的店在哪 asks for stores."""
    if set(topics) - {"address", "hours", "phone"}:
        return False
    return not topics or (
        bool(re.search(rf"{cues.PLACE}|吃", bare) or cues.CUISINE.search(bare))
        and bool(
            re.search(r"附近|最近|周边|哪家|哪些|几家|分店|门店|near|closest|which", bare) or cues.CUISINE.search(bare)
        )
    )


def _asks_dish(bare: str) -> bool:
    return any(aspects.ASPECTS[name].search(bare) for name in ("price", "ingredients", "spice", "prep")) or bool(
        cues.STOCK.search(bare)
    )


def _asks_food(bare: str, lexicon: Lexicon, topics: tuple[str, ...]) -> bool:
    if _BRING.search(bare):
        bare = bare.replace("带", " ")
    filters, rest = read_filters(bare, lexicon)
    if filters.include or filters.exclude or filters.avoid or filters.spice != "any" or _FOOD_WORDS.search(bare):
        return True
    if any(pattern.search(bare) for pattern in (aspects.INGREDIENTS, aspects.ORDER, cues.STOCK)):
        return True
    return any(lexicon.category(piece) for piece in content(rest))


def _read_store(request: Request, clause: str, lexicon: Lexicon) -> Request:
    mentions = [
        m
        for m in find_mentions(clause, lexicon)
        if not cues.CUISINE.fullmatch(m.surface)
        or (re.search(r"哪|which", clause) and not re.match(cues.PLACE, clause[m.end :]))
    ]
    bare = blank(clause, mentions)
    cuisine = cues.CUISINE.search(bare)
    word = (
        cuisine[0] if cuisine else next((c for c in sorted(lexicon.cuisines, key=len, reverse=True) if c in bare), "")
    )
    sells = ""
    if (
        not mentions
        and word
        and re.search(
            rf"哪(?:家|个|些|几家).{{0,4}}(?:{cues.PLACE})?.{{0,3}}(?:有|卖|做)|which .*(?:sell|serve|have)", bare
        )
    ):
        longer = next(
            (
                piece
                for piece in content(re.sub(rf"(?:哪|which).{{0,3}}{cues.PLACE}", " ", bare))
                if word in piece and piece != word
            ),
            "",
        )
        if longer and not re.search(rf"{cues.PLACE}$", longer):
            word, sells = "", longer  # 干锅鹅肉 is a dish, not the cuisine 干锅
    if not sells and not mentions and re.search(r"卖|有|吃|sell|serve|have", bare):
        rest = (
            cues.STORE.sub(" ", bare)
            if not re.search(rf"(?:哪|which).{{0,3}}{cues.PLACE}", bare)
            else re.sub(rf"(?:哪|which).{{0,3}}{cues.PLACE}", " ", bare)
        )
        pieces = [
            piece
            for piece in content(read_filters(rest, lexicon)[1])
            if piece != word and not re.search(cues.PLACE, piece)
        ]
        sells = (
            pieces[0] if len(pieces) == 1 and len(pieces[0]) > 1 and not word and re.search(r"哪|which", bare) else ""
        )
    filters, _ = read_filters(bare, lexicon)
    if filters.empty:
        filters = request.filters  # said in another clause: 人均五十到一百，给推荐一家餐馆
    return replace(
        request,
        cuisine=word or request.cuisine,
        mentions=tuple(mentions) or request.mentions,
        filters=filters,
        query=sells or request.query,
        near=request.near or bool(re.search(r"附近|周边|周围|旁边|边上|离我|离这|最近|近|near|closest|around", bare)),
        open_now=bool(re.search(r"还?(?:开着|营业|开门|没关)|现在(?:能|可以)?(?:开|吃)|\bopen\b", bare)),
    )
