"""Words that make an opinion stronger or weaker."""

from __future__ import annotations

import re

_STRONG = re.compile(
    r"非常|极其|极度|极|超级?|特别|太|真的?|相当|十分|完全|巨|贼|死|最|无比|根本|一点(?:儿|都|也)|丝毫|"
    r"毫|从来|so\b|very|extremely|really|incredibly|absolutely|completely|totally|at all|ever|by far|"
    r"far\b|much"
)
_WEAK = re.compile(
    r"有点|有些|稍微|略|稍|一点点|还算|比较|一般|偶尔|有时|轻微|些许|可能|大概|好像|似乎|应该|也许|"
    r"slight|a bit|somewhat|fairly|a little|faint|sometimes|occasional|maybe|perhaps|probably|seems?\b|"
    r"might|kind of|sort of"
)


def degree(plain: str, start: int, end: int, clause: int) -> float:
    """A factor for the strength of the word at ``start``–``end``."""
    reach = 20 if plain[start].isascii() else 6
    near = plain[max(clause, start - reach) : start] + " " + plain[end : end + 4]
    if _WEAK.search(near):
        return 0.6
    return 1.2 if _STRONG.search(near) else 1.0
