"""How a spreadsheet shows the number in a cell: its number format (ECMA-376 part 1, 18.8.30), the common part of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from xml.etree.ElementTree import Element

from pilothouse.retrieval.documents.archive import attribute, local

_BUILT_IN = {
    **{1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 46: "[h]:mm:ss"},
    **dict.fromkeys((37, 38), "#,##0"),
    **dict.fromkeys((39, 40), "#,##0.00"),
    **dict.fromkeys((14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58), "yyyy-mm-dd"),
    **dict.fromkeys((18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56), "h:mm"),
    22: "yyyy-mm-dd h:mm",
}
_EPOCH = datetime(1899, 12, 30)
_LAST_DAY = 2_958_465  # 9999-12-31
_SKIPPED = re.compile(r"\[[^\]]*\]|_.|\*.")
_LITERAL = re.compile(r"\"([^\"]*)\"|\\(.)")
_DIGITS = re.compile(r"[#0?][#0?,]*(?:\.([#0?]+))?")


@dataclass(frozen=True, slots=True)
class Format:
    """``kind``: general, number, percent, date, time, datetime, duration. ``decimals`` None: as many as there are."""

    kind: str = "general"
    decimals: int | None = None
    prefix: str = ""
    suffix: str = ""

    def show(self, value: float, early: int = 0) -> str:
        """``value`` as text; ``early`` is how many days later than 1900 the file's calendar begins."""
        if self.kind in ("date", "time", "datetime", "duration"):
            return self._moment(value, early)
        scaled = value * 100 if self.kind == "percent" else value
        if self.decimals is None or abs(scaled) >= 1e15:
            text = f"{scaled:.15g}"
        else:
            text = f"{scaled:.{self.decimals}f}"
        return f"{self.prefix}{text}{'%' if self.kind == 'percent' else ''}{self.suffix}"

    def _moment(self, value: float, early: int) -> str:
        if self.kind == "duration" or (self.kind == "time" and 0 <= value < 1):
            minutes = round(value * 24 * 60)
            return f"{minutes // 60:02}:{minutes % 60:02}"
        days = value + early
        if not 0 <= days <= _LAST_DAY:
            return f"{value:.15g}"
        moment = _EPOCH + timedelta(days=days + (1 if days < 60 else 0))  # 1900 is a leap year there
        moment = (moment + timedelta(seconds=30)).replace(second=0, microsecond=0)
        if self.kind == "date" or (moment.hour, moment.minute) == (0, 0):
            return f"{moment:%Y-%m-%d}"
        return f"{moment:%H:%M}" if self.kind == "time" else f"{moment:%Y-%m-%d %H:%M}"


def formats(styles: Element | None) -> list[Format]:
    """The format of each cell style, in the order in which cells refer to them."""
    codes = dict(_BUILT_IN)
    found: list[Format] = []
    for child in styles if styles is not None else ():
        if local(child) == "numFmts":
            for each in child:
                id_ = attribute(each, "numFmtId") or ""
                if id_.isdecimal():
                    codes[int(id_)] = attribute(each, "formatCode") or ""
        elif local(child) == "cellXfs":
            for each in child:
                id_ = attribute(each, "numFmtId") or "0"
                found.append(parse(codes.get(int(id_), "") if id_.isdecimal() else ""))
    return found


def parse(code: str) -> Format:
    """The format that ``code`` (such as ``#,##0.00"元"``) describes, of positive numbers."""
    if not code or code.lower() == "general" or code == "@" or len(code) > 255:
        return Format()
    section = code.split(";", 1)[0] if '";' not in code else code
    duration = re.search(r"\[h+\]|\[m+\]|\[s+\]", section, re.IGNORECASE) is not None
    bare = _SKIPPED.sub("", re.sub(r"\[\$([^\]-]*)[^\]]*\]", r'"\1"', section))
    letters = _LITERAL.sub("", bare).lower()
    if duration:
        return Format("duration")
    clock = "h" in letters or "s" in letters
    day = "y" in letters or "d" in letters or ("m" in letters and not clock)
    if day or clock:
        return Format("datetime" if day and clock else "date" if day else "time")
    digits = _DIGITS.search(letters and bare)
    if digits is None:
        return Format()
    before, behind = bare[: digits.start()], bare[digits.end() :]
    decimals = len(digits.group(1) or "")
    if "e" in letters and "E" in behind:
        return Format()
    percent = "%" in letters
    return Format("percent" if percent else "number", decimals, _words(before), _words(behind.replace("%", "")))


def _words(text: str) -> str:
    return _LITERAL.sub(lambda match: match.group(1) or match.group(2) or "", text).strip().replace(",", "")
