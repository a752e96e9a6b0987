"""Numbers as people write and say them in Chinese: 三十八, 两百五, 3万5, 一千零五十, 三点五, 半."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

_DIGITS = {
    **{digit: value for value, digit in enumerate("零一二三四五六七八九")},
    **{digit: value for value, digit in enumerate("壹贰叁肆伍陆柒捌玖", start=1)},
    **{"〇": 0, "两": 2, "兩": 2, "貳": 2, "參": 3, "叄": 3, "陸": 6, "幺": 1},
}
_UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_MYRIADS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_CONTRACTIONS = {"廿": "二十", "卅": "三十", "卌": "四十"}
_LONGEST = 40
"""Longer strings are not numbers anybody says; the limit keeps hostile input cheap."""

NUMERAL = "零〇一二三四五六七八九两十百千万亿廿卅卌半点壹贰叁肆伍陆柒捌玖拾佰仟"
"""The characters a (simplified) Chinese number consists of: for building regular expressions."""

_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
ENGLISH_SMALL = {word: value for value, word in enumerate(_ENGLISH.split())}
ENGLISH_TENS = {word: 10 * value for value, word in enumerate(_ENGLISH_TENS.split(), start=2)}
ENGLISH_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
"""English number words with their values: zero to nineteen, twenty to ninety, and what they are multiplied with."""

_ARABIC = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+")
_TOKEN = re.compile(r"\d+(?:\.\d+)?|.")


def parse_number(text: str) -> Decimal | None:
    """Read ``text`` as one number; ``None`` when it is not a number as a whole.

    >>> parse_number("两百五"), parse_number("3万5"), parse_number("１,288"), parse_number("三点五")
    (Decimal('250'), Decimal('35000'), Decimal('1288'), Decimal('3.5'))
    """
    text = re.sub(r"\s", "", unicodedata.normalize("NFKC", text))
    if not text or len(text) > _LONGEST or not text.isprintable():
        return None
    if text[0] in "-−负負":
        value = parse_number(text[1:]) if text[1:2] not in ("-", "−", "负", "負", "+") else None
        return None if value is None else -value
    text = text.removeprefix("+")
    if _ARABIC.fullmatch(text) and text.isascii():
        return Decimal(text.replace(",", ""))
    if text in ("半", "一半"):
        return Decimal("0.5")
    for short, long in _CONTRACTIONS.items():
        text = text.replace(short, long)
    whole, point, fraction = text.replace("點", "点").partition("点")
    integer = _integer(whole)
    if integer is None or not point:
        return integer
    digits = "".join(str(_DIGITS.get(char, char)) for char in fraction)
    if integer != integer.to_integral_value() or not digits.isascii() or not digits.isdigit():
        return None
    return Decimal(f"{integer:f}.{digits}")


def _integer(text: str) -> Decimal | None:
    for unit in ("亿億", "万萬"):
        cut = max(text.rfind(unit[0]), text.rfind(unit[1]))
        if cut < 0:
            continue
        scale = _MYRIADS[text[cut]]
        high, low = _integer(text[:cut]), text[cut + 1 :]
        # 万 may stand before 亿 (一万亿) but not before another 万.
        if high is None or high <= 0 or (scale == 10**4 and high >= 10**4):
            return None
        rest = _tail(low, scale)
        return None if rest is None else high * scale + rest
    return _section(text)


def _tail(text: str, scale: int) -> Decimal | None:
    """What follows a unit: nothing, a digit one place lower (三万五), or a smaller number (三万零五)."""
    if not text:
        return Decimal(0)
    if len(text) == 1 and (_DIGITS.get(text) or (text.isascii() and text.isdigit() and text != "0")):
        return Decimal(_DIGITS.get(text) or text) * scale / 10
    rest = _integer(text[1:] if text[0] in "零〇" else text)
    return rest if rest is not None and 0 < rest < scale else None


def _section(text: str) -> Decimal | None:
    """A number below ten thousand without 万 and 亿, or a row of digits (二零二六)."""
    if not text:
        return None
    if all(char in _DIGITS for char in text):
        return Decimal("".join(str(_DIGITS[char]) for char in text))
    tokens = _TOKEN.findall(text)
    total, last_unit, index = Decimal(0), 10**4, 0
    while index < len(tokens):
        token = tokens[index]
        gap = token in "零〇" and last_unit < 10**4
        if gap:
            index += 1
            token = tokens[index] if index < len(tokens) else ""
        if token in "十拾" and token:
            digit, index = Decimal(1), index - 1  # 十五, 一百十五: the one is silent
        elif token in _DIGITS:
            digit = Decimal(_DIGITS[token])
        elif token and token.isascii() and token[0].isdigit():
            digit = Decimal(token)
        else:
            return None
        unit = _UNITS.get(tokens[index + 1]) if index + 1 < len(tokens) else None
        if unit is None:
            if index + 1 != len(tokens) or (last_unit < 10**4 and not 0 < digit < 10 and not gap):
                return None
            # 两百五 is 250; only 零 keeps the last digit a one: 两百零五.
            return total + (digit if gap or last_unit == 10**4 else digit * last_unit / 10)
        if unit >= last_unit or digit <= 0 or (total and digit >= 10):
            return None
        total, last_unit, index = total + digit * unit, unit, index + 2
    return total


def chinese_number(n: int) -> str:
    """Say an integer: ``chinese_number(2050)`` is "两千零五十".

    Raises:
        ValueError: ``n`` has more than sixteen digits.
    """
    if abs(n) >= 10**16:
        raise ValueError(f"{n!r} is too large to be said with 亿")
    if n < 0:
        return "负" + chinese_number(-n)
    if n == 0:
        return "零"
    text = _say(n)
    return text[1:] if text.startswith("一十") else text


def _say(n: int) -> str:
    for scale, unit in ((10**8, "亿"), (10**4, "万"), (1000, "千"), (100, "百"), (10, "十")):
        if n >= scale:
            high, low = divmod(n, scale)
            head = "两" if high == 2 and scale >= 1000 else _say(high)
            if scale >= 10**4 and head.startswith("一十"):
                head = head[1:]
            return head + unit + (("零" if low < scale // 10 else "") + _say(low) if low else "")
    return "零一二三四五六七八九"[n]
