"""Relative dates in a question, made absolute: 今年的年假 → 2026年的年假."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

_YEARS = {
    "前年": -2,
    "去年": -1,
    "上年度": -1,
    "上一年": -1,
    "今年": 0,
    "本年度": 0,
    "本年": 0,
    "当年": 0,
    "明年": 1,
    "下年度": 1,
    "后年": 2,
}
_MONTHS = {"上上个月": -2, "上个月": -1, "上月": -1, "这个月": 0, "本月": 0, "当月": 0, "下个月": 1, "下月": 1}
_DAYS = {"大前天": -3, "前天": -2, "昨天": -1, "昨日": -1, "今天": 0, "今日": 0, "明天": 1, "明日": 1, "后天": 2}
_CHINESE = re.compile("|".join(sorted([*_YEARS, *_MONTHS, *_DAYS], key=len, reverse=True)))
_MONTH_WORDS = re.compile("|".join(sorted([*_YEARS, *_MONTHS], key=len, reverse=True)))
# 今天几点下班 asks for a rule, 今天放假吗 for a day.
_DAY_MATTERS = re.compile(r"放假|调休|休息|节|截止|到期|holiday|deadline", re.IGNORECASE)
_ENGLISH = re.compile(r"\b(this|last|next)\s+(year|month)\b|\b(today|tomorrow|yesterday)\b", re.IGNORECASE)
_STEP = {"last": -1, "this": 0, "next": 1}
# 当年未休的年假 is said of any year.
_NO_DATE = re.compile(r"当年(?:度)?(?:未|的|内|没)")


def absolute(text: str, now: datetime) -> str:
    """``text`` with years, months and days of the calendar in place of words that depend on ``now``."""
    if _NO_DATE.search(text):
        return text
    now_words = _CHINESE if _DAY_MATTERS.search(text) else _MONTH_WORDS
    return _ENGLISH.sub(
        lambda match: _english(match, now), now_words.sub(lambda match: _chinese(match.group(), now), text)
    )


def undated(text: str) -> str:
    """``text`` without the words that ``absolute`` replaces: a rule may hold every year and name none."""
    return _ENGLISH.sub("", _MONTH_WORDS.sub("", text)).strip()


def _chinese(word: str, now: datetime) -> str:
    if word in _YEARS:
        return f"{now.year + _YEARS[word]}年"
    if word in _MONTHS:
        year, month = _month(now, _MONTHS[word])
        return f"{year}年{month}月"
    day = now + timedelta(days=_DAYS[word])
    return f"{day.year}年{day.month}月{day.day}日"


def _english(match: re.Match[str], now: datetime) -> str:
    if match[3] and not _DAY_MATTERS.search(match.string):
        return match.group()
    if match[3]:
        day = now + timedelta(days={"yesterday": -1, "today": 0, "tomorrow": 1}[match[3].lower()])
        return f"{day:%Y-%m-%d}"
    step = _STEP[match[1].lower()]
    if match[2].lower() == "year":
        return str(now.year + step)
    year, month = _month(now, step)
    return f"{year}-{month:02d}"


def _month(now: datetime, step: int) -> tuple[int, int]:
    months = now.year * 12 + now.month - 1 + step
    return months // 12, months % 12 + 1
