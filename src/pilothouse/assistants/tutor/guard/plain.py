"""One writing for all scripts: full width, circled and keycap digits, superscripts, accents, invisible characters."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_FOLD = {
    **dict(zip("兩負點億萬參陸貳後個數嗎倆仨弌弍弎", "两负点亿万叁陆贰后个数吗俩仨一二三", strict=True)),
    **dict(zip("−–—﹣‐‑‒", "-------", strict=True)),
    **{
        "≠": "!=",
        "⁄": "/",
        "∕": "/",
        "×": "*",
        "✕": "*",
        "✖": "*",
        "·": "·",
        "÷": "/",
        "➕": "+",
        "➖": "-",
        "🔟": "10",
        "°": "度",
    },
    **{"≥": ">=", "≤": "<=", "≧": ">=", "≦": "<=", "〇": "零", "。": "。", "｡": "。", "∶": ":", "“": '"', "”": '"'},
    **{chr(start + n): chr(65 + n) for start in (0x1F150, 0x1F170, 0x1F1E6) for n in range(26)},
    **{chr(0x2680 + n): str(n + 1) for n in range(6)},  # dice
}
_MINUS, _POWER = re.compile(r"-\^(\d)"), re.compile(r"(\^-?\d+)\^(\d)")
_LENGTHS = {"km": "千米", "m": "米", "dm": "分米", "cm": "厘米", "mm": "毫米"}
_CUBED = re.compile(r"(?<=\d)\s?(km|dm|cm|mm|m)\^([23])(?!\d)")
_GAP = re.compile(r"[\W_]+")


@lru_cache(maxsize=8192)
def _fold(mark: str) -> str:
    if (known := _FOLD.get(mark)) is not None:
        return known
    plain = unicodedata.normalize("NFKD", mark)
    plain = "".join(_FOLD.get(part, part) for part in plain if unicodedata.category(part) not in ("Cf", "Mn", "Me"))
    if "<super>" in unicodedata.decomposition(mark) and plain.isdigit():
        return "^" + plain
    if "/" in plain:
        return " " + plain + " "  # 1½ is not 11/2
    value = unicodedata.digit(mark, None)
    if value is None:
        number = unicodedata.numeric(mark, None) if unicodedata.category(mark) == "No" else None
        return f"({number:g})" if number is not None and not plain.isascii() else plain
    circled = unicodedata.category(mark) == "No"
    return f"({value})" if circled and "<sub>" not in unicodedata.decomposition(mark) else str(value)


def plain(text: str) -> str:
    """``text`` in one writing: ``plain("２３只，x²＝③")`` is "23只,x^2=(3)". Lines stay lines."""
    if text.isascii():
        return text
    folded = "".join(map(_fold, text))
    if "^" not in folded:
        return folded
    folded = _POWER.sub(r"\1\2", _MINUS.sub(r"^-\1", folded))
    return _CUBED.sub(lambda match: ("平方" if match[2] == "2" else "立方") + _LENGTHS[match[1]], folded)


def squeeze(text: str) -> str:
    """Lower case without anything but letters and digits, for comparing what was said however it was spaced."""
    return _GAP.sub("", text).lower()
