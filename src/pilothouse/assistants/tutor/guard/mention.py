"""Every number that a text says, in whatever spelling, with its unit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from pilothouse.assistants.tutor.guard.foreign import foreign
from pilothouse.assistants.tutor.guard.spelled import ENGLISH, NAMES, PINYIN, ROMAN, english, pinyin, roman
from pilothouse.contracts.numerals import parse_number

Writing = Literal["digits", "chinese", "english", "pinyin", "roman", "base", "foreign"]

_DIGIT = "零一二三四五六七八九两壹贰叁肆伍陆柒捌玖幺"
CHINESE = _DIGIT + "十百千万亿廿卅卌拾佰仟"
_CN = rf"[{CHINESE}]{{1,20}}(?:点[{_DIGIT}]{{1,20}})?"
_ARABIC = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d{1,30})(?:\.\d{1,20})?"
_N = rf"(?:{_ARABIC}(?:(?!千[米克瓦焦帕伏牛卡赫])[十百千万亿]+(?:{_CN}|\d+)?)?|{_CN})"
_TOP = rf"(?:{_ARABIC}|(?:(?!千[米克瓦焦帕伏牛])[{CHINESE}]){{1,20}})"
_SIGN = r"(?:(?<![\w)\]%])-(?!\s)|负|(?<![\d)] )(?:[Mm]inus|negative)\s+)?"
_NUMBER = re.compile(
    rf"(?P<base>0[xX][0-9a-fA-F]{{1,16}}|0[bB][01]{{1,60}}|0[oO][0-7]{{1,20}})(?![A-Za-z0-9])"
    rf"|(?P<power>{_SIGN}\d{{1,12}}(?:\.\d{{1,12}})?\s*\*\s*10\s*\^\s*-?\d{{1,2}})"
    rf"|(?P<percent>{_SIGN}(?:百|千)分之(?:{_N}))"
    rf"|(?P<parts>{_SIGN}(?:(?:{_N})又)?(?:{_N})分之(?:{_TOP}))"
    rf"|(?P<mixed>{_SIGN}\d{{1,9}}\s?(?:又|\+|\s)\s*\d{{1,9}}\s*/\s*\d{{1,9}}(?![\d.]))"
    rf"|(?P<slash>{_SIGN}\d{{1,12}}(?:\.\d{{1,9}})?\s*/\s*\d{{1,12}}(?:\.\d{{1,9}})?)"
    rf"|(?P<tex>\\d?frac\{{\d{{1,12}}\}}\{{\d{{1,12}}\}})"
    rf"|(?P<half>(?<![{CHINESE}])一半)"
    rf"|(?P<number>{_SIGN}{_N}(?:\s*[%‰]|个?半(?=小时|个?月|星期|钟头)|半(?!径))?)"
    rf"|(?P<part>(?<![过多大])半(?=[只个条米斤天年小元]))"
)
_SHARE = re.compile(
    rf"([{_DIGIT}]{{1,2}}|\d{{1,2}}(?:\.\d)?)(折|成(半|[一二三四五六七八九])?)(?![为了功本长立员都绩就果分])"
)
_NAMED = re.compile(rf"{NAMES}|half|quarter")
_NEGATIVE = re.compile(r"^(?:[-负]|[Mm]inus|negative)\s*")
_LETTER = re.compile("[A-Za-z\u3041-\u309f]")
_ENGLISH, _PINYIN, _ROMAN = re.compile(ENGLISH), re.compile(PINYIN), re.compile(ROMAN)
_UNITS = """
平方千米 平方分米 平方厘米 平方毫米 平方米 立方分米 立方厘米 立方米 千米 公里 分米 厘米 毫米 微米 米 千克 公斤
毫克 吨 斤 克 毫升 升 小时 分钟 秒钟 秒 天 星期 周 个月 月 年级 年 岁 世纪 度 元 角 分 块 毛 只 个 条 头 匹 棵 朵
本 支 张 把 辆 艘 架 台 件 套 双 副 对 人 名 位 群 颗 粒 根 箱 盒 袋 瓶 杯 筐 桶 包 组 排 行 列 层 间 座 栋 幢 场
局 步 次 遍 倍 种 道 题 问 页 句 段 词 字 点 边 面 牛 瓦 安 伏 欧 焦 帕 公顷 亩 摄氏度 牛顿 千瓦时 千瓦 焦耳
帕斯卡 伏特 安培 欧姆 km/h m/s km^2 m^2 dm^2 cm^2 mm^2 m^3 dm^3 cm^3 km cm dm mm kg mg g ml l m t h min s kwh kw w
n j pa v a hours hour minutes minute seconds days weeks years meters miles feet dollars cents legs heads chickens
rabbits cards boxes pencils students books apples points steps parts questions ways hints degrees
"""
UNITS = frozenset(_UNITS.split())
_UNIT = re.compile(r"\s?(" + "|".join(re.escape(u) for u in sorted(UNITS, key=len, reverse=True)) + ")", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mention:
    """``value`` of the characters ``start:end``; ``raw`` is the number before a percent sign; ``parts`` are the numbers
    that a fraction was made of; ``whole`` tells that a fraction bar was in fact a division without rest."""

    value: Fraction
    start: int
    end: int
    unit: str = ""
    writing: Writing = "digits"
    raw: Fraction | None = None
    parts: tuple[Fraction, ...] = ()


def mentions(text: str) -> list[Mention]:
    """The numbers in ``text`` (written as ``plain`` writes) in their order; expressions are not evaluated here."""
    found: list[Mention] = []
    for match in _NUMBER.finditer(text):
        if (mention := _read(match)) is not None:
            found.append(mention)
    found += [mention for match in _SHARE.finditer(text) if (mention := _share(match))]
    if _LETTER.search(text):
        for more in (*_english(text), *_pinyin(text), *_roman(text), *_foreign(text)):
            if any(m.start <= more.start < m.end for m in found):
                continue
            found = [m for m in found if m.end <= more.start or more.end <= m.start]  # er4shi2 holds no 4 and no 2
            found.append(more)
        found.sort(key=lambda mention: mention.start)
    return found


def _share(match: re.Match[str]) -> Mention | None:
    """七五折, 七成半: tenths and hundredths."""
    digits = [number(mark) for mark in match[1] if mark != "."]
    if match[1][0].isdigit() and "." not in match[1] and len(digits) == 2:
        digits = digits[:1] if match[1].endswith("0") else digits
    value = sum((Fraction(digit or 0) / 10 ** (at + 1) for at, digit in enumerate(digits)), Fraction(0))
    if match[3]:
        value += Fraction(5 if match[3] == "半" else number(match[3]) or 0) / 100
    writing: Writing = "digits" if match[1][0].isdigit() else "chinese"
    return Mention(value, match.start(), match.end(), "", writing)


def _foreign(text: str) -> list[Mention]:
    return [Mention(Fraction(value), start, end, unit_at(text, end), "foreign") for value, start, end in foreign(text)]


def kilo(mention: Mention, text: str) -> Mention | None:
    """三千米 as 3 km: the other reading of a numeral that ends in 千 before 米, 克, 瓦."""
    if mention.writing != "chinese" or text[mention.end - 1 : mention.end] != "千":
        return None
    unit = unit_at(text, mention.end - 1)
    return Mention(mention.value / 1000, mention.start, mention.end, unit, "chinese") if unit[:1] == "千" else None


def _english(text: str) -> list[Mention]:
    low = text.lower()
    if not _NAMED.search(low):
        return []
    return [
        Mention(value, match.start(), match.end(), unit_at(text, match.end()), "english")
        for match in _ENGLISH.finditer(low)
        if (value := english(match.group())) is not None
    ]


def _pinyin(text: str) -> list[Mention]:
    found = []
    for match in _PINYIN.finditer(text.lower()):
        body = match.group().rstrip(" '-_\t\n")
        if (value := pinyin(body)) is not None:
            found.append(Mention(value, match.start(), match.start() + len(body), "", "pinyin"))
    return found


def _roman(text: str) -> list[Mention]:
    named = "罗马" in text or "roman" in text.lower()  # otherwise a single letter is a letter
    return [
        Mention(roman(match.group()), match.start(), match.end(), "", "roman")
        for match in _ROMAN.finditer(text)
        if len(match.group()) > 1 or (match.group() and named)
    ]


def unit_at(text: str, at: int) -> str:
    """The unit or measure word that begins at ``at``, lower case."""
    match = _UNIT.match(text, at)
    if match is None:
        return ""
    unit = match[1]
    follows = text[match.end() : match.end() + 1]
    return "" if unit.isascii() and follows.isascii() and follows.isalnum() else unit.lower()


def _read(match: re.Match[str]) -> Mention | None:
    text, start, end = match.group(), match.start(), match.end()
    unit = unit_at(match.string, end)
    kind = match.lastgroup
    writing: Writing = "digits" if re.search(r"\d", text) else "chinese"
    sign = -1 if text[0] in "-负mMn" else 1
    body = _NEGATIVE.sub("", text)
    if kind == "base":
        return Mention(Fraction(int(text, 0)), start, end, "", "base")
    if kind in ("half", "part"):
        return Mention(Fraction(1, 2), start, end, unit, "chinese")
    if kind == "power":
        front, _, exponent = body.replace(" ", "").partition("*10^")
        return Mention(sign * Fraction(front) * Fraction(10) ** int(exponent), start, end, unit, writing)
    if kind == "percent":
        raw = number(body[3:])
        return (
            None
            if raw is None
            else Mention(sign * raw / (100 if body[0] == "百" else 1000), start, end, unit, writing, sign * raw)
        )
    if kind == "parts":
        whole, _, rest = body.rpartition("又")
        bottom, _, top = rest.partition("分之")
        return _fraction(sign, whole, top, bottom, start, end, unit, writing)
    if kind in ("mixed", "slash", "tex"):
        numbers = re.findall(r"\d+(?:\.\d+)?", body)
        top, bottom = numbers[-2:]
        return _fraction(sign, numbers[0] if len(numbers) > 2 else "", top, bottom, start, end, unit, writing)
    share = body[-1] if body[-1] in "%‰" else ""
    half = Fraction(1, 2) if body[-1] == "半" else Fraction(0)
    value = number(body.rstrip("%‰ 半个"))
    if value is None:
        return None
    if share:
        return Mention(sign * value / (100 if share == "%" else 1000), start, end, unit, writing, sign * value)
    return Mention(sign * (value + half), start, end, unit, writing)


def _fraction(
    sign: int, whole: str, top: str, bottom: str, start: int, end: int, unit: str, writing: Writing
) -> Mention | None:
    a, b = number(top), number(bottom)
    w = number(whole) if whole else Fraction(0)
    if a is None or not b or w is None:
        return None
    return Mention(sign * (w + a / b), start, end, unit, writing, None, (a, b))


def number(text: str) -> Fraction | None:
    """One plain number, Arabic or Chinese."""
    value: Decimal | None = parse_number(text)
    return None if value is None else Fraction(value)
