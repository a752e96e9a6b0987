"""CSV, TSV and Markdown tables."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from pilothouse.assistants.menu.importing.column import Columns
from pilothouse.assistants.menu.importing.money import parse_money
from pilothouse.assistants.menu.importing.price import size_of
from pilothouse.assistants.menu.importing.record import Record
from pilothouse.assistants.menu.importing.text import clean, name_of, shorten, simplify

_DELIMITERS = ("\t", ",", ";", "|", "，", "；")
_HEADER_WITHIN = 12
_LONGEST_ROW = 60
"""Lines a quoted cell may span. An unpaired quote would otherwise swallow the rest of the file."""


@dataclass(frozen=True)
class Row:
    """The cells of a row and the line it starts on (from 1)."""

    line: int
    cells: list[str]
    broken: bool = False


@dataclass(frozen=True)
class Table:
    """A table with its header found: ``names`` of the columns, and where the rows begin."""

    delimiter: str
    names: list[str]
    start: int
    guessed: bool = False
    sectioned: bool = False
    """No column gives the category: a row with a single cell is then the heading of a section."""


def find_table(text: str, columns: Columns, *, certain: bool) -> Table | None:
    """The table in ``text``: the delimiter and row that name most fields of a dish.

    ``certain``: the file says it is a table, so one known name is enough and a header may be missing altogether.
    """
    lines = text.split("\n")
    best: tuple[int, Table] | None = None
    for delimiter in _DELIMITERS:
        for row in islice(_rows(lines, delimiter), _HEADER_WITHIN):
            names = [clean(cell) for cell in row.cells]
            fields = [columns.field(name) or size_of(name) if name and len(name) <= 40 else None for name in names]
            known = len(set(filter(None, fields)))
            filled = sum(1 for name in names if name)
            enough = known >= 2 and (known * 2 >= filled or certain)
            if (
                "name" in fields
                and (enough or (certain and filled == 1 == known))
                and (best is None or known > best[0])
            ):
                best = known, Table(delimiter, names, row.line + _height(row), sectioned="category" not in fields)
    if best:
        return best[1]
    return _without_header(text, lines) if certain else None


def read_table(text: str, table: Table) -> Iterator[Record | tuple[str, str, str]]:
    """The rows as records, or (position, text, reason) for rows that do not fit the header."""
    width = max(index for index, name in enumerate(table.names) if name) + 1
    category = ""
    for row in _rows(text.split("\n"), table.delimiter, table.start):
        position = f"第{row.line}行"
        cells = [clean(cell) for cell in row.cells]
        filled = [cell for cell in cells if cell]
        written = shorten(f"{table.delimiter.strip() or ' '} ".join(cells))
        if not filled or cells[:width] == table.names[:width] or all(set(cell) <= set("-: =") for cell in cells):
            continue
        if row.broken:
            yield position, written, "引号没有配对 (an unpaired quote)"
        elif table.sectioned and len(filled) == 1 and cells[0]:
            category = simplify(name_of(cells[0]))
        elif len(cells) < width:
            yield position, written, f"列数太少：应有{width}列，只有{len(cells)}列 (too few columns)"
        elif any(cells[len(table.names) :]):
            yield position, written, f"列数太多：应有{len(table.names)}列，却有{len(cells)}列 (too many columns)"
        else:
            values: dict[str, object] = {}
            for name, cell in zip(table.names, cells, strict=False):
                if name and cell:
                    values[name if name not in values else f"{name} "] = cell
            yield Record(position, values, category, text=written)


def _rows(lines: list[str], delimiter: str, start: int = 1) -> Iterator[Row]:
    index = start - 1
    while index < len(lines):
        line = lines[index]
        if delimiter == "|" and line.strip().startswith("|"):
            yield Row(index + 1, line.strip().strip("|").split("|"))
            index += 1
            continue
        reader = csv.reader((part + "\n" for part in islice(lines, index, index + _LONGEST_ROW)), delimiter=delimiter)
        try:
            cells = next(reader)
        except (csv.Error, StopIteration):
            cells = None
        height = reader.line_num
        unpaired = cells is None or (
            height > 1 and index + height >= min(len(lines), index + _LONGEST_ROW) and _open(lines, index, height)
        )
        if unpaired:
            yield Row(index + 1, line.split(delimiter), broken=True)
            height = 1
        else:
            yield Row(index + 1, [cell.rstrip("\n") for cell in cells or []])
        index += max(height, 1)


def _open(lines: list[str], index: int, height: int) -> bool:
    return sum(line.count('"') for line in lines[index : index + height]) % 2 == 1


def _height(row: Row) -> int:
    return 1 + sum(cell.count("\n") for cell in row.cells)


def _without_header(text: str, lines: list[str]) -> Table | None:
    """Guess the columns of a table without a header: the first of words is the name, the first of money the price."""
    try:
        delimiter = csv.Sniffer().sniff("\n".join(lines[:20]), delimiters="\t,;|").delimiter
    except csv.Error:
        return None
    rows = list(islice(_rows(lines, delimiter), 50))
    width = Counter(len(row.cells) for row in rows).most_common(1)[0][0]
    kept = [row.cells for row in rows if len(row.cells) == width]
    if width < 2:
        return None
    money = [sum(_is_price(row[column]) for row in kept) for column in range(width)]
    price = next((column for column in range(width) if money[column] * 10 >= len(kept) * 8), None)
    name = next(
        (column for column in range(width) if money[column] * 10 <= len(kept) * 2 and all(row[column] for row in kept)),
        None,
    )
    if price is None or name is None:
        return None
    names = [f"第{column + 1}列" for column in range(width)]
    names[name], names[price] = "name", "price"
    return Table(delimiter, names, 1, guessed=True)


def _is_price(cell: str) -> bool:
    try:
        money = parse_money(clean(cell))
    except ValueError:
        return False
    return money.amount is not None or money.text is not None
