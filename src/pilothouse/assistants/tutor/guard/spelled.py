"""Numbers written in words: English, pinyin, Roman."""

from __future__ import annotations

import re
from fractions import Fraction

from pilothouse.contracts.numerals import ENGLISH_SCALES, ENGLISH_SMALL, ENGLISH_TENS, chinese_number, parse_number

_SMALL = ENGLISH_SMALL | {"nought": 0, "nil": 0, "fourty": 40, "dozen": 12}
_PARTS = {
    "half": 2, "halves": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "hundredth": 100,
}  # fmt: skip
_WORD = "|".join(sorted((*_SMALL, *ENGLISH_TENS, *ENGLISH_SCALES), key=len, reverse=True))
_PART = "|".join(_PARTS)
NAMES = _WORD
"""The English number words, parted by "|"."""
ENGLISH = (
    rf"(?:(?:minus|negative)\s+)?(?:\b(?:a\s+|an\s+)?(?:{_WORD})(?:(?:\s*-\s*|\s+and\s+|\s+|)(?:{_WORD}))*"
    rf"(?:\s+point(?:\s+(?:{_WORD}))+)?(?:\s+and\s+(?:a|one)\s+half)?(?:[\s-]+(?:{_PART})s?)?"
    rf"|\b(?:a\s+|one\s+)?half|a\s+quarter)\b"
)
"""A regular expression of an English number, lower case."""

_SYLLABLES = {
    "ling": "零", "yi": "一", "er": "二", "san": "三", "si": "四", "wu": "五", "liu": "六", "qi": "七", "ba": "八",
    "jiu": "九", "shi": "十", "bai": "百", "qian": "千", "wan": "万", "liang": "两", "dian": "点", "fu": "负",
}  # fmt: skip
_SYLLABLE = "|".join(sorted(_SYLLABLES, key=len, reverse=True))
PINYIN = rf"\b(?:(?:{_SYLLABLE})[1-5]?[\s'\-_]*)+(?![a-z0-9])"
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
ROMAN = r"(?<![A-Za-z])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?![A-Za-z])"


def english(text: str) -> Fraction | None:
    """``english("minus twenty-three")`` is -23; "two three" is 23 digit by digit; "three quarters" 3/4."""
    words = re.findall(rf"(?:{_PART})s?(?![a-z])|{_WORD}|\w+", text.lower())
    sign = -1 if words and words[0] in ("minus", "negative") else 1
    words = words[1:] if sign < 0 else words
    half = Fraction(0)
    if words[-3:] in (["and", "a", "half"], ["and", "one", "half"]):
        words, half = words[:-3], Fraction(1, 2)
    words = [word for word in words if word not in ("and", "a", "an")]
    if not words:
        return None
    parts = _PARTS.get(words[-1].removesuffix("s")) or _PARTS.get(words[-1])
    if parts:
        top = _whole(words[:-1]) if words[:-1] else Fraction(1)
        return None if top is None else sign * top / parts
    if "point" in words:
        at = words.index("point")
        whole, digits = _whole(words[:at]), [_SMALL.get(word, -1) for word in words[at + 1 :]]
        if whole is None or not digits or any(not 0 <= digit <= 9 for digit in digits):
            return None
        return sign * (whole + Fraction(int("".join(map(str, digits))), 10 ** len(digits)))
    value = _whole(words)
    return None if value is None else sign * (value + half)


def _whole(words: list[str]) -> Fraction | None:
    if len(words) > 1 and all(_SMALL.get(word, 10) < 10 for word in words):
        return Fraction(int("".join(str(_SMALL[word]) for word in words[:20])))
    total = section = 0
    for word in words[:12]:
        if word in ENGLISH_SCALES:
            scale = ENGLISH_SCALES[word]
            section = (section or 1) * scale
            if scale > 100:
                total, section = total + section, 0
        elif word == "dozen":
            section = (section or 1) * 12
        elif word in _SMALL or word in ENGLISH_TENS:
            section += _SMALL.get(word, ENGLISH_TENS.get(word, 0))
        else:
            return None
    return Fraction(total + section)


def pinyin(text: str) -> Fraction | None:
    """``pinyin("er shi san")`` and ``pinyin("er4shi2san1")`` are 23."""
    syllables = re.findall(_SYLLABLE, text.lower())
    sign = -1 if syllables[:1] == ["fu"] else 1
    value = parse_number("".join(_SYLLABLES[syllable] for syllable in syllables[sign < 0 :]))
    return None if value is None else sign * Fraction(value)


def roman(text: str) -> Fraction:
    values = [_ROMAN[mark] for mark in text]
    return Fraction(sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True)))


def say(value: Fraction) -> list[str]:
    """How first letters could spell ``value`` (integers below 10,000): digits, Chinese numerals, English, pinyin."""
    if value.denominator != 1 or not 0 <= value < 10_000:
        return []
    number = int(value)
    chinese = chinese_number(number)
    sounds = {mark: sound for sound, mark in _SYLLABLES.items()}
    return [str(number), chinese, _say(number), "".join(sounds.get(mark, "") for mark in chinese)]


def _say(number: int) -> str:
    words = {**_SMALL, **ENGLISH_TENS}
    names = {value: word for word, value in words.items() if word not in ("nought", "nil", "fourty", "dozen")}
    if number in names:
        return names[number]
    if number < 100:
        return names[number - number % 10] + names[number % 10]
    scale, name = (1000, "thousand") if number >= 1000 else (100, "hundred")
    return _say(number // scale) + name + (_say(number % scale) if number % scale else "")
