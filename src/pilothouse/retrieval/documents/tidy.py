"""Characters that look right and are not: what files hold that no reader types into a search."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from pilothouse.retrieval.documents.material import Block

# Controls, soft hyphens, zero-width blanks, halves of surrogate pairs, and marks of byte order.
_INVISIBLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\xad\u200b\u2060\ud800-\udfff\ufeff\ufffe\uffff]")
# PDF fonts often name a radical (⾏) where the page shows the character (行): the same to the eye, not to an index.
_RADICAL = re.compile("[\u2e80-\u2fdf\uf900-\ufaff]")


def tidied(text: str) -> str:
    """``text`` without invisible characters, look-alike radicals replaced by the characters they show."""
    if text.isascii() and text.isprintable():
        return text
    return _RADICAL.sub(lambda match: unicodedata.normalize("NFKC", match.group()), _INVISIBLE.sub("", text))


def tidy(block: Block) -> Block:
    rows = tuple(tuple(map(tidied, row)) for row in block.rows)
    text = tidied(block.text)
    return block if (text, rows) == (block.text, block.rows) else replace(block, text=text, rows=rows)
