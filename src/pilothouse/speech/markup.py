"""Takes out of a text what only eyes can use: markdown, links, emoji, tables."""

from __future__ import annotations

import html
import re
import unicodedata

CJK = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_FULL_WIDTH = str.maketrans(
    {chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F) if chr(code).isalnum() or chr(code) in "%+-=$#*~|"}
    | {"￥": "¥", "　": " ", "．": ".", "﹣": "-", "−": "-", "\u00a0": " "}
)
_URL = (
    r"(?:(?<![a-zA-Z0-9])[a-zA-Z][a-zA-Z0-9+.\-]{0,15}://|www\.)[A-Za-z0-9\-._~:/?#\[\]@!$&'*+,;=%]*[A-Za-z0-9/_=#&\-]"
)
_FENCE = re.compile(r"^\s*(?:```|~~~)[^\n]*$", re.MULTILINE)
_RULE = re.compile(r"^\s*(?:[-*_]\s*){3,}$|^\s*\|?[\s:|\-]*--[\s:|\-]*$", re.MULTILINE)
_IMAGE_OR_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)")
_BARE_URL = re.compile(rf"[（(<]\s*{_URL}\s*[)）>]|{_URL}")
_CITATION = re.compile(r"\[\^?\d{1,3}(?:[,，\-]\s*\d{1,3})*\](?!\()|【\d{1,3}(?:†[^】]*)?】|\[\^[^\]\s]+\]")
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,200}>|<!--.*?-->", re.DOTALL)
_BREAK = re.compile(r"<(?:br|hr|p|li|div|tr)\b[^<>\n]{0,200}>", re.IGNORECASE)
_HEADING = re.compile(r"^[ \t]*#{1,6}[ \t]+|[ \t]+#+[ \t]*$", re.MULTILINE)
_QUOTE = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_BULLET = re.compile(r"^[ \t]*(?:[-*+•·●▪◦‣–—][ \t]+|[•●▪◦‣][ \t]*)(?:\[[ xX]\][ \t]+)?", re.MULTILINE)
_ITEM = re.compile(r"^[ \t]*(?:[（(](\d{1,2})[)）]|(\d{1,2})(?:[.)][ \t]+|[、）][ \t]*|\.(?=[^\s\d])))", re.MULTILINE)
_CIRCLED = re.compile(r"^[ \t]*([①-⑳])[ \t]*", re.MULTILINE)
_STRONG = re.compile(r"(\*{1,3}|~~)(?=\S)(.{1,400}?)(?<=\S)\1")
_UNDERSCORE = re.compile(r"(?<![\w])(_{1,3})(?=\S)(.{1,400}?)(?<=\S)\1(?![\w])")
_CELLS = re.compile(r"^[ \t]*\|(.+?)\|?[ \t]*$", re.MULTILINE)
_KEEP = "°℃℉￥¥€£+×÷=%‰<>≥≤~±$→−"


def plain(text: str, chinese: bool) -> str:
    """``text`` without markup, its lines kept. Ordinals of lists stay, since listeners refer to them."""
    text = unicodedata.normalize("NFC", html.unescape(text)).translate(_FULL_WIDTH)
    # Runs of blanks say nothing, and patterns that may begin anywhere in one take quadratic time.
    text = re.sub(r"\n\s+", "\n", re.sub(r"[^\S\n]+", " ", text.replace("\r", "\n")))
    text = _RULE.sub("", _FENCE.sub("", text))
    text = _IMAGE_OR_LINK.sub(r"\1", text)
    text = _BARE_URL.sub("", text)
    text = _TAG.sub("", _BREAK.sub("\n", _CITATION.sub("", text)))
    text = _BULLET.sub("", _QUOTE.sub("", _HEADING.sub("", text)))
    text = _CELLS.sub(lambda row: _row(row[1], chinese), text)
    text = _STRONG.sub(r"\2", _UNDERSCORE.sub(r"\2", _STRONG.sub(r"\2", text))).replace("`", "")
    text = _ITEM.sub(lambda item: _ordinal(int(item[1] or item[2]), chinese), text)
    text = _CIRCLED.sub(lambda item: _ordinal(int(unicodedata.numeric(item[1])), chinese), text)
    return "".join(char for char in text if not _mute(char))


def _row(cells: str, chinese: bool) -> str:
    return ("，" if chinese else ", ").join(cell.strip() for cell in cells.split("|") if cell.strip())


def _ordinal(number: int, chinese: bool) -> str:
    return f"第{number}，" if chinese else f"{number}, "


def _mute(char: str) -> bool:
    """Emoji, pictures, control and invisible characters."""
    if char in _KEEP or char == "\n":
        return False
    if char == "\t":
        return False
    return unicodedata.category(char) in ("So", "Sk", "Cc", "Cf", "Cs", "Co", "Cn") or char in "\ufe0e\ufe0f\u20e3"
