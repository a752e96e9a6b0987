"""When something is, as people say it: 明天晚上八点半, 下周三, 12月5日, 半小时后, tomorrow at 7pm, in two hours."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, datetime, time, timedelta

from pilothouse.contracts.numerals import ENGLISH_SMALL, ENGLISH_TENS, NUMERAL, parse_number

_WORDS = {**ENGLISH_SMALL, **ENGLISH_TENS, "a": 1, "an": 1, "half an": 0.5}
_N = rf"(\d{{1,3}}|[{NUMERAL}]{{1,4}})"
_E = rf"(\d{{1,3}}|{'|'.join(sorted(_WORDS, key=len, reverse=True))})"
_MINUTES = {"分": 1, "刻": 15, "时": 60, "天": 1440, "周": 10080, "min": 1, "hou": 60, "day": 1440, "wee": 10080}
_DAYS = {"大后天": 3, "后天": 2, "明": 1, "今": 0, "tomorrow": 1, "today": 0, "tonight": 0, "this evening": 0}
_ENGLISH_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

_LATER = re.compile(
    rf"(?:再?过)?{_N}\s*个?(半)?(?:小?(时)|钟头|(分|刻)钟?|(天|周)|个?星期)(半)?[之以]?后"
    rf"|\bin {_E} (min|hou|day|wee)[a-z]*",
    re.IGNORECASE,
)
_DATE = re.compile(
    rf"(?:(\d{{4}})[年\-/.])?(?<![\d.]){_N}(?:月|(?<=\d)[\-/](?=\d{{1,2}}(?!\d)))(?:{_N}[日号]?)|(?<!\d){_N}[日号](?![楼线电店])"
)
_DAY = re.compile(
    r"(大后天|后天|明(?=[天早晚日])|今(?=[天早晚日])|tomorrow|today|tonight|this evening)[天日]?", re.IGNORECASE
)
_WEEKDAY = re.compile(
    rf"(下)?(?:个)?(?:周|星期|礼拜)([一二三四五六日天])|\b(?:on |(next) )?({'|'.join(_ENGLISH_DAYS)})\b", re.IGNORECASE
)
_CLOCK = re.compile(
    rf"(?<![\d.]){_N}\s*(?:点钟?|[:：](?=\d\d))(半|一刻|三刻|(?:\d\d(?!\d)|[{NUMERAL}]{{2,3}})分?|{_N}分)?"
    r"|\b(?:at )?(\d{1,2})(?::(\d\d))?\s*([ap]\.?m\b\.?)|\bat (\d{1,2})(?::(\d\d))?\b|\b(?:at )?(noon|midnight)\b",
    re.IGNORECASE,
)
_LATE = re.compile(
    r"下午|傍晚|晚上|夜里|[今明]?晚(?!饭|餐|会)|(?<![a-z])p\.?m\b|\btonight\b|\bevening\b|\bafternoon\b", re.IGNORECASE
)
_EVENING = re.compile(r"晚|夜|tonight|evening", re.IGNORECASE)  # twelve o'clock is midnight then
_PART = re.compile(
    r"凌晨|早上|上午|中午|早晨|半夜|深夜|^早(?=[叫提])|早(?=[\d一二三四五六七八九十])"
    r"|(?:\bin the )?\b(?:morning|evening|afternoon)\b"
    r"|(?<![a-z])[ap]\.?m\b",
    re.IGNORECASE,
)
MORNING, EVENING = 9, 20
"""The hours of a day, or of its evening, that was named without a time."""


def moment(text: str, now: datetime) -> datetime | None:
    """The moment that ``text`` names, in the time zone of ``now``; ``None`` when it names none.

    A time without a day is the next such time. Dates without a year lie ahead: the next 12月5日.
    """
    if later := _LATER.search(text):
        return now + timedelta(minutes=_distance(later))
    day, clock = _day(text, now), _CLOCK.search(text)
    if day is None and clock is None:
        return None
    hour, minute = _clock(clock, text) if clock else (EVENING if _EVENING.search(text) else MORNING, 0)
    found = datetime.combine(day or now.date(), time(), now.tzinfo) + timedelta(hours=hour, minutes=minute)
    return found + timedelta(days=1) if day is None and found < now else found


def timeless(text: str) -> str:
    """``text`` without the words that say when."""
    for pattern in (_LATER, _CLOCK, _DATE, _WEEKDAY, _DAY, _LATE, _PART):
        text = pattern.sub("", text)
    return text.strip(" ，。,.!！?？的")


def _distance(found: re.Match[str]) -> float:
    """Minutes."""
    if found[8]:
        return float(_WORDS.get(found[7].lower(), 0) or _number(found[7])) * _MINUTES[found[8].lower()]
    unit = _MINUTES[found[4] or found[5] or found[3] or ("周" if "星期" in found[0] else "时")]
    return (_number(found[1]) + (0.5 if found[2] or found[6] else 0)) * unit


def _day(text: str, now: datetime) -> date | None:
    if found := _DATE.search(text):
        return _dated(found, now.date())
    if found := _WEEKDAY.search(text):
        name = found[2].replace("天", "日") if found[2] else ""
        weekday = "一二三四五六日".index(name) if name else _ENGLISH_DAYS.index(found[4].lower())
        days = weekday - now.weekday()
        days += 7 if found[1] or (found[3] and days <= 0) or days < 0 else 0
        return now.date() + timedelta(days=days)
    if found := _DAY.search(text):
        return now.date() + timedelta(days=_DAYS[found[1].lower()])
    return None


def _dated(found: re.Match[str], today: date) -> date | None:
    month, day = int(_number(found[2] or "0")) or today.month, int(_number(found[3] or found[4]))
    year = int(found[1] or today.year)
    if not 1 <= month <= 12 or not 1 <= day <= 31:
        return None
    if not found[1] and (month, day) < (today.month, today.day):
        year, month = (year + 1, month) if found[2] or month == 12 else (year, month + 1)
        month = 1 if not found[2] and today.month == 12 else month
    return date(year, month, min(day, monthrange(year, month)[1]))


def _clock(found: re.Match[str], text: str) -> tuple[int, int]:
    """Hour, 24 for the end of the day, and minute."""
    if found[9]:
        return (12, 0) if found[9].lower() == "noon" else (24, 0)
    hour, minutes = int(_number(found[1] or found[4] or found[7])) % 24, found[2] or found[5] or found[8] or "0"
    minute = {"半": 30, "一刻": 15, "三刻": 45}.get(minutes) or int(_number(minutes.removesuffix("分")))
    morning = (found[6] or "").lower().startswith("a")
    if hour == 12:
        hour = 0 if morning else 24 if _EVENING.search(text) else 12
    return hour + 12 if hour < 12 and not morning and _LATE.search(text) else hour, min(minute, 59)


def _number(text: str) -> float:
    return float(parse_number(text) or 0)
