"""Dates as documents write them, to ISO 8601."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable

_MONTH = "janfebmaraprmayjunjulaugsepoctnovdec"
_NUMERIC = re.compile(
    r"(?<!\d)(?P<y>(?:19|20)\d\d)"
    r"(?:\s*[-/.．年]\s*(?P<m>\d{1,2})(?:\s*[-/.．月]\s*(?P<d>\d{1,2}))?|(?P<mm>\d\d)(?P<dd>\d\d))?"
    r"(?!\d{3})"
)
_PDF = re.compile(r"D:(?P<y>(?:19|20)\d\d)(?P<m>\d\d)?(?P<d>\d\d)?")
_DAY_FIRST = re.compile(r"(?P<d>\d{1,2})(?:st|nd|rd|th)?\s+(?P<m>[A-Za-z]{3,9})\.?,?\s+(?P<y>(?:19|20)\d\d)")
_MONTH_FIRST = re.compile(r"(?P<m>[A-Za-z]{3,9})\.?\s+(?:(?P<d>\d{1,2})(?:st|nd|rd|th)?,?\s+)?(?P<y>(?:19|20)\d\d)")


def iso_date(text: str) -> str:
    """The first date in ``text`` as ``YYYY-MM-DD``, ``YYYY-MM`` or ``YYYY``; empty when there is none.

    Times of day are dropped. A PDF's ``D:20240301…`` is understood.
    """
    text = text[:200]
    if match := _PDF.match(text):
        return _join(match["y"], int(match["m"] or 0), int(match["d"] or 0))
    if match := _DAY_FIRST.search(text) or _MONTH_FIRST.search(text):
        at = _MONTH.find(match["m"][:3].lower())
        if at >= 0 and not at % 3:
            return _join(match["y"], at // 3 + 1, int(match["d"] or 0))
    if match := _NUMERIC.search(text):
        return _join(match["y"], int(match["m"] or match["mm"] or 0), int(match["d"] or match["dd"] or 0))
    return ""


def _join(year: str, month: int, day: int) -> str:
    if not 1 <= month <= 12:
        return year
    if not 1 <= day <= monthrange(int(year), month)[1]:
        return f"{year}-{month:02}"
    return f"{year}-{month:02}-{day:02}"


_STATED = re.compile(
    r"(?:发布|颁布|印发|公布|修订|更新|编制|制定|生效|施行|实施|执行|签发|版本|成文|制表)(?:时间|日期|于|自)?\s*[：:]?\s*"
    r"(?P<cn>(?:19|20)\d\d\s*[-/.年][^\n]{0,10})|"
    r"(?:自|从)\s*(?P<from>(?:19|20)\d\d\s*年[^\n]{0,10}?)\s*起(?:施行|实施|执行|生效)|"
    r"(?:[Ee]ffective|[Pp]ublished|[Rr]evised|[Uu]pdated|[Ii]ssued|[Dd]ate)(?:\s+(?:on|from|date))?\s*:?\s+"
    r"(?P<en>[A-Z0-9][^\n]{3,24})|"
    r"^\s*[（(]?\s*(?P<alone>(?:19|20)\d\d\s*年\s*\d{1,2}\s*月(?:\s*\d{1,2}\s*日)?)\s*[)）]?\s*$"
)


def stated_date(texts: Iterable[str]) -> str:
    """The date that a document gives itself in its text (发布日期：…, 自…起施行, a line with nothing but a date).

    Latest where it names several: the revision counts. ISO 8601 or empty.
    """
    found = [iso_date(match[match.lastgroup or 0]) for text in texts for match in _STATED.finditer(text[:500])]
    return max((date for date in found if len(date) > 4), default="")
