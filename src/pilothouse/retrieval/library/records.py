"""Corpora: files with one JSON record a line."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pilothouse.retrieval.documents.dates import iso_date
from pilothouse.retrieval.library.audience import entries

MAX_LINE = 20_000_000  # bytes
MAX_ID = 500  # characters


@dataclass(frozen=True, slots=True)
class Record:
    """``dept`` and ``allow`` are empty when the record says nothing about them. ``url`` is where it can be opened."""

    id: str
    title: str
    text: str
    date: str = ""
    dept: str = ""
    allow: tuple[str, ...] = ()
    url: str = ""

    @property
    def hash(self) -> str:
        return hashlib.sha256(json.dumps([self.title, self.text]).encode()).hexdigest()

    @property
    def facts(self) -> str:
        """What can change without the text being indexed again."""
        return json.dumps([self.date, self.dept, self.allow, self.url], ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a corpus, ``number`` from 1, at byte ``offset``: a record, or a ``sentence`` saying why it is none."""

    number: int
    offset: int
    record: Record | None = None
    sentence: str = ""


def read_lines(path: Path) -> Iterator[Line]:
    """All lines that are not blank; of equal ids the first counts. Raises ``OSError``."""
    seen: set[str] = set()
    with path.open("rb") as file:
        number, offset = 0, 0
        while data := file.readline(MAX_LINE):
            number += 1
            start, offset = offset, offset + len(data)
            if len(data) == MAX_LINE and not data.endswith(b"\n"):
                while (more := file.readline(MAX_LINE)) and not more.endswith(b"\n"):
                    offset += len(more)
                offset += len(more)
                yield Line(number, start, sentence=_bad(number, "太长", "is too long"))
                continue
            if number == 1:
                data = data.removeprefix(b"\xef\xbb\xbf")
            if not data.strip():
                continue
            try:
                record = parse(data)
            except ValueError as error:
                chinese, english = error.args if len(error.args) == 2 else ("不是 JSON", "is not JSON")
                yield Line(number, start, sentence=_bad(number, chinese, english))
                continue
            if record.id in seen:
                yield Line(
                    number,
                    start,
                    sentence=_bad(number, f"的 id {record.id!r} 前面已有", f"repeats the id {record.id!r}"),
                )
                continue
            seen.add(record.id)
            yield Line(number, start, record)


def read_at(path: Path, offset: int) -> Record:
    """The record of the line at byte ``offset``. Raises ``OSError``, and ``ValueError`` when there is none."""
    with path.open("rb") as file:
        file.seek(offset)
        return parse(file.readline(MAX_LINE).removeprefix(b"\xef\xbb\xbf"))


def parse(data: bytes) -> Record:
    """Raises ``ValueError`` with what is wrong in Chinese and English."""
    try:
        item: Any = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ValueError("不是 UTF-8 的 JSON", "is not JSON in UTF-8") from error
    if not isinstance(item, dict):
        raise ValueError("不是 JSON 对象", "is not a JSON object")
    id_ = item.get("id")
    id_ = str(id_) if isinstance(id_, int) and not isinstance(id_, bool) else id_
    if not isinstance(id_, str) or not id_.strip() or len(id_) > MAX_ID or not id_.isprintable():
        raise ValueError("没有可用的 id", "has no usable id")
    texts = {name: item.get(name) for name in ("title", "text", "date", "dept", "url")}
    if isinstance(texts["date"], int):
        texts["date"] = str(texts["date"])
    for name, value in texts.items():
        if value is not None and not isinstance(value, str):
            raise ValueError(f"的 {name} 不是文字", f"has a {name} that is not text")
    title, text, date, dept, url = (_clean(texts[name] or "") for name in ("title", "text", "date", "dept", "url"))
    if not text.strip():
        raise ValueError("没有 text", "has no text")
    try:
        allow = entries(item.get("allow"))
    except ValueError as error:
        raise ValueError("的 allow 看不懂，没有收录", "has an allow list that can't be understood") from error
    return Record(id_.strip(), " ".join(title.split()), text, iso_date(date), dept.strip(), allow, url.strip())


def _clean(text: str) -> str:
    return text.encode("utf-8", "ignore").decode()  # half a surrogate pair can't be stored


def _bad(number: int, chinese: str, english: str) -> str:
    return f"第 {number} 行{chinese}。 Line {number} {english}."
