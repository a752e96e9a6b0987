"""How alike two Chinese characters sound, in the ways in which speech is misheard and dialects differ.

A distance is 0 for the same syllable and grows with what has to be confused: zh with z, n with l, in with ing, and so
on. The tone counts little. ``FAR`` means: nobody takes the one for the other.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

FAR = 99.0
_TONE = 0.5
_BOTH = 3.6  # when initial and final both differ
_INITIAL = re.compile(r"zh|ch|sh|[bpmfdtnlgkhjqxrzcs]?")
_ZERO = {
    "yi": "i", "yin": "in", "ying": "ing", "yu": "v", "yue": "ve", "yuan": "van", "yun": "vn", "yong": "iong",
    "you": "iu", "ye": "ie", "wu": "u", "wei": "ui", "wen": "un", "wo": "uo", "weng": "ong",
}  # fmt: skip


def _pairs(table: dict[float, str]) -> dict[tuple[str, str], float]:
    found: dict[tuple[str, str], float] = {}
    for distance, line in table.items():
        for pair in line.split():
            one, other = pair.split("/")
            found[one, other] = found[other, one] = distance
    return found


_INITIALS = _pairs({
    1.0: "z/zh c/ch s/sh n/l f/h l/r",
    2.5: "b/p d/t g/k j/q k/h z/c zh/ch j/z j/zh q/c q/ch x/s x/sh c/s ch/sh j/x q/x g/h r/ /w n/r m/n",
    3.0: "z/ch zh/c b/f p/f d/n t/l d/l g/ k/ h/ f/",
})  # fmt: skip
_FINALS = _pairs({
    0.8: "in/ing en/eng an/ang",
    1.2: "ian/iang uan/uang un/ong ong/eng o/uo o/e vn/in vn/iong ong/iong",
    1.8: "v/u v/i e/uo ou/uo ei/ui ai/ei ie/ve ian/van un/en uan/an uang/ang a/ia a/ua"
    " in/en ing/eng iu/ou iao/ao i/ei ia/ie u/o uai/ai van/uan vn/un un/vn iang/ang",
    2.5: "ao/ou iao/iu en/an eng/ang ai/a ao/a ou/u ou/o i/e ei/i e/ai"
    " ian/in ian/ie an/ai uai/ui u/iu ang/ao ong/ou e/a u/uo iu/i ong/u in/i en/ei",
})  # fmt: skip


class Syllable(NamedTuple):
    """One reading of a character."""

    initial: str
    final: str
    tone: int


def split(pinyin: str) -> Syllable:
    """``zhong4`` or ``yu2`` in its parts; ü is written v."""
    tone = int(pinyin[-1]) if pinyin[-1:].isdigit() else 5
    plain = pinyin.rstrip("012345").replace("ü", "v")
    if plain in _ZERO:
        return Syllable("", _ZERO[plain], tone)
    if plain[:1] in ("y", "w"):
        return Syllable("", ("i" if plain[0] == "y" else "u") + plain[1:], tone)
    match = _INITIAL.match(plain)
    initial = match[0] if match else ""
    final = plain[len(initial) :]
    if initial in ("j", "q", "x") and final.startswith("u"):
        final = f"v{final[1:]}"
    return Syllable(initial, final, tone)


@lru_cache(maxsize=16384)
def readings(character: str) -> tuple[Syllable, ...]:
    """The readings of one character, the usual one first; none for what is not Chinese."""
    from pypinyin import Style, pinyin

    if not "\u3400" <= character <= "\u9fff":
        return ()
    found = pinyin(character, style=Style.TONE3, heteronym=True, v_to_u=False, errors="ignore")
    return tuple(dict.fromkeys(split(item) for item in found[0][:4])) if found else ()


@lru_cache(maxsize=65536)
def _apart(one: tuple[str, str], other: tuple[str, str]) -> float:
    initial = 0.0 if one[0] == other[0] else _INITIALS.get((one[0], other[0]), FAR)
    final = 0.0 if one[1] == other[1] else _FINALS.get((one[1], other[1]), FAR)
    return FAR if initial + final > (_BOTH if initial and final else FAR / 2) else initial + final


def between(one: Syllable, other: Syllable) -> float:
    """Distance of two syllables."""
    apart = _apart(one[:2], other[:2])
    return apart if apart >= FAR or one.tone == other.tone else apart + _TONE


class Sounds:
    """Characters to compare with, by their syllables."""

    def __init__(self, characters: Iterable[str]) -> None:
        self._by: dict[tuple[str, str], dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
        for character in characters:
            for item in readings(character):
                self._by[item[:2]][item.tone].append(character)
        self._near: dict[tuple[str, str], list[tuple[float, tuple[str, str]]]] = {}

    def near(self, character: str) -> dict[str, float]:
        """Characters that sound like ``character``, and how far they are."""
        found: dict[str, float] = {}
        for item in readings(character):
            for apart, key in self._neighbours(item[:2]):
                for tone, others in self._by[key].items():
                    far = apart if tone == item.tone else apart + _TONE
                    for other in others:
                        if far < found.get(other, FAR):
                            found[other] = far
        return found

    def _neighbours(self, syllable: tuple[str, str]) -> list[tuple[float, tuple[str, str]]]:
        known = self._near.get(syllable)
        if known is None:
            known = self._near[syllable] = [(apart, key) for key in self._by if (apart := _apart(syllable, key)) < FAR]
        return known


def distance(one: str, other: str) -> float:
    """Distance of two characters: of their two readings that are nearest."""
    return min((between(a, b) for a in readings(one) for b in readings(other)), default=FAR)


def same(one: str, other: str) -> bool:
    """True for the same syllable, whatever the tone."""
    return distance(one, other) <= _TONE
