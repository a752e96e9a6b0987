"""What is said of which product, sentence by sentence, whether or not a rule knows what it thinks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pilothouse.assistants.shopping.evidence.naming.mention import Mention
from pilothouse.assistants.shopping.evidence.opinion.clause import clauses
from pilothouse.assistants.shopping.evidence.opinion.leaning import OTHER, THIS


@dataclass(frozen=True, slots=True)
class Heard:
    """A part of a sentence (``span``) that speaks of a product; ``plain`` with its names replaced. ``named``: whether
    the part names it."""

    entry: int
    sentence: int
    span: tuple[int, int]
    plain: str
    named: bool


def parts(at: int, plain: str, mentions: Sequence[Mention], focus: int | None) -> list[Heard]:
    """Each product of a sentence with the clauses from its name to the next product's; without a name all of it is
    about ``focus``."""
    if not mentions:
        return [] if focus is None else [Heard(focus, at, (0, len(plain)), plain, False)]
    found: list[tuple[int, int, int]] = []
    current = mentions[0].entry
    for start, end in clauses(plain):
        own = [mention.entry for mention in mentions if start <= mention.start < end]
        about = current if not own or current in own else own[0]
        if found and found[-1][0] == about:
            found[-1] = (about, found[-1][1], end)
        else:
            found.append((about, start, end))
        current = about
    return [Heard(entry, at, (a, b), named(plain, a, b, mentions, entry), True) for entry, a, b in found]


def named(plain: str, start: int, end: int, mentions: Sequence[Mention], entry: int) -> str:
    """A part of a sentence with the names of products replaced."""
    made, at = [], start
    for mention in sorted(mentions, key=lambda mention: mention.start):
        if mention.start < at or mention.end > end:
            continue
        made += [plain[at : mention.start], THIS if mention.entry == entry else OTHER]
        at = mention.end
    return "".join([*made, plain[at:end]])
