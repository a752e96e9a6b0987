"""What a reply says of a dish: availability, spice, ingredients, comparisons. Each must hold for the dish named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from pilothouse.assistants.menu import ontology
from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.search import holds, safe_without
from pilothouse.assistants.menu.verification.evidence import Card, Evidence
from pilothouse.assistants.menu.verification.food import term_at
from pilothouse.assistants.menu.verification.numbers import pair
from pilothouse.assistants.menu.verification.reading import Reading, Segment
from pilothouse.retrieval.tokenizer import normalise

GONE = re.compile(r"售罄|售完|卖完|卖光|没货|缺货|没有了|没了|点不了|买不到|暂时没有|暂无供应|不供应|sold out|not available|unavailable|out of stock|isn't available|no longer|none left|ran out")
THERE = re.compile(r"有货|还有(?!什么|别的|其他|其它|哪些)|有现货|可以点|能点|可点|库存|还剩|剩\d|供应中|available|in stock|\bleft\b|remaining|we (?:still )?have|do have")
_ONLY = re.compile(r"只在|仅在|供应时间|时段|点才|served (?:only )?(?:from|between|at)|only (?:served|from|between)|现在(?:还)?(?:没|不)|点不了|not served")
SPICE = re.compile(r"(?:不太|不怎么|有点儿?|有些|微微|稍微|很|特别|非常|超|比较|偏|够|极|不会|不)?(?:不辣|微辣|中辣|特辣|辣度|麻辣|香辣|酸辣|免辣|辣味|辣椒|辣子|辣酱|辣)|\b(?:not (?:very |too |that )?|non-|isn't (?:very |too )?|extra |very |extremely |really |quite |slightly |a (?:little|bit) )spicy\b|\b(?:mild(?:ly)?|medium)(?: spicy| hot)?\b|\bspicy\b")
_OPTION = re.compile(r"可以|可选|能|可(?=做|调|选)|选项|选择|有.{0,14}(?:可选|几种|三种|两种)|做(?:成)?|调|options?|choose|can be|available|from")
_CANNOT = re.compile(r"(?:做不了|做不到|不能|不可以|无法|没法|不提供|没有|不支持|can't|cannot|can not|no|not available in)[^,]{0,10}$")
_CANNOT_AFTER = re.compile(r"^[^,]{0,4}?(?:做不了|不能|不可以|不行|没法|没有|is not available)")
_LEVEL = {"不辣": "不辣", "免辣": "不辣", "微辣": "微辣", "中辣": "中辣", "特辣": "特辣"}
_WITHOUT = re.compile(r"(?:不含|没有|没放|不放|没加|无|不加|不带|没|不用|没列|不包含|不包括|未列|未含|without|no|free of|not contain|doesn't (?:contain|have|include)|does not (?:contain|have|include))\s*(?:any |放|加|列出?|含有?|用)?")
_ALONE = re.compile(r"(?:有|含|放|加|了|的是)([\u4e00-\u9fff])(?=$|[,、的和吗\s])")
_FIXED = re.compile(r"(?:可以?|能|备注|要求|要|请|麻烦|帮您|可选|on request|can be|without)[^,]{0,8}$")
_CHANGE = re.compile(r"备注|去掉|去除|(?:可以?|能)(?:要求)?(?:不放|不加|免)|left out|leave out|without it|removed?\b")
_DENIED = re.compile(r"不可以?(?![能])|不能(?!确|保)|不行|无法(?!确|保)|没法|去不掉|不建议|cannot|can't|can not")
_SAFE = re.compile(r"放心|安全|没事|不会过敏|保证|绝对|一定不|\bsafe\b|guarantee|don't worry|no risk")
_BEST = re.compile(r"最(?:便宜|低|实惠|划算)|cheapest|lowest")
_DEAREST = re.compile(r"最(?:贵|高)|most expensive|priciest|dearest|highest")
_CHEAPER = re.compile(r"(?<!最)(?:更|比较|稍|略)?便宜|cheaper|less expensive")
_DEARER = re.compile(r"(?<!最)(?:更|比较|稍|略)?贵(?!店|公司|姓|宾)|pricier|more expensive|dearer")
_SAME = re.compile(r"(?:价格|价钱)?(?:都?一样|相同)|same price|equal")
_SIGNATURE = re.compile(r"招牌|signature|specialt")


def problems(segment: Segment, reading: Reading) -> list[str]:
    """The claims of a segment that don't hold for its dishes, as sentences."""
    evidence = reading.evidence
    # What stands before a list holds for all that is listed.
    subjects = (reading.named or evidence.dishes) if segment.heading and not _names_next(segment, reading) else segment.subjects
    dishes = [card for card in subjects if card.kind == "dish"]
    found = [problem for card in dishes for problem in _of_dish(segment, card, evidence)]
    if dishes or reading.named:
        found += _comparison(segment, dishes, reading)
    if _SAFE.search(segment.text):
        found.append("Nobody can promise that a dish is safe.")
    return found


def _names_next(segment: Segment, reading: Reading) -> bool:
    return len(segment.subjects) > 0 and len(reading.named) > len(segment.subjects) and not re.search(r"有|[:：]|are|include", segment.text)


def _of_dish(segment: Segment, card: Card, evidence: Evidence) -> Iterator[str]:
    name, text = card.row["name"], segment.text
    gone, there = bool(GONE.search(text)), bool(THERE.search(GONE.sub(" ", text)))
    if segment.heading and re.search(r"(?:没有|没卖|不卖|没|do not have|don't have|no)\s*(?:the )?[\"“「]?$", text):
        gone = True
    if there and not gone and not segment.heading and not card.row["available"]:
        yield f"{name} is sold out."
    if gone and card.row["available"] and card.row["served_now"]:
        yield f"{name} is available."
    if _SIGNATURE.search(text) and not card.row["signature"]:
        yield f"{name} is not a signature dish."
    yield from _spice(text, card, segment.heading, segment.before)
    yield from _ingredients(text, card)
    yield from _changes(text, card)


def _spice(text: str, card: Card, heading: bool, before: str) -> Iterator[str]:
    name, default = card.row["name"], card.row["spice"]
    options = {level for taste in card.row["tastes"] for level in re.findall(r"不辣|微辣|中辣|特辣", normalise(taste))}
    listed = [match[0] for match in re.finditer(r"不辣|微辣|中辣|特辣|免辣", text)]
    optional = bool(_OPTION.search(before + text)) or heading or len(listed) > 1
    for match in SPICE.finditer(text):
        word = match[0]
        level = next((_LEVEL[key] for key in _LEVEL if key in word), None)
        if level is not None:
            can = level in options or level == default
            if _CANNOT.search(text[: match.start()]) or _CANNOT_AFTER.match(text[match.end() :]):
                if can:
                    yield f"{name} can be {level}."
            elif not (can if optional else level == default):
                yield f"No result says that {name} is {level}."
            continue
        if word.endswith(("辣度", "辣椒", "辣子", "辣酱", "辣味", "麻辣", "香辣", "酸辣")):
            continue  # traced as an ordinary word
        yield from _loose_spice(word, text, match.start(), card, options)


def _loose_spice(word: str, text: str, at: int, card: Card, options: set[str]) -> Iterator[str]:
    """很辣, 有点辣, mild, very spicy: held against the default level or the options."""
    default = card.row["spice"]
    words = word.strip()
    if words.startswith(("不太", "不怎么", "不会", "不", "not", "non", "isn't")):
        right = {"不辣"} | ({"微辣"} if words.startswith(("不太", "不怎么")) else set())
    elif words.startswith(("有点", "有些", "微微", "稍微", "slightly", "a little", "a bit", "mild")):
        right = {"微辣"}
    elif words.startswith("medium"):
        right = {"中辣"}
    elif words.startswith(("很", "特别", "非常", "超", "够", "极", "very", "extremely", "extra")):
        right = {"中辣", "特辣"} if words.startswith(("很", "够", "very")) else {"特辣"}
    else:
        right = {"微辣", "中辣", "特辣"}
    if words in ("辣", "spicy") and re.search(r"[吗不没]$|how |能吃|吃不了|会不会", text[:at]):
        return
    can = right & ({default} | options if _OPTION.search(text) else {default})
    if default is None and not options:
        yield f"No result says how spicy {card.row['name']} is."
    elif not can:
        yield f"{card.row['name']} is not “{words}”."


def _ingredients(text: str, card: Card) -> Iterator[str]:
    dish = _dish(card)
    for match in _WITHOUT.finditer(text):
        for term in _listed(text[match.end() :]):
            if _held(dish, card, term) and not _FIXED.search(text[: match.start()]) and not re.match(r"[^,]{0,6}(?:可|能|去)", text[match.end() + len(term) :]):
                yield f"{card.row['name']} does contain {term}."
            elif not card.row["ingredients"] and not _noted_without(card, term):
                yield f"The menu does not list the ingredients of {card.row['name']}."
            elif not _held(dish, card, term) and not safe_without(dish, term) and not _noted_without(card, term):
                yield f"No result says that {card.row['name']} is free of {term}."
    positive = _WITHOUT.sub(lambda m: m[0] + "␀", text)
    for term, at in (*_terms(positive, card), *((match[1], match.start(1)) for match in _ALONE.finditer(positive) if match[1] in ontology.group_words())):
        before = positive[:at]
        if "␀" in before and not re.search(r"[但而]|but", before[before.rindex("␀") :]):
            continue
        if re.search(r"(?:去掉?|去除|不要|不吃|忌|过敏|除了|除|换掉|免)[^,]{0,4}$", before) or re.match(r"[^,]{0,2}(?:可以?去|过敏|可免)", positive[at + len(term) :]):
            continue
        if not _held(dish, card, term):
            yield f"No result says that {card.row['name']} contains {term}."


def _changes(text: str, card: Card) -> Iterator[str]:
    """What can be left out or changed on request: only what the menu's note says."""
    asked, denied = _CHANGE.search(text), _DENIED.search(text)
    if not asked and not (denied and not SPICE.search(text)):
        return
    notes = [clause for prose in card.prose for clause in prose.clauses if (_DENIED if denied else _CHANGE).search(clause)]
    if not any(bool(_DENIED.search(note)) == bool(denied) for note in notes):
        yield f"No note of {card.row['name']} says what can be changed like that."


def _terms(text: str, card: Card) -> Iterator[tuple[str, int]]:
    """Words for ingredients in the text that are not part of one of this dish's own values."""
    taken: list[tuple[int, int]] = []
    for item in sorted((item for item in card.items if len(item) > 1), key=len, reverse=True):
        taken += [match.span() for match in re.finditer(re.escape(item), text)]
    for prose in card.prose:
        for clause in prose.clauses:
            if len(clause) > 2:
                taken += [match.span() for match in re.finditer(re.escape(clause.strip()), text)]
    at = 0
    while at < len(text):
        term = term_at(text, at)
        if term is None:
            at += 1
        else:
            if not any(start <= at and at + len(term) <= end for start, end in taken):
                yield term, at
            at += len(term)


def _listed(text: str) -> list[str]:
    """Ingredients listed right after a word like 不含."""
    found: list[str] = []
    while text:
        term = term_at(text, 0) or (text[:1] if text[:1] in ontology.group_words() else None)
        if term is None:
            return found
        found.append(term)
        text = re.sub(r"^(?:[、/]|和|或者?|也|也?没有|也?不含|,|\s|and|or)+", "", text[len(term) :])
    return found


def _held(dish: Dish, card: Card, term: str) -> bool:
    if holds(dish, term) or (card.row["ingredients"] and not safe_without(dish, term)):
        return True
    return any(term in normalise(item) for item in (*card.row["ingredients"], *card.row["allergens"], card.row["portion"] or ""))


def _noted_without(card: Card, term: str) -> bool:
    """The menu itself says that it is not in: 菜里不含鱼."""
    return any(re.search(rf"(?:不含|没有|不放|不用|无|不加)[^,。]{{0,2}}{re.escape(term)}", prose.text) for prose in card.prose)


def _dish(card: Card) -> Dish:
    row = card.row
    return Dish(id=row["dish_id"], name=row["name"], ingredients=tuple(row["ingredients"]), allergens=tuple(row["allergens"]), notes=row["notes"])


def _comparison(segment: Segment, dishes: list[Card], reading: Reading) -> Iterator[str]:
    text, known = segment.text, [card for card in reading.evidence.dishes if card.price is not None]
    prices = [Decimal(card.price or "0") for card in known]
    for pattern, best in ((_BEST, min), (_DEAREST, max)):
        if pattern.search(text) and not (dishes and prices and all(card.price is not None and Decimal(card.price) == best(prices) for card in dishes) and _whole(reading)):
            yield "Nothing shows that it is the cheapest or the dearest."
    for pattern, sign in ((_CHEAPER, -1), (_DEARER, 1), (_SAME, 0)):
        rest = _DEAREST.sub(" ", _BEST.sub(" ", text))
        if not pattern.search(rest) or (sign == 0 and not re.search(r"价|元|块|price|yuan|一样贵", text)):
            continue
        two = pair(segment, reading)
        if two is None or two[0].price is None or two[1].price is None:
            yield "It is not clear which two dishes are compared."
            continue
        one, other = Decimal(two[0].price), Decimal(two[1].price)
        if sign and dishes and dishes[-1].key == two[1].key and not any(m.compared for m in reading.mentions):
            one, other = other, one
        if (one > other) - (one < other) != sign:
            yield f"{two[0].row['name']} and {two[1].row['name']} don't compare like that."


def _whole(reading: Reading) -> bool:
    """All that was found is in the rows, or they are the first by price."""
    evidence = reading.evidence
    if len(evidence.dishes) < 2:
        return False
    return sum(evidence.totals) <= len(evidence.dishes) or any(given.get("sort") in ("price_asc", "price_desc") for given in evidence.arguments)


def offers(reading: Reading) -> Iterator[str]:
    """Sold-out dishes and dishes of another hour may be named only with that said of them."""
    for card in reading.named:
        said = " ".join(segment.text for segment in reading.segments if card in segment.subjects)
        if not card.row["available"] and not GONE.search(said):
            yield f"{card.row['name']} is sold out; say so or leave it out."
        elif card.row["available"] and not card.row["served_now"] and not (_ONLY.search(said) or GONE.search(said)):
            yield f"{card.row['name']} is not served at this hour; say so or leave it out."
