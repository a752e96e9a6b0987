"""CSV and its relatives to blocks: one table, the separator told from the lines."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from pilothouse.retrieval.documents import plain
from pilothouse.retrieval.documents.limits import Account, Refusal
from pilothouse.retrieval.documents.material import Block
from pilothouse.retrieval.documents.tables import table

_SEPARATORS = ",\t;|，"
_WIDEST = 16_384  # columns, as Excel has it: what is wider is data for a program
_QUOTED = re.compile(r'"(?:[^"]|"")*"')


def blocks(text: str, account: Account, separator: str = "") -> list[Block]:
    """The table of ``text``; paragraphs when it has no columns."""
    separator = separator or _separator(text)
    if not separator:
        return plain.blocks(text, account)
    try:
        return table(_rows(text, separator, account), account)
    except csv.Error:  # a cell longer than the module allows: an unclosed quote, mostly
        account.warn("表格格式有误，按普通文字读取。", "The table is malformed; it was read as plain text.")
        return plain.blocks(text, account)


def _rows(text: str, separator: str, account: Account) -> Iterator[list[str]]:
    for n, row in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=separator)):
        if n % 1024 == 0:
            account.check()
        if len(row) > _WIDEST:
            raise Refusal(
                "too_large",
                f"有 {len(row)} 列，超过 {_WIDEST} 列，请拆分或转置。",
                f"has {len(row)} columns, more than {_WIDEST}; split or transpose it.",
            )
        yield row


def _separator(text: str) -> str:
    """The mark that stands equally often in most of the first lines; the more often, the better."""
    head = [line for line in _QUOTED.sub("", text[: 1 << 16]).split("\n")[:50] if line.strip()]
    best = ""
    best_score = 0.0
    for mark in _SEPARATORS:
        counts = [line.count(mark) for line in head]
        usual = max(set(counts), key=counts.count)
        score = counts.count(usual) / len(counts) * min(usual, 5)
        if usual and score > best_score:
            best, best_score = mark, score
    return best
