"""A page of one's own: read from a line, stored as a record of the index."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlsplit

from pilothouse.retrieval.documents.dates import iso_date
from pilothouse.websearch.canonical import canonical, host

LONGEST_URL = 2000  # characters
THIN = 80  # characters; with less there is nothing to weigh
OLDEST = 1990  # no page of the web is older
LEAD = 120  # characters: the title, the first so many with it, and the next so many are embedded
LAYOUT = "1"  # raise it when pages are stored in another way

Pair = tuple[str, str]  # in Chinese and in English


@dataclass(frozen=True, slots=True)
class Page:
    """A page to be indexed. ``id`` is the canonical form of ``url``; ``title`` may be empty."""

    id: str
    url: str
    title: str
    text: str
    date: date | None = None


def parse(text: str) -> tuple[Page, list[Pair]]:
    """The page of a line, and what is odd about it. Raises ``ValueError`` with what is wrong in Chinese and English."""
    try:
        item: Any = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        raise ValueError("不是 JSON（每行一个完整的对象）", "is not JSON (one whole object a line)") from None
    if not isinstance(item, dict):
        raise ValueError("不是 JSON 对象（每行一个对象，不要写成数组）", "is no JSON object (one a line, not an array)")
    values: dict[str, str] = {}
    for name in ("url", "title", "date", "text"):
        value = item.get(name)
        if name == "date" and isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if value is not None and not isinstance(value, str):
            raise ValueError(f"的 {name} 不是文字", f"has a {name} that is not text")
        values[name] = _clean(value or "")
    if not values["text"]:
        raise ValueError("没有 text", "has no text")
    odd: list[Pair] = []
    url = _address(values["url"])
    if url != values["url"]:
        odd.append(("的网址没有 https://，已补上", "has an address without https://, which was added"))
    title = " ".join(values["title"].split())
    if not title:
        odd.append(("没有标题", "has no title"))
    when = _date(values["date"])
    if when is None and values["date"]:
        odd.append(("的日期读不懂，按无日期处理", "has a date that can't be read"))
    if len(values["text"]) < THIN:
        odd.append((f"的正文不到 {THIN} 字", f"has a text of less than {THIN} characters"))
    return Page(canonical(url), url, title, values["text"], when), odd


def _address(url: str) -> str:
    """``url`` with its scheme. Raises ``ValueError``."""
    if not url:
        raise ValueError("没有 url", "has no url")
    if len(url) > LONGEST_URL or any(letter.isspace() or not letter.isprintable() for letter in url):
        raise ValueError("的网址里有空白或太长", "has an address with blanks, or one too long")
    start, mark, _ = url.partition("://")
    if not mark:
        start, url = "https", f"https://{url}"
    if start.lower() not in ("http", "https") or "." not in _site(url).strip("."):
        raise ValueError("的网址不是 http(s) 网页", "has an address that is no http(s) page")
    return url


def _site(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _date(text: str) -> date | None:
    """The day; of a month or a year the first."""
    found = iso_date(text)
    if not found:
        return None
    year, month, day = (*map(int, found.split("-")), 1, 1)[:3]
    return date(year, month, day) if year >= OLDEST else None


def _clean(text: str) -> str:
    return text.encode("utf-8", "ignore").decode().replace("\x00", "").strip()  # half a surrogate pair can't be stored


def record(page: Page) -> dict[str, Any]:
    """As ``replace_content`` wants it. ``sites`` are the host and all domains above it; ``day`` is YYYYMMDD."""
    labels = host(page.url).split(".")
    meta = {
        "url": page.url,
        "title": page.title,
        "day": number(page.date) if page.date else None,
        "sites": [".".join(labels[at:]) for at in range(len(labels))],
    }
    text = " ".join(page.text[: 4 * LEAD].split())
    windows = [page.title, f"{page.title} {text[:LEAD]}", text[LEAD : 2 * LEAD]]
    return {"id": page.id, "content": page.text, "meta": meta, "windows": windows}


def stored(id_: str, content: str, meta: Mapping[str, Any]) -> Page:
    """The page of a record."""
    day = meta.get("day")
    when = date(day // 10_000, day // 100 % 100, day % 100) if day else None
    return Page(id_, meta["url"], meta["title"], content, when)


def number(day: date) -> int:
    """YYYYMMDD: the index compares numbers without calling Python."""
    return day.year * 10_000 + day.month * 100 + day.day
