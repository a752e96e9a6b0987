"""A page's text in as many characters as are read of it."""

from __future__ import annotations

from functools import lru_cache

from pilothouse.assistants.shopping.evidence import key_sentences
from pilothouse.sentences import split

PAGE_LIMIT = 5_000  # characters of a page's text
TEXT_LIMIT = 120_000  # of all pages together
LOOKED_AT = 40_000  # characters among which the most telling sentences are looked for


@lru_cache(maxsize=64)
def shortened(text: str, limit: int = PAGE_LIMIT) -> str:
    """``text`` in whole sentences, at most ``limit`` characters: its beginning as it is, then what tells most."""
    if len(text) <= limit:
        return text
    head = ""
    for sentence in split(text[:limit]):
        if len(head) + len(sentence) > limit // 2:
            break
        head += sentence
    rest = key_sentences(text[len(head) : LOOKED_AT], limit - len(head) - 1)
    return f"{head.rstrip()}\n{rest}".strip()
