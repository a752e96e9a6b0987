"""Text as it should have been written: one script, no invisible characters, no markup."""

from __future__ import annotations

import html
import re
import unicodedata
from functools import cache, lru_cache

from opencc import OpenCC

# Full-width punctuation is right in Chinese prose; NFKC would make it half-width.
_WIDE = re.compile("[^，。：；！？（）…～]+")
_TAG = re.compile(r"</?[a-zA-Z!][^<>]{0,200}>")
_MARKUP = re.compile(r"\*\*|__|~~|`+|!?\[([^\[\]]{1,80})\]\([^()\s]{0,300}\)|(?<!\S)#{1,6}\s+")
_SPACE = re.compile(r"[^\S\n]+")
_BULLET = re.compile(r"\s*(?:[-*+•·●○◆■▪►▶√]\s*|[(（]\d{1,3}[)）]\s*|\d{1,3}(?:[、)）]\s*|\.\s*(?!\d)))+")
_CIRCLED = re.compile(r"^\s*[①-⓿❶-➓]\s*")
_SPLIT = "、，,/;；|\n+"
_CLOSE = {"(": ")", "（": "）", "[": "]", "【": "】"}


@cache
def _converter() -> OpenCC:
    return OpenCC("t2s")


@lru_cache(maxsize=65536)
def simplify(text: str) -> str:
    """Traditional characters to simplified ones."""
    return text if text.isascii() else str(_converter().convert(text))


@lru_cache(maxsize=65536)
def clean(text: str) -> str:
    """NFKC (prose punctuation kept), without control, zero-width and unpaired surrogate characters, trimmed."""
    if not text.isascii():
        text = _WIDE.sub(lambda run: unicodedata.normalize("NFKC", run[0]), text)
    if not text.isprintable():
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
        text = "".join(c for c in text if c == "\n" or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    return _SPACE.sub(" ", text).strip()


def prose(text: str) -> str:
    """A description or note: clean, simplified, on one line. What it says stays plain data."""
    return simplify(" ".join(clean(text).split()))


def unmarked(text: str) -> str:
    """Without HTML tags and entities, Markdown marks, emoji and leading bullets or numbering."""
    text = html.unescape(text) if "&" in text else text
    text = _MARKUP.sub(lambda mark: mark[1] or "", _TAG.sub("", text))
    return _BULLET.sub("", without_emoji(text), count=1) if _BULLET.match(text) else without_emoji(text)


def without_emoji(text: str) -> str:
    """Drop pictures (🌶, ★, flags, skin tones); letters, digits and punctuation stay."""
    if text.isascii():
        return text
    return "".join(c for c in text if unicodedata.category(c) not in ("So", "Sk") and c not in "\ufe0f\u20e3")


def unnumbered(text: str) -> str:
    """Without ① in front: NFKC would make ①回锅肉 a dish called 1回锅肉, or one at 1元."""
    return _CIRCLED.sub("", text)


def name_of(text: str) -> str:
    """A dish name in its written script: clean, unmarked, on one line, without quotes or 《》 around it."""
    text = " ".join(unmarked(clean(unnumbered(text))).split())
    return clean(text).strip("\"'“”‘’「」『』《》*_#|,，。;；:：、!！~～…·- ")


def same(text: str) -> str:
    """The form two spellings of one name share: simplified, lower case, without spaces and punctuation."""
    text = simplify(unicodedata.normalize("NFKC", text)).casefold()
    return "".join(c for c in text if c.isalnum()) or text


def items(text: str) -> list[str]:
    """Split "藕片、土豆片/午餐肉；包菜" into its items. Separators inside brackets do not split.

    Spaces separate only Chinese words: "soy sauce, beef" has two items.
    """
    found, item, closing = [], "", ""
    for char in text:
        closing = _CLOSE.get(char, "") if not closing else "" if char == closing else closing
        if char in _SPLIT and not closing:
            found.append(item)
            item = ""
        else:
            item += char
    if closing:  # never closed: the bracket is a typing error, so it protects nothing
        found.extend(re.split(f"[{re.escape(_SPLIT)}]", item))
    else:
        found.append(item)
    words = [word for part in found for word in (part.split() if not re.search("[A-Za-z]", part) else [part])]
    return distinct(word.strip(" 。.:：") for word in words)


def distinct(words: object) -> list[str]:
    """In order of first appearance, without empty ones."""
    return list(dict.fromkeys(word for word in words if word))  # type: ignore[attr-defined]


def shorten(text: str, limit: int = 80) -> str:
    """For reports: one line, at most ``limit`` characters, printable."""
    text = " ".join(clean(text[: 4 * limit]).split())
    return text if len(text) <= limit else text[: limit - 1] + "…"


def is_english(word: str) -> bool:
    """Latin letters and nothing Chinese."""
    return bool(re.search("[A-Za-z]", word)) and not re.search("[㐀-鿿]", word)
