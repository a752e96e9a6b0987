"""What speaks against the slips that a repair supposes: that what was said means something as it is.

Costs are in nats and were set by hand on menus and confusions of the development data (``benchmarks/repair.py``).
"""

from __future__ import annotations

from typing import NamedTuple

from pilothouse.assistants.menu import syllables as sounds
from pilothouse.assistants.menu.foodwords import cooks, different, telling
from pilothouse.assistants.menu.plausible import Reading, surprise
from pilothouse.assistants.menu.torn import Heard
from pilothouse.assistants.menu.vocabulary import Alignment, Vocabulary

_BENT = 10.0  # a character dropped, added, or in the wrong place
_WORD = 6.0  # a slip that breaks a real word and doesn't sound the same
_TELLING = 4.0  # what was said names food, and doesn't sound like what is on the menu
_SHORT = 1.5  # a name of three characters leaves little to know it by
_PARTICLE = 10.0  # 吧 after a name was hardly a part of it
_UNALIKE = 1.0  # not every slip is of the same syllable
_USUAL = 2.0
_MARKS = frozenset("派式味记家氏牌")  # 南派, 张记: another's dish of the same name
_KINDS = frozenset("一二两三四五六七八九十素荤斋生熟干湿冷热大小老家秘")  # before a name they make another dish
_FUNCTION = frozenset(
    "我你您他她要有来点份个给请问吃喝吗吧呢啊呀了的不没是在这那和跟也都就还再几什么怎一二两三四五六七八九十"
)


class Slip(NamedTuple):
    """``said`` at ``at`` of the text for ``meant`` at ``place`` of the term."""

    said: str
    meant: str
    at: int
    place: int

    @property
    def same(self) -> bool:
        """True for the same syllable, whatever the tone."""
        return sounds.same(self.said, self.meant)


def slips(item: Alignment, heard: Heard, term: str) -> list[Slip]:
    """Where what was said and what is meant differ."""
    found: list[Slip] = []
    at = item.start
    for place, meant in enumerate(term):
        if place == item.dropped:
            continue
        if at == item.added:
            at += 1
        exchanged = 0 <= item.swapped <= place <= item.swapped + 1
        if heard.tokens[at] != meant and not exchanged:
            found.append(Slip(heard.tokens[at], meant, heard.at[at], place))
        at += 1
    return found


def against_slips(
    item: Alignment, heard: Heard, term: str, words: Vocabulary, reading: Reading, *, cued: bool
) -> float | None:
    """The cost of reading other characters than were said; ``None`` when what was said may be right.

    ``cued``: the words on both sides are such as stand beside a dish.
    """
    start, end = heard.at[item.start], heard.at[item.end]
    said, found = heard.said(item.start, item.end), slips(item, heard, term)
    alike = all(slip.same for slip in found)
    if len(term) == 3 and len(found) == 2 and not cued:
        return None
    if len(term) == 2 and not (alike and cued and (start, end) not in reading.words):
        return None
    if len(term) == 2 and found[0].said in _FUNCTION:
        return None
    if len({slip.said for slip in found}) < len({slip.meant for slip in found}):
        return None  # 钵钵鸡 is no 白斩鸡: nobody mishears two characters for the same one
    cost = 0.0 if alike else _UNALIKE
    for slip in found:
        broken = [(left, right) for left, right in reading.words if left <= slip.at < right and right - left > 1]
        if different(said, term, slip.place):
            return None
        if slip.place != item.wild:
            cost += _PARTICLE * (0.5 if slip.same else 1.0) if slip.said in _FUNCTION else 0.0
        elif broken or not _may_be_anything(slip, said, words, alone=len(found) == 1, cued=cued):
            return None
        if len(term) == 3 and sounds.distance(slip.said, slip.meant) == sounds.FAR:
            cost += _SHORT
        cost += sum(0.0 if slip.same and start <= left and right <= end else _WORD for left, right in broken)
        cost += words.common(slip.said) * (0.3 if slip.same else 1.0)
        cost += _TELLING if telling(slip.said) and not slip.same else 0.0
    return cost


def _may_be_anything(slip: Slip, said: str, words: Vocabulary, *, alone: bool, cued: bool) -> bool:
    """True when a character that is nothing like the one meant says nothing of its own (土豆天牛肉)."""
    follows = said[slip.place + 1 : slip.place + 2]
    if telling(slip.said) or slip.said in _KINDS or words.common(slip.said) > _USUAL:
        return False
    if follows in _MARKS or cooks(follows):
        return False  # 蒲烧 is another way of cooking than 红烧
    if slip.place == len(said) - 1:
        return False  # what a dish is comes last: 茄盒 is no 茄子
    if slip.place == 0:
        return cued and alone and slip.said not in _FUNCTION
    return cued or len(said) > 4


def against_bending(item: Alignment, heard: Heard, term: str, reading: Reading) -> float | None:
    """The cost of a character lost, said too much or in the wrong place; ``None`` when that can't have happened."""
    start, end = heard.at[item.start], heard.at[item.end]
    torn = any(left < edge < right for left, right in reading.words for edge in (start, end))
    return None if torn or slips(item, heard, term) or not _may_bend(item, heard, term) else _BENT


def _may_bend(item: Alignment, heard: Heard, term: str) -> bool:
    """What was dropped must leave a broken word (土炒肉); 牛肉面 is not a short 红烧牛肉面, nor 酱鸭 酱油鸭."""
    if item.swapped >= 0:
        return True
    if item.added >= 0:
        extra = heard.tokens[item.added]
        return extra in (heard.tokens[item.added - 1], *"的了啊呃嗯个那")
    for left, right in Reading(term).words:
        if left <= item.dropped < right:
            rest = term[left : item.dropped] + term[item.dropped + 1 : right]
            broken = bool(rest) and not (len(rest) > 1 and surprise(rest) is not None)
            return broken and len(term) > 4 and not telling(rest[-1])
    return False
