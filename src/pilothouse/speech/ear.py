"""Replies written for the ear."""

from __future__ import annotations

import re

from pilothouse.contracts.numerals import NUMERAL
from pilothouse.speech.markup import CJK, plain
from pilothouse.speech.saying import say_numbers

_OPEN, _CLOSE = "（(［[", "）)］]"
_QUOTES = re.compile(r"[“”„\"「」『』《》〈〉【】〔〕{}\\^`*#]")
_SPACE_BETWEEN = re.compile(r"(?<=[\u3400-\u9fff，。！？；：、])[ \t]+|[ \t]+(?=[\u3400-\u9fff，。！？；：、])")
_ENDS = "。！？；…，、：.!?;,:"


def for_ear(text: str, *, chinese: bool | None = None) -> str:
    """What to say for a written ``text``; empty when nothing in it can be said.

    Markdown, links, emoji and brackets go; every line ends like a sentence. In Chinese, numbers are spelled out as
    they are said: prices, times, dates, phone numbers digit by digit, ranges, fractions, units. Lines in Latin script
    keep their digits unless ``chinese`` says otherwise (by default: whether ``text`` holds Chinese characters).
    Chinese that is written for the ear already comes back unchanged.

    >>> for_ear("- **麻辣香锅**（微辣）：38元/份，21:30前送达 🎉")
    '麻辣香锅，微辣：三十八元每份，晚上九点半前送达。'
    """
    mandarin = bool(CJK.search(text)) if chinese is None else chinese
    lines = []
    for line in plain(text, mandarin).split("\n"):
        spoken = _mandarin(line) if mandarin and _is_chinese(line) else _latin(line)
        if any(char.isalnum() for char in spoken):
            lines.append(spoken)
    joined = "".join(
        line + (" " if line[-1] in ".!?;:," and lines[place + 1 :] and not CJK.match(lines[place + 1]) else "")
        for place, line in enumerate(lines)
    )
    return joined.strip()


def _is_chinese(line: str) -> bool:
    """Numbers alone are read in the language of the whole text."""
    return bool(CJK.search(line)) or not re.search(r"[A-Za-z]{2}", line)


def _mandarin(line: str) -> str:
    line = say_numbers(line)
    for bracket in _OPEN:
        line = line.replace(bracket, "，")
    for bracket in _CLOSE:
        line = line.replace(bracket, "，")
    line = _QUOTES.sub("", line.replace("|", "，"))
    line = re.sub(r"\s*(?:→|[—–]{1,2}|(?<=\s)-+(?=\s))\s*", "，", line)
    line = re.sub(r"(?<=[\u3400-\u9fff])\s*/\s*(?=[\u3400-\u9fffA-Za-z])", "、", line)
    line = line.replace("&", "和")
    line = re.sub(r"[~～<>=_]+", " ", line)
    # Half-width marks in Chinese text; a comma or stop inside a Latin word or number stays.
    for half, full in ((",", "，"), (";", "；"), (":", "："), ("!", "！"), ("?", "？")):
        line = re.sub(rf"{re.escape(half)}(?![A-Za-z0-9])", full, line)
        line = re.sub(rf"(?<=[\u3400-\u9fff]){re.escape(half)}", full, line)
    line = re.sub(r"(?<=[\u3400-\u9fff])\.(?![A-Za-z0-9])", "。", line)
    # Two numbers must not run together: 4.8 38 is not 四点八三十八.
    line = re.sub(rf"(?<=[{NUMERAL}])\s+(?=[负{NUMERAL}])", "，", line)
    line = _SPACE_BETWEEN.sub("", re.sub(r"\s+", " ", line))
    line = re.sub(r"[，、]{2,}", "，", line)
    line = re.sub(r"[，、]*([。！？；：])[，、：]*", r"\1", line)
    line = line.strip("，、 ").lstrip(_ENDS + " ")
    return _ended(line, "。")


def _latin(line: str) -> str:
    line = re.sub(r"\s*[(\[{]\s*", ", ", line)
    line = re.sub(r"\s*[)\]}]+\s*(?=[,.;:!?])|\s*[)\]}]+\s*$", "", line)
    line = re.sub(r"\s*[)\]}]+\s*", ", ", line)
    line = re.sub(r"\s*(?:→|—|\s-+(?=\s))\s*", ", ", line)
    line = re.sub(r"[“”„\"「」『』《》【】|\\^`*#<>]", "", line)
    line = re.sub(r"\s+([,;:!?])", r"\1", re.sub(r"\s+", " ", line))
    line = re.sub(r"(?:,\s*)+,", ",", line).strip(", ")
    return _ended(line, ".")


def _ended(line: str, stop: str) -> str:
    if not any(char.isalnum() for char in line):
        return ""
    line = line.rstrip("，、,：: ")
    return line if line[-1] in _ENDS else line + stop
