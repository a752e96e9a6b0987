"""Numbers in English words: twenty-three, one hundred and five, two thirds, half."""

from __future__ import annotations

import re
from fractions import Fraction

from pilothouse.contracts.numerals import ENGLISH_SCALES, ENGLISH_SMALL, ENGLISH_TENS

_PARTS = {
    "half": 2, "halves": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9,
    "tenth": 10,
}  # fmt: skip
_PARTS |= {word + "s": value for word, value in _PARTS.items() if word not in ("half", "halves")}
_WORD = "|".join(sorted((*ENGLISH_SMALL, *ENGLISH_TENS, *ENGLISH_SCALES), key=len, reverse=True))
PATTERN = (
    rf"(?<![A-Za-z])(?i:(?:(?:{_WORD})(?![A-Za-z])(?:(?:\s+and\s+|[\s-]+)(?:{_WORD})(?![A-Za-z])){{0,12}}"
    rf"(?:(?:\s+and)?(?:\s+a)?[\s-]+(?:{'|'.join(sorted(_PARTS, key=len, reverse=True))})(?![A-Za-z]))?"
    rf"|(?:a\s+)?half(?![A-Za-z])"
    rf"|(?:a|one)\s+quarter(?![A-Za-z])))"
)
_SPLIT = re.compile(r"[\s-]+")


def read_words(text: str) -> Fraction | None:
    """The value of an English numeral, ``None`` when it isn't one.

    >>> read_words("one hundred and five"), read_words("two thirds"), read_words("two and a half")
    (Fraction(105, 1), Fraction(2, 3), Fraction(5, 2))
    """
    words = [word for word in _SPLIT.split(text.lower().strip()) if word not in ("and", "a")]
    part = _PARTS.get(words[-1]) if words else None
    if part is None:
        return _whole(words)
    if len(words) == 1:
        return Fraction(1, part)
    if words[-1] == "half":
        whole = _whole(words[:-1])
        return (
            None
            if whole is None
            else Fraction(1, 2)
            if words[0] == "one" and " and " not in text
            else whole + Fraction(1, 2)
        )
    top = _whole(words[-2:-1])
    rest = _whole(words[:-2]) if len(words) > 2 else Fraction(0)
    return None if top is None or rest is None else rest + top / part


def _whole(words: list[str]) -> Fraction | None:
    total = section = 0
    last = 10**12
    for word in words:
        if word in ENGLISH_SCALES:
            scale = ENGLISH_SCALES[word]
            if scale == 100:
                section, last = (section or 1) * 100, 100
            else:
                total, section, last = total + (section or 1) * scale, 0, 10**12
            continue
        value = ENGLISH_SMALL.get(word, ENGLISH_TENS.get(word, -1))
        size = 1 if word in ENGLISH_SMALL else 10
        if value < 0 or size >= last or (last == 10 and value >= 10):
            return None
        section, last = section + value, size
    return Fraction(total + section) if words else None
