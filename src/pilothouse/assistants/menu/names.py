"""Names of a menu, indexed so that a phrase is compared with those that resemble it and never with ten thousand."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache

_FOLDS = (("zh", "z"), ("ch", "c"), ("sh", "s"), ("ing", "in"), ("eng", "en"), ("ang", "an"), ("iong", "ong"))
_WORK = 4000  # postings looked at for one phrase
_LATIN = re.compile(r"[a-z0-9']+")
_CJK = re.compile(r"[\u4e00-\u9fff]")


class Names:
    """Look-ups over normalised names and aliases."""

    def __init__(self, terms: Iterable[str]) -> None:
        self.terms = list(dict.fromkeys(terms))
        self._units: dict[str, list[int]] = defaultdict(list)
        self._sounds: dict[tuple[str, ...], list[str]] | None = None
        for number, term in enumerate(self.terms):
            for unit in set(units(term)):
                self._units[unit].append(number)

    def near(self, phrase: str, limit: int = 40) -> list[str]:
        """Names that share most characters (or English words) with ``phrase``, the rarest counting first."""
        shared: Counter[int] = Counter()
        work = 0
        for unit in sorted(set(units(phrase)), key=lambda unit: len(self._units.get(unit, ()))):
            posting = self._units.get(unit, ())
            if work and work + len(posting) > _WORK:
                break
            work += len(posting)
            shared.update(posting)
        ranked = sorted(shared.items(), key=lambda item: (-item[1] / (len(self.terms[item[0]]) + 2), item[0]))
        return [self.terms[number] for number, _ in ranked[:limit]]

    def holding(self, part: str) -> list[str]:
        """Names with ``part`` inside, the shortest first."""
        wanted = units(part)
        if not wanted:
            return []
        posting = min((self._units.get(unit, []) for unit in wanted), key=len)
        return sorted((self.terms[n] for n in posting if part in self.terms[n]), key=len)

    def sounding(self, phrase: str) -> list[str]:
        """Names that sound like ``phrase``."""
        if self._sounds is None:
            table: dict[tuple[str, ...], list[str]] = defaultdict(list)
            for term in self.terms:
                if len(term) <= 20 and _CJK.search(term):
                    table[sound(term)].append(term)
            self._sounds = dict(table)
        return self._sounds.get(sound(phrase), [])


def sound(text: str) -> tuple[str, ...]:
    """Pinyin without tones, one syllable a character; zh/z, n/l, in/ing … are the same."""
    return tuple(_syllable(character) for character in text)


@lru_cache(maxsize=32768)
def _syllable(character: str) -> str:
    from pypinyin import lazy_pinyin

    syllable = str(lazy_pinyin(character)[0])
    for long, short in _FOLDS:
        syllable = syllable.replace(long, short)
    return f"l{syllable[1:]}" if syllable[:1] == "n" and len(syllable) > 1 else syllable


def units(text: str) -> list[str]:
    """Chinese characters and whole other words."""
    return [*_CJK.findall(text), *_LATIN.findall(text)]
