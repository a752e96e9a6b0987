"""Big and small, long and short: good or bad by what is measured (a long battery life, a big noise)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pilothouse.assistants.shopping.evidence.opinion.lexicon import Aspect

_UP = "大高长久多强快重足猛旺厚浓"
_DOWN = "小低短少弱慢轻薄淡"
_BEHIND = re.compile(
    r"(?P<gap>[^,;。!?]{0,16}?)(?:(?P<good>好(?!多|几|好|不好|像|吗|评|看|听|洗|用|说|判|下)|棒|赞(?!\s?\d)|牛|顶|"
    r"稳)|(?P<bad>差(?!不多|别|价|评)|烂|渣|糟)|"
    rf"(?P<up>[{_UP}])|(?P<down>[{_DOWN}]))(?![小低短约概家部型号米时心件量]|[大高长多快](?=小|低|短|少|慢))"
)
_EATEN = re.compile(
    r"大小|高低|长短|多少|快慢|轻重|大家|大概|大约|大部|最大档|最低档|最高档|大风|小风|小时|小米|高级|"
    r"高频|低频|低音|高音|长期|长时|久坐|不少|至少|多种|多个|许多|好多|很多人|重要|重点|重新|轻轻|快充|"
    r"快递|快点|慢慢|第一|大多|加重|减重|强迫|强烈|足够|满足|不足|重复|尊重|严重|厚道|小区|小孩|小伙|"
    r"大人|多次|多年|好处|好几|一点|少数|轻微|轻松|缩短|延长|加长|短信|大学"
)
_OTHER = re.compile(r"[,;。]|但|却")
_EN_AROUND = re.compile(
    r"\b(?P<up>long|longer|longest|high|higher|big|large|huge|strong|powerful|fast|quick|impressive|"
    r"great)\b|\b(?P<down>short|shorter|low|lower|lowest|small|tiny|weak|slow|limited|minimal)\b"
)


def directions(
    plain: str, clause: tuple[int, int], found: list[tuple[int, int, Aspect]], taken: list[tuple[int, int]]
) -> Iterator[tuple[int, int, int, Aspect]]:
    """Start, end, sign and aspect of each adjective that belongs to an aspect in ``clause``."""
    for number, (start, end, aspect) in enumerate(found):
        limit = found[number + 1][0] if number + 1 < len(found) else clause[1]
        if plain[start].isascii():
            yield from _english(plain, clause, start, end, aspect)
            continue
        at = end
        while match := _BEHIND.match(plain, at, limit):
            spot = match.end() - 1
            if any(a <= spot < b for a, b in taken) or _eaten(plain, spot):
                at = match.end()
                if at - end > 16:
                    break
                continue
            sign = 1 if match["good"] else -1 if match["bad"] else 0
            if not sign and aspect.wanted:
                sign = (1 if match["up"] else -1) * (1 if aspect.wanted == "high" else -1)
                if aspect.name in ("性能", "加热", "充电") and match["up"] and plain[spot] in "长久":
                    sign = -1
            if sign:
                yield spot, spot + 1, sign, aspect
            break


def _eaten(plain: str, spot: int) -> bool:
    return any(spot in range(m.start(), m.end()) for m in _EATEN.finditer(plain, max(0, spot - 3), spot + 4))


def _english(
    plain: str, clause: tuple[int, int], start: int, end: int, aspect: Aspect
) -> Iterator[tuple[int, int, int, Aspect]]:
    if not aspect.wanted:
        return
    before = max(clause[0], start - 22)
    match = next(iter(_EN_AROUND.finditer(plain, before, start)), None)
    if match is None:
        match = re.compile(
            rf"[^,;]{{0,12}}\b(?:is|are|was|were|feels|seems)\b[^,;]{{0,14}}?{_EN_AROUND.pattern}"
        ).match(plain, end, clause[1])
    if match is None:
        return
    up = match["up"] is not None
    spot = match.start("up") if up else match.start("down")
    yield spot, match.end(), (1 if up else -1) * (1 if aspect.wanted == "high" else -1), aspect
