"""Every figure of a reply belongs to what it is said of."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal

from pilothouse.assistants.menu.verification.evidence import Card
from pilothouse.assistants.menu.verification.figure import MINUTES, MONEY, TIME, Figure, figures
from pilothouse.assistants.menu.verification.reading import Reading, Segment

_COUNTS = frozenset("道款种个样家间店菜项") | {
    "dishes",
    "dish",
    "options",
    "stores",
    "items",
    "choices",
    "restaurants",
    "in",
    "all",
    "of",
    "ones",
    "branches",
}
_LEFT = re.compile(r"剩|余|库存|还有|left|remaining|in stock")
_MOST_BEFORE = re.compile(
    r"(?:不超过|不到|低于|少于|最多|under|below|within|less than|no more than|up to|at most)\s*(?:[¥$]\s*)?$"
)
_LEAST_BEFORE = re.compile(r"(?:高于|超过|多于|至少|最少|over|above|more than|at least)\s*(?:[¥$]\s*)?$")
_MOST_AFTER = re.compile(r"^(?:元|块钱?|分钟|\s*yuan|\s*minutes)?\s*(?:以内|以下|之内|内|or less|or under|or below)")
_LEAST_AFTER = re.compile(r"^(?:元|块钱?|分钟|\s*yuan|\s*minutes)?\s*(?:以上|or more|and up)")
_DIFFERENCE = re.compile(
    r"便宜|贵|差|相差|cheaper|expensive|difference|(?<=[\u4e00-\u9fff])(?:多|少)(?=\s*[\d一二两三四五六七八九十])|more than|less than"  # noqa: E501
)
_TOTAL = re.compile(r"一共|总共|合计|共(?:计)?|加起来|加在一起|total|altogether|together")
_RESPECTIVELY = re.compile(r"分别|respectively")
_EXTRA = re.compile(r"加|另|续|押金|换|升级|extra|add|plus|deposit")  # what a note may charge beside the price
_MARK = re.compile(r"^\s*[.、)]")

Said = Callable[[Card, Figure], bool]


def problems(segment: Segment, reading: Reading) -> list[str]:
    """The figures of a segment about dishes that no result supports, as sentences."""
    found: list[str] = []
    for figure in segment.figures:
        if not _supported(figure, segment, reading):
            found.append(f"{figure.text!r} is in no result for what it is said of.")
    return found


def _supported(figure: Figure, segment: Segment, reading: Reading) -> bool:
    if _marker(figure, segment, reading):
        return True
    if figure.unit in (MONEY, MINUTES):
        bound = _bound(figure, segment)
        if bound is not None:
            return _bounded(figure, bound, segment, reading)
    if figure.unit == MONEY:
        return _money(figure, segment, reading)
    if figure.unit in _COUNTS and _count(figure, reading):
        return True
    if figure.unit == MINUTES:
        return _all(
            segment.subjects, lambda card: str(card.row.get("prep_minutes")) in figure.values or _noted(card, figure)
        )
    if _LEFT.search(segment.text) and figure.unit not in ("人", "") and figure.unit != TIME:
        return _all(segment.subjects, lambda card: str(card.row.get("stock")) in figure.values)
    return _all(segment.subjects, lambda card: _noted(card, figure))


def _marker(figure: Figure, segment: Segment, reading: Reading) -> bool:
    """List numbers: "1." before a name; and 一份, a serving of what a price is for."""
    at = segment.start + figure.start
    after = reading.text[at + len(figure.text) :]
    if figure.text.isdigit() and (_MARK.match(after) and not re.match(r"\.\d", after)):
        return int(figure.text) <= max(10, len(reading.named) + 1)
    if figure.text == "1" or figure.text == "一":
        return figure.unit in (
            "份",
            "例",
            "碗",
            "斤",
            "位",
            "道",
            "个",
            "家",
            "串",
            "只",
            "条",
            "瓶",
            "杯",
            "壶",
            "笼",
            "盘",
            "锅",
            "盅",
            "打",
            "扎",
            "听",
            "罐",
            "两",
            "portion",
            "serving",
        ) and not _LEFT.search(segment.text)
    return figure.values == {"1"} and figure.text == "one"


def _count(figure: Figure, reading: Reading) -> bool:
    """How many there are: in all, shown, or named in this reply."""
    evidence = reading.evidence
    dishes, answers = len(evidence.dishes), len({card.key for card in evidence.answers})
    counts = {
        str(n)
        for n in (*evidence.totals, dishes, answers, len(reading.named), len({m.cards for m in reading.mentions}))
        if n
    }
    return bool(figure.values & counts)


def _money(figure: Figure, segment: Segment, reading: Reading) -> bool:
    evidence = reading.evidence
    head = segment.text[: figure.start]
    if re.search(r"人均|每人|每位|per (?:head|person)", segment.text):
        return False  # a store's figure, never a dish's
    if _DIFFERENCE.search(segment.text) and (pair := _pair(segment, reading)) is not None:
        one, two = (Decimal(card.price or "0") for card in pair)
        return str(abs(one - two).normalize()) in figure.values or f"{abs(one - two):f}" in figure.values
    if _TOTAL.search(head) and len(reading.named) > 1:
        prices = [card.price for card in reading.named]
        return None not in prices and any(
            Decimal(value) == sum(Decimal(p) for p in prices if p) for value in figure.values
        )
    if _RESPECTIVELY.search(segment.text):
        money = [other for other in segment.figures if other.unit == MONEY]
        if len(money) == len(segment.subjects):
            return segment.subjects[money.index(figure)].price in figure.values
    subjects = segment.subjects or reading.named or (evidence.dishes if len(evidence.dishes) == 1 else ())
    if not _all(subjects, lambda card: _sold_by(card, segment.text[figure.end :])):
        return False
    return _all(
        subjects,
        lambda card: card.price in figure.values or (bool(_EXTRA.search(segment.text)) and _noted(card, figure)),
    )


def _sold_by(card: Card, after: str) -> bool:
    """38元一份 is not 38元一斤, and 38元起 is not 38元."""
    from_ = bool(re.match(r"\s*(?:元|块钱?|yuan)?\s*(?:起|and up|or more)", after))
    if from_ != str(card.row.get("price_label") or "").endswith("起"):
        return False
    per = re.match(r"\s*(?:元|块钱?)?\s*(?:一|1|/|每)\s*([\u4e00-\u9fff])", after)
    unit = str(card.row.get("unit") or "")
    return per is None or per[1] in unit or (per[1] in "份例盘道" and unit in "份例盘道")


def _pair(segment: Segment, reading: Reading) -> tuple[Card, Card] | None:
    """The two dishes that are compared."""
    if len(reading.named) == 2:
        return reading.named[0], reading.named[1]
    before = [
        mention
        for mention in reading.mentions
        if mention.end <= segment.start and mention.cards and mention.cards[0].kind == "dish"
    ]
    if before and before[-1].compared and len(before) > 1:
        return before[-2].cards[-1], before[-1].cards[0]
    return None


def pair(segment: Segment, reading: Reading) -> tuple[Card, Card] | None:
    """The two dishes that a comparison in ``segment`` is about, the cheaper or dearer one first."""
    return _pair(segment, reading)


def _bound(figure: Figure, segment: Segment) -> str | None:
    head, tail = segment.text[: figure.start], segment.text[figure.end :]
    if _DIFFERENCE.search(segment.text):
        return None
    if _MOST_BEFORE.search(head) or _MOST_AFTER.match(tail):
        return "most"
    if _LEAST_BEFORE.search(head) or _LEAST_AFTER.match(tail):
        return "least"
    if re.match(r"^元?\s*(?:-|–|~|到|至|to|and)\s*\d", tail):
        return "least"
    if re.search(r"\d\s*元?\s*(?:-|–|~|到|至|to|and)\s*$", head) and not any(
        card.price in figure.values for card in segment.subjects
    ):
        return "most"
    return None


def _bounded(figure: Figure, bound: str, segment: Segment, reading: Reading) -> bool:
    """A limit that the guest named, and that every dish spoken of keeps."""
    evidence = reading.evidence
    said = {value for other in figures(evidence.question) for value in other.values}
    keys = ("max_price", "min_price", "max_per_head", "min_per_head", "max_prep_minutes")
    said |= {
        f"{given[key]:g}" for given in evidence.arguments for key in keys if isinstance(given.get(key), (int, float))
    }
    if not figure.values & said:
        return False
    subjects = segment.subjects if not segment.heading else reading.named or evidence.dishes
    field = "prep_minutes" if figure.unit == MINUTES else "price"
    limit = Decimal(min(figure.values))
    values = [card.row.get(field) for card in subjects]
    negative = bool(re.search(r"没有|没|not|no ", segment.text))
    if negative:
        return not evidence.dishes
    return all(
        value is not None and (Decimal(str(value)) <= limit if bound == "most" else Decimal(str(value)) >= limit)
        for value in values
    )


def _noted(card: Card, figure: Figure) -> bool:
    """The figure with the same unit in a note, a portion or a description."""
    return any(other.values & figure.values and other.unit == figure.unit for other in card.figures)


def _all(subjects: Sequence[Card], test: Callable[[Card], bool]) -> bool:
    return bool(subjects) and all(test(card) for card in subjects)
