"""Cells of an HTML table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pilothouse.retrieval.documents.limits import Account
from pilothouse.retrieval.documents.nodes import events, writing

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_MOST_SPAN = 100


def grid(node: LexborNode, account: Account) -> tuple[list[list[str]], int | None, str]:
    """Cells by row with merged ones repeated, how many rows are marked as header (None: not said), the caption."""
    rows: list[list[str]] = []
    below: dict[int, tuple[int, str]] = {}  # column: rows still covered, text
    headers = 0
    marked = False
    caption = ""

    def enter(child: LexborNode) -> bool:
        nonlocal headers, marked, caption
        if child.tag == "caption":
            caption = " ".join(f"{caption} {writing(child)}".split())  # a second one is wrong, but text all the same
            return False
        if child.tag != "tr":
            return child.tag in ("table", "thead", "tbody", "tfoot")
        row, all_head = _row(child, below, account)
        in_head = child.parent is not None and child.parent.tag == "thead"
        if (in_head or all_head) and headers == len(rows):
            headers += 1
            marked = True
        rows.append(row)
        return False

    for _ in events(node, enter):
        pass
    if marked and headers == len(rows):
        headers = 1 if headers > 1 else 0
    first = [row[0] for row in rows if row]
    sideways = not marked and len(first) > 1 and _heads_rows(node, len(rows))
    return rows, headers if marked else 0 if sideways else None, caption


def _row(node: LexborNode, below: dict[int, tuple[int, str]], account: Account) -> tuple[list[str], bool]:
    row: list[str] = []
    heads = cells = 0
    child = node.first_child

    def covered() -> None:
        while (left := below.get(len(row))) and left[0] > 0:
            below[len(row)] = (left[0] - 1, left[1])
            row.append(left[1])

    while child is not None:
        if child.tag in ("td", "th"):
            covered()
            text = " ".join(writing(child).split())
            cells += 1
            heads += child.tag == "th"
            rowspan = _span(child.attributes.get("rowspan"))
            for _ in range(_span(child.attributes.get("colspan"))):
                if rowspan > 1:
                    below[len(row)] = (rowspan - 1, text)
                account.cell()
                row.append(text)
        child = child.next
    covered()
    return row, bool(cells) and heads == cells and cells > 1


def _span(value: str | None) -> int:
    return min(max(int(value), 1), _MOST_SPAN) if value and value.strip().isdecimal() and len(value) < 6 else 1


def _heads_rows(node: LexborNode, rows: int) -> bool:
    """Whether each row begins with a header cell: then the first column names things, not the first row."""
    return len(node.css("tr > th:first-child")) >= max(2, rows) and len(node.css("th")) <= rows
