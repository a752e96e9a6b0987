"""The numbers that Word writes in front of paragraphs (第一条, 1.2, a)) and keeps out of their text."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from pilothouse.retrieval.documents.archive import attribute, local

_DIGITS = "零一二三四五六七八九"
_PLACE = re.compile(r"%([1-9])")
_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
    *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
_CHINESE = ("chineseCounting", "chineseLegalSimplified", "ideographDigital", "japaneseCounting", "taiwaneseCounting")
_LARGEST = 100_000


class Numbering:
    """Counts the numbered paragraphs of a document in reading order."""

    def __init__(self, root: Element | None) -> None:
        self._levels: dict[tuple[str, int], tuple[str, str, int]] = {}  # (abstract, level): format, text, start
        self._abstract: dict[str, str] = {}
        self._counts: dict[str, list[int]] = {}
        for child in root if root is not None else ():
            if local(child) == "abstractNum":
                self._read(attribute(child, "abstractNumId") or "", child)
            elif local(child) == "num":
                for inner in child:
                    if local(inner) == "abstractNumId":
                        self._abstract[attribute(child, "numId") or ""] = attribute(inner, "val") or ""

    def label(self, number: str, level: int) -> str:
        """The label of the next paragraph of list ``number`` at ``level``; empty for bullets and unknown lists."""
        abstract = self._abstract.get(number, "")
        own = self._levels.get((abstract, level))
        if own is None:
            return ""
        counts = self._counts.setdefault(abstract, [])
        while len(counts) <= level:
            start = self._levels.get((abstract, len(counts)), ("", "", 1))[2]
            counts.append(start - 1 if len(counts) == level else start)
        counts[level] += 1
        del counts[level + 1 :]
        if own[0] in ("bullet", "none", ""):
            return ""

        def place(match: re.Match[str]) -> str:
            at = int(match.group(1)) - 1
            kind = self._levels.get((abstract, at), ("decimal", "", 1))[0]
            return spelled(counts[at], kind) if at < len(counts) else ""

        return _PLACE.sub(place, own[1]).strip()

    def _read(self, abstract: str, element: Element) -> None:
        for child in element:
            if local(child) != "lvl":
                continue
            values = {local(inner): attribute(inner, "val") or "" for inner in child}
            level = attribute(child, "ilvl") or "0"
            start = values.get("start", "1")
            self._levels[abstract, _small(level)] = (
                values.get("numFmt", "decimal"),
                values.get("lvlText", ""),
                _small(start),
            )


def spelled(number: int, kind: str) -> str:
    """``number`` as Word writes it in the format ``kind``; decimal for formats that are not known."""
    if not 0 < number < _LARGEST:
        return str(number)
    if kind.startswith(_CHINESE):
        return chinese(number)
    if kind in ("lowerLetter", "upperLetter"):
        letter = chr(ord("a") + (number - 1) % 26) * min((number - 1) // 26 + 1, 5)
        return letter.upper() if kind == "upperLetter" else letter
    if kind in ("lowerRoman", "upperRoman") and number < 4000:
        roman = ""
        for value, sign in _ROMAN:
            roman += sign * (number // value)
            number %= value
        return roman.upper() if kind == "upperRoman" else roman
    if kind == "decimalEnclosedCircle" and number <= 20:
        return chr(0x2460 + number - 1)
    if kind == "decimalZero":
        return f"{number:02}"
    return str(number)


def chinese(number: int) -> str:
    """1..99999 in Chinese numerals, ten as 十."""
    text = ""
    for unit, sign in ((10_000, "万"), (1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, number = divmod(number, unit)
        if digit:
            text += _DIGITS[digit] + sign
        elif text and number and not text.endswith("零"):
            text += "零"
    text = text.rstrip("零")
    return text[1:] if text.startswith("一十") else text


def _small(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 else 0
