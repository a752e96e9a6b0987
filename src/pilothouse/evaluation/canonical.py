"""Whether a text says an accepted answer, however its numbers, dates and spaces are written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pilothouse.contracts.numerals import parse_number
from pilothouse.retrieval.tokenizer import normalise

_NUMERALS = "零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟"
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_RUN = re.compile(rf"(?:\d+(?:\.\d+)?)?[{_NUMERALS}]+(?:\d+[{_NUMERALS}]*)*")
_YEAR = re.compile(r"(?<![\d.])([一二三四五六七八九零〇]{4})(?=年)")
_PERCENT = re.compile(r"百分之([\d.]+)")
_ISO = re.compile(r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_DATE = re.compile(r"(?:(\d{4})年)?0?(\d{1,2})月(?:0?(\d{1,2})[日号])?")
_CLOCK = re.compile(r"(?<!\d)0?(\d{1,2})[点时:](?:(\d{1,2})分?|整)?(半)?(?!间)")
_MARKS = re.compile(r"[^\w%.\-/:+]+|_+")
_DIGIT_MARK = re.compile(r"(?<!\d)[.\-/:+]+|[.\-/:+]+(?!\d)")
_ZERO = re.compile(r"(?<![\d.:])0+(?=\d)")
_TAIL = re.compile(r"(\d+\.\d*?)0+(?!\d)")
_DENIED = "不没未"  # 可以 must not be found in 不可以


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Width, script, case and thousands separators made one; no punctuation and spaces but between Latin words."""
    return _squeezed(_THOUSANDS.sub("", normalise(text)))


@lru_cache(maxsize=4096)
def canonical(text: str) -> str:
    """``plain`` with numbers in digits (``三万五`` → ``35000``), dates as ``Y-M-D``, times as ``H:MM``."""
    said = _THOUSANDS.sub("", normalise(text))
    said = _YEAR.sub(lambda match: _digits(match[1]), said)
    said = _PERCENT.sub(r"\1%", _RUN.sub(_number, said.replace("百分之", "百分之 ")).replace("百分之 ", "百分之"))
    said = _ISO.sub(lambda match: "-".join(str(int(part)) for part in match.groups()), said)
    said = _DATE.sub(_dashed, said)
    said = _CLOCK.sub(_time, said)
    return _squeezed(_TAIL.sub(_untailed, _ZERO.sub("", said)))


def says(text: str, spellings: Sequence[str]) -> bool:
    """Whether any of the spellings of one answer occurs in ``text``, as a whole number or word."""
    return any(
        _within(form(text), form(spelling)) for spelling in spellings for form in (plain, canonical) if form(spelling)
    )


def share(text: str, answers: Sequence[Sequence[str]]) -> float:
    """How many of the answers ``text`` says, 0..1; 0 when there are none."""
    return sum(says(text, spellings) for spellings in answers) / len(answers) if answers else 0.0


def _within(text: str, wanted: str) -> bool:
    start = text.find(wanted)
    while start >= 0:
        before, after = text[:start][-2:], text[start + len(wanted) :][:2]
        if not _glued(before, wanted, after):
            return True
        start = text.find(wanted, start + 1)
    return False


def _glued(before: str, wanted: str, after: str) -> bool:
    """Whether an occurrence is a part of something else: 5 of 15 or of 3.5, art of start, 可以 of 不可以."""
    first, last = wanted[0], wanted[-1]
    if first.isdigit() and (before[-1:].isdigit() or (before[-1:] == "." and before[:1].isdigit())):
        return True
    if last.isdigit() and (after[:1].isdigit() or (after[:1] == "." and after[1:].isdigit())):
        return True
    if _latin(first) and _latin(before[-1:]):
        return True
    if _latin(last) and _latin(after[:1]):
        return True
    return before[-1:] != "" and before[-1:] in _DENIED and first not in _DENIED


def _latin(character: str) -> bool:
    return character.isascii() and character.isalpha()


def _squeezed(text: str) -> str:
    """Without marks; a space stays between Latin letters and digits, so that words and numbers don't grow together."""
    kept = _DIGIT_MARK.sub(" ", _MARKS.sub(" ", text))
    return re.sub(r"(?<![a-z0-9%]) | (?![a-z0-9])", "", re.sub(r" +", " ", kept).strip())


def _number(match: re.Match[str]) -> str:
    value = parse_number(match.group())
    return match.group() if value is None else f"{value:f}"


def _digits(year: str) -> str:
    value = parse_number(year)
    return year if value is None else f"{value:f}"


def _dashed(match: re.Match[str]) -> str:
    parts = [str(int(part)) for part in match.groups() if part]
    return "-".join(parts) if len(parts) > 1 else match.group()  # a month alone would become any number


def _time(match: re.Match[str]) -> str:
    minutes = "30" if match[3] else f"{int(match[2] or 0):02d}"
    return match.group() if int(match[1]) > 24 or int(minutes) > 59 else f"{match[1]}:{minutes}"


def _untailed(match: re.Match[str]) -> str:
    return match[1].rstrip(".")
