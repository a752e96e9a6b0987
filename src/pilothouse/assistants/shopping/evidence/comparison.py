"""Comparisons: which name in a sentence is what another product is measured by."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pilothouse.assistants.shopping.evidence.naming.mention import Mention
from pilothouse.assistants.shopping.evidence.opinion.reading import Opinion

_ARTICLE = (
    r"\s*(?:the|a|an|my|our|that|隔壁的?|那台|这台|那款|这款|那个|我的?|我之前的|之前的|老款的?|旧的?|"
    r"同门的?|同价位的?|家里的?|同事的?|室友的?|楼上的?)?\s*"
)
_THAN = re.compile(rf"(?:(?<![相对])比|\bthan){_ARTICLE}$")
_FRONT = re.compile(
    rf"(?:相比之?下?|相比于|相比|比起来?|相较于?|对比|较之|与|跟|和|compared (?:to|with)|unlike|next to|"
    rf"against){_ARTICLE}$"
)
_FRONT_BEHIND = re.compile(r"\s*(?:相比|比起来|比较|对比|比\b|一比|来比|相较)")
_WORSE = re.compile(
    rf"(?:不如|不及|比不上|赶不上|比不过|输给|逊于|落后于|败给|(?:is )?no match for|(?:loses?|lost) to|"
    rf"behind|inferior to|falls? short of|worse than){_ARTICLE}$"
)
_BETTER = re.compile(
    rf"(?:超过|胜过|碾压|吊打|完胜|秒杀|好过|强过|优于|强于|甩开|取代了?|赢了?|beats?|outperform(?:s|ed)?|"
    rf"surpass(?:es|ed)?|superior to|better than|over|trumps){_ARTICLE}$"
)
_LESS = re.compile(rf"(?:没有?|远没有?|不像|\bnot (?:as|so) .{{2,20}} as|\bas .{{2,20}} as){_ARTICLE}$")
_EQUAL = re.compile(r".{0,6}(?:一样|差不多|打平|持平|不相上下|半斤八两|旗鼓相当|同样|相当|类似|齐平)")
_WITH = re.compile(rf"(?:和|跟|与|同|像|\bas .{{2,20}} as|similar to|on par with){_ARTICLE}$")
_DOWN = re.compile(r"没有?|远没有?|不像|not")


@dataclass(frozen=True, slots=True)
class Rival:
    """``mention`` is what another is measured by.

    ``same``: both are alike. ``sign``: how the other comes off when no word of opinion tells. ``behind``: the opinion
    stands behind the name (比 M 吵), else before it (quieter than M). ``fronted``: it may come in the next clause
    (相比 M，…). ``denied``: 不比 M 大, which says little of M.
    """

    mention: Mention
    same: bool = False
    sign: int = 0
    behind: bool = True
    fronted: bool = False
    denied: bool = False

    def governs(self, plain: str, opinion: Opinion) -> bool:
        """Whether ``opinion`` is what the two are compared by."""
        if self.behind:
            return opinion.start >= self.mention.end and opinion.clause[0] <= self.mention.start < opinion.clause[1]
        return opinion.end <= self.mention.start and opinion.clause[0] <= self.mention.start < opinion.clause[1]


def rivals(plain: str, mentions: list[Mention]) -> list[Rival]:
    """The names in ``plain`` (names masked) that others are measured by."""
    found = []
    for mention in mentions:
        before, behind = plain[max(0, mention.start - 40) : mention.start], plain[mention.end : mention.end + 16]
        rival = _rival(mention, before, behind)
        if rival is not None:
            found.append(rival)
    return found


def _rival(mention: Mention, before: str, behind: str) -> Rival | None:
    if match := _THAN.search(before):
        denied = before[: match.start()].endswith("不")
        return Rival(mention, behind=match.group().lstrip()[0] == "比", denied=denied)
    if _WORSE.search(before):
        return Rival(mention, sign=-1)
    if match := _LESS.search(before):
        if "as" in match.group():
            return Rival(mention, behind=False, same=not _DOWN.search(before))
        return Rival(mention) if re.match(r"\s*(?:那么|这么|那样|那|的|\S)", behind) else None
    if _WITH.search(before) and _EQUAL.match(behind):
        return Rival(mention, same=True)
    if _FRONT.search(before) and (
        re.search(r"相比|比起|相较|对比|较之|compared|unlike|next to|against", before[-24:])
        or _FRONT_BEHIND.match(behind)
    ):
        return Rival(mention, fronted=True)
    if _BETTER.search(before):
        return Rival(mention, sign=1)
    return None
