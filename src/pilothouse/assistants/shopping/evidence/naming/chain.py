"""Runs of Latin words and model numbers in a text, with the Chinese that stands right before them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pilothouse.assistants.shopping.evidence.naming.vocabulary import SUFFIXES, common_latin, measured
from pilothouse.assistants.shopping.evidence.sheet import PAGES, Place, Sentence
from pilothouse.assistants.shopping.evidence.text import Token, latin

LONGEST = 5  # words of one name
PICTURES = frozenset(("2k", "4k", "8k"))
"""Resolutions that names of cameras and screens end with; the short name leaves them out."""
_GLUED = re.compile(r"((?:[a-z]+-?)?\d+[a-z]{0,3}?)-?(pro|max|plus|ultra|lite|mini|air|se)")
_YEAR = re.compile(r"20[0-3]\d|19\d\d")
_MEASURE = re.compile(
    r"\s?(?:个|台|款|只|把|件|条|元|块|年|月|日|号|天|周|小时|分|秒|点|度|斤|公|克|千|毫|升|米|厘|寸|档|"
    r"挡|倍|次|人|岁|楼|层|片|颗|枚|张|盒|包|瓶|支|根|双|多|余|几|万|百|种|家|名|位|折|成|"
    r"毛|瓦|伏|安|分贝|流明|转|字|英|平|星|票|步|项|页|组|套|(?:mm|cm|db|ml|mah|wh|hz|kg|g|l|w|v|h|m|"
    r"days?|hours?|months?|weeks?|years?|minutes?|min|percent|yuan|dollars?)(?![a-z])|%|:\d|-\d|~|到\d|"
    r"/)"
)
_INSIDE_WORDS = """
one two three go new next first all day night sound quiet home light small big silent light fine nice speed desk
second work play use level good great best open care team club max power people friend every little long high
"""
_INSIDE = frozenset(_INSIDE_WORDS.split())
"""Words of every day that are part of a name behind a word that is none (Norvik Desk One)."""
_GRADES = frozenset(["low", "mid", "top", "basic", "classic", "sport", "soft", "kid", "kids", "baby", "lady", "duo"])
_CODE = re.compile(
    r"(?:码|优惠码|折扣码|口令|暗号|邀请码|兑换码|代码|编号|单号|运单|订单|货号|微信|v信|vx|qq|群|电话|"
    r"code|coupon|promo|isbn|asin)\W{0,4}$"
)


@dataclass(frozen=True, slots=True)
class Chain:
    """``words`` folded; ``left``: up to ten Chinese characters touching it, ``far`` the
    Chinese word before those, parted by a space (芽芽家 软底 A6), ``edge``: whether a line, mark or Latin word is
    before them; ``spaced``: whether a space is between. ``certain``: written as names are (a capital or a digit)."""

    words: tuple[str, ...]
    start: int
    end: int
    left: str
    edge: bool
    spaced: bool
    initial: bool
    bracket: str
    far: str = ""


@lru_cache(maxsize=PAGES)
def chains(sentences: tuple[Sentence, ...]) -> tuple[tuple[Sentence, Chain], ...]:
    """The runs of Latin words in the sentences of a page that may be names."""
    return tuple((sentence, chain) for sentence in sentences for chain in _chains(sentence))


def _chains(sentence: Sentence) -> Iterator[Chain]:
    run: list[Token] = []
    for token in latin(sentence.plain):
        gap = sentence.plain[run[-1].end : token.start] if run else ""
        if run and gap != " " and not (gap == " & " and run[-1].kind == token.kind == "word"):
            yield from _names(run, sentence)
            run = []
        run.append(token)
    if run:
        yield from _names(run, sentence)


def _names(run: list[Token], sentence: Sentence) -> Iterator[Chain]:
    part: list[Token] = []
    for token in run:
        if _breaks(token, sentence, bool(part)) or len(part) == LONGEST:
            yield from _chain(part, sentence)
            part = []
            if _breaks(token, sentence, False):
                continue
        part.append(token)
    yield from _chain(part, sentence)


def _breaks(token: Token, sentence: Sentence, inside: bool) -> bool:
    text = token.text
    if token.kind == "model":
        return measured(text) and not (inside and text in PICTURES)
    if token.kind == "number":
        return len(text) > 4 or _YEAR.fullmatch(text) is not None or "." in text
    if inside and (text in SUFFIXES or text in _INSIDE):
        return sentence.text[token.start].islower() and text not in SUFFIXES
    if "'" in text:
        return True
    if inside and len(text) == 1 and sentence.text[token.start].isupper() and text not in "ia":
        return False
    if (
        not inside
        and text in SUFFIXES
        and len(text) > 2
        and _HAN_BEFORE.search(sentence.plain, max(0, token.start - 3), token.start)
    ):
        return False
    # A small letter at the beginning: a word of an English sentence, or a name that somebody was too lazy to write.
    written = sentence.text[token.start : token.end]
    if (
        len(text) == 1
        and not inside
        and written.isupper()
        and _HAN_BEFORE.search(sentence.plain, max(0, token.start - 3), token.start)
    ):
        return False
    return (common_latin(text.rstrip("+")) and (inside or not _graded(token, sentence))) or written == written.lower()


def _graded(token: Token, sentence: Sentence) -> bool:
    """Whether a word of every day touches Chinese as the grade of a product does: 岩踪GT, 鹿径Low, but not 连App."""
    if not (token.start and "\u3400" <= sentence.plain[token.start - 1] <= "\u9fff"):
        return False
    written = sentence.text[token.start : token.end]
    return (written.isupper() and token.text in SUFFIXES) or (
        written.istitle() and (token.text in _INSIDE or token.text in _GRADES)
    )


def _chain(part: list[Token], sentence: Sentence) -> Iterator[Chain]:
    plain = sentence.plain
    while (
        part
        and part[-1].kind == "number"
        and (_MEASURE.match(plain, part[-1].end) or any(t.kind == "model" for t in part))
    ):
        part = part[:-1]  # an amount, or the value in a table behind a model
    touched = bool(part) and _HAN_BEFORE.search(plain, max(0, part[0].start - 3), part[0].start) is not None
    while part and (
        part[0].kind == "number"
        or (part[0].text in SUFFIXES and not (touched and (len(part[0].text) > 2 or _graded(part[0], sentence))))
    ):
        if (
            part[0].kind == "number"
            and touched
            and all(t.text in SUFFIXES for t in part[1:])
            and _series(sentence, part[0])
        ):
            break
        part, touched = part[1:], False
    if not part:
        return
    # A single capital letter is a model behind a brand only (萌途 X).
    single = len(part) == 1 and len(part[0].text) == 1 and part[0].kind != "number"
    if single and not (touched and sentence.text[part[0].start].isupper()):
        return
    start, end = part[0].start, part[-1].end
    if _CODE.search(plain, max(0, start - 12), start):
        return
    words = tuple(word for token in part for word in _split(token.text))
    if variant := _VARIANT.match(plain, end):
        words, end = (*words, variant[1].removeprefix("第")), variant.end()
    spaced = plain[start - 1 : start] == " " and start > 0
    stop = start - spaced
    begin = stop
    while begin > 0 and stop - begin < 10 and "\u3400" <= plain[begin - 1] <= "\u9fff":
        begin -= 1
    edge = begin == 0 or not "\u3400" <= plain[begin - 1] <= "\u9fff"
    before = plain[:start].rstrip()
    far = _FAR.search(plain, max(0, begin - 6), begin) if stop > begin and stop - begin <= 4 else None
    initial = not before or before[-1] in '.!?:"。！？'
    yield Chain(
        words, start, end, plain[begin:stop], edge, spaced, initial, _alias(plain, start), far[1] if far else ""
    )


_VARIANT = re.compile(
    r"\s?((?:第?[一二三四五六七八九]|[1-9])代|专业版|增强版|加强版|青春版|迷你版|至尊版|标准版|旗舰版|"
    r"基础版|升级版|尊享版|豪华版)(?![\u3400-\u9fff]?理)"
)
_HAN_BEFORE = re.compile(r"[\u3400-\u9fff] ?$")
_GOES_ON = re.compile(r"[a-z0-9]|\s?[./%+*:-]")
_COUNTING = re.compile(
    r"[第约近共达了过每前后头满花才只就要有到个是在仅剩各超逾增降涨跌调打开至档卖价付加减省成占比发测得"
    r"扣返满差比为给值]$|(?:[大小最这那哪这些]|不到|左右|大概|原价|售价|定价|售|活动价|到手价?|券后|实付|"
    r"总分|评分|续航|重量|噪音|温度|容量|功率|一共|将近|超过|至少|最多|平均|型号|编号|页|图|表|版本)$"
)


def _series(sentence: Sentence, token: Token) -> bool:
    """Whether a bare number behind Chinese may be a model (手环 9), not an amount."""
    plain = sentence.plain
    return (
        len(token.text) <= 3
        and not token.text.startswith("0")
        and not _COUNTING.search(plain[max(0, token.start - 4) : token.start].rstrip())
        and not _MEASURE.match(plain, token.end)
        and not _GOES_ON.match(plain, token.end)
    )


_FAR = re.compile(r"(?<![\u3400-\u9fff])([\u3400-\u9fff]{2,4}) $")
_ALIAS = re.compile(r"([\u3400-\u9fff]{2,6})\s?[(/]\s?$|([a-z][a-z'&.]{1,15}(?: [a-z][a-z'&.]{1,15})?)\s?[(/]\s?$")


def _alias(plain: str, start: int) -> str:
    match = _ALIAS.search(plain, max(0, start - 40), start)
    return (match[1] or match[2] or "") if match else ""


def _split(word: str) -> tuple[str, ...]:
    glued = _GLUED.fullmatch(word)
    if glued:
        return glued[1], glued[2]
    return (word.removesuffix("+"), "+") if word.endswith("+") and len(word) > 1 else (word,)


def places(place: Place) -> float:
    """How much a place tells that a name is one."""
    return {"title": 2.0, "heading": 2.0, "item": 1.5, "voice": 1.0, "text": 1.0}[place]
