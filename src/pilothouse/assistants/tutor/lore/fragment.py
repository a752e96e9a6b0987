"""A piece of the knowledge base, as it is found and shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Layer = Literal["", "topic", "vector", "subject", "all"]


@dataclass(frozen=True, slots=True)
class Fragment:
    """``id`` is ``SUBJECT/TOPIC#N``. ``score`` in 0..1 is comparable within one search. ``layer`` tells what found it:
    the problem's own topic, vectors, words in the subject's files, or words in all files."""

    id: str
    topic: str
    subject: str
    title: str
    section: str
    text: str
    score: float = 0.0
    layer: Layer = ""

    @property
    def heading(self) -> str:
        return f"{self.title} · {self.section}" if self.section and self.section != self.title else self.title
