"""What a summary must not lose: numbers, amounts, dates, times and names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pilothouse.context.lexicon import COMMON, MEASURES, SAME_UNIT, SURNAMES, WORD_NUMBERS
from pilothouse.context.numeral import DIGITS, value

_UNIT = rf"(?:{MEASURES}|dollars?|euros?|am|pm|kg|km|cm|mm|ml|gb|mb|tb|ms|usd|eur|cny|rmb|yuan|g|m|l|h|s)(?![a-z])"
_RUN = rf"[{DIGITS}十百千万亿拾佰仟]"
_GAP = r"[^\S\n]?"
_NUMERAL = rf"\d+(?:,\d{{3}})*(?:\.\d+)?(?:{_GAP}[十百千万亿]+)?|{_RUN}+(?:点[{DIGITS}]+)?|半"
_AMOUNT = re.compile(
    rf"(?:(?P<money>[¥￥$€]){_GAP})?(?P<number>{_NUMERAL})(?:{_GAP}(?P<unit>%|{_UNIT}))?", re.IGNORECASE
)
_FRACTION = re.compile(rf"({_RUN}+)分之({_NUMERAL})")
_WORD_NUMBER = re.compile(rf"\b(?:{'|'.join(WORD_NUMBERS)})\b", re.IGNORECASE)
# Words that look like numbers. "一点" is a time only behind a part of the day (the pattern of times sees that).
_NOT_NUMBERS = re.compile(
    r"一[下些起样直定般边旦切共会律向致再概]|(?<![午上早晨晚夜])一点(?![半整钟零一二三四五\d])|统一|唯一|万一|万分|万能|千万(?=[不别要记])|百般|十分(?!之|钟)|"
    r"[一二三四五六七八九]下子|专一|单一|同一|之一|半天|一半(?=天)"
)
_HALF_PAST = re.compile(r"(?<=点)半")
_CLOCK = re.compile(r"(?<![\d:])([01]?\d|2[0-4])[:：]([0-5]\d)(?![\d:])")
_ISO = re.compile(r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_WEEKDAY = re.compile(
    r"(?:周|星期|礼拜)([一二三四五六日天末])|\b(mon|tues|wednes|thurs|fri|satur|sun)day\b", re.IGNORECASE
)
_MONTH = re.compile(
    r"\b(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may(?=\s+\d)|(?<=\d )may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?", re.IGNORECASE
)  # fmt: skip
_RELATIVE = re.compile(
    r"大?[前后昨今明]天|[上下这本]个?(?:周|月|星期|季度)|[去今明前后]年|[今明昨][早晚]|凌晨|早上|上午|中午|下午|傍晚|晚上|半夜|"
    r"\b(?:today|tomorrow|yesterday|tonight|noon|midnight)\b|"
    r"\b(?:next|last|this)\s+(?:week(?:end)?|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    r"“([^“”\n]{1,40})”|「([^「」\n]{1,60})」|『([^『』\n]{1,40})』|《([^《》\n]{1,40})》|\"([^\"\n]{1,40})\""
)
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s\u3000-\u9fff\uff00-\uffef]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.ASCII)
_LATIN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9]*(?:[-_.+#'/&][A-Za-z0-9]+)*[+#]*")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_PERSON = re.compile(
    rf"[{SURNAMES}](?:先生|女士|小姐|太太|经理|老师|医生|教授|主任|师傅|总)|"
    rf"(?:我叫|名叫|姓名是|姓名：|名字是|名字叫|联系人是?|同事)\s?([{SURNAMES}][\u4e00-\u9fff])|免贵姓([{SURNAMES}])"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = {"mon": "一", "tues": "二", "wednes": "三", "thurs": "四", "fri": "五", "satur": "六", "sun": "日"}

_PLAIN = {0xFF10 + i: 0x30 + i for i in range(10)} | {
    start + i: plain + i for start, plain in ((0xFF21, 0x41), (0xFF41, 0x61)) for i in range(26)
}
_PLAIN |= {ord(wide): ord(plain) for wide, plain in zip("％．：＠－＄", "%.:@-$", strict=True)}

Kind = Literal["number", "date", "name"]


@dataclass(frozen=True, slots=True)
class Fact:
    """``key`` is its canonical form, by which it is found again in other words; ``unit`` belongs to numbers."""

    kind: Kind
    key: str
    start: int
    end: int
    unit: str = ""


def find(text: str, vocabulary: Collection[str] = ()) -> list[Fact]:
    """All facts of ``text`` by position; ``start`` and ``end`` are offsets into ``normal(text)``.

    Errs on the side of finding too much: a fact too many costs a summary a few words, one too few an answer.
    """
    text = normal(text)
    return sorted({*_dates(text), *_numbers(text), *_names(text, tuple(vocabulary))}, key=lambda f: (f.start, -f.end))


def lost(source: str, summary: str, vocabulary: Collection[str] = ()) -> list[str]:
    """The facts of ``source``, as written there, that ``summary`` doesn't hold in any equal form."""
    source, summary = normal(source), normal(summary)
    held = find(summary, vocabulary)
    keys = {(fact.kind, fact.key, fact.unit) for fact in held}
    values = {fact.key for fact in held if fact.kind == "number"}
    compact, folded = _compact(summary), summary.casefold()
    spans: list[tuple[int, int]] = []
    for fact in find(source, vocabulary):
        if fact.kind == "name":
            kept = _mentions(fact.key, compact, folded)
        elif fact.kind == "number" and not fact.unit:
            kept = fact.key in values
        else:
            kept = (fact.kind, fact.key, fact.unit) in keys
        if kept or _quotes(source[fact.start : fact.end], compact):
            continue
        if spans and fact.start <= spans[-1][1]:  # 3月 and 5日 are one date
            spans[-1] = (spans[-1][0], max(spans[-1][1], fact.end))
        else:
            spans.append((fact.start, fact.end))
    return list(dict.fromkeys(source[start:end].strip() for start, end in spans))


def invented(source: str, summary: str) -> list[str]:
    """The numbers of ``summary``, as written there, that ``source`` doesn't hold."""
    known = {fact.key for fact in find(source) if fact.kind == "number"}
    text = normal(summary)
    return [text[f.start : f.end].strip() for f in find(text) if f.kind == "number" and f.key not in known]


def normal(text: str) -> str:
    """``text`` with full-width letters, digits and the marks inside numbers made plain; as long as before.

    Other punctuation stays: a full-width comma parts two numbers, a plain one may group digits.
    """
    return text if text.isascii() else text.translate(_PLAIN)


def _numbers(text: str) -> Iterator[Fact]:
    taken = [match.span() for match in _NOT_NUMBERS.finditer(text)]
    for match in _FRACTION.finditer(text):
        whole, part = value(match[1]) or match[1], value(match[2]) or match[2]
        percent = whole == "100"
        yield Fact("number", part if percent else f"{part}/{whole}", *match.span(), "%" if percent else "")
        taken.append(match.span())
    dated = [match.span() for pattern in (_ISO, _CLOCK) for match in pattern.finditer(text)]
    for match in _AMOUNT.finditer(text):
        if any(start <= match.start("number") < end for start, end in dated):
            continue
        number, unit = match["number"], (match["unit"] or match["money"] or "").casefold()
        chinese = not number[0].isdigit()
        if chinese and any(start < match.end("number") and match.start("number") < end for start, end in taken):
            continue
        if chinese and len(number) == 1 and not unit:
            continue  # 三明治, 四季豆: a single numeral counts only with a measure
        # Estimates like 五六百 have no value: they are compared as written.
        canonical = "0.5" if number == "半" else value("".join(number.split())) or number
        yield Fact("number", canonical, *match.span(), SAME_UNIT.get(unit, unit))
    for match in _HALF_PAST.finditer(text):
        yield Fact("number", "30", *match.span(), "分")
    for match in _WORD_NUMBER.finditer(text):
        yield Fact("number", WORD_NUMBERS[match.group().casefold()], *match.span())


def _dates(text: str) -> Iterator[Fact]:
    for match in _ISO.finditer(text):
        for part, unit in zip(match.groups(), ("年", "月", "日"), strict=True):
            yield Fact("number", str(int(part)), *match.span(), unit)
    for match in _CLOCK.finditer(text):
        yield Fact("number", str(int(match[1])), *match.span(), "点")
        if int(match[2]):
            yield Fact("number", str(int(match[2])), *match.span(), "分")
    for match in _WEEKDAY.finditer(text):
        day = match[1] or _DAYS[match[2].lower()]
        yield Fact("date", "周" + day.replace("天", "日"), *match.span())
    for match in _MONTH.finditer(text):
        yield Fact("number", str(_MONTHS.index(match[1][:3].lower()) + 1), *match.span(), "月")
    for match in _RELATIVE.finditer(text):
        yield Fact("date", " ".join(match.group().casefold().split()), *match.span())


def _names(text: str, vocabulary: tuple[str, ...]) -> Iterator[Fact]:
    addresses = list(_ADDRESS.finditer(text))
    for match in [*_QUOTED.finditer(text), *addresses, *_PERSON.finditer(text)]:
        inner = next((part for part in match.groups() if part), None) or match.group()
        yield Fact("name", inner.casefold().strip(), *match.span())
    inside = [match.span() for match in addresses]
    chinese, line_end = False, -1
    for match in _LATIN.finditer(text):
        if match.start() > line_end:
            line_end = text.find("\n", match.start()) % (len(text) + 1)  # -1 becomes the end of the text
            chinese = bool(_CHINESE.search(text, text.rfind("\n", 0, match.start()) + 1, line_end))
        word = match.group()
        known = word.casefold() in COMMON or _MONTH.fullmatch(word) or _WEEKDAY.fullmatch(word)
        if known or len(word) < 2 or any(start <= match.start() < end for start, end in inside):
            continue
        # In a Chinese line every Latin word is a name or a term; in an English one capitals and digits tell.
        if chinese or not word.islower() or any(mark.isdigit() for mark in word):
            yield Fact("name", word.casefold(), *match.span())
    if vocabulary:
        for match in _pattern(vocabulary).finditer(text):
            yield Fact("name", match.group().casefold(), *match.span())


@lru_cache(maxsize=8)
def _pattern(vocabulary: tuple[str, ...]) -> re.Pattern[str]:
    words = sorted({normal(word).strip() for word in vocabulary if word.strip()}, key=lambda word: (-len(word), word))
    return re.compile("|".join(map(re.escape, words)) or r"(?!)", re.IGNORECASE)


def _mentions(key: str, compact: str, folded: str) -> bool:
    if re.fullmatch(r"[a-z0-9][a-z0-9 ._+#'/&-]*", key):
        return re.search(rf"(?<![a-z0-9]){re.escape(key)}(?![a-z0-9])", folded) is not None
    return _compact(key) in compact


def _quotes(written: str, compact: str) -> bool:
    """Whether the words themselves stand in corner brackets, as ``history.extract`` lists them."""
    exact = re.escape(_compact(written))
    return re.search(rf"「(?:[^」]*[^\d」])?{exact}(?:[^\d」][^」]*)?」", compact) is not None


def _compact(text: str) -> str:
    return "".join(text.casefold().split())
