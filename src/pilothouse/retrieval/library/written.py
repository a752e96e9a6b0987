"""The text of a record as blocks."""

from __future__ import annotations

import re

from pilothouse.retrieval.documents import markdown
from pilothouse.retrieval.documents.limits import Account
from pilothouse.retrieval.documents.material import Block
from pilothouse.retrieval.documents.tidy import tidied, tidy

_MARKED = re.compile(
    r"^ {0,3}#{1,6}[ \t]+\S|^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*\|(?:[ \t]*:?-{2,}:?[ \t]*\|?)*[ \t]*$", re.MULTILINE
)


def written(text: str, account: Account) -> tuple[str, tuple[Block, ...]]:
    """The heading with which the text begins, or nothing, and its blocks: those of Markdown where headings or tables
    are marked up as there, else one paragraph a line. Raises ``Refusal`` above the limits."""
    if not _MARKED.search(text):
        return "", tuple(Block("paragraph", line) for part in text.splitlines() if (line := part.strip()))
    found = (tidy(block) for block in markdown.blocks(text, account))
    blocks = tuple(block for block in found if block.text.strip() or block.rows)
    first = blocks[0] if blocks else None
    return (" ".join(tidied(first.text).split())[:300] if first and first.kind == "heading" else ""), blocks
