"""An answer made of sentences with their sources."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

NOT_FOUND = "资料中未找到相关信息。"
NOT_FOUND_ENGLISH = "No relevant information was found in the material."
_HAN = re.compile(r"[\u3400-\u9fff]")
_END = re.compile(r"([。！？!?；;.…]*)([”’」』）)】\"']*)\s*$")


@dataclass(frozen=True, slots=True)
class Cited:
    """``text`` is what a source says; ``numbers`` are the places, from 1, of the passages that say so. ``lead`` stands
    before it and ``note`` behind its citation; neither is the source's word."""

    text: str
    numbers: tuple[int, ...] = ()
    lead: str = ""
    note: str = ""

    def rendered(self) -> str:
        marks = "".join(f"[{number}]" for number in self.numbers)
        end = _END.search(self.text)
        body, stop, closers = self.text, "", ""
        if end is not None:
            body, stop, closers = self.text[: end.start()], end[1], end[2]
        chinese = _HAN.search(self.text) is not None
        if not stop or set(stop) <= set("；;"):
            stop = "。" if chinese else "."
        if closers:
            body, stop, closers = body + stop + closers, "" if not self.note else ("。" if chinese else "."), ""
        gap = "" if chinese or not marks else " "
        note = (f"（{self.note}）" if chinese else f" ({self.note})") if self.note else ""
        return f"{self.lead}{body}{gap}{marks}{note}{stop}"


@dataclass(frozen=True, slots=True)
class Draft:
    """``sentences`` in reading order, the conclusion first; none when nothing was found."""

    sentences: tuple[Cited, ...]
    english: bool = False

    @property
    def found(self) -> bool:
        return bool(self.sentences)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The cited passages, in the order of their first citation."""
        return tuple(dict.fromkeys(number for sentence in self.sentences for number in sentence.numbers))

    @property
    def text(self) -> str:
        """What the user reads."""
        if not self.sentences:
            return NOT_FOUND_ENGLISH if self.english else NOT_FOUND
        said = [sentence.rendered() for sentence in self.sentences]
        text = said[0]
        for before, after in pairwise(said):
            latin = not _HAN.search(before[-8:]) and before[-1:] not in "。！？"
            text += ("\n" if "\n" in before or "\n" in after else " " if latin else "") + after
        return text
