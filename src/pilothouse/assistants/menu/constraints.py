# ruff: noqa: E501 -- a pattern is read as a whole
"""Constraints in a sentence: price, spice, time, what must and what must not be in a dish.

Each reader takes the normalised text and returns what it found with the text that is left; a space stands
where words were taken out, so that what was apart stays apart.
"""

from __future__ import annotations

import re
from dataclasses import replace

from pilothouse.assistants.menu import ontology
from pilothouse.assistants.menu.amounts import cut, read_amounts
from pilothouse.assistants.menu.filters import Filters, Sort, SpiceWish
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.residue import singular

__all__ = ["NEGATION", "Filters", "Sort", "SpiceWish", "read_filters"]

_TOO = r"(?:太|特别|很|那么|过于|怎么)"
_SPICE: tuple[tuple[re.Pattern[str], SpiceWish], ...] = (
    (re.compile(rf"(?:不(?:要|能|想|用|可以)?(?:做得?)?{_TOO}|别(?:放|做得?)?{_TOO}|不是{_TOO}|不怎么|没那么|not (?:too|so|very)\s+|less\s+)(?:辣|重口|spicy|hot)(?:的|了)?"), "不太辣"),
    (re.compile(
        r"(?:一点|一丁点|半点)(?:辣)?(?:都|也)?(?:不|没)(?:能|要|沾|吃|放|带)?(?:辣)?(?:的)?|(?:我|我们|他|她|孩子)?(?:不太|不大|不怎么|吃?不了|不)(?:能|会|敢)(?:吃|碰|沾)?辣(?!椒|子)(?:的)?|(?:吃|受|沾|碰)不(?:了|得|来)(?:一点)?辣(?:的|椒)?|怕辣|辣(?:椒|的)?(?:我|也|都)*(?:吃不了|不吃|不能吃|不行|不要)"
        r"|(?:都|也)?(?:完全|全部?|一定)?(?:不(?:要|能|会|可以|想|带|沾|含|爱|喜欢)?(?:吃|放|加|有)?|(?<!特)别(?:放|加|给我放)?|(?<!有)没有?|免|无)\s*(?:任何)?(?:辣味|辣(?!椒|子))(?!不欢)(?:的|味)?|清淡(?:一?点|些|口)?的?|not (?:at all )?spicy|non-?\s*spicy|no (?:chil[li]+(?:es|s)?|spic[ey]+)|without (?:any )?(?:chil[li]+(?:es|s)?|spice)|(?:can'?t|cannot|don'?t|doesn'?t) (?:eat|like|handle|do|take)(?: anything)? (?:spicy|hot|chil[li]+)(?: food| dishes)?|\bbland\b"
    ), "不辣"),
    (re.compile(r"(?:特|重|变态|超级?|爆|最|非常|很|巨|贼|特别|死|够|劲)辣(?:的|口)?|辣(?:得|到)(?:过瘾|冒汗|飞起)|(?:very|extra|super|extremely|really|most|spiciest)\s*(?:spicy|hot)?(?<=t|y)"), "特辣"),
    (re.compile(r"无辣不欢|(?:口味)?重(?:一?点|些)?[,，]?辣(?:一?点|些)?的?|更辣|再辣"), "辣"),
    (re.compile(r"(?:微微?|小|少|轻微|稍微?(?:带|有)?一?点?|略(?:微)?|有一?点(?:点|儿)?|一点点?|slightly\s+|a little\s+|a bit\s+|mild(?:ly)?\s*)(?:放点?|带点?)?(?:辣|spicy)(?:一?点|口)?的?|\bmild\b"), "微辣"),
    (re.compile(r"(?:中等?)辣(?:度|口)?的?|medium(?:\s+(?:spicy|hot|heat))?"), "中辣"),
    (re.compile(r"辣(?:一?点|些|乎|味|口|菜)(?:儿)?的?|(?:偏|够|有点|带点?|能吃|要|想吃|爱吃|喜欢吃|来点|吃点?)辣(?!椒|子|条|酱)的?|(?<![麻香酸糊油干泼])辣的|(?<!\w)(?:spicy|hot and spicy)"), "辣"),
)  # fmt: skip
_WHO = r"(?:(?:我|我们|他|她|孩子|小孩|宝宝|老人|朋友|家人|同事|老婆|老公|妈妈?|爸爸?)(?:们)?(?:是|可|都|平时|从来|一向|真的?)?)?"
# A "没有" that is part of 有没有 asks; it doesn't exclude.
NEGATION = re.compile(
    rf"(?:{_WHO}(?:不(?:太|大|怎么|是很|想|可以)?(?:能)?(?:碰|沾|吃(?!辣(?!椒|子))|喝)|(?:最)?讨厌(?:吃)?|不(?:太|怎么)?(?:爱|喜欢|想)(?:吃|碰)?|不(?:要|想要|放|加|含|带|用|能有|可以有)(?:放|加|有|含|带)?|别(?:放|加|要|用|带|给我放|有)?|忌口?(?:的是|是)?|去掉?|去除|免|少了|(?<!有)(?<!有木)没有?(?:放|加)?|无|"
    r"除了|避开|排除|拒绝|吃不(?:了|惯|来)|闻不(?:了|得)))\s*(?:带|有|放|加|含|任何|一点)?"
    r"|(?:without|(?:i )?(?:don'?t|doesn'?t|do not|does not) (?:eat|like|want|take)|(?:can'?t|cannot) (?:eat|have|stand)|hold the|free of|(?:all|any|everything|anything)? ?except|but not|avoid(?:ing)?|\bno\b|\bnot\b|minus|skip the)\s+(?:any\s+|the\s+|with\s+)?"
)
# 葱我吃不了: the thing comes first.
_NEGATED_BEFORE = re.compile(
    r"(?P<terms>[^，。,;；!?！？\s]{1,10}?)(?:我|我们|他|她|孩子|一律|就|都|一概)*(?:吃不(?:了|得|惯|来)|不能吃|不吃|(?:不要|不用|别|不|免)(?:放|加|搁)(?:了)?|不要|碰不得|免了?|不爱吃|不喜欢)(?:的)?(?=$|[，。,;；!?！？\s]|能|可以|有)"
)
_ALLERGY_BEFORE = re.compile(
    r"(?:我|孩子|小孩|家人|朋友|老人|他|她)?(?:对|一?吃了?|碰了?)\s*(?P<terms>[^，。,;；!?！？\s]{1,20}?)\s*(?:类|制品)?(?:都|就|会|有|严重|容易)*过敏(?:的人|的话|的|了)?"
)
_ALLERGY_AFTER = re.compile(
    r"(?P<terms>[^，。,;；!?！？\s]{1,12}?)(?:严重)?过敏(?:的人|的话|的|者|了)?|(?:i'?m |am |is )?allergic to\s+(?:the )?|(?:an? )?allergy to\s+|(?P<english>[a-z]+) allergy"
)
_INCLUDE = re.compile(
    r"(?:里[面头]?)?(?:含有?|(?<!海)带有?|加了|放了?|用|有放|包含|有(?:加|放|带)|跟)\s*|(?:\bwith|containing|contains?|made (?:of|with|from)|has|have|that has|anything with)\s+(?:some |any |a )?"
)
_JOINERS = re.compile(r"\s*(?:和|跟|与|、|及|或者?|还有|也不(?:吃|要)|以及|,|，|\band\b|\bor\b)\s*")
_AFTER_TERM = re.compile(r"(?:做的|这些|之类|一类|类|味|那种|什么的|等|肉(?=的))?(?:的|了)?")


def read_filters(text: str, lexicon: Lexicon) -> tuple[Filters, str]:
    """All constraints in ``text`` (normalised, dish names taken out) and the text without them."""
    filters = Filters()
    filters, text = _read_allergies(filters, text, lexicon)
    for pattern, wish in _SPICE:
        if match := pattern.search(text):
            filters, text = replace(filters, spice=wish), cut(text, match)
            break
    filters, text = read_amounts(filters, text)
    filters, text = _read_negations(filters, text, lexicon)
    filters, text = _read_inclusions(filters, text, lexicon)
    return filters, text


def _read_allergies(filters: Filters, text: str, lexicon: Lexicon) -> tuple[Filters, str]:
    for pattern in (_ALLERGY_BEFORE, _ALLERGY_AFTER):
        while match := pattern.search(text):
            named = match.groupdict().get("terms") or match.groupdict().get("english")
            if named:
                terms = _all_terms(named, lexicon)
                text = cut(text, match)
            else:
                terms, rest = _terms(text[match.end() :], lexicon)
                text = f"{text[: match.start()].rstrip()} {rest}"
            if not terms:
                break
            filters = replace(filters, avoid=tuple(dict.fromkeys((*filters.avoid, *terms))))
    return filters, text


def _all_terms(text: str, lexicon: Lexicon) -> list[str]:
    """The foods in what stands before 过敏: 家里老人花生和虾 → 花生, 虾. Without any known one, its last word."""
    found: list[str] = []
    for part in _JOINERS.split(text):
        for start in range(len(part)):
            terms, _ = _terms(part[start:], lexicon, known_only=True)
            if terms:
                found += terms
                break
        else:
            bare = re.sub(r"^(?:家里|我|我们|孩子|小孩|宝宝|老人|朋友|有人|的人|对|吃|是)+", "", part)
            if bare:
                found.append(bare)
    return found


def _read_negations(filters: Filters, text: str, lexicon: Lexicon) -> tuple[Filters, str]:
    position = 0
    while match := NEGATION.search(text, position):
        terms, rest = _terms(text[match.end() :], lexicon)
        if not terms:
            position = match.end()
            continue
        if terms == ["荤"]:
            filters = replace(filters, category="素菜")
        else:
            filters = replace(filters, exclude=tuple(dict.fromkeys((*filters.exclude, *terms))))
        text = f"{text[: match.start()].rstrip()} {rest}"
        position = match.start()
    if match := _NEGATED_BEFORE.search(text):
        for start in range(len(match["terms"])):
            terms, rest = _terms(match["terms"][start:], lexicon, known_only=True)
            if terms and not rest.strip():
                filters = replace(filters, exclude=tuple(dict.fromkeys((*filters.exclude, *terms))))
                return filters, f"{text[: match.start() + start]} {text[match.end() :]}"
    return filters, text


def _read_inclusions(filters: Filters, text: str, lexicon: Lexicon) -> tuple[Filters, str]:
    starts = _word_starts(text)
    for match in _INCLUDE.finditer(text):
        if starts.isdisjoint(range(match.start(), match.end())):
            continue  # 海带, 伏特加
        if any(_is_food(text[at:], lexicon) for at in range(match.start(), match.end())):
            continue  # 带鱼 is a fish; its 带 doesn't mean "with"
        terms, rest = _terms(text[match.end() :], lexicon, known_only=match[0] in ("用", "跟", "have ", "has "))
        if terms:
            rest = re.sub(r"^(?:做|烧|炒|炖|有关)?的?(?:菜|东西)?", "", rest.lstrip())
            return replace(filters, include=(*filters.include, *terms)), f"{text[: match.start()].rstrip()} {rest}"
    return filters, text


def _is_food(text: str, lexicon: Lexicon) -> bool:
    """True when ``text`` begins with a food of this menu, or with one that nothing makes look like 带 and 鱼."""
    term = _term(text, lexicon, known_only=True)
    if term is None:
        return False
    sold = term in lexicon.ingredients or term in lexicon.ingredient_parts or bool(lexicon.index.holding(term))
    return sold or not text[len(term) :].startswith("的")


def _word_starts(text: str) -> set[int]:
    from rjieba import cut as words

    starts, at = set(), 0
    for word in words(text):
        starts.add(at)
        at += len(word)
    return starts


def _terms(text: str, lexicon: Lexicon, *, known_only: bool = False) -> tuple[list[str], str]:
    """Ingredients at the beginning of ``text``, joined by 和, 、 … and what follows them."""
    found: list[str] = []
    while True:
        term = _term(text, lexicon, known_only=known_only or bool(found))
        if term is None:
            return found, text
        found.append(term)
        text = re.sub(r"^(?:e?s)\b", "", text[len(term) :]) if term.isascii() else text[len(term) :]
        after = _AFTER_TERM.match(text)
        if after and after[0]:
            return found, text[after.end() :]
        joiner = _JOINERS.match(text)
        if joiner is None:
            if _term(text, lexicon, known_only=True) is None:
                return found, text
            continue  # 葱姜蒜
        following = text[joiner.end() :]
        if (
            _term(
                following, lexicon, known_only=text[: joiner.end()].strip() not in ("和", "跟", "、", "或", "and", "or")
            )
            is None
        ):
            return found, text
        text = following


def _term(text: str, lexicon: Lexicon, *, known_only: bool = False) -> str | None:
    """The longest ingredient or ingredient group that ``text`` begins with."""
    if text[:1].isascii() and text[:1].isalpha():
        words = re.match(r"[a-z]+(?: [a-z]+)?", text)
        for candidate in (words[0], words[0].split(" ")[0]) if words else ():
            for form in (candidate, singular(candidate)):
                if known_ingredient(form, lexicon):
                    return candidate if form == candidate else form
        return None
    for length in range(min(8, len(text)), 0, -1):
        if known_ingredient(text[:length], lexicon):
            return text[:length]
    for length in range(min(4, len(text)), 1, -1):
        word = text[:length]
        if word in lexicon.ingredient_parts and not _STOP.search(word):
            return word
    if text and text[0] in ontology.food_heads() and (len(text) == 1 or text[1] in "的，。,！？!?和、 能有可我"):
        return text[0]
    return None if known_only else _unknown(text)


def known_ingredient(word: str, lexicon: Lexicon) -> bool:
    """True for the name of an ingredient, of a group of them, or of what the menu lists as one."""
    return word in ontology.group_words() or word in ontology.synonyms() or word in lexicon.ingredients


_STOP = re.compile(r"[的，。,;；!?！？\s能可有什吗呢吧了行会得就都也还要点给推来请谢,]")


def _unknown(text: str) -> str | None:
    """An ingredient that this menu does not know, up to the first word that can't belong to it: 不吃折耳根的."""
    match = _STOP.search(text)
    word = text[: match.start()] if match else text
    if (
        2 <= len(word) <= 5
        and word[0] not in "一两二三四五六几半个份"
        and word[-1] in ontology.food_heads() | frozenset("根耳麻油酱瓜子叶花仁")
    ):
        return word
    return None
