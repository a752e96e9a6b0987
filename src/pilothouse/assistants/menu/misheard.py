"""Where a sentence may mean a word of the menu, and what speaks for it: the measure by which repairs are made.

A repair gains the nats that the words as heard cost more than the menu's word, less the slips that it supposes. What
was said may be right in itself, so the slips cost more where it means something: food, a word, a word of grammar; and
where the name heard may go on beyond what is replaced.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from pilothouse.assistants.menu import syllables as sounds
from pilothouse.assistants.menu.doubts import Slip, against_bending, against_slips, slips
from pilothouse.assistants.menu.foodwords import food, telling, within_cooking
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.plausible import Known, Reading
from pilothouse.assistants.menu.torn import Heard, ways
from pilothouse.assistants.menu.vocabulary import Alignment, Vocabulary

ChangeKind = Literal["sound", "shape", "filler", "repetition"]
LEAST = 3.0  # nats a repair must gain
_LIMIT = 27.0  # the dearest slips that are considered at all
_MARGIN = 1.5  # nats by which it must beat a repair to another dish
_CUE = 1.5
_LONGER = 4.0  # more food right beside it: the name of another dish may be longer (回锅肉盖饭)
_RAGGED = 7.0  # 秘制麻酱 begins before the 制 that might be a 芝
_ONWARD = 5.0  # the last character may begin what follows: 番茄锅里有什么
_BEFORE = re.compile(
    r"(?:^|[\s，,。！？!?、]|[份个盘碗道杯只条点来吃喝要有加卖尝换和跟的问天家午晚就]"
    r"|[我您咱上做成拿整弄把想再帮买订叫选看找荐绍]|一下|有没有)$"
)
_AFTER = re.compile(
    r"^(?:$|[\s，,。！？!?、]|[有吗呢吧啊还里辣好贵要和跟是多卖几能可行的不打大小少送放上来两一给谢请快]|怎么|咋|什么|今天|今晚|现在)"
)


class Fix(NamedTuple):
    """``start:end`` of the text should be ``meant``; ``gain`` in nats."""

    start: int
    end: int
    meant: str
    kind: ChangeKind
    gain: float


class Look:
    """One look at a text: which terms stand in it, and which it may mean."""

    def __init__(self, text: str, words: Vocabulary, lexicon: Lexicon) -> None:
        self._text, self._words, self._lexicon = text, words, lexicon
        self._meant: list[tuple[Alignment, Heard]] = []
        known: dict[tuple[int, int, int], float] = {}
        for heard in ways(text, words):
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
        """Every repair that may be, good or not."""
        if not self._meant:
            return []
        reading = Reading(self._text, self._known)
        return [fix for item, heard in self._meant if (fix := self._weigh(item, heard, reading)) is not None]

    def _weigh(self, item: Alignment, heard: Heard, reading: Reading) -> Fix | None:
        term = self._words.terms[item.term]
        start, end = heard.at[item.start], heard.at[item.end]
        if any(start >= left and end <= right for left, right in self.named) or within_cooking(self._text, start, end):
            return None
        before, after = bool(_BEFORE.search(self._text[:start])), bool(_AFTER.match(self._text[end:]))
        if item.dropped == 1 and not before and _BEFORE.search(self._text[: start + 1]):
            return None  # 有蔬菜沙拉 asks for it; it is no short 有机蔬菜沙拉
        if item.straight:
            doubt = against_slips(item, heard, term, self._words, reading, cued=before and after)
        else:
            doubt = against_bending(item, heard, term, reading)
        if doubt is None:
            return None
        wrong = slips(item, heard, term)
        if wrong and wrong[-1].place == len(term) - 1 and self._text[end : end + 1] == wrong[-1].meant:
            return None  # 烤草|鱼 is no 烤鱼
        cost = item.cost + doubt + self._words.prior[item.term] - _CUE * ((1 if before else -1) + (1 if after else -1))
        cost += self._beyond(start, end, wrong, last=len(term) - 1, before=before, after=after)
        heard_so = all(sounds.distance(slip.said, slip.meant) < sounds.FAR for slip in wrong)
        kind: ChangeKind = "sound" if heard_so else "shape"
        return Fix(start, end, term, kind, float(reading.gain(start, end, cost)))

    def _beyond(self, start: int, end: int, wrong: list[Slip], *, last: int, before: bool, after: bool) -> float:
        """What speaks for a longer name than ``start:end``, or one that ends sooner."""
        cost = 0.0
        text = self._text
        if wrong and ((not before and wrong[0].place == 0) or (not after and wrong[-1].place == last)):
            cost += _RAGGED
        if wrong and wrong[-1].place == last and not wrong[-1].same and _AFTER.match(text[wrong[-1].at :]):
            cost += _ONWARD
        if not before and start and telling(text[start - 1]):
            cost += _LONGER
        if not after and end < len(text) and food(text[end]):
            cost += _LONGER
        return cost


def _touch(one: Fix, other: Fix) -> bool:
    return one.start < other.end and other.start < one.end
