"""Values of numbers written in Arabic or Chinese numerals."""

from __future__ import annotations

import re
from decimal import Decimal

DIGITS = "零〇一二两三四五六七八九壹贰叁肆伍陆柒捌玖"
UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
MYRIADS = {"万": 10**4, "亿": 10**8}
_VALUES = {
    "零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
    "壹": 1, "贰": 2, "叁": 3, "肆": 4, "伍": 5, "陆": 6, "柒": 7, "捌": 8, "玖": 9,
}  # fmt: skip
_ARABIC = re.compile(r"(\d[\d,]*(?:\.\d+)?)\s*([十百千万亿]*)")


def value(text: str) -> str | None:
    """The value of a numeral in canonical decimal form (``"五十万"`` and ``"500,000"`` give ``"500000"``).

    ``None`` when ``text`` is not one numeral.
    """
    if match := _ARABIC.fullmatch(text):
        number = Decimal(match[1].replace(",", ""))
        for unit in match[2]:
            number *= UNITS.get(unit) or MYRIADS[unit]
        return plain(number)
    whole, point, fraction = text.partition("点")
    if point:
        integer = value(whole)
        if integer is None or not fraction or any(mark not in _VALUES for mark in fraction):
            return None
        return plain(Decimal(integer + "." + "".join(str(_VALUES[mark]) for mark in fraction)))
    if not text or any(mark not in _VALUES and mark not in UNITS and mark not in MYRIADS for mark in text):
        return None
    if len(text) > 1 and all(mark in _VALUES for mark in text):
        return plain(Decimal("".join(str(_VALUES[mark]) for mark in text)))  # 二〇二六
    composed = _composed(text)
    return None if composed is None else plain(Decimal(composed))


def _composed(text: str) -> int | None:
    total = section = digit = 0
    scale = 1  # what a trailing single digit counts: 一百二 is 120, 三万五 is 35,000
    for mark in text:
        if mark in _VALUES:
            if digit:
                return None  # 五六百 is an estimate, not a number
            digit = _VALUES[mark]
            if digit == 0:
                scale = 1
        elif mark in UNITS:
            section += (digit or 1) * UNITS[mark]
            digit, scale = 0, UNITS[mark] // 10
        else:
            total = (total + section + digit or 1) * MYRIADS[mark]
            section = digit = 0
            scale = MYRIADS[mark] // 10
    return total + section + digit * scale


def plain(number: Decimal) -> str:
    """``number`` without exponent and trailing zeros."""
    text = f"{number:f}"
    return (text.rstrip("0").rstrip(".") or "0") if "." in text else text.lstrip("0") or "0"
