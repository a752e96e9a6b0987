"""Products that were recalled or are made no longer, by what pages say of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pilothouse.assistants.shopping.scoring.units import DOUBTFUL, Voice
from pilothouse.retrieval.evidence.polarity import negations

_GONE = re.compile(
    r"召回|停产|停售|下架|停止(?:生产|销售)|退市|已经?不卖|\brecall(?:ed|s)?\b|\bdiscontinued\b|\bno longer (?:sold|made|available)\b"  # noqa: E501
    r"|\bpulled from (?:sale|the market)\b",
    re.IGNORECASE,
)
NEAR = 12  # characters between a negation and what it negates


def hazards(voices: Sequence[Voice]) -> int:
    """How many domains that can be believed say that the product was recalled or taken from sale."""
    return sum(
        any(
            item.trust >= DOUBTFUL and item.evidence.polarity != "positive" and gone(item.evidence.quotation)
            for item in voice.items
        )
        for voice in voices
    )


def gone(quotation: str) -> bool:
    """Whether the sentence says so, and doesn't deny it."""
    for match in _GONE.finditer(quotation):
        if not any(end <= match.start() and match.start() - end <= NEAR for _, end in negations(quotation)):
            return True
    return False
