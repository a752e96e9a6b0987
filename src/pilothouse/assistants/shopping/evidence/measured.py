"""Measured values that stand beside each other: "噪音：A 28 dB；B 33；C 46" says that A is quiet and C is loud."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from pilothouse.assistants.shopping.evidence.naming.mention import Mention
from pilothouse.assistants.shopping.evidence.opinion.lexicon import aspect_scanner, aspects
from pilothouse.assistants.shopping.evidence.sheet import Sheet

LEAST = 3  # products of a list whose values say which is good
ALIKE_DB = 3.0  # decibels of which the same is true
LIKE = 0.12  # difference from the middle, as a share of it, below which values are alike
BEST, GOOD, BAD = 0.7, 0.5, 0.5  # strengths
HEAD = 40  # characters before the first name that may say what is measured
_VALUE = re.compile(
    r"(?:\s|:|\(|为|是|约|有|了|实测|合计|平均|双孔|首日|放了|跑了|扫了|撑了|打了|拿了|得|用|at|took|lasted|scored|got|with|[,-](?=\s?\d))"
    r"{0,6}(?P<value>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?!\s?(?:楼|[-~]?\d|号|年|月|版|代|英寸|寸|元|块|yuan))"
    r"(?:\s?(?P<unit>[a-z%℃°]{1,7}|分贝|小时|分钟|天|秒|克|公斤|毫升|升|票|人|次|分|转|厘米|毫米))?"
)
_CLAIMED = re.compile(r"标称|宣称|号称|官方|标注|claim|advertis|rated|on the box")
_HIGH = re.compile(
    r"(?:清除|命中|成功|通过|满意|回购|推荐|好评|识别|捡起|除尘|去污|吸入|拾取|保留|留存|合格|准确|吸附|达标)率?|得票|票数|"
    r"投票|得分|评分|总分|会再买|正确|读对|答对|强度|硬度|均匀度|\bvotes?\b|\bscores?\b|\bpick-?up\b|\bremov\w+|"
    r"success|satisf|would buy|"
    r"\bcorrect(?:ly)?\b|\bpass(?:ed)?\b|\bread(?:able)?\b|\bcaught\b|\bdetect\w*|\baccura\w+"
)
_LOW = re.compile(
    r"(?:返修|故障|退货|投诉|误报|漏报|失败|损耗|误差|残留|不适|过敏|不良|丢包|延迟|渗漏|卡住|救援|失误|流失|衰减)率?|"
    r"\b(?:errors?|failures?|complaints?|returns?|leak\w*|residue|latency|drift|false alarms?|hits|loss)\b"
)
_PLACE = re.compile(
    r"(?:\s|是|排|:|\()?(?:(?P<first>第一(?![次天个周年月批代步])|第1(?!\d)|"
    r"居首|领先|夺冠|(?:is |was |came )?(?:first|best)\b)|"
    r"(?P<next>第二(?![次天个周年月批代步])|其次|次之|紧随其后|(?:is |was |came )?second\b)|"
    r"(?P<last>垫底|倒数第一|末位|最后|(?:is |was |came )?(?:last|worst)\b)|"
    r"(?P<least>最[少低小短轻快]|(?:is |was )?(?:lowest|least|smallest|shortest)\b)|"
    r"(?P<most>最[多高大长重久强]|(?:is |was )?(?:highest|most|largest|longest)\b))"
)
_TOLD = re.compile(r"越(?:少|低|小|短|轻)越好|(?:lower|less|fewer) is better")
_TIME = re.compile(r"h|hr|hrs|hours?|小时|分钟|min|minutes?|天|days?")
_NOISE = re.compile(r"db|dba|分贝")


@dataclass(frozen=True, slots=True)
class Ranked:
    """``entry``: the product's place in the catalogue; ``sentence``: where its value stands."""

    entry: int
    sentence: int
    sign: int
    strength: float
    aspect: str
    span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Value:
    entry: int
    sentence: int
    value: float
    unit: str
    span: tuple[int, int]


def ranked(sheet: Sheet, mentions: Sequence[Sequence[Mention]]) -> Iterator[Ranked]:
    """What the lists of measured values on a page say: one line is one list, and its head tells what was measured."""
    numbered = enumerate(sheet.sentences)
    for _, group in groupby(numbered, key=lambda pair: pair[1].line):
        line = [(at, sentence.plain, mentions[at]) for at, sentence in group]
        for at, _, found in line:
            if found:
                yield from _list([part for part in line if part[0] >= at], _head(line, at))
                break


def _head(line: Sequence[tuple[int, str, Sequence[Mention]]], first: int) -> str:
    """The words before the first name of a line."""
    text = ""
    for at, plain, found in line:
        if at < first:
            text = plain
        elif at == first:
            own = plain[: found[0].start]
            text = own if len(own.strip(" :")) > 1 else text
    return text[-HEAD:]


def _list(line: Sequence[tuple[int, str, Sequence[Mention]]], head: str) -> Iterator[Ranked]:
    values: dict[int, _Value] = {}
    ranks: list[tuple[Mention, int, re.Match[str]]] = []
    for at, plain, found in line:
        for place, mention in enumerate(found):
            end = found[place + 1].start if place + 1 < len(found) else len(plain)
            match = _VALUE.match(plain, mention.end, end)
            if match is None and (rank := _PLACE.match(plain, mention.end, end)) is not None:
                ranks.append((mention, at, rank))
            if match is None or mention.entry in values or _CLAIMED.search(plain[mention.end : match.start("value")]):
                continue
            start = mention.start
            value = float(match["value"].replace(",", ""))
            values[mention.entry] = _Value(mention.entry, at, value, match["unit"] or "", (start, min(end, len(plain))))
    if ranks and head.strip(" :"):
        yield from _placed(ranks, head)
    units = {item.unit for item in values.values() if item.unit}
    if len(values) < LEAST or len(units) > 1:
        return
    aspect, direction = _measured(head, next(iter(units), ""))
    if direction:
        yield from _judged(list(values.values()), aspect, direction, any(map(_NOISE.fullmatch, units)))


def _placed(ranks: Sequence[tuple[Mention, int, re.Match[str]]], head: str) -> Iterator[Ranked]:
    """What a list of places says: "气味残留：A 最低，B 其次"."""
    aspect, direction = _measured(head, "")
    for mention, at, match in ranks:
        kind = match.lastgroup
        small = {"least": 1, "most": -1}.get(kind or "", 0)
        sign = {"first": 1, "next": 1, "last": -1}.get(kind or "", -direction * small)
        if sign:
            strength = GOOD if kind == "next" else BEST if sign > 0 else BAD
            yield Ranked(mention.entry, at, sign, strength, aspect, (mention.start, match.end()))


def _measured(head: str, unit: str) -> tuple[str, int]:
    """The aspect that a list is about, and whether much of it is good (1), bad (-1), or nobody knows (0)."""
    named = {aspects()[head[a:b]].name: aspects()[head[a:b]] for a, b in aspect_scanner().find(head)}
    if _NOISE.fullmatch(unit):
        return "静音", -1
    if _LOW.search(head) or _TOLD.search(head):
        return (next(iter(named)) if len(named) == 1 else ""), -1
    if _HIGH.search(head) or unit in ("票", "votes"):
        return (next(iter(named)) if len(named) == 1 else ""), 1
    if len(named) != 1 or "价格" in named:
        return "", 0  # that a thing is the cheapest is no praise
    [(name, aspect)] = named.items()
    if name in ("充电", "加热", "性能") and _TIME.fullmatch(unit):
        return name, -1
    return name, {"high": 1, "low": -1}.get(aspect.wanted, 0)


def _judged(values: list[_Value], aspect: str, direction: int, decibels: bool) -> Iterator[Ranked]:
    ordered = sorted(values, key=lambda item: -direction * item.value)
    middle = sorted(item.value for item in values)[len(values) // 2]
    third = max(1, len(ordered) // 3)
    for place, item in enumerate(ordered):
        apart = abs(item.value - middle) >= (ALIKE_DB if decibels else LIKE * abs(middle))
        if place < third and (apart or place == 0) and item.value != ordered[-1].value:
            strength = BEST if place == 0 else GOOD
            yield Ranked(item.entry, item.sentence, 1, strength, aspect, item.span)
        elif place >= len(ordered) - third and apart:
            yield Ranked(item.entry, item.sentence, -1, BAD, aspect, item.span)
