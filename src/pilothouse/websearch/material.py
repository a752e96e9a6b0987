"""Files of pages: one JSON object a line, ``url``, ``title``, ``date``, ``text``; other keys are left alone."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.websearch.page import THIN, Page, parse

LARGEST = 200_000_000  # bytes of a file
LONGEST = 2_000_000  # bytes of a line
SHOWN = 5  # faults in a sentence


@dataclass(frozen=True, slots=True)
class Note:
    """What is odd about line ``line`` of a file, from 1, in a sentence."""

    line: int
    sentence: str


@dataclass
class Material:
    """The pages of files; ``faults`` are lines that hold none, ``notes`` lines that are not quite as they should be."""

    pages: list[Page] = field(default_factory=list)
    faults: list[Note] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    thin: int = 0


def read_file(path: Path) -> Material:
    """All pages of a file. Raises ``UsageError`` for one that can't be read and ``DataError`` for one in which lines
    are wrong, naming the lines, or which holds no page."""
    found = gather(path)
    if found.faults:
        count = len(found.faults)
        chinese, english = zip(*(fault.sentence.split("\0") for fault in found.faults[:SHOWN]), strict=True)
        more, rest = (f"；……共 {count} 处", f"; … {count} in all") if count > SHOWN else ("", "")
        raise DataError(
            f"{path.name} 没有导入，原有网页不变：{'；'.join(chinese)}{more}。 "
            f"{path.name} was not imported, nothing was changed: {'; '.join(english)}{rest}."
        )
    if not found.pages:
        raise DataError(
            f'{path.name} 里没有网页：每行应是一个 JSON 对象，如 {{"url": "https://…", "title": "…", '
            f'"date": "2026-01-31", "text": "…"}}。 {path.name} holds no page: write one JSON object a line.'
        )
    return found


def gather(*paths: Path) -> Material:
    """The pages of files together, and what is wrong with lines. Raises ``UsageError`` for an unreadable file."""
    found = Material()
    seen: dict[str, int] = {}
    for path in paths:
        for number, text in _lines(_data(path), found):
            try:
                page, odd = parse(text)
            except ValueError as error:
                found.faults.append(_fault(number, *error.args))
                continue
            if page.id in seen:
                first = seen[page.id]
                odd = [(f"与第 {first} 行网址相同，只用前面的", f"repeats the address of line {first}, which counts")]
            else:
                seen[page.id] = number
                found.pages.append(page)
                found.thin += len(page.text) < THIN
            found.notes += [_note(number, *pair) for pair in odd]
    return found


def _data(path: Path) -> bytes:
    try:
        data = path.read_bytes() if path.stat().st_size <= LARGEST else None
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(f"读不了 {path}（{reason}）。 {path} can't be read ({reason}).") from error
    if data is None:
        raise UsageError(
            f"{path} 太大（最多 {LARGEST // 1_000_000} MB），请分成几个文件。 "
            f"{path} is too large ({LARGEST // 1_000_000} MB at most)."
        )
    for bom, name in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if data.startswith(bom):
            return data[2:].decode(name, "replace").encode("utf-8", "replace")
    return data.removeprefix(codecs.BOM_UTF8)


def _lines(data: bytes, found: Material) -> Iterator[tuple[int, str]]:
    """Numbers and texts of the lines that aren't blank; the first line beyond ASCII tells UTF-8 from GB18030."""
    encoding = ""
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        if len(line) > LONGEST:
            found.faults.append(_fault(number, f"超过 {LONGEST // 1_000_000} MB", "is too long"))
            continue
        if not encoding and not line.isascii():
            encoding = "utf-8" if _is_utf8(line) else "gb18030"
            if encoding == "gb18030":
                found.notes.append(_note(number, "起按 GB18030（GBK）读取", "and the rest was read as GB18030 (GBK)"))
        try:
            text = line.decode(encoding or "ascii")
        except UnicodeDecodeError:
            found.faults.append(_fault(number, f"不是 {encoding.upper()} 文字", f"is not {encoding.upper()} text"))
            continue
        yield number, text


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def _fault(number: int, chinese: str = "读不懂", english: str = "can't be read") -> Note:
    return Note(number, f"第 {number} 行{chinese}\0line {number} {english}")


def _note(number: int, chinese: str, english: str) -> Note:
    return Note(number, f"第 {number} 行{chinese}。 Line {number} {english}.")
