"""Telling an answer from a problem: "x=5 或 x=12" and "12+23=35" ask for nothing, "2x+1=7" and "12+23=?" do."""

from __future__ import annotations

import re

LONGEST = 120  # characters of an answer
_AROUND = re.compile(
    r"^(?:(?:我|我们)?(?:觉得|认为|算出来?|得到?|求得|解得|得出)|(?:最后)?(?:答案|结果|得数)|"
    r"答|解|应该|就|所以|那么?|是不是|是否|是|等于|为|"
    r"(?:i (?:think|get|got)|so|is it|the answer|the result|answer|is|that)\b|[\s:：,，])+|"
    r"(?:[\s,，]*(?:行吗|可以吗|吧|吗|呢|啊|right|correct|ok))?[\s。.!！?？~～]*$",
    re.IGNORECASE,
)
_TAGS = re.compile(
    r"[\s,，]*(?:对不对|对[吗么吧]|是吗|是不是|没错吧|is that right|(?<=[\s,])right)[\s?？!！。.~～]*$", re.IGNORECASE
)
_APART = re.compile(r"\s*(?:[,，;；、]|或者?|和|与|以及|\bor\b|\band\b)\s*", re.IGNORECASE)
_NUMBER = r"[-+−±]?\s*[\d√π(][\d\s./√π²³^()（）]*"
_UNIT = r"\s*[\u4e00-\u9fff°%％℃Ω]{0,4}|\s*(?:[a-z]{1,5}[²³23]?(?:/[a-z]{1,3}[²³23]?)?)"
_FRACTION = re.compile(r"-?\d+\s*/\s*\d+")
_VALUE = re.compile(rf"{_NUMBER}(?:{_UNIT})")
_NAMED = re.compile(
    r"(?P<name>[a-z]\w?|[a-z]\([a-z]\)|[\u4e00-\u9fff]{1,6})\s*[=＝≈]\s*(?P<rest>[^=＝?？]+)", re.IGNORECASE
)
_CLOSED = re.compile(rf"(?P<left>[\d\s+\-−×÷*/().:²³√π%％]+)[=＝≈](?P<right>{_NUMBER})(?:{_UNIT})")
_ASKS = re.compile(r"多少|几|什么|怎么?|哪|求|how|what|which|find", re.IGNORECASE)


def answered(text: str) -> bool:
    """Whether ``text`` only says what came out: values, unknowns with their values, sums with their results."""
    if len(text) > LONGEST:
        return False
    tagged = _TAGS.sub("", text)
    bare = _AROUND.sub("", tagged).strip()
    if not bare or _ASKS.search(bare):
        return False
    return all(_said(piece) for piece in _APART.split(bare) if piece) or (tagged != text and not _open(bare))


def _said(piece: str) -> bool:
    if _FRACTION.fullmatch(piece) or (_VALUE.fullmatch(piece) and not re.search(r"\d\s*/\s*\d", piece)):
        return True
    named = _NAMED.fullmatch(piece)
    if named is not None and not _unknown(named["rest"], named["name"]):
        return True
    return _CLOSED.fullmatch(piece) is not None


def _unknown(rest: str, name: str) -> bool:
    """Whether the letter on the left stands on the right as well: x = 2x - 3 is still to be solved."""
    return bool(re.search(rf"(?<![a-z]){re.escape(name)}(?![a-z])", rest, re.IGNORECASE))


def _open(text: str) -> bool:
    """Whether a sentence with "对吗" behind it holds an equation to be solved, or a question of its own."""
    return bool(re.search(r"[?？]|[=＝]\s*$|\d\s*[a-z]\s*[-+=]", text, re.IGNORECASE))
