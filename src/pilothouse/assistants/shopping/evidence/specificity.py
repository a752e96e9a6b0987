"""How much a sentence tells beyond praise: measured values, time of use, comparisons, what happened."""

from __future__ import annotations

import re

_VALUE = re.compile(
    r"\d+(?:\.\d+)?\s?(?:db|dba|分贝|小时|分钟|秒|克|公斤|斤|kg|g\b|毫升|ml|升|厘米|毫米|mm|cm|米|℃|°|度|"
    r"瓦|w\b|mah|毫安|hz|%|倍|次|rpm|转|pa|nit|流明|lux|hours?|minutes?|seconds?|grams?|degrees?|"
    r"percent)"
)
_TIME = re.compile(
    r"(?:[\d一二两三四五六七八九十半几多]+\s?个?(?:多)?(?:年|月|周|星期|天|学期|季)|一个?(?:夏天|冬天|"
    r"暑假|学期)|用了.{0,6}(?:年|月|周|天)|\d+\s?(?:days?|weeks?|months?|years?)|(?:two|three|four|five|"
    r"six|eight|ten|twelve) (?:days|weeks|months|years))"
)
_SCENE = re.compile(
    r"实测|测了|测得|自费|自购|同事|室友|老婆|老公|孩子|宝宝|爸|妈|客服|维修|拆|图书馆|宿舍|办公室|夜里|"
    r"半夜|measured|tested|returned|repair|my (?:wife|husband|kid|daughter|son|roommate)"
)


def specificity(plain: str, compared: bool) -> float:
    """0 to 1 for a folded sentence."""
    score = 0.15 + 0.35 * bool(_VALUE.search(plain)) + 0.25 * bool(_TIME.search(plain)) + 0.15 * compared
    score += 0.1 * bool(_SCENE.search(plain)) + (0.1 if len(plain) >= 24 else 0.0)
    return round(min(1.0, score), 2)
