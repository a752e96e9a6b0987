"""Who may read a document."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

EVERYBODY = "*"  # in a list it means: no restriction, said on purpose
MAX_ENTRIES = 200

_BETWEEN = re.compile(r"[,，、;；\s]+")


def entries(value: Any) -> tuple[str, ...]:
    """An allow list as it is written: text with commas, or a list of texts; sorted, without repetitions.

    ``None`` and an empty list say nothing. Raises ``ValueError`` for anything else: what can't be understood must
    not become everybody's.
    """
    listed = [] if value is None else value if isinstance(value, (list, tuple, set, frozenset)) else [value]
    if not all(isinstance(entry, str) for entry in listed):
        raise ValueError(value)
    found = {name for entry in listed for name in _BETWEEN.split(entry) if name}
    if len(found) > MAX_ENTRIES or (listed and not found) or not all(name.isprintable() for name in found):
        raise ValueError(value)
    return tuple(sorted(found))


def effective(own: Iterable[str], granted: Iterable[str]) -> tuple[str, ...]:
    """The list that counts: the document's own, else the one granted. Empty for everybody."""
    chosen = tuple(own) or tuple(granted)
    return () if EVERYBODY in chosen else chosen


def admits(allow: Iterable[str], scopes: frozenset[str]) -> bool:
    """Whether a holder of ``scopes`` (roles expanded) may read a document with this list."""
    listed = tuple(allow)
    return not listed or any(entry in scopes or f"dept:{entry}" in scopes for entry in listed)
