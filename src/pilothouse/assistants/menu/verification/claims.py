"""What a reply says of dishes as goods: that they can be had, that they are cheaper, that they are the best."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from pilothouse.assistants.menu.verification import ingredients, spice
from pilothouse.assistants.menu.verification.evidence import Card
from pilothouse.assistants.menu.verification.numbers import pair
from pilothouse.assistants.menu.verification.reading import Reading, Segment

GONE = re.compile(
    r"售罄|售完|卖完|卖光|没货|缺货|没有了|没了|点不了|买不到|暂时没有|暂无供应|不供应|sold out|not available|unavailable|out of stock|isn't available|no longer|none left|ran out"  # noqa: E501
)
THERE = re.compile(
    r"有货|还有(?!什么|别的|其他|其它|哪些)|有现货|可以点|能点|可点|库存|还剩|剩\d|供应中|available|in stock|\bleft\b|remaining|we (?:still )?have|do have"  # noqa: E501
)
_NOT_SOLD = re.compile(
    r"不在(?:菜单|供应)|不卖|没卖|没有卖|没找到|没查到|找不到|查不到|没有\s*$|not on (?:the|our) menu|(?:don't|do not) (?:sell|serve|have) it"  # noqa: E501
)
_ONLY = re.compile(
    r"只在|仅在|供应时间|时段|点才|served (?:only )?(?:from|between|at)|only (?:served|from|between)|现在(?:还)?(?:没|不)|点不了|not served"  # noqa: E501
)
_SAFE = re.compile(r"放心|安全|没事|不会过敏|保证|绝对|一定不|\bsafe\b|guarantee|don't worry|no risk")
_BEST = re.compile(r"最(?:便宜|低|实惠|划算)|cheapest|lowest")
_DEAREST = re.compile(r"最(?:贵|高)|most expensive|priciest|dearest|highest")
_CHEAPER = re.compile(r"(?<!最)(?:更|比较|稍|略)?便宜|cheaper|less expensive")
_DEARER = re.compile(r"(?<!最)(?:更|比较|稍|略)?贵(?!店|公司|姓|宾)|pricier|more expensive|dearer")
_ORDERS = ("price_asc", "price_desc")
_ORDERED = re.compile(
    r"(?:从|由)(?:最)?(?:便宜|贵|低|高)的?(?:说起|开始|到[贵高便宜低]+)|cheapest first|most expensive first"
)
_SAME = re.compile(r"(?:价格|价钱)?(?:都?一样|相同)|same price|equal")
_SIGNATURE = re.compile(r"招牌|signature|specialt")


def problems(segment: Segment, reading: Reading) -> list[str]:
    """The claims of a segment that don't hold for its dishes, as sentences."""
    evidence = reading.evidence
    # What stands before a list holds for all that is listed.
    subjects = (
        (reading.named or evidence.dishes)
        if segment.heading and not _names_next(segment, reading)
        else segment.subjects
    )
    dishes = [card for card in subjects if card.kind == "dish"]
    found = [problem for card in dishes for problem in _of_dish(segment, card)]
    if dishes or reading.named:
        found += _comparison(segment, dishes, reading)
    if _SAFE.search(segment.text):
        found.append("Nobody can promise that a dish is safe.")
    return found


def _names_next(segment: Segment, reading: Reading) -> bool:
    return (
        len(segment.subjects) > 0
        and len(reading.named) > len(segment.subjects)
        and not re.search(r"有|[:：]|are|include", segment.text)
    )


def _of_dish(segment: Segment, card: Card) -> Iterator[str]:
    name, text = card.row["name"], segment.text
    gone, there = bool(GONE.search(text)), bool(THERE.search(GONE.sub(" ", text)))
    if segment.subjects and not segment.heading and _NOT_SOLD.search(text):
        gone = True
    if segment.heading and re.search(r"(?:没有|没卖|不卖|没|do not have|don't have|no)\s*(?:the )?[\"“「]?$", text):
        gone = True
    if there and not gone and not segment.heading and not card.row["available"]:
        yield f"{name} is sold out."
    if gone and card.row["available"] and card.row["served_now"]:
        yield f"{name} is available."
    if _SIGNATURE.search(text) and not card.row["signature"]:
        yield f"{name} is not a signature dish."
    yield from spice.problems(segment, card)
    yield from ingredients.problems(text, card)
    yield from ingredients.changes(text, card)


def _comparison(segment: Segment, dishes: list[Card], reading: Reading) -> Iterator[str]:
    text = segment.text
    if _ORDERED.search(text) and any(given.get("sort") in _ORDERS for given in reading.evidence.arguments):
        text = _ORDERED.sub(" ", text)
    known = [card for card in reading.evidence.dishes if card.price is not None]
    prices = [Decimal(card.price or "0") for card in known]
    for pattern, best in ((_BEST, min), (_DEAREST, max)):
        if pattern.search(text) and not (
            dishes
            and prices
            and all(card.price is not None and Decimal(card.price) == best(prices) for card in dishes)
            and _whole(reading)
        ):
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
    return sum(evidence.totals) <= len(evidence.dishes) or any(
        given.get("sort") in ("price_asc", "price_desc") for given in evidence.arguments
    )


def offers(reading: Reading) -> Iterator[str]:
    """Sold-out dishes and dishes of another hour may be named only with that said of them."""
    for card in reading.named:
        said = " ".join(segment.text for segment in reading.segments if card in segment.subjects)
        if not card.row["available"] and not GONE.search(said):
            yield f"{card.row['name']} is sold out; say so or leave it out."
        elif card.row["available"] and not card.row["served_now"] and not (_ONLY.search(said) or GONE.search(said)):
            yield f"{card.row['name']} is not served at this hour; say so or leave it out."
