# ruff: noqa: E501 -- a pattern is read as a whole
"""Dishes that a sentence names: exactly, with a slip, or as a variant that the menu does not have."""

from __future__ import annotations

import re
from dataclasses import replace

from pilothouse.assistants.menu import aspects, cues, ontology
from pilothouse.assistants.menu.constraints import NEGATION, read_filters
from pilothouse.assistants.menu.lexicon import Lexicon, Mention
from pilothouse.assistants.menu.naming import name_dish, slipped_mentions
from pilothouse.assistants.menu.offered import kind_of
from pilothouse.assistants.menu.residue import content

_LISTING = re.compile(
    r"什么|啥|哪些|哪几|几[种道样个款]|做的|做法|^的菜|的菜|类|有关|种类|怎么做|dishes|any\b|which|what"
)
_ALLERGIC = re.compile(r"^\s*(?:类|制品)?(?:我|都|就|会|有|严重|容易)*(?:过敏|吃不了|不能吃|不吃|不要)|^\s*allergy")
_ALLERGIC_BEFORE = re.compile(r"(?:对|allergic to|allergy to)\s*$")
_MODIFIERS = re.compile(
    r"^(?:(?:大|中|小)份的?|招牌|特色|正宗|地道|经典|好吃|新鲜|热乎?|冰|冷|这|那|都|各|加|配|多|少|老板|服务员|\d+|[一二两三四五六七八九十俩])+$"
)
_COUNTED = re.compile(
    r"[再先加来要上添点]*[一二两三四五六七八九十百俩仨]{1,4}[份个碗盘杯瓶块串只条位例扎壶锅罐听根道]?"
)
# 牛肉面大碗加卤蛋: what stands before 加 belongs to another dish.
_ADDED = re.compile(r"(?<=[\u4e00-\u9fff])(?:另?加|再来|再加|还要|再要)")
_CJK_END = re.compile(r"[\u4e00-\u9fff]+$")
_CJK_START = re.compile(r"[\u4e00-\u9fff]+")
_QUESTIONS = (*aspects.ASPECTS.values(), cues.STOCK)
_STAPLE_TAILS = frozenset(
    [
        "饭",
        "面",
        "粥",
        "汤",
        "炒饭",
        "盖饭",
        "汤面",
        "拌面",
        "炒面",
        "盖浇饭",
        "火锅",
        "披萨",
        "比萨",
        "蛋糕",
        "套餐",
        "火烧",
        "烧饼",
        "煎饼",
        "肉夹馍",
        "米线",
        "米粉",
        "河粉",
        "粉",
        "煲",
        "沙拉",
        "寿司",
        "汉堡",
        "三明治",
        "饺子",
        "包子",
        "馄饨",
        "串",
    ]
)  # 宫保鸡丁火锅 is one dish, not two
_TAILS = sorted(_STAPLE_TAILS, key=len, reverse=True)
# What may follow a name without being a part of one.
_FOLLOWS = re.compile(
    r"里|上[面桌菜得一]|下面|外面|一|这|那|主要|大概|到底|真|会|卖|做|包[含括]|味|口[味感]|用|放|加|配|贵|便宜|辣|热|好|不|没|点|来|和|跟|与|或|给|能|可|得|多|几|怎|什|啥|哪|是|有|要|的|还|现|今|吗|呢|吧|了|呀|啊|也|都|就|先|快|请|谢|两|二|三|四|五|六|七|八|九|十|俩|半|份|个|碗|盘|道|行|沽|售|断|缺|剩|已|出|等|量|够|咋|价|单价|吃|喝|送|打包|外卖|库存|介绍|看|算|拿|对|过敏|为|如何|呗|嘛|么|哦|儿|需|花|值|大不|正宗|地道|新鲜"
)


def find_mentions(text: str, lexicon: Lexicon) -> list[Mention]:
    """Dishes named in normalised ``text``, in order. A food that is refused or listed is none: 不吃牛肉, 牛肉有哪些做法."""
    exact = _joined(lexicon.mentions(text))
    found = [m for m in exact if not _refused(text, m) and not _class_of_dishes(text, m, lexicon)]
    rest = text
    for mention in exact:
        rest = f"{rest[: mention.start]}{' ' * (mention.end - mention.start)}{rest[mention.end :]}"
    pieces = content(rest)
    for slip in slipped_mentions(rest, lexicon):
        short = slip.end - slip.start < 4  # so short a name is only believed when it stands alone
        # 不辣的干锅 describes, even where a dish is called 不辣干锅.
        describes = "的" in slip.surface and not read_filters(slip.surface, lexicon)[0].empty
        if not describes and not _refused(text, slip) and not (short and slip.surface not in pieces):
            found.append(slip)
    found.sort(key=lambda mention: mention.start)
    return _with_variants(text, found, lexicon)


def _joined(mentions: list[Mention]) -> list[Mention]:
    """Two names without a gap are one dish when the second is a form in which dishes are served: 回锅肉炒饭."""
    result: list[Mention] = []
    for mention in mentions:
        last = result[-1] if result else None
        if last is not None and last.end == mention.start and mention.surface in _STAPLE_TAILS:
            surface = last.surface + mention.surface
            result[-1] = Mention(surface, (*last.dishes, *mention.dishes), "variant", last.start, mention.end)
        else:
            result.append(mention)
    return result


def _refused(text: str, mention: Mention) -> bool:
    before = text[: mention.start]
    return (
        any(match.end() == len(before) for match in NEGATION.finditer(before))
        or bool(_ALLERGIC.match(text[mention.end :]))
        or bool(_ALLERGIC_BEFORE.search(before))
    )


def _class_of_dishes(text: str, mention: Mention, lexicon: Lexicon) -> bool:
    """True when the name is also a kind of food and the sentence asks for its kinds."""
    word = mention.surface
    kind = (
        word in ontology.group_words()
        or word in ontology.synonyms()
        or word in ontology.categories()
        or bool(lexicon.category(word))
    )
    rest = f"{text[: mention.start]} {text[mention.end :]}"
    # A dish called 凉菜: with a price limit, cold dishes are meant.
    return kind and (
        bool(_LISTING.search(rest)) or (bool(lexicon.category(word)) and not read_filters(rest, lexicon)[0].empty)
    )


def _with_variants(text: str, mentions: list[Mention], lexicon: Lexicon) -> list[Mention]:
    """A name directly followed or preceded by more food words is another dish: 回锅肉盖饭 is not 回锅肉."""
    result: list[Mention] = []
    for index, mention in enumerate(mentions):
        left = mentions[index - 1].end if index else 0
        right = mentions[index + 1].start if index + 1 < len(mentions) else len(text)
        before, after = _before(text[left : mention.start], len(mention.surface)), _after(text[mention.end : right])
        if mention.kind == "variant" or (not before and not after):
            result.append(mention)
            continue
        surface = f"{before}{mention.surface}{after}"
        start, end = mention.start - len(before), mention.end + len(after)
        near = name_dish(surface, lexicon)
        if near is not None and near.match in ("exact", "alias", "similar"):
            result.append(replace(mention, surface=surface, dishes=near.dishes, kind="similar", start=start, end=end))
            continue
        ids = tuple(dict.fromkeys((*mention.dishes, *(near.dishes if near else ()))))
        result.append(Mention(surface, ids, "variant", start, end))
    return result


def _before(text: str, named: int) -> str:
    """Food words that end directly before a name: 素 before 回锅肉."""
    run = _CJK_END.search(text)
    if run is None:
        return ""
    tail = _ADDED.split(run[0])[-1]
    pieces = content(tail)
    if not pieces or not tail.endswith(pieces[-1]) or len(pieces[-1]) > 8 or _MODIFIERS.match(pieces[-1]):
        return ""
    piece = pieces[-1]
    if kind_of(piece):
        return ""  # 少糖 before 冰粉
    if named > 2 and _COUNTED.fullmatch(piece):
        return ""  # 三杯 before 阿萨姆奶茶 counts it
    if (
        piece.startswith(ontology.cooking())
        or piece.endswith(ontology.cooking())
        or piece[-1] in ontology.food_heads()
        or piece in ("素", "小炒")
    ):
        return piece
    if len(piece) == 1:  # 揪面片 is not 面片; but before a long name a single character is rather a verb
        return piece if named <= 3 and piece not in "叫尝选换买订拿送带听看换" else ""
    return piece if _attributive(piece) else ""


def _after(text: str) -> str:
    """Food words that begin directly after a name: 盖饭 after 回锅肉."""
    run = _CJK_START.match(text)
    if run is None or _FOLLOWS.match(run[0]):
        return ""
    if tail := next((tail for tail in _TAILS if run[0].startswith(tail)), ""):
        return tail
    asked = next((match.start() for pattern in _QUESTIONS if (match := pattern.search(run[0]))), None)
    pieces = content(run[0][:asked])
    if not pieces or not run[0].startswith(pieces[0]) or len(pieces[0]) > 4:
        return ""
    return pieces[0] if pieces[0][-1] in ontology.food_heads() or pieces[0] in _STAPLE_TAILS else ""


def _attributive(piece: str) -> bool:
    """True for a noun or an adjective, which before a dish's name makes another dish: 韩式拌饭."""
    from rjieba import tag

    word, kind = tag(piece)[-1]
    return kind[0] in "nabjz" and kind != "ad" and not word.endswith(("人", "们", "妈", "爸", "子", "友"))
