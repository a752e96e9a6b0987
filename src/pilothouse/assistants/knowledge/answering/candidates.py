"""The sentences, list parts and table rows that may answer, and how well."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pilothouse.retrieval.evidence.asking import Ask
from pilothouse.retrieval.evidence.conditions import holds
from pilothouse.retrieval.evidence.coverage import Reading, fits, missing, read
from pilothouse.retrieval.evidence.polarity import polarity
from pilothouse.retrieval.evidence.safety import instructing
from pilothouse.retrieval.evidence.statements import split_values
from pilothouse.retrieval.evidence.tables import matched
from pilothouse.retrieval.evidence.wording import presence, tagged
from pilothouse.retrieval.passage import Passage

LEAST = 0.42  # of the telling words, with headings and neighbours
NEAR = 0.25  # of the best passage's score: what lies far below it is about something else
TRUST = 0.6  # how much a passage's place among the others counts against the words of its sentences
_CAUSE = re.compile(
    r"因为|由于|因(?=[\u3400-\u9fff]{2,})|原因|所以|为了|故|because|due to|since|reason|in order to", re.I
)
_MANNER = re.compile(
    r"步骤|流程|通过|登录|提交|填写|首先|然后|先|再|申请|办理|计算|按|乘|steps?|first|then|submit|log in|click", re.I
)
_REFERRING = re.compile(
    r"[见按如](?:下|上|附)表|如下[。.]?$|详见|参见|[，,]?见《[^》]*》|^见|see (?:the )?(?:table|below|section)", re.I
)
_SCHEDULE = re.compile(
    r"时间|日期|截止|期间|起止|[至到]|开始|结束|举行|之?前(?=完成|提交|预约|报名|[，,。；;]|$)|\b(?:time|date|until|from|by)\b",
    re.I,
)
_PLACE = re.compile(r"位于|地点|地址|在[\u3400-\u9fff]{2,}|楼|层|室|号|located|room|floor|building|at ", re.I)


@dataclass(frozen=True, slots=True)
class Candidate:
    """Piece ``index`` of passage ``number`` (from 1); ``share`` as in a fit, ``value`` the whole score it is chosen by;
    ``said`` what of each telling word it and its headings say."""

    number: int
    index: int
    reading: Reading
    share: float
    value: float
    said: tuple[float, ...]


def candidates(ask: Ask, passages: Sequence[Passage]) -> list[Candidate]:
    """Everything that may answer, best first."""
    readings = [read(passage) for passage in passages]
    rarity = _rarity(ask, readings)
    found: list[Candidate] = []
    top = max((reading.passage.score for reading in readings), default=0.0)
    for number, reading in enumerate(readings, 1):
        if missing(ask, reading) or reading.passage.score < NEAR * top:
            continue
        fitting = fits(ask, reading)
        table = max((fit.share for fit in fitting if reading.pieces[fit.index].cells), default=0.0)
        for fit in fitting:
            piece = reading.pieces[fit.index]
            share = table if piece.cells else fit.share  # which row it is, is not told by words alone
            if not fit.typed or share < LEAST or piece.kind == "heading" or instructing(piece.text):
                continue
            text = reading.texts[fit.index]
            said = tuple(presence(word.text, text) for word in ask.words)
            own = sum(r * s for r, s in zip(rarity, said, strict=True)) / (sum(rarity) or 1.0)
            value = (
                fit.share + 0.7 * own + _bonus(ask, reading, fit.index) + 0.25 * reading.passage.score + 0.2 / number
            )
            value -= 0.15 * max(0.0, len(piece.text) / 100 - 1) if piece.kind != "row" else 0.0
            found.append(Candidate(number, fit.index, reading, fit.share, value, said))
    return sorted(found, key=lambda c: (-c.value, c.number, c.index))


def _rarity(ask: Ask, readings: Sequence[Reading]) -> list[float]:
    """Weights of the telling words: those that few of the pieces say tell more."""
    texts = [text for reading in readings for text in reading.texts]
    weights = []
    for word in ask.words:
        hits = sum(presence(word.text, text) >= 0.6 for text in texts)
        weights.append(word.weight * (0.3 + math.log((len(texts) + 1) / (hits + 0.5)) / math.log(len(texts) + 2)))
    return weights


def _bonus(ask: Ask, reading: Reading, index: int) -> float:
    piece, text = reading.pieces[index], reading.texts[index]
    bonus = 0.0
    if piece.cells:
        bonus += 0.25 * matched(ask, piece)
    for given in ask.conditions:
        inside = holds(given, text)
        if inside is not None and not piece.cells:
            bonus += 0.4 if inside else -0.4
    if _REFERRING.search(piece.text):
        bonus -= 0.35
    if ask.kind == "yesno":
        bonus += 0.15 if polarity(text) else 0.0
    elif ask.kind == "why":
        bonus += 0.25 if _CAUSE.search(text) else 0.0
    elif ask.kind == "how":
        bonus += 0.15 if piece.kind == "item" or _MANNER.search(text) else 0.0
    elif ask.kind == "where":
        bonus += 0.15 if _PLACE.search(text) or any(tag == "ns" for _, tag in tagged(text)) else -0.1
    elif ask.kind == "who":
        bonus += 0.1 if any(tag in ("nr", "nrt", "nt") for _, tag in tagged(text)) or "部" in text else 0.0
    elif ask.numeric and not piece.cells:
        stated = any(ask.wants(figure) for figure in split_values(text)[0])
        bonus += 0.1 if stated else -0.15
        if ask.kind == "when" and _SCHEDULE.search(text):
            bonus += 0.15
    return bonus
