"""When a page was written: what its provider says, its address, or its own words."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta

from pilothouse.websearch.provider import WebPage

_DAY = r"(?P<y>20[0-3]\d)\s*[-/.年]\s*(?P<m>\d{1,2})(?:\s*[-/.月]\s*(?P<d>\d{1,2}))?"
_STATED = re.compile(
    rf"(?:发布|发表|更新|编辑|修改|发帖|首发|撰写|写于|记于|时间|日期|posted|published|updated|written|"
    rf"date|last (?:updated|edited))\w*(?:\s*(?:于|在|时间|日期|on))?\s*[:：]?\s*{_DAY}"
)
_UPDATED = re.compile(rf"(?:更新|编辑|修改|updated|edited)\w*(?:\s*(?:于|在|时间|日期|on))?\s*[:：]?\s*{_DAY}")
_ALONE = re.compile(rf"^\W*{_DAY}\s*日?(?:\s+\d{{1,2}}:\d\d(?::\d\d)?)?\W*$", re.M)
_EDGE = re.compile(rf"{_DAY}")
_MONTHS_WORDS = """
january february march april may june july august september october november december
"""
_MONTHS = _MONTHS_WORDS.split()
_ENGLISH = re.compile(
    rf"(?P<mn>{'|'.join(month[:3] for month in _MONTHS)})[a-z]*\.?\s+(?:(?P<d>\d{{1,2}})(?:st|nd|rd|"
    rf"th)?,?\s+)?(?P<y>20[0-3]\d)|"
    rf"(?P<d2>\d{{1,2}})(?:st|nd|rd|"
    rf"th)?\s+(?P<mn2>{'|'.join(month[:3] for month in _MONTHS)})[a-z]*\.?,?\s+(?P<y2>20[0-3]\d)"
)
_URL = re.compile(r"/(?P<y>20[0-3]\d)[/-]?(?P<m>[01]\d)(?:[/-]?(?P<d>[0-3]\d))?(?=\D|$)")
HEAD = 160  # characters at both ends of a text where a date without a word beside it is the page's own
DRIFT = timedelta(days=60)


def page_date(page: WebPage, plain: str, today: date) -> date | None:
    """The date of ``page``, never in the future; ``plain``: its folded text. A page that says that it is older than its
    provider thinks, and not that it was revised, is as old as it says."""
    given = page.date if page.date is not None and page.date <= today else None
    revised = _latest(_UPDATED, plain, today)
    if revised is not None:
        return max(given, revised) if given else revised
    stated = _earliest(_STATED, plain, today) or _earliest(_ALONE, plain, today)
    if given is not None:
        return stated if stated is not None and stated < given - DRIFT else given
    return stated or _near_edge(plain, today) or _address(page.url, today)


def _near_edge(plain: str, today: date) -> date | None:
    for part in (plain[:HEAD], plain[-HEAD:]):
        for match in _EDGE.finditer(part):
            if found := _date(match["y"], match["m"], match["d"], today):
                return found
        for match in _ENGLISH.finditer(part):
            month = match["mn"] or match["mn2"]
            number = next(at for at, name in enumerate(_MONTHS, start=1) if name.startswith(month))
            if found := _date(match["y"] or match["y2"], str(number), match["d"] or match["d2"], today):
                return found
    return None


def _address(url: str, today: date) -> date | None:
    match = _URL.search(url)
    return _date(match["y"], match["m"], match["d"], today) if match else None


def _latest(pattern: re.Pattern[str], plain: str, today: date) -> date | None:
    return max(_all(pattern, plain, today), default=None)


def _earliest(pattern: re.Pattern[str], plain: str, today: date) -> date | None:
    return min(_all(pattern, plain, today), default=None)


def _all(pattern: re.Pattern[str], plain: str, today: date) -> list[date]:
    found = (_date(match["y"], match["m"], match["d"], today) for match in pattern.finditer(plain))
    return [day for day in found if day is not None]


def _date(year: str, month: str, day: str | None, today: date) -> date | None:
    number = int(month)
    if not 1 <= number <= 12:
        return None
    last = monthrange(int(year), number)[1]
    # A month alone counts as its middle.
    chosen = min(int(day), last) if day and int(day) else 15
    found = date(int(year), number, chosen)
    return (
        found
        if found <= today
        else (date(int(year), number, 1) if date(int(year), number, 1) <= today and not day else None)
    )
