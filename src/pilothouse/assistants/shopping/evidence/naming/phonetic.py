"""Whether a Latin name is a Chinese one spelt in letters: 奈凌 and Nailing."""

from __future__ import annotations

import re
from functools import lru_cache

ALIKE = 0.84
REMOTE = 0.6


@lru_cache(maxsize=4096)
def sounds(han: str) -> tuple[str, ...]:
    """The readings of ``han`` in pinyin without tones and spaces, at most eight."""
    from pypinyin import Style, pinyin

    readings = [""]
    for options in pinyin(han, style=Style.NORMAL, heteronym=True):
        readings = [reading + option for reading in readings for option in options[:2]][:8]
    return tuple(readings)


@lru_cache(maxsize=4096)
def same_sound(han: str, latin: str) -> bool:
    """Whether ``latin`` is the pinyin of ``han`` or nearly so, or the end of it (Mi for 小米)."""
    from rapidfuzz.fuzz import ratio

    plain = re.sub(r"[^a-z]", "", latin)
    if not plain or not han or not "\u3400" <= han[0] <= "\u9fff":
        return False
    for spelt in sounds(han):
        if plain == spelt:
            return True
        if len(plain) >= 4 and (
            ratio(_heard(plain), _heard(spelt)) >= ALIKE * 100 or _bones(plain) == _bones(spelt) != ""
        ):
            return True
    return len(han) >= 2 and plain in sounds(han[-1])


def near_sound(han: str, latin: str) -> bool:
    """Whether ``latin`` is remotely like the pinyin of ``han`` (雷克 and Reik): too little to go by alone."""
    from rapidfuzz.fuzz import ratio

    plain = re.sub(r"[^a-z]", "", latin)
    return any(ratio(_heard(plain), _heard(spelt)) >= REMOTE * 100 for spelt in sounds(han))


def _heard(spelt: str) -> str:
    """One letter for sounds that names confuse: Vepa and Weipa, Janzo and Jianzhou."""
    for one, other in (("zh", "z"), ("sh", "s"), ("ch", "c"), ("ph", "f"), ("w", "v"), ("q", "c"), ("x", "s")):
        spelt = spelt.replace(one, other)
    return spelt


def _bones(spelt: str) -> str:
    """The consonants where there are three or more."""
    bones = re.sub(r"[aeiouy]", "", _heard(spelt))
    return bones if len(bones) >= 3 else ""
