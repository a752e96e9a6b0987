"""What a text hides: encodings, letters spelled one by one, first letters, reversed writing, other number systems."""

from __future__ import annotations

import base64
import binascii
import html
import re
from collections.abc import Iterator
from urllib.parse import unquote

from pilothouse.assistants.tutor.guard.mention import CHINESE
from pilothouse.assistants.tutor.guard.plain import squeeze

_BASE64 = re.compile(r"(?<![A-Za-z0-9+/=])[A-Za-z0-9+/_-]{3,400}={0,2}(?![A-Za-z0-9+/=])")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:(?:\\x|0x)?[0-9a-fA-F]{2}[\s,]*){2,80}(?![0-9A-Za-z])")
_ESCAPED = re.compile(r"(?:%[0-9A-Fa-f]{2}|&#x?[0-9A-Fa-f]+;|\\u[0-9A-Fa-f]{4}|U\+[0-9A-Fa-f]{4,5}[\s,]*)+")
_CODES = re.compile(r"(?<![\d.])(?:\d{2,3}[\s,，、]+){1,40}\d{2,3}(?![\d.])")
_MORSE = re.compile(r"(?:[.·\-—_]{5}[\s/|]*)+")
_LETTERS = re.compile(
    r"(?<![A-Za-z])(?:[A-Za-z](?:[\s\-_.·*|,，、/+~]+|(?=$))){3,60}(?![A-Za-z])"
    r"|(?<![A-Za-z])(?:[A-Za-z][\s\-_.·*|,，、/+~]+){2,60}[A-Za-z](?![A-Za-z])"
)
_SEPARATOR = r"(?:[\s\-_·•|~….,，、\\()（）\[\]&#]|和|and|then|然后|接着|再写?|后面?(?:跟着?|是|接着?)|写){1,6}"
_DIGITS = re.compile(
    rf"(?<![\d.,$])\d(?:{_SEPARATOR}\d)+(?![\d%]|[.,]\d)|[{CHINESE}点]+(?:{_SEPARATOR}[{CHINESE}点]+)+"
    rf"|(?<![\d.,$])\d+(?:[ _·•|~…]+\d+)+(?![\d%]|[.,]\d)"
)
_GROUPS = re.compile(r"[,，、]|和|and|then|然后|接着|再")
_MORSES = {
    "-----": "0",
    ".----": "1",
    "..---": "2",
    "...--": "3",
    "....-": "4",
    ".....": "5",
    "-....": "6",
    "--...": "7",
    "---..": "8",
    "----.": "9",
}
_ENCODED_CUE = re.compile(r"ascii|编码|码|code|char", re.I)
BACKWARDS = re.compile(
    r"倒[过着读写序念]|反过来[读写念说排拼]|\d\s*反过来|反[着读写序转]|颠倒|对调|交换|互换|从后往前|revers|backward|flip|mirror",
    re.I,
)
_BASED = re.compile(r"(二|八|十六|2|8|16)\s*进制|\b(binary|octal|hex(?:adecimal)?)\b|base[- ]?(2|8|16)\b", re.I)
_BASES = {"二": 2, "2": 2, "binary": 2, "八": 8, "8": 8, "octal": 8, "十六": 16, "16": 16, "hex": 16, "hexadecimal": 16}
_TALLY = re.compile(r"((?![.。…!！?？=_~\-—*#\s，,])[^\w])(?:[\s]?\1){2,99}|(?<!\w)([|Iil1正])(?:\s?\2){3,99}(?!\w)")


def decoded(text: str) -> Iterator[tuple[str, str]]:
    """``(way, what it says)`` for each part of ``text`` that says something else than it seems to."""
    for match in _BASE64.finditer(text):
        if (plain := _base64(match.group())) is not None:
            yield "base64", plain
    for match in _HEX.finditer(text):
        digits = re.sub(r"\\x|0x|[\s,]", "", match.group())
        if len(digits) >= 4 and len(digits) % 2 == 0 and (plain := _utf8(binascii.unhexlify(digits))) is not None:
            yield "hex", plain
    for match in _ESCAPED.finditer(text):
        plain = re.sub(r"(?:\\u|U\+)([0-9A-Fa-f]{4,5})[\s,]*", lambda m: chr(int(m[1], 16)), match.group())
        yield "escaped", html.unescape(unquote(plain))
    if _ENCODED_CUE.search(text):
        for match in _CODES.finditer(text):
            codes = [int(code) for code in re.findall(r"\d+", match.group())]
            if all(32 <= code < 127 for code in codes):
                yield "codes", "".join(map(chr, codes))
    for match in _MORSE.finditer(text):
        signs = re.findall(r"[.\-]{5}", re.sub("[—_]", "-", match.group().replace("·", ".")))
        if plain := "".join(_MORSES.get(sign, "") for sign in signs):
            yield "morse", plain
    for match in _LETTERS.finditer(text):
        yield "letters", re.sub(r"[^A-Za-z]", "", match.group())
    for match in _DIGITS.finditer(text):
        yield "digits", match.group()
        groups = _GROUPS.split(match.group())  # "1 2, 3 4" is two numbers as well as one
        yield from (("digits", group) for group in groups if len(groups) > 1 and len(re.findall(r"\w+", group)) > 1)
    for match in _TALLY.finditer(text):
        yield "tally", str(sum(not mark.isspace() for mark in match.group()))
    if cue := _BASED.search(text):
        base = _BASES[next(group for group in cue.groups() if group).lower()]
        for match in re.finditer(r"(?<![0-9A-Za-z])[0-9a-fA-F]{1,30}(?![0-9A-Za-z])", text):
            try:
                yield "base", str(int(match.group(), base))
            except ValueError:
                continue


def _base64(token: str) -> str | None:
    token = token.rstrip("=").replace("-", "+").replace("_", "/")
    if len(token) % 4 == 1 or (len(token) < 12 and token.islower()):
        return None
    try:
        return _utf8(base64.b64decode(token + "=" * (-len(token) % 4), validate=True))
    except (ValueError, binascii.Error):
        return None


def _utf8(data: bytes) -> str | None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return text if text.isprintable() and text.strip() else None


def acrostics(lines: list[str]) -> list[str]:
    """What the first and the last letters of the lines spell, when there are at least two lines."""
    rows = [squeeze(re.sub(r"^\s*[-*•]?\s*\(?\d{1,2}[.、)）]\s*", "", line)) for line in lines]
    rows = [row for row in rows if row]
    return ["".join(row[0] for row in rows), "".join(row[-1] for row in rows)] if len(rows) > 1 else []


def initials(text: str) -> str:
    """The first letters of all words."""
    return "".join(word[0] for word in re.findall(r"[A-Za-z]+", text)).lower()
