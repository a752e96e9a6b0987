"""The texts themselves: Chinese, English."""

from __future__ import annotations

from pilothouse.web.texts.cards import CARDS
from pilothouse.web.texts.general import GENERAL
from pilothouse.web.texts.nodes import NODES
from pilothouse.web.texts.operating import OPERATING

TEXTS: dict[str, tuple[str, str]] = {**GENERAL, **CARDS, **OPERATING}

__all__ = ["NODES", "TEXTS"]
