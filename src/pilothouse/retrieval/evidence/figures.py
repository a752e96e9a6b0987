"""The values a sentence states: dates, times, phone numbers, addresses, ordinals and amounts, in canonical form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from pilothouse.contracts.numerals import ENGLISH_SMALL, ENGLISH_TENS, parse_number
from pilothouse.retrieval.evidence.units import CHINESE_UNIT, LATIN_UNIT, SIGNS, canonical, compatible

FigureKind = Literal["date", "time", "phone", "address", "ordinal", "amount"]

_CN = "零〇一二两三四五六七八九十百千万亿廿卅"
_YEAR = r"(?P<y>(?:19|20)\d{2}|[一二][零〇九一二三四五六七八]{3})"
_SMALL = r"(?:\d{1,2}|[一二三四五六七八九十廿卅]{1,3})"
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(?P<mon>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DATES = (
    re.compile(r"(?<![\d.])(?P<y>(?:19|20)\d{2})[-/.](?P<m>\d{1,2})(?:[-/.](?P<d>\d{1,2}))?(?![\d.%]*\d)(?!\s*(?:元|"
        r"%|赛季))"),
    re.compile(rf"(?<!\d){_YEAR}\s?年\s?(?:(?P<m>{_SMALL})\s?月(?!内|度)\s?(?:(?P<d>{_SMALL})\s?[日号])?)?"),
    re.compile(rf"(?<![\d第个])(?P<m>{_SMALL})\s?月\s?(?P<d>{_SMALL})\s?[日号]"),
    re.compile(r"(?<![\d第个])(?P<m>1[0-2]|[1-9])\s?月(?![内度薪])(?:份)?"),
    re.compile(rf"\b{_MONTH}\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:\s*,?\s*(?P<y>(?:19|20)\d{{2}}))?\b", re.I),
    re.compile(rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}(?:\s*,?\s*(?P<y>(?:19|20)\d{{2}}))?\b", re.I),
    re.compile(rf"\b{_MONTH}\s+(?P<y>(?:19|20)\d{{2}})\b", re.I),
    re.compile(r"(?<![\d.,¥$第-])(?P<y>(?:19|20)\d{2})(?=版|学年|级|届|秋|春|本|招|(?:[-—–~至]20\d\d)?赛季|修订|"
        r"\s+(?:edition|policy|handbook))", re.I),
    re.compile(r"\b(?:in|since|for|of|by|from|until)\s+(?P<y>(?:19|20)\d{2})\b", re.I),
)  # fmt: skip
_WEEKDAY = re.compile(r"(?:周|星期|礼拜)([一二三四五六日天末])|\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b", re.I)
_WEEKDAYS = {"mon": "一", "tues": "二", "wednes": "三", "thurs": "四", "fri": "五", "satur": "六", "sun": "日"}
_CLOCK = re.compile(
    r"(?P<part>上午|早上|早晨|中午|下午|傍晚|晚上|晚|凌晨)?\s?(?:(?<![\d.])(?<!\d:)(?P<h>[01]?\d|"
    r"2[0-4])\s?[:：]\s?(?P<mi>[0-5]\d)(?![\d:])"
    rf"|(?<![\d.第])(?P<h2>\d{{1,2}}|"
    rf"[一二两三四五六七八九十]{{1,3}})\s?[点时](?![内长间数以间建击名])(?:整|钟)?(?:(?P<half>半)|"
    rf"(?P<mi2>{_SMALL})\s?分)?)\s?(?P<ap>[ap]\.?m\b)?"
    r"|\b(?P<h3>1[0-2]|[1-9])\s?(?P<ap2>[ap]\.?m\b)", re.I
)  # fmt: skip
_PHONE = re.compile(
    r"(?<![\d-])(?:(?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}|\(?0\d{2,3}\)?[- "
    r"]?\d{7,8}(?:[-转]\d{1,6})?|[48]00[- ]?\d{3}[- ]?\d{4})(?![\d-])"
    r"|(?:分机号?|内线|短号|ext\.?|extension)\s?(?:[:：为是]\s?)?(\d{3,6})(?!\d)"
    r"|(?:电话|热线|拨打|致电|手机|传真|tel|phone|hotline|call)[^\d\n。；]{0,8}(?<!\d)(\d{3,4}[- ]?\d{4}|"
    r"\d{5,6})(?![\d年元-])", re.I
)  # fmt: skip
_ADDRESS = re.compile(
    r"(?:https?://|www\.)[^\s\u3000-\u9fff\uff00-\uffef)\]>]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|"
    r"(?<![\w@./-])(?:[a-zA-Z][\w-]*\.){2,}[a-zA-Z]{2,}(?![\w.])|(?<![\w@./-])[a-zA-Z][\w-]+\.(?:com|cn|"
    r"net|org|edu|gov|io)(?![\w.])",
    re.ASCII,
)
_ORDINAL = re.compile(rf"第\s?(\d+|[{_CN}]+)\s?([届章条款次期批轮名位季部集号级类项节天年周个]?)")
_NUMERAL = (
    rf"\d+[万亿]\d+[千百万]?|(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?(?:\s?[十百千万亿]+)?|"
    rf"[{_CN}]+(?:点[零一二三四五六七八九]+)?|半"
)
_AMOUNT = re.compile(
    rf"(?P<sign>(?:us|hk)?\$|[¥￥€£]|\b(?:rmb|cny)\s?)?\s?(?P<n>(?<![\d.]){_NUMERAL})"
    rf"(?:余|多|来)?\s?(?P<u>{CHINESE_UNIT}|(?:{LATIN_UNIT})(?![a-z0-9]))?", re.I
)  # fmt: skip
_PERCENT_OF = re.compile(rf"百分之((?:\d+(?:\.\d+)?)|[{_CN}]+(?:点[{_CN}]+)?)")
_WORDS = {word: value for word, value in (ENGLISH_SMALL | ENGLISH_TENS).items() if value}
_ENGLISH = re.compile(
    rf"\b(?P<w>(?:(?:{'|'.join(_WORDS)})[- ]?)+)(?P<s>hundred|thousand|"
    rf"million)?\s*(?P<u>(?:{LATIN_UNIT})(?![a-z0-9]))?", re.I
)  # fmt: skip
_NOT_NUMBER = re.compile(
    r"一[下些起样直定般边旦切共会律向致再概经并同方面系旁路带体]|统一|唯一|万一|万分|万能|百般|十分(?!之|"
    r"钟)|专一|单一|同一|之一|第一时间|"
    r"[一三四五六七八九]下子|一点(?!钟|半)|千万(?=[不别要记])|百科|百货|百度|万科|三星|五险|一金|四季|"
    r"八卦|三明治|四川|九江|六安|千岛|亿万|"
    r"双一流|三方|一线|二线|三线|一卡通|十佳|五四|两会|一样|一家三口|零食|零售|零钱|两者|一二三"
)
_ISSUES = frozenset(["届", "章", "条", "款", "期", "批", "轮", "季", "部", "集", "号", "类", "项", "节"])
_TO = re.compile(r"\s?(?:[-—–~～至到]|to|and)+\s?")
_GENERIC_TEXT = """
个 种 类 项 位 家 件 条 名 款 点 些 张 份 部 本 支 所 座 股 台 层 字 时 分 成 期 批 门 章 只 头 组 队 国
"""
_GENERIC = frozenset(_GENERIC_TEXT.split())


@dataclass(frozen=True, slots=True)
class Figure:
    """``key`` is the value in canonical writing ("15", "2025-03-01", "-3-1", "9:30"); ``start``, ``end`` are offsets
    into ``plain(text)``, which is as long as the text."""

    kind: FigureKind
    key: str
    unit: str
    start: int
    end: int


_PLAIN = {0xFF10 + i: 0x30 + i for i in range(10)} | {ord(a): ord(b) for a, b in zip("％．－＄", "%.-$", strict=True)}


def plain(text: str) -> str:
    """``text`` with full-width digits and signs made plain; as long as before."""
    return text.translate(_PLAIN)


@lru_cache(maxsize=8192)
def figures(text: str) -> tuple[Figure, ...]:
    """All values of ``text`` by position; none lies inside another."""
    text = plain(text)
    taken: list[tuple[int, int]] = []
    found: list[Figure] = []
    for reader in (_addresses, _phones, _dates, _clocks, _ordinals, _amounts):
        for figure in reader(text):
            if not any(start < figure.end and figure.start < end for start, end in taken):
                found.append(figure)
                taken.append((figure.start, figure.end))
    return tuple(_ranges(text, sorted(found, key=lambda figure: figure.start)))


def _ranges(text: str, found: list[Figure]) -> list[Figure]:
    """The first number of "3-5天" counts days too, and the second of "11月9日至11日" is a date."""
    for i, (left, right) in enumerate(pairwise(found)):
        if not _TO.fullmatch(text, left.end, right.start):
            continue
        if left.kind == right.kind == "amount" and right.unit and not left.unit:
            found[i] = replace(left, unit=right.unit)
        elif left.kind == "date" and right.kind == "amount" and right.unit == "天" and left.key.count("-") == 2:
            found[i + 1] = replace(right, kind="date", key=left.key.rpartition("-")[0] + "-" + right.key, unit="")
    return found


def same(one: Figure, other: Figure) -> bool:
    """Whether two values are equal in other writing. A date without a year goes with the same day of any year."""
    if one.kind == other.kind == "date":
        a, b = one.key.split("-"), other.key.split("-")
        shared = [(x, y) for x, y in zip(a, b, strict=False) if x and y]
        return bool(shared) and all(x == y for x, y in shared) and _finer(a, b)
    return one.kind == other.kind and one.key == other.key and compatible(one.unit, other.unit)


def _finer(a: list[str], b: list[str]) -> bool:
    """Whether one of two dates says at least the day or month that the other says."""
    says = [{i for i, part in enumerate(date) if part} for date in (a, b)]
    return says[0] <= says[1] or says[1] <= says[0]


def _addresses(text: str) -> Iterator[Figure]:
    for match in _ADDRESS.finditer(text):
        yield Figure("address", match.group().casefold().rstrip("./,"), "", *match.span())


def _phones(text: str) -> Iterator[Figure]:
    for match in _PHONE.finditer(text):
        group = next((i for i in (1, 2) if match[i]), 0)
        digits = re.sub(r"\D", "", match[group])
        yield Figure("phone", digits.removeprefix("86") if len(digits) == 13 else digits, "", *match.span(group))


def _dates(text: str) -> Iterator[Figure]:
    for pattern in _DATES:
        for match in pattern.finditer(text):
            parts = match.groupdict()
            year, month, day = (_small(parts.get(name)) for name in ("y", "m", "d"))
            if parts.get("mon"):
                month = str(_MONTHS.index(parts["mon"].lower()) + 1)
            if (month and not 0 < int(month) < 13) or (day and not 0 < int(day) < 32):
                continue
            key = f"{year}-{month}-{day}"
            yield Figure("date", key.rstrip("-"), "", *match.span())
    for match in _WEEKDAY.finditer(text):
        name = match[1] or _WEEKDAYS[match[2].lower()]
        yield Figure("date", "周" + name.replace("天", "日"), "", *match.span())


def _small(text: str | None) -> str:
    value = parse_number(text) if text else None
    return "" if value is None else str(int(value))


def _clocks(text: str) -> Iterator[Figure]:
    for match in _CLOCK.finditer(text):
        hour = _small(match["h"] or match["h2"] or match["h3"])
        if (
            not hour
            or int(hour) > 24
            or (
                match["h2"]
                and not match["part"]
                and not match["half"]
                and not match["mi2"]
                and text[match.end() - 1] == "时"
            )
        ):
            continue
        minute = "30" if match["half"] else _small(match["mi"] or match["mi2"]) or "0"
        half = (match["ap"] or match["ap2"] or "").lower()
        late = half.startswith("p") or match["part"] in ("下午", "傍晚", "晚上", "晚")
        number = int(hour) + (12 if late and int(hour) < 12 else 0)
        yield Figure("time", f"{number}:{int(minute):02d}", "", *match.span())


def _ordinals(text: str) -> Iterator[Figure]:
    for match in _ORDINAL.finditer(text):
        value = parse_number(match[1])
        if value is not None:
            yield Figure("ordinal", _written(value), match[2] if match[2] in _ISSUES else "", *match.span())


def _amounts(text: str) -> Iterator[Figure]:
    for match in _PERCENT_OF.finditer(text):
        if (value := parse_number(match[1])) is not None:
            yield Figure("amount", _written(value), "%", *match.span())
    blocked = [match.span() for match in _NOT_NUMBER.finditer(text)]
    for match in _AMOUNT.finditer(text):
        number, sign = match["n"], (match["sign"] or "").strip().casefold()
        if (
            not sign
            and number[0].isdigit()
            and re.search(r"[A-Za-z]-?$", text[max(0, match.start("n") - 2) : match.start("n")])
        ):
            continue  # P7, MIX1: part of a name
        unit = canonical(match["u"]) if match["u"] else SIGNS.get(sign, "")
        if not number[0].isdigit():
            start, end = match.span("n")
            if any(a < end and start < b for a, b in blocked):
                continue
            if len(number) == 1 and (not match["u"] or (number == "一" and match["u"] in _GENERIC)):
                continue  # 三明治, 一个: a single numeral counts only with a measure
        value = parse_number(number)
        if value is not None:
            end = match.end() if match["u"] else match.end("n")
            if not unit and re.fullmatch(r"(?:19|20)\d\d", number):
                yield Figure("date", number, "", match.start("n"), end)
                continue
            yield Figure("amount", _written(value), unit, match.start("sign") if sign else match.start("n"), end)
    for match in _ENGLISH.finditer(text):
        words = re.split(r"[- ]+", match["w"].strip().lower().strip("-"))
        if words == ["one"] and not match["u"]:
            continue
        total = sum(_WORDS[word] for word in words if word) * {"hundred": 100, "thousand": 1000, "million": 10**6}.get(
            (match["s"] or "").lower(), 1
        )
        yield Figure("amount", str(total), canonical(match["u"] or ""), *match.span())


def _written(value: object) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
