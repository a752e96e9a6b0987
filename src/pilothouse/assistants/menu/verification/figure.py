"""Numbers with what they count: money, minutes, times of day, and the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from pilothouse.contracts.numerals import ENGLISH_SMALL, ENGLISH_TENS, parse_number

MONEY, MINUTES, HOURS, TIME, PERCENT, KILOMETRES = "money", "minutes", "hours", "time", "percent", "km"
_DIGITS = "零〇一二两三四五六七八九"
_WORDS = ENGLISH_SMALL | ENGLISH_TENS | {"hundred": 100, "dozen": 12}
_TIME = re.compile(
    rf"(?P<part>凌晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|夜间|次日|第二天)?(?:凌晨|早上|晚上)?(?:"
    rf"(?P<clock>\d{{1,2}}:\d{{2}})\s*(?P<half>am|pm|a\.m\.|p\.m\.)?"
    rf"|(?P<hour>\d{{1,2}}|[{_DIGITS}十]+)(?:点|时)(?P<minute>半|一刻|三刻|\d{{1,2}}分?|[{_DIGITS}十]{{2,3}}分?)?(?P<clear>整|钟)?"
    rf"|(?P<english>\d{{1,2}})\s*(?P<ampm>am|pm|a\.m\.|p\.m\.|o'clock))"
)
_NUMBER = re.compile(
    rf"(?<![a-z])\d[\d-]{{6,}}\d|\d+(?:,\d{{3}})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
    rf"|[{_DIGITS}十百千万]+(?:点[{_DIGITS}]+)?|\b(?:{'|'.join(_WORDS)})(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?\b"  # noqa: E501
)
_UNITS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (MONEY, re.compile(r"\s*(?:元钱?|块钱?|圆|yuan|rmb|cny|kuai|dollars?|美元|港元|港币)")),
    (MINUTES, re.compile(r"\s*(?:分钟|minutes?\b|mins?\b)")),
    (HOURS, re.compile(r"\s*(?:个?小时|个?钟头|hours?\b)")),
    (KILOMETRES, re.compile(r"\s*(?:公里|千米|km\b|kilomet(?:er|re)s?\b)")),
    (PERCENT, re.compile(r"\s*(?:%|percent|折)")),
)
_BEFORE_MONEY = re.compile(r"(?:[¥$€]|rmb|cny)\s*$")
_IDLE = re.compile(
    r"一(?!元|块|分钟|折|点半|点钟|百|千|万)|十(?=分(?!钟))|千万|万一|万分|百(?=搭|般)|两(?=者|样)|一(?=点(?!半|钟))"
)


@dataclass(frozen=True, slots=True)
class Figure:
    """``values`` are what it may stand for (九点 is 9:00 or 21:00); ``unit`` a kind above or the word after it."""

    values: frozenset[str]
    unit: str
    start: int
    end: int
    text: str


def figures(text: str) -> list[Figure]:
    """The figures of a normalised text, in order."""
    found = list(_times(text))
    taken = [(figure.start, figure.end) for figure in found]
    for match in _NUMBER.finditer(text):
        start, end = match.span()
        if any(left < end and start < right for left, right in taken) or _IDLE.match(text, start):
            continue
        value = number(match[0])
        if value is None:
            continue
        unit = next((kind for kind, pattern in _UNITS if pattern.match(text, end)), "")
        if not unit and _BEFORE_MONEY.search(text[:start]):
            unit = MONEY
        found.append(Figure(frozenset({value}), unit or _word_after(text, end), start, end, match[0]))
    return _ranges(text, sorted(found, key=lambda figure: figure.start))


def number(word: str) -> str | None:
    """The value of a number as canonical text; a telephone number is its digits."""
    if word in _WORDS:
        return str(_WORDS[word])
    parts = re.split(r"[- ]", word)
    if len(parts) == 2 and parts[0] in _WORDS and parts[1] in _WORDS:
        return str(_WORDS[parts[0]] + _WORDS[parts[1]])
    if "-" in word:
        return re.sub(r"\D", "", word)
    value = parse_number(word)
    return None if value is None else canonical(f"{value:f}")


def canonical(value: str) -> str:
    """ "38.0" and "38" are the same."""
    return value.rstrip("0").rstrip(".") if "." in value else value


def ranges(text: str) -> list[tuple[Figure, Figure]]:
    """Pairs of times joined as from–to."""
    times = [figure for figure in figures(text) if figure.unit == TIME]
    return [
        (one, two)
        for one, two in pairwise(times)
        if re.fullmatch(
            r"\s*(?:-|–|—|~|到|至|直到|to|until|till|and|，?一直到)\s*(?:the )?(?:next day)?\s*",
            text[one.end : two.start],
        )
    ]


def _times(text: str) -> Iterator[Figure]:
    for match in _TIME.finditer(text):
        part = match["part"] or ""
        if match["clock"]:
            hour, minute = (int(piece) for piece in match["clock"].split(":"))
            half = (match["half"] or "").replace(".", "")
        elif match["english"]:
            hour, minute, half = int(match["english"]), 0, match["ampm"].replace(".", "")
        else:
            if match["hour"] == "一" and not (part or match["minute"] or match["clear"]):
                continue  # 一点: a little
            if not (part or match["minute"] or match["clear"]) and re.match(
                r"[半\u4e00-\u9fff]?(?:分|菜|单|餐)", text[match.end() :]
            ):
                continue
            hour_value, minute_value = number(match["hour"]), _minute(match["minute"])
            if hour_value is None or minute_value is None:
                continue
            hour, minute, half = int(hour_value), minute_value, ""
        if hour > 24 or minute > 59:
            continue
        yield Figure(
            frozenset(f"{h % 24}:{minute:02}" for h in _hours(hour, part, half, exact=bool(match["clock"]))),
            TIME,
            *match.span(),
            match[0],
        )


def _hours(hour: int, part: str, half: str, *, exact: bool) -> set[int]:
    if half == "pm" or part in ("下午", "傍晚", "晚上", "夜里", "夜间"):
        return {hour + 12 if hour < 12 else hour} | (
            {hour} if hour >= 12 or (part in ("晚上", "夜里", "夜间") and hour <= 2) else set()
        )
    if half == "am" or part in ("凌晨", "早上", "早晨", "上午") or exact:
        return {hour % 12 if half == "am" else hour}
    if part == "中午":
        return {hour + 12 if hour < 3 else hour}
    return {hour, hour + 12} if hour <= 12 and not part else {hour}


def _minute(word: str | None) -> int | None:
    if not word:
        return 0
    if word in ("半", "一刻", "三刻"):
        return {"半": 30, "一刻": 15, "三刻": 45}[word]
    value = number(word.removesuffix("分"))
    return None if value is None else int(float(value))


def unit_end(text: str, figure: Figure) -> int:
    """Where the figure with its unit ends."""
    for kind, pattern in _UNITS:
        if kind == figure.unit and (match := pattern.match(text, figure.end)):
            return match.end()
    if len(figure.unit) == 1 and text[figure.end :].lstrip().startswith(figure.unit):
        return text.index(figure.unit, figure.end) + 1
    return figure.end


def _word_after(text: str, end: int) -> str:
    match = re.match(r"\s*([\u4e00-\u9fff]|[a-z]+)", text[end:])
    return match[1] if match else ""


def _ranges(text: str, found: list[Figure]) -> list[Figure]:
    """In "30到50元" the first figure is money too."""
    for index in range(len(found) - 2, -1, -1):
        one, two = found[index], found[index + 1]
        open_unit = two.unit in (MONEY, MINUTES, PERCENT) and one.unit in ("", "到", "至", "to")
        if open_unit and re.fullmatch(r"\s*(?:-|–|—|~|到|至|to|、|和|or|或)\s*", text[one.end : two.start]):
            found[index] = Figure(one.values, two.unit, one.start, one.end, one.text)
    return found
