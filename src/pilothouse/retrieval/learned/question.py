"""What a question asks for, read once and compared with many passages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pilothouse.retrieval.learned.lexicon import ASKED, ASKING, HINTS, LATEST, SAME, Kind
from pilothouse.retrieval.tokenizer import bigrams, characters, normalise, words

MAX_SEARCHED = 48
MAX_TERMS = 40  # of each sort; a pasted page is not a question

_DIGIT = str.maketrans("〇零一二三四五六七八九", "00123456789")
_YEAR = re.compile(r"(?<![\d.-])((?:19|20)\d\d)(?:\s*[-—–~/至到]\s*((?:19|20)?\d\d)(?!\d))?(?![\d.]\d|\d)")
_SHORT_YEAR = re.compile(
    r"(?<![\d年月日.:-])(\d\d)(?=年(?!以|内|前|后|之|的?(?:工龄|经验))|级(?!别)|届|学年)|\bfy\s?(\d\d)\b"
)
_SPOKEN_YEAR = re.compile(r"[二两][〇零][〇零一二三四五六七八九]{2}(?=年|级|届)")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_LATIN = re.compile(r"[a-z][a-z0-9.+#-]*")


@dataclass(frozen=True, slots=True)
class Question:
    """``text`` normalised. ``words`` without those that only ask; ``pairs`` of neighbouring characters; ``same`` maps
    a word to others for the same thing. ``years`` as numbers; ``latest``: the newest is wanted. ``numbers`` as written,
    without years. ``kind`` of answer expected, with the ``hints`` that announce one."""

    text: str
    words: tuple[str, ...]
    pairs: tuple[str, ...]
    letters: tuple[str, ...]
    same: Mapping[str, tuple[str, ...]]
    years: frozenset[int]
    latest: bool
    numbers: tuple[str, ...]
    latin: tuple[str, ...]
    kind: Kind | None
    hints: tuple[str, ...]

    @property
    def tokens(self) -> tuple[str, ...]:
        """All whose frequency in the corpus matters."""
        return tuple(dict.fromkeys([*self.words, *self.pairs, *self.letters]))

    @property
    def searched(self) -> tuple[str, ...]:
        """What to look for in an index. Pairs stand for words of one character, which nearly every text has."""
        long = [word for word in self.words if len(word) > 1 or word.isascii()]
        short = "".join(word for word in self.words if len(word) == 1)
        pairs = [pair for pair in self.pairs if pair[0] in short or pair[1] in short]
        others = [other for said in self.same.values() for other in said]
        found = tuple(dict.fromkeys([*long, *pairs, *others][:MAX_SEARCHED]))
        return found or self.tokens[:MAX_SEARCHED]


@lru_cache(maxsize=512)
def read_question(text: str) -> Question:
    """Never fails; a text without words has no terms."""
    plain = normalise(text)
    found = list(dict.fromkeys(words(plain)))
    telling = [word for word in found if word not in ASKING and (len(word) > 1 or not word.isascii() or word.isdigit())]
    telling = (telling or found)[:MAX_TERMS]
    asking = [word for word in found if word in ASKING and len(word) > 1]
    blank = plain
    for word in sorted(asking, key=len, reverse=True):
        if word not in telling:
            blank = blank.replace(word, " ")
    pairs = tuple(dict.fromkeys(bigrams(blank)))[:MAX_TERMS]
    letters = tuple(dict.fromkeys(letter for letter in characters(blank) if letter not in ASKING))[:MAX_TERMS]
    kind = next((kind for kind, pattern in ASKED if pattern.search(plain)), None)
    found_years = years(plain)
    numbers = tuple(dict.fromkeys(n for n in _NUMBER.findall(plain) if not _is_year(n, found_years)))
    return Question(
        text=plain,
        words=tuple(telling),
        pairs=pairs or tuple(dict.fromkeys(bigrams(plain)))[:MAX_TERMS],
        letters=letters,
        same={word: SAME[word] for word in SAME if word in plain},
        years=found_years,
        latest=bool(LATEST.search(plain)) and not found_years,
        numbers=numbers,
        latin=tuple(dict.fromkeys(word for word in _LATIN.findall(plain) if word not in ASKING and len(word) > 1)),
        kind=kind,
        hints=HINTS[kind] if kind else (),
    )


def years(plain: str) -> frozenset[int]:
    """The years that a normalised text names: 2024, 2023-2024, 24年, 24级, 二〇二四年."""
    found: set[int] = set()
    for match in _YEAR.finditer(plain):
        first = int(match.group(1))
        found.add(first)
        if match.group(2):
            last = int(match.group(2))
            last = last if last > 99 else first // 100 * 100 + last
            # 2023-2024 and 2023-24 are a school year; 2024-08 is a month.
            if 0 < last - first <= 12 and (match.group(2) != f"{last % 100:02d}" or last - first == 1):
                found.update(range(first, last + 1))
    for match in _SHORT_YEAR.finditer(plain):
        short = int(match.group(1) or match.group(2))
        if short <= 49:
            found.add(2000 + short)
    for spoken in _SPOKEN_YEAR.findall(plain):
        found.add(int(spoken.replace("两", "二").translate(_DIGIT)))
    return frozenset(year for year in found if 1900 <= year <= 2099)


def _is_year(number: str, found: frozenset[int]) -> bool:
    return number.isdigit() and (int(number) in found or (len(number) == 2 and 2000 + int(number) in found))
