"""What a search query asks for, apart from the words that every query about reputation has."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from pilothouse.retrieval.tokenizer import normalise, query_tokens, words
from pilothouse.websearch.lexicon import JUDGING, STYLES, WANTED

_QUOTED = re.compile(r'"([^"]{1,80})"|“([^”]{1,80})”|「([^」]{1,80})」|『([^』]{1,80})』')
_MARKS = re.compile(r"[^\w.+#-]+")
_SIZE = re.compile(r"^[大小超](?=\w\w)")
_HAN = re.compile("[\u4e00-\u9fff]")


_FORMS = frozenset("款型版用的个")
_CHINESE = 0.15  # share of the letters; an English page may name a Chinese brand


@dataclass(frozen=True, slots=True)
class Query:
    """``phrases`` stand in quotation marks, ``keywords`` are what is left of ``text``. ``kinds`` of those name the kind
    of thing: all but the words that only say what is ``wanted`` of it; ``heads`` are their last words. ``judging`` are
    the words that ask for a judgement, ``told`` how pages of the sort that they ask for write. ``tokens`` are to be
    looked for in an index, ``own`` are those of the kinds."""

    text: str
    phrases: tuple[str, ...]
    keywords: tuple[str, ...]
    kinds: tuple[str, ...]
    heads: tuple[str, ...]
    wanted: tuple[str, ...]
    judging: tuple[str, ...]
    told: tuple[re.Pattern[str], ...]
    tokens: tuple[str, ...]
    own: tuple[str, ...]

    @property
    def subject(self) -> str:
        """All but what asks for a judgement, as one text."""
        return " ".join((*self.phrases, *self.keywords))

    @property
    def kind(self) -> str:
        """The kinds as one text."""
        return " ".join(self.kinds)

    @property
    def chinese(self) -> bool:
        return is_chinese(self.kind)


@lru_cache(maxsize=256)
def read_query(text: str) -> Query:
    """Never fails; a query that only asks for a judgement has no keywords."""
    found = (normalise(next(filter(None, match.groups()))) for match in _QUOTED.finditer(text))
    phrases = tuple(dict.fromkeys(filter(None, found)))
    # Cut before it is normalised, which joins Chinese words that a blank keeps apart.
    parts = [normalise(part) for part in _QUOTED.sub(" ", text).split()]
    rest = [word for part in parts for word in _MARKS.sub(" ", JUDGING.sub(" ", part)).split()]
    keywords = tuple(dict.fromkeys(rest))
    kinds = tuple(dict.fromkeys(kind for keyword in keywords for kind in _kinds(keyword))) or keywords or phrases
    wanted = tuple(dict.fromkeys(word for keyword in keywords for word in WANTED.findall(keyword)))
    asked = [word for part in parts for word in JUDGING.findall(part)]
    told = tuple(pattern for style, pattern in STYLES if style.search(" ".join(asked)))
    judging = tuple(dict.fromkeys(word for each in asked for word in words(each) if len(word) > 1))
    heads = tuple(map(_head, kinds)) if is_chinese("".join(kinds)) else kinds[-1:]
    return Query(
        text, phrases, keywords, kinds, heads, wanted, judging, told,
        tokens((*phrases, *keywords)), tokens(kinds),
    )  # fmt: skip


def tokens(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Under which normalised texts are found in an index."""
    return tuple(dict.fromkeys(token for text in texts for token in query_tokens(text)))


def is_chinese(text: str) -> bool:
    """Whether a text is Chinese rather than written in Latin letters."""
    return len(_HAN.findall(text)) > _CHINESE * sum(letter.isalpha() for letter in text)


def _kinds(keyword: str) -> list[str]:
    """The parts of a keyword that name a kind; the whole where a single letter names it (轻薄本)."""
    parts = WANTED.sub(" ", keyword).split()
    if len(parts) == 1 and len(parts[0]) == 1 and parts[0] not in _FORMS and not keyword.isascii():
        return [keyword]
    return [part for part in (_SIZE.sub("", part) for part in parts) if len(part) > 1]


def _head(kind: str) -> str:
    """The word that says what kind of thing it is: in Chinese the last one."""
    found = words(kind)
    if len(found) > 1 and len(found[-1]) == 1 and not kind.isascii():
        return found[-2] + found[-1]
    return found[-1] if found else kind
