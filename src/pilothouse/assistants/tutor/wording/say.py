"""Choosing among several ways to say the same, without chance: by the number of the turn."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pilothouse.assistants.tutor.wording.chinese import CHINESE
from pilothouse.assistants.tutor.wording.english import ENGLISH

_ENDS = '。！？!?.…:：；;”"）)'


@dataclass(frozen=True, slots=True)
class Voice:
    """Speaks one language about one subject. ``number``: that of the turn, so that two turns in a row differ."""

    chinese: bool
    subject: str = ""
    number: int = 0

    def say(self, key: str, **values: object) -> str:
        """One of the ways to say ``key``. Values are put in as they are."""
        ways = self._ways(key)
        way = ways[(self.number + len(key)) % len(ways)]
        return re.sub(r"\{(\w+)\}", lambda match: str(values.get(match[1], "")), way).strip()

    def has(self, key: str) -> bool:
        return key in (CHINESE if self.chinese else ENGLISH)

    def join(self, *sentences: str) -> str:
        """Sentences one after the other, each with its full stop."""
        said = [self.sentence(item) for item in sentences if item.strip()]
        joined = ""
        for item in said:
            gap = " " if joined and joined[-1].isascii() and joined[-1] != "\n" else ""
            joined += gap + item
        return joined

    def sentence(self, text: str) -> str:
        text = text.strip()
        if not text or text[-1] in _ENDS:
            return text
        return text + ("。" if self.chinese or "\u4e00" <= text[-1] <= "\u9fff" else ".")

    def listed(self, items: list[str]) -> str:
        """Items in a row, without their own full stops."""
        bare = [item.strip().rstrip("。.；;") for item in items if item.strip()]
        return ("；" if self.chinese else "; ").join(bare)

    def _ways(self, key: str) -> tuple[str, ...]:
        table = CHINESE if self.chinese else ENGLISH
        return table.get(f"{key}.{self.subject}") or table[key]
