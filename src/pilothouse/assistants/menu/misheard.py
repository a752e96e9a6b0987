"""Where a sentence may mean a word of the menu, and what speaks for it: the measure by which repairs are made.

A repair gains the nats that the words as heard cost more than the menu's word, less the slips that it supposes. What
was said may be right in itself, so the slips cost more where it means something: food, a word, a word of grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from pilothouse.assistants.menu import shapes
from pilothouse.assistants.menu import syllables as sounds
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.plausible import Known, Reading, surprise
from pilothouse.assistants.menu.vocabulary import Alignment, Vocabulary, telling

ChangeKind = Literal["sound", "shape", "filler", "repetition"]
LEAST = 3.0  # nats a repair must gain
_LIMIT = 27.0  # the dearest slips that are considered at all
_MARGIN = 1.5  # nats by which it must beat a repair to another dish
_BENT = 9.0  # a character dropped or added
_CUE = 1.5
_WORD = 6.0  # a slip that breaks a real word and doesn't sound the same
_TELLING = 4.0  # what was said names food, and doesn't sound like what is on the menu
_SHORT = 3.0  # a name of three characters leaves little to know it by
_PARTICLE = 10.0  # 吧 after a name was hardly a part of it
_UNALIKE = 2.0  # not every slip is of the same syllable
_FUNCTION = frozenset(
    "我你您他她要有来点份个给请问吃喝吗吧呢啊呀了的不没是在这那和跟也都就还再几什么怎一二两三四五六七八九十"
)
_BEFORE = re.compile(r"(?:^|[\s，,。！？!?、]|[份个盘碗道杯只条点来吃喝要有加卖尝换和跟的问天家午晚就]|一下|有没有)$")
_AFTER = re.compile(
    r"^(?:$|[\s，,。！？!?、]|[有吗呢吧啊还里辣好贵要和跟是多卖几能可行的不打大小少送放上来两一给]|怎么|咋|什么|今天|今晚|现在)"
)


class Fix(NamedTuple):
    """``start:end`` of the text should be ``meant``; ``gain`` in nats."""

    start: int
    end: int
    meant: str
    kind: ChangeKind
    gain: float


class _Heard(NamedTuple):
    """A text as tokens: characters, and torn characters of two; and where each begins."""

    tokens: list[str]
    at: list[int]


class Look:
    """One look at a text: which terms stand in it, and which it may mean."""

    def __init__(self, text: str, words: Vocabulary, lexicon: Lexicon) -> None:
        self._text, self._words, self._lexicon = text, words, lexicon
        self._meant: list[tuple[Alignment, _Heard]] = []
        known: dict[tuple[int, int, int], float] = {}
        for heard in _ways(text, words):
            standing, meant = words.find(heard.tokens, _LIMIT)
            for item in standing:
                known[heard.at[item.start], heard.at[item.end], item.term] = words.prior[item.term]
            self._meant.extend((item, heard) for item in meant)
        self._known = [Known(start, end, cost) for (start, end, _), cost in known.items()]
        self.named = sorted({(start, end) for start, end, term in known if term < words.dishes})

    def fixes(self) -> list[Fix]:
        """The repairs to make now: the surest first, none that touches another, none that is in doubt."""
        found = [fix for fix in self.candidates() if fix.gain >= LEAST - _MARGIN]
        chosen: list[Fix] = []
        for fix in sorted(found, key=lambda item: (-item.gain, item.start, item.meant)):
            if fix.gain < LEAST:
                break
            rivals = [other for other in found if _touch(fix, other) and other.meant != fix.meant]
            if any(other in chosen for other in rivals) or any(self._in_doubt(fix, other) for other in rivals):
                continue
            if not any(_touch(fix, other) for other in chosen):
                chosen.append(fix)
        return sorted(chosen)

    def _in_doubt(self, fix: Fix, other: Fix) -> bool:
        if other.meant in fix.meant or fix.meant in other.meant:
            return other.gain > fix.gain
        dishes = self._lexicon.named(fix.meant)
        return other.gain > fix.gain - _MARGIN and not (dishes and dishes == self._lexicon.named(other.meant))

    def candidates(self) -> list[Fix]:
        if not self._meant:
            return []
        reading = Reading(self._text, self._known)
        return [fix for item, heard in self._meant if (fix := self._weigh(item, heard, reading)) is not None]

    def _weigh(self, item: Alignment, heard: _Heard, reading: Reading) -> Fix | None:
        term = self._words.terms[item.term]
        start, end = heard.at[item.start], heard.at[item.end]
        if any(start >= left and end <= right for left, right in self.named):
            return None
        slips = _slips(item, heard, term)
        bent = item.dropped >= 0 or item.added >= 0
        if bent and (slips or not _may_bend(item, heard, term)):
            return None
        if bent and any(left < edge < right for left, right in reading.words for edge in (start, end)):
            return None
        before, after = bool(_BEFORE.search(self._text[:start])), bool(_AFTER.match(self._text[end:]))
        alike = all(sounds.same(said, meant) for said, meant, _ in slips)
        if len(term) == 3 and len(slips) == 2 and not (before and after):
            return None
        if len(term) == 2 and not (alike and before and after and (start, end) not in reading.words):
            return None
        if len(term) == 2 and slips[0][0] in _FUNCTION:
            return None
        cost = item.cost + (0.0 if alike else _UNALIKE) + self._words.prior[item.term] + (_BENT if bent else 0.0)
        cost -= _CUE * ((1 if before else -1) + (1 if after else -1))
        if len(term) == 3:
            cost += _SHORT * sum(sounds.distance(said, meant) == sounds.FAR for said, meant, _ in slips)
        for said, meant, at in slips:
            same = sounds.same(said, meant)
            for left, right in reading.words:
                if left <= at < right and right - left > 1:
                    within = start <= left and right <= end
                    cost += 0.0 if same and within else _WORD
            cost += self._words.common(said) * (0.3 if same else 1.0)
            cost += _TELLING if telling(said) and not same else 0.0
            if said in _FUNCTION:
                cost += _PARTICLE / 2 if same else _PARTICLE
        heard_so = bent or all(sounds.distance(said, meant) < sounds.FAR for said, meant, _ in slips)
        kind: ChangeKind = "sound" if heard_so else "shape"
        return Fix(start, end, term, kind, float(reading.gain(start, end, cost)))


def _touch(one: Fix, other: Fix) -> bool:
    return one.start < other.end and other.start < one.end


def _slips(item: Alignment, heard: _Heard, term: str) -> list[tuple[str, str, int]]:
    """Pairs of what was said and meant where they differ, with the place in the text."""
    found: list[tuple[str, str, int]] = []
    at = item.start
    for place, meant in enumerate(term):
        if place == item.dropped:
            continue
        if at == item.added:
            at += 1
        if heard.tokens[at] != meant:
            found.append((heard.tokens[at], meant, heard.at[at]))
        at += 1
    return found


def _may_bend(item: Alignment, heard: _Heard, term: str) -> bool:
    """What was dropped must leave a broken word (土炒肉); 牛肉面 is not a short 红烧牛肉面, nor 酱鸭 酱油鸭."""
    if item.added >= 0:
        extra = heard.tokens[item.added]
        return extra in (heard.tokens[item.added - 1], *"的了啊呃嗯个那")
    for left, right in Reading(term).words:
        if left <= item.dropped < right:
            rest = term[left : item.dropped] + term[item.dropped + 1 : right]
            broken = bool(rest) and not (len(rest) > 1 and surprise(rest) is not None)
            return broken and len(term) > 4 and not telling(rest[-1])
    return False


def _ways(text: str, words: Vocabulary) -> Iterator[_Heard]:
    """The text with bare halves joined to what follows (饣开); and once more for every character torn in two (火少)."""
    halves = [at for at in range(len(text) - 1) if shapes.bare(text[at]) and "\u4e00" <= text[at + 1] <= "\u9fff"]
    yield _split(text, set(halves))
    for at in range(len(text) - 1):
        if not shapes.bare(text[at]) and shapes.joined(text[at], text[at + 1]) in words.alphabet:
            yield _split(text, {at})


def _split(text: str, torn: set[int]) -> _Heard:
    starts: list[int] = []
    at = 0
    while at < len(text):
        starts.append(at)
        at += 2 if at in torn else 1
    ends = [*starts[1:], len(text)] if starts else []
    return _Heard([text[start:end] for start, end in zip(starts, ends, strict=True)], [*starts, len(text)])
