"""The sentences, list items and table rows of a passage."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pilothouse.retrieval.passage import Passage

PieceKind = Literal["sentence", "item", "row", "heading"]
_ENDS = (
    r"[。！？!?…]+[”’」』）)】\"')\]]*|"
    r"(?<![\d.A-Z])(?<!\b[A-Za-z])(?<!Mr)(?<!Dr)(?<!No)(?<!vs)(?<!e\.g)(?<!i\.e)\.[”\"')\]]*(?=\s+[A-Z\d“\"(\[]|\s*$)|"
    r"(?<=[A-Z]{2})\.(?=\s+[A-Z])"
)
_FULL = re.compile(_ENDS)
_STOP = re.compile(_ENDS + r"|；(?=[^；]{8})|;(?=\s)")
_ITEM = re.compile(
    r"\s*(?:[-*+•·▪●○◦]\s+|[（(]?(?P<n>\d{1,2}|[一二三四五六七八九十]{1,3}|[a-zA-Z])\s?(?:[)）、]|"
    r"[.．](?!\d))\s*|[①-⑳]\s*|"
    r"第[一二三四五六七八九十\d]{1,3}步[:：，,、]?\s*|step\s+\d+\s*[:.]\s*)", re.I
)  # fmt: skip
_HEADING = re.compile(r"\s*#{1,6}\s+(.*?)\s*#*\s*$")
_MARKED = re.compile(r"[。！？!?；;，,.…|\d]|[：:]$")
_CELL = re.compile(r"\s*\|\s*")
_PIPED = re.compile(r"\|.*\|")  # a row of a Markdown table
_RULE = re.compile(r"\|?(?:\s*:?-{2,}:?\s*\|?)+")
_BOLD = re.compile(r"(?:\*\*|__)([^*_。！？!?；;|\n]{1,30}?)(?:[。：:.](?:\*\*|__)|(?:\*\*|__)[。：:.])\s*(?=\S)")


@dataclass(frozen=True, slots=True)
class Piece:
    """``text`` is the piece as written, without white space around it; ``start`` its offset in the content;
    ``number`` the order of a list item among its list's items, from 1. ``cells`` of a table row: (header, value)."""

    kind: PieceKind
    text: str
    start: int
    number: int = 0
    cells: tuple[tuple[str, str], ...] = ()


def sentences(text: str) -> list[str]:
    """The sentences of running text; a line end ends one too, a semicolon doesn't."""
    return [text[start:end] for start, end in _spans(text, _FULL)]


@lru_cache(maxsize=4096)
def pieces(content: str, kind: str = "text") -> tuple[Piece, ...]:
    """What ``content`` of a chunk of the kind given consists of, in order."""
    found: list[Piece] = []
    at = order = 0
    listed = False
    headers: tuple[str, ...] = ()
    lines = content.split("\n")
    for n, line in enumerate(lines):
        start, at = at, at + len(line) + 1
        text = line.strip()
        if not text:
            headers = ()
            continue
        start += line.index(text[0])
        if _PIPED.fullmatch(text):
            if not _RULE.fullmatch(text):
                values = tuple(cell.strip() for cell in text[1:-1].split("|"))
                if n + 1 < len(lines) and _RULE.fullmatch(lines[n + 1].strip()):
                    headers = values
                    found.append(Piece("heading", text, start))
                elif named := _piped(headers, values):
                    found.append(
                        Piece("row", " | ".join(f"{h}: {v}" if h else v for h, v in named), start, cells=named)
                    )
            order, listed = 0, False
            continue
        headers = ()
        if (bold := _BOLD.match(text)) and len(bold[1]) < len(text) - 4:
            found.append(Piece("heading", bold[1], start))
            start, text = start + bold.end(), text[bold.end() :]
        cells = _cells(text, kind)
        heading = _HEADING.match(text)
        item = None if cells or heading else _ITEM.match(text)
        if cells:
            found.append(Piece("row", text, start, cells=cells))
        elif heading:
            found.append(Piece("heading", heading[1], start))
        elif item is not None and item.end() < len(text):
            order += 1
            found.append(Piece("item", text, start, order))
            continue
        elif text[-1] in "；;" or (listed and text[-1] in "。." and len(text) < 120 and text.count("。") < 2):
            order += 1  # a list whose bullets are gone; the full stop ends it
            found.append(Piece("item", text, start, order))
            listed = text[-1] in "；;"
            continue
        elif len(text) <= 20 and at < len(content) and not _MARKED.search(text):
            found.append(Piece("heading", text, start))
        else:
            found.extend(Piece("sentence", text[a:b], start + a) for a, b in _spans(text))
        order, listed = 0, False
    return tuple(_titled(found))


def _titled(found: list[Piece]) -> list[Piece]:
    """A numbered line that stands alone without a stop is a heading: "7. 恢复出厂设置"."""
    for n, piece in enumerate(found):
        text = bare(piece.text)
        beside = [other.kind for other in found[max(0, n - 1) : n + 2] if other is not piece]
        if (
            piece.kind == "item"
            and len(text) <= 16
            and "item" not in beside
            and n + 1 < len(found)
            and not _MARKED.search(text)
        ):
            found[n] = Piece("heading", text, piece.start)
    return found


def of(passage: Passage) -> tuple[Piece, ...]:
    """The pieces of a passage without a cut-off beginning that only repeats the chunk before."""
    return pieces(passage.content, passage.kind)


def bare(text: str) -> str:
    """An item's text without its bullet or number; Markdown emphasis and code marks taken off."""
    text = _ITEM.sub("", text, count=1) if _ITEM.match(text) else text
    return re.sub(r"\*\*|__|`|^>\s*", "", text).strip()


def _cells(text: str, kind: str) -> tuple[tuple[str, str], ...]:
    if kind != "table" and not (text.count(" | ") and text.count(": ") + text.count("：") >= 2):
        return ()
    cells = []
    for cell in _CELL.split(text.strip("| ")):
        header, colon, value = cell.partition(": ")
        if not colon:
            header, colon, value = cell.partition("：")
        cells.append((header.strip(), value.strip()) if colon else ("", cell.strip()))
    named = sum(bool(header) for header, _ in cells)
    return tuple((header, value) for header, value in cells if value) if named and named * 2 >= len(cells) else ()


def _piped(headers: tuple[str, ...], values: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The cells of a Markdown row under their headers; a row whose table begins in another chunk has none."""
    plain = [re.sub(r"\*\*|__|`", "", value).strip() for value in values]
    if len(headers) < len(plain):
        headers = (*headers, *[""] * (len(plain) - len(headers)))
    cells = [(header, value) for header, value in zip(headers, plain, strict=False) if value]
    return tuple(cells) if len(cells) > 1 else ()


def _spans(text: str, stop: re.Pattern[str] = _STOP) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    start = 0
    for end in [*(match.end() for match in stop.finditer(text)), len(text)]:
        for line in re.finditer(r"[^\n]+", text[start:end]):
            stripped = line.group().strip()
            if stripped and not re.fullmatch(r"[\W_]+", stripped):
                begin = start + line.start() + line.group().index(stripped[0])
                found.append((begin, begin + len(stripped)))
        start = max(start, end)
    return found
