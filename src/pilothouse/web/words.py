"""What the pages say, in Chinese and English."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from pilothouse.web.texts import NODES, TEXTS

Language = Literal["zh", "en"]
LANGUAGES: dict[Language, str] = {"zh": "中文", "en": "English"}


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of one language: ``say("send")``; ``{name}`` in a text is filled in."""

    language: Language

    def __call__(self, text_name: str, /, **values: object) -> str:
        text = TEXTS[text_name][self._column]
        return text.format(**values) if values else text

    def node(self, assistant: str, name: str) -> str:
        """What an assistant does in a step."""
        found = NODES.get(f"{assistant}.{name}") or NODES.get(name)
        return found[self._column] if found else self("working")

    def has(self, name: str) -> bool:
        return name in TEXTS

    @property
    def _column(self) -> int:
        return 0 if self.language == "zh" else 1


def preferred(header: str) -> Language:
    """The better one of our languages for an ``Accept-Language`` header; Chinese when none is named."""
    best: tuple[float, Language] = (0.0, "zh")
    for part in header[:500].split(","):
        tag, _, parameter = part.strip().partition(";")
        quality = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", parameter) if parameter else None
        weight = float(quality[1]) if quality else (0.0 if parameter else 1.0)
        name = tag.lower().partition("-")[0]
        if name in ("zh", "en") and weight > best[0]:
            best = (weight, "zh" if name == "zh" else "en")
    return best[1]
