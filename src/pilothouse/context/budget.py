"""How many tokens each section of a prompt may take, and what goes when there are more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from pilothouse.context.sentences import split
from pilothouse.contracts.errors import ContractViolation

Counter = Callable[[str], int]
CUT = "……（问题过长，后文已略 / question cut here）"


@dataclass(frozen=True, slots=True)
class Budget:
    """Tokens per section. Raises ``ContractViolation`` for a negative limit or a section that isn't declared."""

    sections: Mapping[str, int] = field(
        default_factory=lambda: {"rules": 800, "history": 800, "materials": 3000, "question": 600}
    )

    def __post_init__(self) -> None:
        for name, limit in self.sections.items():
            if limit < 0:
                raise ContractViolation(f"Budget of section {name!r} must not be negative.")

    def limit(self, section: str) -> int:
        """Tokens that ``section`` may take."""
        if section not in self.sections:
            raise ContractViolation(f"Budget has no section {section!r}; it has {sorted(self.sections)}.")
        return self.sections[section]

    @property
    def total(self) -> int:
        """Tokens of all sections together."""
        return sum(self.sections.values())


@dataclass(frozen=True, slots=True)
class Material:
    """A retrieved text. ``n`` is its source number (from 1), ``priority`` its score: higher stays longer.

    ``note`` is our own remark about it, for instance that it contradicts another source.
    """

    n: int
    text: str
    source: str
    priority: float = 0.0
    note: str = ""


def trim(text: str, limit: int, count: Counter, *, keep: Literal["start", "end"] = "start") -> str:
    """``text`` within ``limit`` tokens, cut at sentence ends only.

    A sentence that alone exceeds the limit is left out, never cut; the first other one that no longer fits
    ends the text. ``keep="end"`` keeps the last sentences instead of the first.
    """
    if count(text) <= limit:
        return text
    order = split(text) if keep == "start" else split(text)[::-1]
    kept: list[str] = []
    used = 0
    for sentence in order:
        cost = count(sentence)
        if cost > limit:
            continue
        if used + cost > limit:
            break
        kept.append(sentence)
        used += cost

    def joined() -> str:
        return "".join(kept if keep == "start" else kept[::-1]).strip()

    # Tokens of the parts need not add up to those of the whole.
    while kept and count(joined()) > limit:
        kept.pop()
    return joined()


def cut(question: str, limit: int, count: Counter) -> str:
    """The user's question within ``limit`` tokens: the only text that may be cut inside a sentence.

    What was cut is marked with ``CUT`` unless the mark itself exceeds the limit.
    """
    if count(question) <= limit:
        return question
    mark = CUT if count(CUT) < limit else ""
    low, high = 0, len(question)
    while low < high:
        middle = (low + high + 1) // 2
        if count(question[:middle] + mark) <= limit:
            low = middle
        else:
            high = middle - 1
    while low and count(question[:low] + mark) > limit:
        low -= 1
    return question[:low].rstrip() + mark


def fit(materials: Sequence[Material], limit: int, size: Callable[[Material], int], count: Counter) -> list[Material]:
    """The materials that fit into ``limit`` tokens, whole, highest priority first; returned in the given order.

    ``size`` gives the tokens of a block as it will be written. If not even the best one fits, its text is
    trimmed at sentence ends, so that the model is not left without any material.
    """
    ranked = sorted(range(len(materials)), key=lambda i: (-materials[i].priority, i))
    chosen: set[int] = set()
    used = 0
    for i in ranked:
        if used + size(materials[i]) <= limit:
            chosen.add(i)
            used += size(materials[i])
    if chosen or not ranked:
        return [materials[i] for i in sorted(chosen)]
    best = materials[ranked[0]]
    room = limit - size(replace(best, text=""))
    text = trim(best.text, room, count) if room > 0 else ""
    short = replace(best, text=text)
    return [short] if text and size(short) <= limit else []
