"""Table rows as text: each cell with the name of its column, so that a row is complete wherever it stands."""

from __future__ import annotations

from collections.abc import Iterator

from pilothouse.retrieval.documents.material import Block

_MARK = " | "


def rows_of(block: Block, size: int) -> Iterator[str]:
    """Contents of at most about ``size`` Chinese characters: the caption, then whole rows, one a line.

    A row longer than that is parted between its cells, and a cell between its characters; each part begins with the
    row's first cell, which names it.
    """
    header, *rows = block.rows
    caption = block.text
    lines: list[str] = []
    length = 0.0
    named = [(header, row) for row in rows]
    if any(name and not any(column < len(row) and row[column] for row in rows) for column, name in enumerate(header)):
        # A column without cells (of a form to be filled in) shows its name nowhere else.
        named.insert(0, (("",) * len(header), header))
    for names, row in named:
        for line in _row(names, row, size):
            if lines and length + _width(line) > size:
                yield "\n".join(lines)
                lines, length = [], 0.0
            if not lines and caption:
                lines.append(caption)
                length += _width(caption)
            lines.append(line)
            length += _width(line)
    if lines:
        yield "\n".join(lines)
    elif caption:
        yield caption


def _row(header: tuple[str, ...], row: tuple[str, ...], size: int) -> Iterator[str]:
    cells: list[str] = []
    for column, cell in enumerate(row):
        if not cell:
            continue
        name = header[column] if column < len(header) else ""
        if column and cell == row[column - 1] and name == header[column - 1]:
            continue  # one merged cell
        for start in range(0, len(cell), size):
            part = cell[start : start + size]
            cells.append(f"{name}: {part}" if name else part)
    if not cells:
        return
    whole = _MARK.join(cells)
    if _width(whole) <= size * 2:
        yield whole
        return
    key = cells[0] if _width(cells[0]) <= size / 4 else ""
    parts = [key] if key else []
    fresh = False
    for cell in cells[1:] if key else cells:
        if fresh and _width(_MARK.join((*parts, cell))) > size:
            yield _MARK.join(parts)
            parts = [key] if key else []
        parts.append(cell)
        fresh = True
    yield _MARK.join(parts)


def _width(text: str) -> float:
    return (len(text) + sum(map("\u2e80".__le__, text))) / 2
