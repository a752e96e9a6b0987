"""English words in all their forms: a page says "reimbursed within ten days" where a question says "reimbursement".

After the S-stemmer (Harman, 1991, how effective is suffixing?), with the endings of verbs and their nouns. The stem may
be shorter than a dictionary's: it is only ever compared with words that end in one of the endings too.
"""

from __future__ import annotations

import re
from functools import lru_cache

_SHORTEST = 3  # letters of a stem
_ENDINGS = "ational|ations|ation|ements|ement|ments|ment|ings|ing|ions|ion|ies|ied|ers|er|ors|or|es|ed|al|ly|s|e|y|d"
_END = re.compile(rf"(?:{_ENDINGS})$")
_WORD = re.compile(r"[a-z]{4,}")
_DOUBLED = re.compile(r"([bdfgmnprt])\1$")  # planned, referring; not the doubled letters that words have of themselves


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """What the forms of a lower-case word begin with; numbers, codes and short words are their own stems."""
    if not _WORD.fullmatch(word):
        return word
    match = _END.search(word, _SHORTEST)
    return _DOUBLED.sub(r"\1", word[: match.start()]) if match else word


@lru_cache(maxsize=4096)
def forms(word: str) -> re.Pattern[str]:
    """Finds the word in its forms, whole: 3 isn't in 30, and "tax" isn't in "taxi"."""
    short = stem(word)
    if short == word and not _WORD.fullmatch(word):
        return re.compile(rf"(?<![a-z0-9]){re.escape(word)}(?![a-z0-9])")
    doubled = f"{short[-1]}?" if short[-1] in "bdfgmnprt" else ""
    return re.compile(rf"(?<![a-z0-9]){short}(?:{doubled}(?:{_ENDINGS}))?(?![a-z0-9])")
