"""Words that are no part of a name: standards, units, shopping talk. Never a product, never a brand."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

SUFFIXES = {
    "pro": "pro", "max": "max", "plus": "plus", "ultra": "ultra", "lite": "lite", "mini": "mini", "air": "air",
    "se": "se", "gt": "gt", "+": "plus", "专业版": "pro", "增强版": "plus", "加强版": "plus", "青春版": "lite",
    "迷你版": "mini", "至尊版": "ultra", "旗舰版": "max", "标准版": "", "基础版": "", "升级版": "升级版",
    "尊享版": "尊享版", "豪华版": "豪华版", "mk2": "2代", "mkii": "2代", "ii": "2代", "iii": "3代",
}  # fmt: skip
"""Endings that make another product of a model, with one spelling each."""

_UNIT_WORDS = """
w kw mah ah wh kwh v mv kv a ma db dba hz khz mhz ghz l ml cl kg g mg lb lbs oz mm cm m km nm um mw h hr hrs min
mins s ms us gb tb mb kb rpm pa kpa mpa bar psi k p fps mp x inch in ft c f lm lux nits dpi ppi d rmb yuan usd cny
kcal cal cc n nt bit bits ch way core t mbps gbps r qt pcs pack st nd rd th am pm pt 寸 ppm ug mol
"""
_UNIT = _UNIT_WORDS.split()
_MEASURE = re.compile(rf"\d+(?:[./x-]\d+)*(?:{'|'.join(sorted(_UNIT, key=len, reverse=True))})(?:[-/x]?\d*[a-z]*)?")
_STANDARD = re.compile(
    r"(?:usb|pd|qc|bt|hdmi|ip|ipx|ipv|wifi|wi-fi|mp|pm|spf|upf|pa|h|h\.|hepa|iso|gb|gb/t|en|nfc|ddr|pcie|"
r"m\.|cat|e|type-?c|cr|r|top|no\.?|f/|"
    r"web|4g|5g|html|http|ch|co|vol|day|week|nrr|rpm|din|cri|ra|ppf|uv|led|v|q)\d+(?:\.\d+)?[+a-z]{0,2}"
)  # fmt: skip
_SPEC = re.compile(
    r"\d+(?:\.\d+)?v/?\d+(?:\.\d+)?m?a|\d+[x*]\d+(?:[x*]\d+)?[a-z]*|\d+/\d+|\d+(?:st|nd|rd|th|s)|"
    r"b0[a-z0-9]{8}|[a-z]?\d{7,}[a-z]?|24/7"
)


@cache
def _listed(name: str) -> frozenset[str]:
    lines = (files(__package__) / name).read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def common_latin(word: str) -> bool:
    """Whether a folded Latin word names no product: a standard, a unit, a word of every day."""
    return word in _listed("latin.txt")


def common_han(word: str) -> bool:
    """Whether a Chinese word is no part of a name."""
    return word in _listed("han.txt")


def measured(token: str) -> bool:
    """Whether letters and digits are an amount or a standard ("5v/2a", "1080p", "ipx7") and no model."""
    return bool(
        _MEASURE.fullmatch(token) or _SPEC.fullmatch(token) or (_STANDARD.fullmatch(token) and _technical(token))
    )


def _technical(token: str) -> bool:
    # "h5", "v8", "q2", "e10" and "r7" are models as often as standards.
    return not re.fullmatch(r"[hvqer]\d{1,2}[a-z]?", token)
