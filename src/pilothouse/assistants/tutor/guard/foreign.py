"""Numbers below one hundred in French, German, Spanish and Japanese reading: for answers said in another language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pilothouse.assistants.tutor.guard.plain import plain

_FRENCH = "zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize"
_FRENCH_TENS = "vingt trente quarante cinquante soixante"
_GERMAN = "null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf"
_GERMAN_TENS = "zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig"
_SPANISH = "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince"
_SPANISH_TENS = "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa"
_KANA = "れい いち に さん よん ご ろく なな はち きゅう"
_SHARED = "six once un null elf seize"
_ENGLISH = frozenset(_SHARED.split())
"""Words that English sentences have in another meaning."""
_WORD = re.compile(r"[a-z]+(?:(?:-|\s(?=y\s)|(?<=\sy)\s)[a-z]+)*|[\u3041-\u309f]{2,12}", re.I)


def foreign(text: str) -> Iterator[tuple[int, int, int]]:
    """``(value, start, end)`` of the words in ``text`` (without accents, as ``plain`` writes) that are such numbers."""
    names = _names()
    for match in _WORD.finditer(text):
        word = match.group().lower()
        value = names.get(word)
        if value is not None and word not in _ENGLISH:
            yield value, *match.span()


@cache
def _names() -> dict[str, int]:
    names: dict[str, int] = {}
    for row in (_FRENCH, _GERMAN, _SPANISH):
        names |= {word: value for value, word in enumerate(row.split())}
    french, german, spanish, kana = _FRENCH.split(), _GERMAN.split(), _SPANISH.split(), _KANA.split()
    teens = [*french, "dix-sept", "dix-huit", "dix-neuf"]
    for ten, name in zip(range(20, 70, 10), _FRENCH_TENS.split(), strict=True):
        names |= {f"{name}-{french[n]}": ten + n for n in range(1, 10)} | {name: ten, f"{name}-et-un": ten + 1}
    names |= {f"soixante-{teens[n]}": 60 + n for n in range(10, 20)}
    names |= {f"quatre-vingt-{teens[n]}": 80 + n for n in range(1, 20)} | {"quatre-vingts": 80}
    names |= {word: value for value, word in enumerate(teens) if value > 16}
    for ten, name in zip(range(20, 100, 10), _GERMAN_TENS.split(), strict=True):
        names |= {f"{'ein' if n == 1 else german[n]}und{name}": ten + n for n in range(1, 10)} | {name: ten}
    for n, stem in enumerate(("drei", "vier", "funf", "sech", "sieb", "acht", "neun"), start=13):
        names[f"{stem}zehn"] = n
    for ten, name in zip(range(20, 100, 10), _SPANISH_TENS.split(), strict=True):
        names |= {f"{name} y {spanish[n]}": ten + n for n in range(1, 10)} | {name: ten}
    names |= {f"veinti{spanish[n]}": 20 + n for n in range(1, 10)} | {
        f"dieci{spanish[n]}": 10 + n for n in range(6, 10)
    }
    for ten in range(10):
        for one in range(10):
            tens = "" if ten == 0 else "じゅう" if ten == 1 else kana[ten] + "じゅう"
            names[plain(tens + ("" if one == 0 and ten else kana[one]))] = 10 * ten + one  # voiced marks are gone
    return names
