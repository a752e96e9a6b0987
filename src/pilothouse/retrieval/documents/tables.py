"""Grids of cells to table blocks: caption, header, rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from pilothouse.retrieval.documents.limits import Account
from pilothouse.retrieval.documents.material import Block

Grid = list[list[str]]
_DATUM = re.compile(
    r"[\s￥¥$€£≥≤<>~≈+\-－—()（）]*\d[\d,，.:：/\-－—~～%％\s]*(?:年|月|日|号|元|万|亿|万元|人|个|天|次|小时|分钟|分|秒|岁|米|km|kg|℃|°|级|名|[a-zA-Z]{1,3})*\s*"
)
_LONGEST_NAME = 40  # characters of a column's name
_MOST_HEADER_ROWS = 3


def clean(text: str) -> str:
    """A cell on one line; the mark that separates cells in a chunk stands for itself no longer."""
    return " ".join(text.split()).replace(" | ", "|")


def table(
    grid: Iterable[Sequence[str]],
    account: Account,
    *,
    header_rows: int | None = None,
    caption: str = "",
    page: int | None = None,
) -> list[Block]:
    """The blocks of one grid: a table, or paragraphs when it has one column only.

    ``header_rows`` is how many rows the document marks as header; None lets the cells decide. Merged cells come with
    their text repeated. Empty rows and columns are dropped, rows are filled up to the same width.
    """
    rows: Grid = []
    for source in grid:
        account.cell(len(source))
        row = [account.text(clean(cell)) for cell in source]
        if any(row):
            rows.append(row)
        elif header_rows is not None and len(rows) < header_rows:
            header_rows -= 1
    rows = _trim(rows)
    if not rows:
        return [Block("paragraph", caption, page=page)] if caption else []
    while len(rows) > 1 and not (header_rows and len(rows) <= header_rows):
        distinct = {cell for cell in rows[0] if cell}
        if len(distinct) > 1 or len(rows[0]) == 1:
            break
        caption = f"{caption} {distinct.pop()}".strip()  # a title across the whole table
        rows.pop(0)
        header_rows = max(0, header_rows - 1) if header_rows else header_rows
    if len(rows[0]) == 1:
        lines = [caption, *(row[0] for row in rows)]
        return [Block("paragraph", line, page=page) for line in lines if line]
    count = header_rows if header_rows is not None else header_height(rows)
    header = _header(rows[:count], len(rows[0]))
    body = rows[count:]
    if not body:  # a header alone says something too
        header, body = [""] * len(header), rows
    return [Block("table", caption, page=page, rows=tuple(tuple(row) for row in (header, *body)))]


def header_height(rows: Grid) -> int:
    """How many of the first rows name the columns: 0 or 1, and 2 or 3 where merged cells make groups of columns."""
    if len(rows) < 2 or not _names(rows[0], rows[1:]):
        return 0
    height = 1
    while height < min(_MOST_HEADER_ROWS, len(rows) - 1) and _grouped(rows[height - 1], rows[height]):
        height += 1
    return height


def _names(row: Sequence[str], rest: Grid) -> bool:
    filled = [cell for cell in row if cell]
    if len(filled) < 2 or len(filled) < len(row) * 0.6:
        return False
    if any(len(cell) > _LONGEST_NAME for cell in filled) or any(cell.endswith(("：", ":")) for cell in filled):
        return False
    data = sum(is_datum(cell) for cell in filled)
    if data:  # years and sizes head columns too, but then the cells below are of another kind
        years = all(re.fullmatch(r"(?:19|20)\d\d年?(?:度)?", cell) for cell in filled if is_datum(cell))
        return years and data < len(filled)
    if len(set(filled)) == len(filled):
        return True
    return any(a and a == b for a, b in pairwise(row)) and _grouped(row, rest[0])


def _grouped(above: Sequence[str], below: Sequence[str]) -> bool:
    """Whether ``below`` divides the merged cells of ``above``: no data, and something new under each repetition."""
    if any(is_datum(cell) for cell in below) or any(len(cell) > _LONGEST_NAME for cell in below):
        return False
    spans = [n for n in range(1, len(above)) if above[n] and above[n] == above[n - 1]]
    return bool(spans) and all(below[n] != below[n - 1] for n in spans)


def is_datum(text: str) -> bool:
    """Whether a cell holds a number, an amount, a date or a time rather than a name."""
    return len(text) <= _LONGEST_NAME and bool(_DATUM.fullmatch(text))


def _header(rows: Grid, width: int) -> list[str]:
    names = []
    for column in range(width):
        parts = dict.fromkeys(cell for row in rows if (cell := row[column]))
        names.append("/".join(parts))
    return names


def _trim(rows: Grid) -> Grid:
    width = max((len(row) for row in rows), default=0)
    used = [any(column < len(row) and row[column] for row in rows) for column in range(width)]
    kept = [column for column in range(width) if used[column]]
    return [[row[column] if column < len(row) else "" for column in kept] for row in rows]
