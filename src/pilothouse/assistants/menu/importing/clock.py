"""Durations ("约12分钟") and times of day ("早上6点半到10点") as menus write them."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

from pilothouse.assistants.menu.importing.text import simplify
from pilothouse.contracts.numerals import NUMERAL, parse_number

_N = rf"(?:\d+(?:\.\d+)?|[{NUMERAL}]+)"
_SCALES: dict[str, int | Decimal] = {
    "小": 60,
    "h": 60,
    "钟": 60,
    "分": 1,
    "m": 1,
    "秒": Decimal(1) / 60,
    "s": Decimal(1) / 60,
}
_PART = re.compile(
    rf"(?P<n>{_N})\s?个?\s?(?P<unit>小时|钟头|hours?|hrs?|h|分钟?|minutes?|mins?|m|秒钟?|seconds?|secs?|s)"
)
_RANGE = re.compile(rf"({_N})\s?[-~–—至到]\s?(?={_N})")
_HOUR = rf"(?:\d{{1,2}}|[{NUMERAL.replace('点', '')}]{{1,3}})"
_MINUTE = r"(?:\d{1,2}|半|一刻|三刻)"


def _time_pattern(end: int) -> str:
    day = rf"(?P<day{end}>凌晨|早上?|上午|中午|下午|傍晚|晚上?|夜里)?"
    # "10-14点": an hour may stand alone before the dash.
    return rf"{day}\s?(?P<h{end}>{_HOUR})\s?(?:[:：点时]\s?(?P<m{end}>{_MINUTE})?分?|(?=\s?[-~–—至到]))"


_SPAN = re.compile(_time_pattern(1) + r"\s?[-~–—至到]+\s?(?:次日|第二天)?" + _time_pattern(2))
_QUARTERS = {"半": 30, "一刻": 15, "三刻": 45}


def parse_minutes(value: object) -> int | None:
    """A duration in minutes, the longer end of a range; ``None`` when it cannot be read or is above a day.

    >>> parse_minutes("15-20分钟"), parse_minutes("一个半小时"), parse_minutes(12)
    (20, 90, 12)
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float | Decimal):
        return _whole(Decimal(str(value)))
    if not isinstance(value, str):
        return None
    text = simplify(unicodedata.normalize("NFKC", value)).strip().lower()[:60]
    text = re.sub(rf"({_N})个半(?:小时|钟头)", r"\1小时30分钟", text)
    text = re.sub(r"半个?(?:小时|钟头)", "30分钟", text)
    text = _RANGE.sub("", text)  # keep the longer end: 15-20分钟 takes up to 20
    parts = list(_PART.finditer(text))
    if not parts:
        bare = re.fullmatch(rf"(?:约|大约|大概|最多|预计)?\s?({_N})\s?(?:左右|以内|内)?", text)
        number = parse_number(bare[1]) if bare else None
        return None if number is None else _whole(number)
    total = Decimal(0)
    for part in parts:
        number = parse_number(part["n"])
        if number is None:
            return None
        total += number * _SCALES[part["unit"][0]]
    return _whole(total)


def parse_hours(text: str) -> str | None:
    """Times of day as "06:30-10:00", several joined by commas; ``None`` when there is no readable span."""
    text = simplify(unicodedata.normalize("NFKC", text)).strip()
    spans = []
    for found in _SPAN.finditer(text):
        ends = [_time(found, end) for end in "12"]
        if None in ends:
            return None
        spans.append("-".join(str(end) for end in ends))
    # Days of the week, holidays … beside the times would be lost, and the dish offered on the wrong day.
    rest = re.sub(r"每[天日]|供应|限时|仅限?|时[段间]|营业|[\s,，、;；:：()和及与]", "", _SPAN.sub("", text))
    return ",".join(spans) if spans and not rest else None


def _time(found: re.Match[str], end: str) -> str | None:
    hour, minute = parse_number(found[f"h{end}"]), found[f"m{end}"] or "0"
    if hour is None or hour != int(hour):
        return None
    minutes = _QUARTERS.get(minute) or int(minute)
    part = found[f"day{end}"] or ""
    late = part.startswith(("下午", "傍", "晚", "夜")) or (part == "中午" and hour < 10)
    hours = int(hour) + (12 if late and hour < 12 else 0)
    if hours > 24 or minutes > 59 or (hours == 24 and minutes):
        return None
    return f"{hours:02}:{minutes:02}"


def _whole(minutes: Decimal) -> int | None:
    if not minutes.is_finite() or not 0 <= minutes <= 24 * 60:
        return None
    return int(minutes.to_integral_value(rounding="ROUND_CEILING"))
