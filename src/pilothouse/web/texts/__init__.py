"""The texts themselves: Chinese, English."""

from __future__ import annotations

from pilothouse.web.texts.cards import CARDS
from pilothouse.web.texts.general import GENERAL
from pilothouse.web.texts.measuring import MEASURING
from pilothouse.web.texts.nodes import NODES
from pilothouse.web.texts.operating import OPERATING
from pilothouse.web.texts.recording import RECORDING
from pilothouse.web.texts.voicing import VOICING

TEXTS: dict[str, tuple[str, str]] = {**GENERAL, **CARDS, **OPERATING, **MEASURING, **RECORDING, **VOICING}

__all__ = ["NODES", "TEXTS"]
