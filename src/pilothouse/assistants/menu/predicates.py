"""What the predicate of a clause says about the one who speaks: allergies, dislikes, diets, spice, likes."""

from __future__ import annotations

import re
from dataclasses import replace

from pilothouse.assistants.menu import habits, ontology
from pilothouse.assistants.menu.constraints import known_ingredient, read_filters
from pilothouse.assistants.menu.filters import Filters
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.residue import content
from pilothouse.assistants.menu.taste import HOT, Statement

_LISTED = re.compile(
    r"对(?P<chinese>.+?)(?:都|也|就|会|有|很|严重|特别|非常|类)*过敏|allergic to (?P<english>[^,.;]+(?:, [^,.;]+)*)"
)
_BETWEEN = re.compile(r"[、,，]|和|跟|以及|还有|\band\b|\bor\b|&")
_LED = re.compile(r"^(?:(?:the|all|any|some|both|most|kinds? of)\s+)+")


def read_allergy(text: str, lexicon: Lexicon) -> Statement | None:
    """An allergy, or that there is none any more."""
    if match := habits.REACTION.search(text):
        text = f"对{match['what']}过敏"
    if match := habits.FREE_FROM.search(text):
        return Statement(allergies=(match["what"],))
    text = text.lstrip("的")
    if not habits.ALLERGY.search(text) or re.search(r"对[你您]", text):
        return None
    text = re.sub(r"不耐受?", "过敏", text)
    text = re.sub(r"^(?:am|'m|have|have a|got)\s+", "", text)
    text = re.sub(r"([a-z]+) intolerant|([a-z]+) intolerance", r"\1\2 allergy", text)
    if match := habits.NO_ALLERGY.search(text):
        said = next(
            (
                group
                for name in ("one", "two", "three", "four", "five", "six", "seven", "eight")
                if (group := match[name])
            ),
            "",
        )
        unsaid = habits.NO_FOOD.search(said) or re.search(r"什么|任何|食物", said)
        terms = _eaten(said, lexicon) or (
            (said.strip(),) if not unsaid and re.fullmatch(r"[\u4e00-\u9fff]{1,4}", said.strip()) else ()
        )
        if said:
            return Statement(forget=terms) if terms else None
        return (
            Statement(forget_kinds=("allergies",)) if match["done"] or "no longer" in text or "more" in text else None
        )
    if re.search(r"(?:没|没有|无|非)(?:任何)?(?:食物)?过敏|no allerg", text):
        return None
    terms = _whole_words(text, tuple(t for t in read_filters(text, lexicon)[0].avoid if not habits.NO_FOOD.search(t)))
    terms = tuple("辣椒" if term in ("辣", "辣的") else _trimmed(term) for term in terms)
    return Statement(allergies=terms) if terms else None


def _whole_words(text: str, terms: tuple[str, ...]) -> tuple[str, ...]:
    """The terms with foods of a list that no menu knows: of 芒果、猕猴桃 and "tree nuts" nothing may be lost."""
    match = _LISTED.search(text)
    if match is None:
        return terms
    pieces = [_LED.sub("", piece.strip()) for piece in _BETWEEN.split(match["chinese"] or match["english"])]
    if len(pieces) < 2:
        return terms
    found: list[str] = []
    for piece in pieces:
        held = [term for term in terms if term in piece or piece in term]
        cut_short = held and not any(term == piece or piece.startswith(term) for term in held)
        unknown = not held or cut_short
        if unknown and 1 < len(piece) <= (20 if piece.isascii() else 4) and not habits.NO_FOOD.search(piece):
            found.append(piece)
        else:
            found += held
    return tuple(dict.fromkeys(found)) or terms


def read_avoidance(text: str, lexicon: Lexicon, *, lasting: bool) -> Statement | None:
    """What is not eaten. ``lasting``: a wish (不要香菜) is meant for good."""
    if habits.NO_MORE_AVOIDING.search(text):
        return Statement(forget_kinds=("dislikes",))
    if habits.MEAT_AGAIN.search(text):
        return Statement(forget=("荤", "肉"))
    if re.search(r"不(?:太|大|怎么|是很|很)(?:能|会|敢)*吃辣(?!椒|子)", text):
        return Statement(spice="微辣")
    if match := habits.SICKENED.search(text):
        text = f"不吃{match['what']}"
    text = text.replace("动物内脏", "内脏")
    text = re.sub(r"([牛羊猪鸡鸭])([牛羊猪鸡鸭])肉", r"\1肉、\2肉", text)
    match = habits.AVOID.search(text) or (habits.WISH.search(text) if lasting else None)
    if match is None:
        return _unfit(text, lexicon)
    before, after = text[: match.start()], text[match.end() :].strip()
    if habits.AVERSION.search(match[0]) and habits.DENIED.search(before):
        return Statement(forget=(HOT,)) if match[0] == "怕" else None
    if after.endswith(("了", "啦")) and not habits.ALWAYS.search(before) and not match[0].startswith(("吃不", "喝不")):
        return None  # 我不吃香菜了: this order, or for good? Nobody knows.
    spoken = re.sub(r"never", "don't", text[match.start() :])
    filters, rest = read_filters(spoken, lexicon)
    if filters.spice == "any":
        filters = replace(filters, spice=read_filters(text, lexicon)[0].spice)
    spice = {"不太辣": "微辣", "不辣": "不辣"}.get(filters.spice, "")
    if re.match(r"(?:太|特别|很|那么|过于)辣", after):
        spice, rest = "微辣", ""
    if spice and not filters.exclude:
        return Statement(spice=spice) if not content(habits.END.sub("", rest)) or "辣" in text else None
    if not after:
        return _fronted(text, before, lexicon)
    mentions = lexicon.mentions(after)
    if mentions and not known_ingredient(_trimmed(after), lexicon):
        loved = re.search(r"喜欢|爱|讨厌|恨|吃不|like|hate", match[0]) or habits.HABIT.search(before)
        named = mentions[0].surface == _trimmed(after)
        return Statement(dislikes=(mentions[0].surface,)) if loved and named else None
    ascii_ = after.isascii()
    filters, rest = read_filters(f"i don't eat {after}" if ascii_ else f"不吃{after}", lexicon)
    return _avoided(filters, rest, spice, lexicon)


def _unfit(text: str, lexicon: Lexicon) -> Statement | None:
    """香菜我是真不行."""
    match = habits.UNFIT.match(text)
    foods = _eaten(match["what"], lexicon) if match else ()
    return Statement(dislikes=foods) if foods and all(known_ingredient(food, lexicon) for food in foods) else None


def _fronted(text: str, before: str, lexicon: Lexicon) -> Statement | None:
    """香菜我不吃: the food comes first."""
    before = re.sub(r"(?:我|我是|从来|从|一向|都|也|就|真的|实在|一直|是|,)+$", "", before).strip()
    filters, rest = read_filters(f"不吃{_trimmed(before)}", lexicon) if before else (Filters(), "")
    return _avoided(filters, rest, "", lexicon)


def _avoided(filters: Filters, rest: str, spice: str, lexicon: Lexicon) -> Statement | None:
    terms = tuple(_trimmed(term) for term in filters.exclude if _names_food(term, lexicon))
    if not terms or content(habits.END.sub("", rest.strip())):
        return None
    return Statement(dislikes=terms, spice=spice)


def _names_food(term: str, lexicon: Lexicon) -> bool:
    if term[0] in "这那它哪你您":
        return False  # 我喜欢这些菜
    return known_ingredient(term, lexicon) or len(term) > 1 or term in habits.LONE


def _trimmed(term: str) -> str:
    return habits.END.sub("", term.strip()).strip() or term


def read_diet(text: str) -> Statement | None:
    """A way of eating: 吃素."""
    bare = habits.END.sub("", text) or text
    for pattern, terms in (
        (habits.VEGAN, ("荤", "鸡蛋", "奶制品")),
        (habits.MEATLESS, ("荤",)),
        (habits.HALAL, ("猪肉",)),
    ):
        if pattern.search(bare) or pattern.search(text):
            return Statement(dislikes=terms)
    return None


def read_able(text: str, lexicon: Lexicon) -> Statement | None:
    """我现在能吃辣了: something that held no longer does."""
    match = habits.ABLE.search(text)
    if (
        match is None
        or "不" in text[: match.end()]
        or re.search(r"很|特别|超|最|挺|比较|蛮|贼|巨", text[: match.end()])
        or habits.MILD.search(text)
    ):
        return None
    what = match["what"] or match["again"] or match["english"] or ""
    if re.fullmatch(r"辣的?(?:菜|东西)?|(?:very )?(?:spicy|hot)(?: food| dishes| things)?", what.strip()):
        return Statement(forget=(HOT,))
    now = match["english"] or match["again"] or text.endswith(("了", "啦"))
    terms = _eaten(what, lexicon) if now else ()
    return Statement(forget=terms) if terms else None


def read_spice(text: str) -> Statement | None:
    """How spicy it usually is: 我一般吃微辣."""
    if habits.MILD.search(text):
        return Statement(spice="微辣")
    if match := habits.LEVEL.search(text):
        level = {"微微辣": "微辣", "mild": "微辣", "medium": "中辣"}.get(match["level"], match["level"])
        return Statement(spice=level)
    if re.search(
        r"无辣不欢|(?:很|特别|超|最|挺|非常|比较|蛮|贼|巨)能吃辣|like (?:it|my food) (?:very )?(?:hot|spicy)", text
    ):
        return Statement(spice=HOT)
    if re.search(r"like (?:it|my food) mild", text):
        return Statement(spice="微辣")
    return None


def read_love(text: str, lexicon: Lexicon) -> Statement | None:
    """What is liked: 我爱吃鱼."""
    match = habits.LOVE.search(text)
    if match is None or content(habits.ADVERBS.sub("", text[: match.start()])):
        return None
    what = _trimmed(text[match.end() :])
    level = re.fullmatch(r"(?:吃)?(?P<level>微辣|中辣|特辣|不辣|辣|重辣|爆辣|spicy(?: food| dishes)?|hot food)", what)
    if level:
        said = level["level"]
        return Statement(
            spice={"重辣": "特辣", "爆辣": "特辣"}.get(said, said if said in ("微辣", "中辣", "特辣", "不辣") else HOT)
        )
    mentions = lexicon.mentions(what)
    if len(mentions) == 1 and mentions[0].surface == what:
        return Statement(likes=(what,))
    terms = _eaten(what, lexicon)
    if not terms and what in ontology.categories() and not known_ingredient(what, lexicon):
        terms = (what,)
    return Statement(likes=terms) if terms else None


def _eaten(what: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The foods that ``what`` consists of; none when there is anything else in it."""
    what = _trimmed(what)
    filters, rest = read_filters(f"with {what}" if what.isascii() else f"含{what}", lexicon)
    if content(habits.END.sub("", rest.strip())) or filters.spice != "any":
        return ()
    return tuple(_trimmed(term) for term in filters.include if _names_food(term, lexicon))
