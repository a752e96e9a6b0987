"""Opening hours: "10:30-21:30", "周一至周五 10:30-14:00,17:00-21:30；周六周日 10:30-22:00", "17:00-02:00", "24小时"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

_DAY = "一二三四五六日"
_DAYS_EN = {"mon": 0, "tue": 1, "wed": 2, "thu": 3, "fri": 4, "sat": 5, "sun": 6}
_RANGE = re.compile(
    r"(\d{1,2})[:：点时](\d{2})?分?\s*(?:-|–|—|~|～|至|到)\s*(次日|凌晨|第二天)?\s*(\d{1,2})[:：点时](\d{2})?"
)
_DAYS = re.compile(
    r"(?:周|星期|礼拜)([一二三四五六日天])(?:\s*(?:-|–|~|～|至|到)\s*(?:周|星期|礼拜)?([一二三四五六日天]))?"
    r"|\b(mon|tue|wed|thu|fri|sat|sun)[a-z]*(?:\s*(?:-|–|to)\s*(mon|tue|wed|thu|fri|sat|sun)[a-z]*)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Span:
    """Minutes after midnight of the day on which the span begins; ``end`` may exceed 1440 (past midnight)."""

    start: int
    end: int

    def text(self) -> str:
        late = "次日" if self.end > 1440 else ""
        end = self.end if self.end == 1440 else self.end % 1440
        return f"{self.start // 60:02d}:{self.start % 60:02d}-{late}{end // 60:02d}:{end % 60:02d}"


@dataclass(frozen=True)
class Hours:
    """Spans per weekday, Monday first. Empty days are closed."""

    week: tuple[tuple[Span, ...], ...]

    def on(self, moment: datetime) -> tuple[Span, ...]:
        """Spans that begin on the day of ``moment``."""
        return self.week[moment.weekday()]

    def open_at(self, moment: datetime) -> bool:
        """True when open at ``moment``, a span from the evening before included."""
        minute = moment.hour * 60 + moment.minute
        yesterday = self.week[(moment - timedelta(days=1)).weekday()]
        return any(s.start <= minute < s.end for s in self.on(moment)) or any(minute + 1440 < s.end for s in yesterday)


def parse_hours(text: str | None) -> Hours | None:
    """Hours from text as menus and maps write them; ``None`` when nothing readable is in it."""
    if not text or not text.strip():
        return None
    if re.search(r"24\s*小时|全天|24\s*hours|24/7", text, re.IGNORECASE):
        return Hours(((Span(0, 1440),),) * 7)
    week: list[list[Span]] = [[] for _ in range(7)]
    found = False
    for part in re.split(r"[;；\n]", text):
        spans = [_span(match) for match in _RANGE.finditer(part)]
        days = _days(part)
        if "休息" in part or "closed" in part.lower():
            for day in days:
                week[day] = []
            continue
        if not spans:
            continue
        found = True
        for day in days or range(7):
            week[day] = spans if days else [*week[day], *spans]
    return Hours(tuple(tuple(day) for day in week)) if found else None


def _span(match: re.Match[str]) -> Span:
    start = int(match[1]) * 60 + int(match[2] or 0)
    end = int(match[4]) * 60 + int(match[5] or 0)
    if match[3] or end <= start:
        end += 1440
    return Span(start, end)


def _days(text: str) -> list[int]:
    if re.search(r"工作日|weekdays?", text, re.IGNORECASE):
        return [0, 1, 2, 3, 4]
    if re.search(r"周末|weekends?", text, re.IGNORECASE):
        return [5, 6]
    days: list[int] = []
    for match in _DAYS.finditer(text):
        if match[1]:
            first, last = _day(match[1]), _day(match[2] or match[1])
        else:
            first, last = _DAYS_EN[match[3].lower()], _DAYS_EN[(match[4] or match[3]).lower()]
        day = first
        while True:
            days.append(day)
            if day == last:
                break
            day = (day + 1) % 7
    return days


def _day(word: str) -> int:
    return 6 if word == "天" else _DAY.index(word)
