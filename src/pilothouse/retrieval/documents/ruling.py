"""Tables of a PDF page: cells between ruling lines, or columns between horizontal rules and white space.

The ruled case follows Nurminen's lattice method ("Algorithmic extraction of data in tables in PDF documents", 2013).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from pilothouse.retrieval.documents.page import Box, Line, Rule, Sheet, Word

_NEAR = 3.0  # points: closer lines are one line, and lines that close meet
_MOST_RULES = 3_000
_MOST_CELLS = 20_000
_GAP = 1.0  # of the size of type: white space of that width between columns


@dataclass(frozen=True, slots=True)
class Ruled:
    """A table: where it is, its cells by row from the top, how many rows a rule marks as header (None: not said)."""

    box: Box
    rows: list[list[str]]
    header_rows: int | None = None


def tables(sheet: Sheet) -> list[Ruled]:
    """The tables of a page, from the top; none overlap."""
    across, upright = sheet.across[:_MOST_RULES], sheet.upright[:_MOST_RULES]
    found: list[Ruled] = []
    used: list[Rule] = []
    for horizontal, vertical in _components(across, upright):
        made = _lattice(horizontal, vertical, sheet.lines)
        if made is not None:
            found.append(made)
            used.extend(horizontal)
    open_rules = [rule for rule in across if rule not in used]
    found.extend(
        made for made in _booktabs(open_rules, sheet.lines) if not any(_overlaps(made.box, each.box) for each in found)
    )
    free = [line for line in sheet.lines if not any(contains(each.box, line.box) for each in found)]
    found.extend(_aligned(free))
    return sorted(found, key=lambda each: -each.box.top)


def contains(outer: Box, inner: Box) -> bool:
    """Whether the middle of ``inner`` lies in ``outer``."""
    x, y = (inner.left + inner.right) / 2, (inner.bottom + inner.top) / 2
    return outer.left - _NEAR <= x <= outer.right + _NEAR and outer.bottom - _NEAR <= y <= outer.top + _NEAR


def _components(across: list[Rule], upright: list[Rule]) -> Iterator[tuple[list[Rule], list[Rule]]]:
    """Rules that meet, directly or through others."""
    parent = list(range(len(across) + len(upright)))

    def root(n: int) -> int:
        while parent[n] != n:
            parent[n] = parent[parent[n]]
            n = parent[n]
        return n

    for i, horizontal in enumerate(across):
        for j, vertical in enumerate(upright, start=len(across)):
            meets = (
                horizontal.start - _NEAR <= vertical.at <= horizontal.end + _NEAR
                and vertical.start - _NEAR <= horizontal.at <= vertical.end + _NEAR
            )
            if meets:
                parent[root(i)] = root(j)
    groups: dict[int, tuple[list[Rule], list[Rule]]] = {}
    for n, rule in enumerate((*across, *upright)):
        groups.setdefault(root(n), ([], []))[0 if n < len(across) else 1].append(rule)
    yield from groups.values()


def _lattice(across: list[Rule], upright: list[Rule], lines: list[Line]) -> Ruled | None:
    ys = sorted(_clustered(rule.at for rule in across), reverse=True)
    xs = sorted(_clustered(rule.at for rule in upright))
    height, width = len(ys) - 1, len(xs) - 1
    if height < 1 or width < 1 or height * width < 2 or height * width > _MOST_CELLS:
        return None
    box = Box(xs[0], ys[-1], xs[-1], ys[0])
    owner = _merged(xs, ys, across, upright)
    texts: dict[tuple[int, int], list[str]] = {}
    for line in lines:
        if not contains(box, line.box):
            continue
        y = (line.box.bottom + line.box.top) / 2
        row = next((n for n, (top, bottom) in enumerate(pairwise(ys)) if bottom <= y <= top), None)
        if row is None:
            continue
        seen: dict[tuple[int, int], list[str]] = {}
        for text, x in _split(line.words, xs):
            column = next((n for n, (left, right) in enumerate(pairwise(xs)) if left <= x <= right), None)
            if column is not None:
                seen.setdefault(owner[row, column], []).append(text)
        for cell, parts in seen.items():
            texts.setdefault(cell, []).append(" ".join(parts))
    if not texts:
        return None
    rows = [[joined(texts.get(owner[r, c], [])) for c in range(width)] for r in range(height)]
    return Ruled(box, rows)


def _split(words: Iterable[Word], xs: list[float]) -> Iterator[tuple[str, float]]:
    """(text, middle) of words; one that a vertical rule crosses is divided where the rule stands."""
    for word in words:
        left, right = word.box.left, word.box.right
        cuts = [x for x in xs if left + _NEAR < x < right - _NEAR]
        step = (right - left) / max(len(word.text), 1)
        at = 0
        for cut in (*cuts, right):
            end = len(word.text) if cut == right else round((cut - left) / step) if step else 0
            if end > at:
                yield word.text[at:end], left + (at + end) / 2 * step
            at = max(at, end)


def _merged(
    xs: list[float], ys: list[float], across: list[Rule], upright: list[Rule]
) -> dict[tuple[int, int], tuple[int, int]]:
    """For each cell the first cell of the merged area to which it belongs: no rule stands between them."""
    height, width = len(ys) - 1, len(xs) - 1
    columns = {x: [rule for rule in upright if abs(rule.at - x) <= _NEAR] for x in xs}
    levels = {y: [rule for rule in across if abs(rule.at - y) <= _NEAR] for y in ys}
    owner = {(r, c): (r, c) for r in range(height) for c in range(width)}
    for r in range(height):
        middle = (ys[r] + ys[r + 1]) / 2
        for c in range(1, width):
            if not any(rule.start - _NEAR <= middle <= rule.end + _NEAR for rule in columns[xs[c]]):
                owner[r, c] = owner[r, c - 1]
    for c in range(width):
        middle = (xs[c] + xs[c + 1]) / 2
        for r in range(1, height):
            if not any(rule.start - _NEAR <= middle <= rule.end + _NEAR for rule in levels[ys[r]]):
                owner[r, c] = owner[r - 1, c]
    return owner


def _booktabs(rules: list[Rule], lines: list[Line]) -> Iterator[Ruled]:
    """Three or more horizontal rules of the same extent, and text in columns between them."""
    groups: dict[tuple[int, int], list[float]] = {}
    for rule in rules:
        groups.setdefault((round(rule.start / 5), round(rule.end / 5)), []).append(rule.at)
    for (start, end), levels in groups.items():
        ys = sorted(_clustered(levels), reverse=True)
        if len(ys) < 3:
            continue
        box = Box(start * 5 - 5, ys[-1], end * 5 + 5, ys[0])
        inside = [line for line in lines if contains(box, line.box)]
        rows = _rows(inside)
        columns = _columns(rows)
        if len(columns) < 2 or len(rows) < 2:
            continue
        heads = sum(_middle(row) > ys[1] for row in rows)
        yield Ruled(box, _placed(rows, columns), heads if heads < len(rows) else None)


def _aligned(lines: list[Line]) -> Iterator[Ruled]:
    """Three or more neighbouring rows, each in the same two or more columns with white space between, without rules."""
    rows = _rows(lines)
    run: list[list[Word]] = []
    for row in (*rows, []):
        if row and len(_segments(row)) >= 2 and (not run or _same_columns(run[-1], row)):
            run.append(row)
            continue
        if len(run) >= 3 and len(columns := _columns(run)) >= 2:
            words = [word for each in run for word in each]
            box = Box(
                min(word.box.left for word in words),
                min(word.box.bottom for word in words),
                max(word.box.right for word in words),
                max(word.box.top for word in words),
            )
            placed = _placed(run, columns)
            if not all(len(each[0]) <= 3 and not each[0].isalnum() for each in placed):  # bullets
                yield Ruled(box, placed)
        run = [row] if row and len(_segments(row)) >= 2 else []


def _rows(lines: list[Line]) -> list[list[Word]]:
    """Words at the same height, from the top; a cell in two lines stays two rows."""
    rows: list[tuple[float, list[Word]]] = []
    for line in sorted(lines, key=lambda line: -line.box.top):
        middle = (line.box.bottom + line.box.top) / 2
        if rows and abs(rows[-1][0] - middle) <= max(line.size, 4) / 2:
            rows[-1][1].extend(line.words)
        else:
            rows.append((middle, list(line.words)))
    return [sorted(words, key=lambda word: word.box.left) for _, words in rows]


def _middle(row: list[Word]) -> float:
    return sum(word.box.bottom + word.box.top for word in row) / (2 * len(row))


def _gap(word: Word) -> float:
    return max(_GAP * (word.box.top - word.box.bottom), 6.0)


def _segments(row: list[Word]) -> list[tuple[float, float]]:
    """The stretches of a row that white space divides."""
    found: list[tuple[float, float]] = []
    for word in row:
        if found and word.box.left - found[-1][1] < _gap(word):
            found[-1] = (found[-1][0], max(found[-1][1], word.box.right))
        else:
            found.append((word.box.left, word.box.right))
    return found


def _same_columns(above: list[Word], row: list[Word]) -> bool:
    first, second = _segments(above), _segments(row)
    matching = sum(any(left < end and right > start for start, end in first) for left, right in second)
    apart = abs(_middle(above) - _middle(row))
    return len(first) == len(second) == matching and apart < 4 * (row[0].box.top - row[0].box.bottom)


def _columns(rows: list[list[Word]]) -> list[tuple[float, float]]:
    """The stretches that no row leaves: what is white in every row divides columns."""
    stretches = sorted(segment for row in rows for segment in _segments(row) if len(_segments(row)) > 1)
    found: list[tuple[float, float]] = []
    for left, right in stretches:
        if found and left < found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], right))
        else:
            found.append((left, right))
    return found


def _placed(rows: list[list[Word]], columns: list[tuple[float, float]]) -> list[list[str]]:
    grid: list[list[str]] = []
    for row in rows:
        cells: list[list[str]] = [[] for _ in columns]
        for word in row:
            middle = (word.box.left + word.box.right) / 2
            nearest = min(range(len(columns)), key=lambda n: max(columns[n][0] - middle, middle - columns[n][1], 0))
            cells[nearest].append(word.text)
        grid.append([" ".join(cell) for cell in cells])
    return grid


def _clustered(values: Iterable[float]) -> list[float]:
    found: list[list[float]] = []
    for value in sorted(values):
        if found and value - found[-1][-1] <= _NEAR:
            found[-1].append(value)
        else:
            found.append([value])
    return [sum(group) / len(group) for group in found]


def _overlaps(first: Box, second: Box) -> bool:
    return (
        first.left < second.right
        and second.left < first.right
        and first.bottom < second.top
        and second.bottom < first.top
    )


def joined(lines: list[str]) -> str:
    """The lines of a cell as one."""
    text = ""
    for line in lines:
        text += f" {line}" if text and text[-1] < "⺀" and line[:1] < "⺀" else line
    return text
