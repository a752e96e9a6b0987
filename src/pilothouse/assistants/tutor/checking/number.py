"""Numbers as pupils write them, found at a place in a text: 1,288, 3/4, 1又1/2, 三分之二, 25%, 3×10^8, 八折,
一百零五, two thirds."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Literal

from pilothouse.assistants.tutor.checking.english import PATTERN as ENGLISH
from pilothouse.assistants.tutor.checking.english import read_words
from pilothouse.contracts.numerals import NUMERAL, parse_number

Form = Literal["integer", "decimal", "fraction", "mixed", "percent", "scientific"]


@dataclass(frozen=True, slots=True)
class Number:
    """``value`` without sign; ``end``: where it ends in the text; ``reduced``: false for 2/6; ``places``:
    decimals written."""

    value: Fraction
    end: int
    form: Form
    places: int = 0
    reduced: bool = True
    parts: tuple[Fraction, ...] = ()


_INT = r"(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]{1,40}(?![0-9]))"
_DEC = rf"(?:{_INT}(?:\.[0-9]{{1,40}}(?![0-9]))?|\.[0-9]{{1,40}}(?![0-9]))"
_CN = rf"(?:[{NUMERAL}兩萬億]|[0-9]{{1,12}}(?:\.[0-9]{{1,12}})?(?=[十百千万亿萬億]))[{NUMERAL}兩萬億0-9]{{0,24}}"
_PART = rf"(?:{_DEC}|[{NUMERAL}兩萬億]{{1,16}})"

PATTERN = re.compile(
    rf"(?P<broken>[0-9]+(?:\.[0-9]+){{2,}}|[0-9]{{41,}}(?:\.[0-9]+)?)"
    rf"|(?P<repeat>(?:{_INT})?\.(?P<head>[0-9]{{0,6}}?)(?P<cycle>[0-9]{{1,6}})(?P=cycle)+(?:\.{{3,6}}|…{{1,2}})(?!\s?[0-9]))"
    rf"|(?P<mixed>(?P<mw>{_INT})(?:\s?又\s?|\s+and\s+|\s+)(?P<mn>{_INT})\s?/\s?(?P<md>{_INT}))(?!\s?/|\.?[0-9])"
    rf"|(?P<cn>(?:(?P<cw>{_PART})又)?(?P<cd>{_PART})分之(?P<ct>{_PART}))"
    rf"|(?P<percent>(?P<pv>{_DEC})\s?(?:%|per\s?cent\b|个百分点)(?!\s?[0-9(]))"
    rf"|(?P<sci>(?P<sm>{_DEC})\s?(?:(?:×|\*|x|X|·|乘以?)\s?10\s?(?:\^|\*\*|的)\s?\(?(?P<se>[-负]?[0-9]{{1,3}}|负?[{NUMERAL}]{{1,3}})\)?(?:次方|次幂)?"
    rf"|[eE](?P<sx>[-+]?[0-9]{{1,3}})(?![0-9a-zA-Z])))"
    rf"|(?P<frac>(?P<fn>{_INT})\s?/\s?(?P<fd>{_INT}))(?!\s?[/^]|\.[0-9]|[0-9])"
    rf"|(?P<off>(?P<ov>[一二两三四五六七八九]{{1,2}}|[0-9]{{1,2}}(?:\.[0-9])?)(?P<oc>折|成(?P<oh>半|[一二三四五六七八九])?)(?![为了功本长立员都绩就果]))"
    rf"|(?P<word>{ENGLISH})"
    rf"|(?P<han>{_CN})"
    rf"|(?P<dec>{_DEC})"
)
# Where a Chinese numeral is part of another word.
_STRAY_AFTER = re.compile(
    r"(?:一(?:个(?=[:：，,]|数|答案|方程|条件)|共|样|定|起|些|点(?![0-9零一二三四五六七八九])|般|直|边|旦|切|向|会|眼|元|同|遍|开始|想|看|算|试|步步|方面)"
    r"|[二两三四五六七八九](?:元[一二三]次|次函数|次方程|次项|角(?=[形函板星尺锥柱钢铁])|边(?:形)?|者|方面|棱|面体)|十(?:分(?![钟之])|足)|百分(?!之)|千(?:万(?!元|人|米)|克|米|瓦)"
    r"|万(?:一|分|能)|半(?:径|圆|天|路|衰期|数)|两(?:者|边|种方法|步|次方程|问|个(?:未知数|方程|条件|式子|答案|数|部分|问题)))"
)
_STRAY_BEFORE = re.compile(r"(?:第|星期|周|礼拜|初|唯|统|专|逐|同|其中|每|任|某|另|哪|这|那|不|万|几|有些|进|单|独)$")
_ROW = re.compile(r"(?:一两|一二|二三|两三|三四|四五|五六|六七|七八|八九)(?=[只个条头本人棵十百千万名天元米])")
_CLASSIFIED = re.compile(
    r"\s*(?:$|[，。,.;；!！?？、\n)）=]|吧|吗|呢|啊|呀|了|哦|嘛|的|加|减|乘|除|等于|比|倍|和|与|或|还是|对)"
)


_SCALED = re.compile(r"千[米克瓦焦帕伏赫牛欧卡]|百帕")  # 3千米 is 3 km


def number_at(text: str, position: int) -> tuple[Number | None, int] | None:
    """The number that begins at ``position``. ``(None, end)``: what stands there looks like a number and is
    none (一共, 1.2.3)."""
    match = PATTERN.match(text, position)
    if match is None:
        return None
    kind = match.lastgroup or ""
    for kind in ("broken", "repeat", "mixed", "cn", "percent", "sci", "frac", "off", "word", "han", "dec"):
        if match[kind] is not None:
            break
    end = match.end()
    found = _READERS[kind](match, text) if kind in _READERS else None
    if found is None and kind in ("han", "off", "cn", "mixed", "percent", "sci", "frac", "repeat"):
        plain = re.compile(_DEC).match(text, position)
        if plain:
            return _decimal(plain[0], plain.end()), plain.end()
        if kind != "han":
            han = re.compile(_CN).match(text, position)
            if han:
                return _han(han[0], text, position, han.end()), han.end()
    return found, found.end if found else end


def _decimal(text: str, end: int) -> Number:
    _, _, decimals = text.partition(".")
    return Number(Fraction(text.replace(",", "")), end, "decimal" if decimals else "integer", len(decimals))


def _over(top: str, bottom: str, end: int, whole: str = "") -> Number | None:
    a, b = Fraction(top.replace(",", "")), Fraction(bottom.replace(",", ""))
    if not b:
        return None
    reduced = gcd(a.numerator, b.numerator) == 1 and (not whole or a < b)
    value = a / b + (Fraction(whole.replace(",", "")) if whole else 0)
    return Number(value, end, "mixed" if whole else "fraction", reduced=reduced, parts=(a, b))


def _mixed(match: re.Match[str]) -> Number | None:
    """1 1/2; but in "140-94=46 46/2=23" a new calculation begins."""
    joined = re.search("又|and", match["mixed"])
    proper = int(match["mn"].replace(",", "")) < int(match["md"].replace(",", ""))
    return _over(match["mn"], match["md"], match.end(), match["mw"]) if joined or proper else None


def _chinese(text: str) -> Fraction | None:
    value = parse_number({"百": "一百", "千": "一千", "万": "一万"}.get(text, text))
    return None if value is None else Fraction(value)


def _parted(match: re.Match[str], text: str) -> Number | None:
    raw, end = match["ct"], match.end()
    if _SCALED.match(text, end - 1):
        raw, end = raw[:-1], end - 1
    bottom, top = _chinese(match["cd"]), _chinese(raw)
    whole = _chinese(match["cw"]) if match["cw"] else Fraction(0)
    if (
        not bottom
        or top is None
        or whole is None
        or _STRAY_BEFORE.search(text[max(0, match.start() - 2) : match.start()])
    ):
        return None
    percent = bottom in (100, 1000) and not match["cw"]
    reduced = percent or (top.denominator == 1 and gcd(int(top), int(bottom)) == 1)
    form: Form = "percent" if percent else "mixed" if match["cw"] else "fraction"
    return Number(whole + top / bottom, end, form, reduced=reduced)


def _scientific(match: re.Match[str], text: str) -> Number | None:
    raw = match["se"] or match["sx"]
    exponent = parse_number(raw.replace("+", ""))
    if exponent is None or abs(exponent) > 300:
        return None
    mantissa = _decimal(match["sm"], 0)
    return Number(mantissa.value * Fraction(10) ** int(exponent), match.end(), "scientific", mantissa.places)


def _discount(match: re.Match[str], text: str) -> Number | None:
    if match.start() and text[match.start() - 1] in "第变组达完":
        return None
    raw = match["ov"]
    digits = [parse_number(char) for char in raw] if not raw[0].isdigit() else []
    if digits:
        value = sum((Fraction(digit or 0) / 10 ** (at + 1) for at, digit in enumerate(digits)), Fraction(0))
    else:
        value = Fraction(raw) / (100 if len(raw) == 2 and "." not in raw else 10)
    if match["oh"]:
        value += Fraction(parse_number(match["oh"]) or 0) / 100 if match["oh"] != "半" else Fraction(5, 100)
    return Number(value, match.end(), "percent")


def _repeating(match: re.Match[str], text: str) -> Number | None:
    digits = match["repeat"].rstrip(".…")
    whole, _, decimals = digits.partition(".")
    head, cycle = match["head"], match["cycle"]
    shown = len(decimals) - len(head)
    if shown < 2:
        return None
    base = Fraction((whole.replace(",", "") or "0") + "." + (head or "0"))
    tail = Fraction(int(cycle), (10 ** len(cycle) - 1) * 10 ** len(head))
    return Number(base + tail, match.end(), "decimal", len(decimals))


def _word(match: re.Match[str], text: str) -> Number | None:
    value = read_words(match["word"])
    if value is None:
        return None
    if match["word"].lower() in ("one", "half", "a half"):
        before = text[: match.start()].rstrip().lower()
        if before and not re.search(
            r"(?:\bis|=|\bequals|\banswer|\bget|\bgot|\bonly|\bjust|\bhave|\bhas|[,.:;!?])$", before
        ):
            return None
    return Number(value, match.end(), "integer" if value.denominator == 1 else "fraction")


def _han(raw: str, text: str, start: int, end: int) -> Number | None:
    if (
        _ROW.match(text, start)
        or _STRAY_AFTER.match(text, start)
        or _STRAY_BEFORE.search(text[max(0, start - 2) : start])
    ):
        return None
    if raw[0].isdigit() and _SCALED.match(text, end - 1):
        raw, end = raw[:-1], end - 1
    if len(raw) > 1 and raw.endswith("两"):  # 三两 is 150 g, 一两 no 12
        raw, end = raw[:-1], end - 1
    value = parse_number(raw)
    while value is None and len(raw) > 1:  # 十二两: the last character is a unit
        raw, end = raw[:-1], end - 1
        value = parse_number(raw)
    if value is None:
        return None
    if raw == "半" and text[max(0, start - 1) : start] not in ("", " ", "是", "=", "，", "得", "：", ":"):
        following = text[end : end + 1]
        if not following or following not in "个米元天小年斤升块吨公千厘":
            return None
    if len(raw) == 1 and raw in "一二两三四五六七八九万千百点" and not _CLASSIFIED.match(text, end):
        from pilothouse.assistants.tutor.checking.unit import unit_at

        if unit_at(text, end + (text[end : end + 1] == " ")) is None or raw in "万千百点":
            return None
    _, _, decimals = raw.partition("点")
    return Number(Fraction(value), end, "decimal" if decimals else "integer", len(decimals))


_READERS: dict[str, Callable[[re.Match[str], str], Number | None]] = {
    "repeat": _repeating,
    "mixed": lambda m, t: _mixed(m),
    "cn": _parted,
    "percent": lambda m, t: Number(
        Fraction(m["pv"].replace(",", "")) / 100, m.end(), "percent", _decimal(m["pv"], 0).places
    ),
    "sci": _scientific,
    "frac": lambda m, t: _over(m["fn"], m["fd"], m.end()),
    "off": _discount,
    "word": _word,
    "han": lambda m, t: _han(m["han"], t, m.start(), m.end()),
    "dec": lambda m, t: _decimal(m["dec"], m.end()),
}
