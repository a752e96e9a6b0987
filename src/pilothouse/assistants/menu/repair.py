"""What a guest meant when recognition misheard a name of the menu.

    repaired = repair("嗯来份公保鸡丁", lexicon)
    repaired.text       # 来份宫保鸡丁
    repaired.changes    # 嗯 left out; 公保鸡丁 → 宫保鸡丁 by sound

Code decides, by one measure: how many nats the sentence gains when a span is read as the menu's word, less the cost of
the slips that must have happened. Correct Chinese costs little as it stands, so it is left alone. Where two dishes are
about equally likely nothing is changed. A model may only propose (``accept``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pilothouse.assistants.menu.fillers import cuts
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.misheard import LEAST, ChangeKind, Fix, Look
from pilothouse.assistants.menu.vocabulary import vocabulary
from pilothouse.retrieval.tokenizer import normalise

_PASSES = 4  # a repair may bring another to light
_LONGEST = 300  # characters; nobody orders at such length
_CERTAIN = 20.0


@dataclass(frozen=True, slots=True)
class Change:
    """``said`` is the text at ``start:end`` of the normalised sentence, ``meant`` what stands there now."""

    start: int
    end: int
    said: str
    meant: str
    kind: ChangeKind
    confidence: float


@dataclass(frozen=True, slots=True)
class Repaired:
    """``raw`` is kept as it came; offsets of ``changes`` count in ``heard``, the raw text normalised."""

    text: str
    raw: str
    heard: str
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a model thinks: ``said`` stands in the sentence and means the menu's word ``meant``."""

    said: str
    meant: str


class _Place(NamedTuple):
    """A character of the text as it is now, and the span of the heard text from which it comes."""

    char: str
    start: int
    end: int


def repair(text: str, lexicon: Lexicon) -> Repaired:
    """Replace what was misheard by the menu's own words and leave out hesitation. Clean text stays as it is."""
    heard = normalise(text)
    words = vocabulary(lexicon)
    places = [_Place(char, at, at + 1) for at, char in enumerate(heard)]
    done: list[tuple[int, int, ChangeKind, float]] = []
    for _ in range(_PASSES if len(heard) <= _LONGEST else 0):
        now = "".join(place.char for place in places)
        look = Look(now, words, lexicon)
        fixes = [Fix(cut.start, cut.end, cut.kept, cut.kind, _CERTAIN) for cut in cuts(now, look.named)] or look.fixes()
        fixes = [fix for fix in fixes if not _taste(now, fix, lexicon)]
        if not fixes:
            break
        for fix in reversed(fixes):
            old = places[fix.start : fix.end]
            start, end = min(place.start for place in old), max(place.end for place in old)
            places[fix.start : fix.end] = [_Place(char, start, end) for char in fix.meant]
            done.append((start, end, fix.kind, _sure(fix.gain)))
    now = "".join(place.char for place in places)
    if normalise(now) != now:
        return Repaired(heard, text, heard)
    return Repaired(now, text, heard, _changes(heard, places, done))


def accept(proposal: Proposal, text: str, lexicon: Lexicon) -> Change | None:
    """A model's proposal as a change, when the measure of ``repair`` allows it; a tie is then the model's to decide."""
    heard, said, meant = normalise(text), normalise(proposal.said), normalise(proposal.meant)
    at = heard.find(said) if said else -1
    if at < 0 or said == meant or len(heard) > _LONGEST:
        return None
    look = Look(heard, vocabulary(lexicon), lexicon)
    for fix in look.candidates():
        if fix.meant == meant and fix.start == at and fix.end == at + len(said) and fix.gain >= LEAST:
            return Change(at, at + len(said), said, meant, fix.kind, _sure(fix.gain))
    return None


def _taste(now: str, fix: Fix, lexicon: Lexicon) -> bool:
    """少糖冰粉: a taste of this menu before a dish is no slip of 红糖冰粉."""
    for taste in lexicon.tastes:
        at = now.find(taste) if len(taste) > 1 else -1
        if fix.start < at + len(taste) <= fix.end and at >= 0 and taste not in fix.meant:
            return bool(lexicon.named(now[at + len(taste) : fix.end])) or at + len(taste) == fix.end
    return False


def _sure(gain: float) -> float:
    return min(0.99, gain / (gain + LEAST))


def _changes(heard: str, places: list[_Place], done: list[tuple[int, int, ChangeKind, float]]) -> tuple[Change, ...]:
    merged: list[tuple[int, int, ChangeKind, float]] = []
    for start, end, kind, sure in sorted(done, key=lambda item: item[:2]):
        if merged and start < merged[-1][1]:
            left, right, first, surest = merged[-1]
            named = kind if kind in ("sound", "shape") else first
            merged[-1] = (left, max(right, end), named, min(surest, sure))
        else:
            merged.append((start, end, kind, sure))
    found: list[Change] = []
    for start, end, kind, sure in merged:
        meant = "".join(place.char for place in places if start <= place.start and place.end <= end)
        if meant != heard[start:end]:
            found.append(Change(start, end, heard[start:end], meant, kind, round(sure, 3)))
    return tuple(found)


__all__ = ["Change", "Proposal", "Repaired", "accept", "repair"]
