"""Requirements in the user's own words, which no list of qualities knows: 会爬楼梯, 带紫外线消毒盒, 点烟器供电."""

from __future__ import annotations

import re

from pilothouse.assistants.shopping.need.lexicon import wishes

MOST = 4
_MUST = re.compile(
    r"(?<![不别想])(?:(?:一定|必须|最好(?![吃用看喝玩听的]))(?:要|得|能|会|带|有)*|还?要(?:能|会|带|有"
    r"|自带|有个)*|能(?:够)?|会|自带|带有?|支持|必须|可以|得)"
    r"(?P<what>[\u3400-\u9fffA-Za-z0-9]{2,12}?)(?=的(?!话)|[，,。.！!？?；;、\s¦‖]|还要|又|也要|并且|而且|$)"
)
_ENGLISH = re.compile(
    (
        r"\b(?:must|has to|have to|needs? to|that can|can|which can)\s+(?:have |be "
        r"|also )?(?P<what>[a-z][a-z -]{2,30}?)(?=[,.;!?]|\s(?:and|or|but|for|under|with)\b|$)"
    ),
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"^(?:买|不|推荐|求|好|一[个台款]|什么|哪|用|看|想|给|我|你|求|吗|就|别|太|没|多|说|是|在|的|了|个|它"
    r"|这|那|接受|预算|告诉|真能|进去|出来|便宜|快|早|有没有|来|找|帮|选|挑|换|更)|(?:要|能)|买|推荐"
    r"|哪[个款]|预算|以内"
)


def read_musts(text: str) -> tuple[str, ...]:
    """At most ``MOST`` requirements, in the order of the sentence."""
    found = []
    for match in (*_MUST.finditer(text), *_ENGLISH.finditer(text)):
        what = match["what"].strip()
        if _NOTHING.search(what) or wishes().fullmatch(what) or len(what) < 2:
            continue
        found.append(what)
    return tuple(dict.fromkeys(found))[:MOST]
