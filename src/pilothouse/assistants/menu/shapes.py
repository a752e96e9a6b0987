"""How alike two Chinese characters look: by the parts they share, from the decompositions in ``shapes.txt``.

Parts alone miss characters that only look alike, as 品 and 晶 or 西 and 酒 do. Written out stroke by stroke these
agree in most of their strokes: the likeness by which input methods and spelling correction group characters.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files

from rapidfuzz import process
from rapidfuzz.distance import Indel

_FORMS = str.maketrans("亻氵扌忄钅饣讠纟艹卄犭礻衤⺮灬", "人水手心金食言糸艸艸犬示衣竹火")
_BARE = frozenset("亻氵扌忄钅饣讠纟艹卄犭礻衤⺮灬辶宀冖疒刂阝廴彳彡攵丬罒虍隹廾丶丿亅")

_RADICALS = _BARE | frozenset(
    "口木日月女土火山石米目田王玉车马鱼鸟虫酉足贝立禾竹巾子大小力又十一人言金食衣示心手水刀弓广厂尸门雨门⺈㇐㇒㇑"
)

_RELATED = 0.5
_SORTS = str.maketrans("㇐㇀㇑㇚㇒㇓㇔㇏㇟㇛㇗", "一一丨丨丿丿丶丶乚乚乚")  # as input methods sort strokes


@cache
def parts() -> dict[str, tuple[str, str]]:
    """Character or part → its layout and its direct parts."""
    table: dict[str, tuple[str, str]] = {}
    for line in files(__package__).joinpath("shapes.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            table[line[0]] = (line[1], line[2:])
    return table


def bare(character: str) -> bool:
    """True for a part that is never a word: half of a character that recognition has torn apart."""
    return character in _BARE


@cache
def size(character: str) -> int:
    """Number of strokes, as far as the table tells."""
    entry = parts().get(character)
    return sum(size(part) for part in entry[1]) if entry else 1


@lru_cache(maxsize=16384)
def profile(character: str) -> dict[str, int]:
    """Every part at every depth with its size, the character itself among them."""
    found = {character: size(character)}
    if (whole := character.translate(_FORMS)) != character:
        found[whole] = size(character)  # 铜 looks related to 金
    for part in parts().get(character, ("", ""))[1]:
        found.update(profile(part))
    return found


@lru_cache(maxsize=16384)
def strokes(character: str) -> Counter[str]:
    """The smallest parts."""
    entry = parts().get(character)
    return sum((strokes(part) for part in entry[1]), Counter()) if entry else Counter(character)


@lru_cache(maxsize=16384)
def written(character: str) -> str:
    """The strokes in their order, each by its sort."""
    entry = parts().get(character)
    return "".join(written(part) for part in entry[1]) if entry and entry[1] else character.translate(_SORTS)


class Looks:
    """Characters to compare with, by their parts."""

    def __init__(self, characters: Iterable[str]) -> None:
        self._with: dict[str, list[str]] = defaultdict(list)
        self._direct: dict[tuple[str, int, str], list[str]] = defaultdict(list)
        self._written = {character: written(character) for character in characters}
        for character in self._written:
            for part, weight in profile(character).items():
                if weight > 1:
                    self._with[part].append(character)
            layout, direct = parts().get(character, ("w", ""))
            for place, part in enumerate(direct):
                self._direct[layout, place, part].append(character)

    def near(self, character: str, least: float) -> dict[str, float]:
        """Characters that look like ``character`` and how much (0–1): the share of the largest part that both have.

        A part in the same place counts in full. 份 and 粉 share 分, 今 is in 冷: half, although the part is small.
        """
        own, found = size(character), dict[str, float]()
        layout, direct = parts().get(character, ("w", ""))
        for part, weight in profile(character).items():
            told = part not in _RADICALS and (part == character or part in direct)
            for other in self._with.get(part, ()):
                share = 1.8 * weight / (own + size(other))
                if told and (part == other or part in parts().get(other, ("", ""))[1]):
                    share = max(share, _RELATED)
                if share > found.get(other, -1.0):
                    found[other] = share
        for place, part in enumerate(direct):
            for other in self._direct.get((layout, place, part), ()):
                found[other] = max(found.get(other, 0.0), 2 * size(part) / (own + size(other)))
        for other in found:
            if abs(size(other) - own) <= 1:  # 未 and 末: the same strokes, otherwise arranged
                ours, theirs = strokes(character), strokes(other)
                common = sum(min(count, theirs[stroke]) for stroke, count in ours.items())
                found[other] = max(found[other], 1.7 * common / (own + size(other)))
        strokewise = process.extract(
            written(character),
            self._written,
            scorer=Indel.normalized_similarity,
            score_cutoff=0.5 + least / 2,
            limit=None,
        )
        for _, agree, other in strokewise:
            found[other] = max(found.get(other, 0.0), 2 * agree - 1)
        found.pop(character, None)
        return {other: share for other, share in found.items() if share >= least}


@cache
def _joined() -> dict[str, str]:
    return {
        direct.translate(_FORMS): character
        for character, (layout, direct) in reversed(parts().items())
        if len(direct) == 2 and layout in "ad" and "\u4e00" <= character <= "\u9fff"
    }


def joined(left: str, right: str) -> str | None:
    """The character that two neighbours would make if written together: 火 and 少 make 炒."""
    return _joined().get(f"{left}{right}".translate(_FORMS))
