"""What search services answer, made into pages: nothing of it is taken on trust."""

from __future__ import annotations

import math
import re
from datetime import date as Date
from email.utils import parsedate_to_datetime

from pilothouse.retrieval.documents.dates import iso_date
from pilothouse.websearch.canonical import host
from pilothouse.websearch.provider import WebPage

TEXT_LIMIT = 200_000  # characters of one page
TITLE_LIMIT = 300
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


def parsed(
    *, url: object, title: object, content: object, raw_content: object, score: float | None, date: Date | None
) -> WebPage | None:
    """A page; ``None`` when its address isn't one of the web. Missing texts are empty ones."""
    if not isinstance(url, str) or not re.match(r"https?://", url) or not host(url) or len(url) > 2000:
        return None
    return WebPage(
        url=_CONTROL.sub("", url),
        title=_text(title, TITLE_LIMIT) or host(url),
        content=_text(content, TEXT_LIMIT),
        score=score,
        raw_content=_text(raw_content, TEXT_LIMIT) or None,
        date=date,
    )


def relevance(score: object) -> float | None:
    """A relevance, 0 to 1; ``None`` for what is no number."""
    if isinstance(score, bool) or not isinstance(score, int | float) or not math.isfinite(score):
        return None
    return min(1.0, max(0.0, float(score)))


def fetched_date(text: object) -> Date | None:
    """The day that a service names, ISO 8601 or as in e-mail; ``None`` for anything else and for a day to come."""
    if not isinstance(text, str) or not text.strip():
        return None
    try:
        found = parsedate_to_datetime(text).date()
    except (TypeError, ValueError):
        try:
            found = Date.fromisoformat(iso_date(text))
        except ValueError:
            return None
    return found


def _text(value: object, limit: int) -> str:
    return _CONTROL.sub("", value).strip()[:limit] if isinstance(value, str) else ""
