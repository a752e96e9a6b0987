"""Text to search tokens, and user text to a full-text query that can't be anything else."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opencc import OpenCC

TOKENIZER_ID = "rjieba+bigram+char@1"
MAX_QUERY_TOKENS = 64  # a pasted page must not become a query of a thousand terms

_HAN = r"\u2e80-\u2fdf\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_RUN = re.compile(rf"([{_HAN}]+)|([^\W_{_HAN}]+)")
_SPACE = re.compile(r"\s+")
_HAN_GAP = re.compile(rf"(?<=[{_HAN}]) (?=[{_HAN}])")
_INVISIBLE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")

# Words that fill a spoken request. They are indexed, but a query doesn't search for them unless it has nothing else.
_CHINESE_FILLERS = """
的 了 吗 呢 吧 啊 呀 嘛 哦 嗯 有 来 我 你 您 他 她 要 想 给 点 个 份 一 一个 一份 一下 这 那 是 在 和 与 或 及 什么
有没有 哪些 哪个 怎么 请 请问 可以 能 就 都 也 还 再 把 被 吃
"""
_ENGLISH_FILLERS = """
the a an of to is are and or i me my you do does have has can could would like want please what which with for in on
some any there
"""
_FILLERS = frozenset(f"{_CHINESE_FILLERS} {_ENGLISH_FILLERS}".split())


@cache
def _converter() -> OpenCC:
    from opencc import OpenCC

    return OpenCC("t2s")


def normalise(text: str) -> str:
    """NFKC, simplified Chinese, lower case, no control characters, single spaces, none between Chinese characters."""
    plain = unicodedata.normalize("NFKC", _SPACE.sub(" ", text))
    plain = _INVISIBLE.sub("", plain)
    # lower() may create combining marks, so compose again.
    plain = unicodedata.normalize("NFKC", _converter().convert(plain).lower())
    return _HAN_GAP.sub("", _SPACE.sub(" ", plain).strip())


def words(text: str) -> list[str]:
    """Words of a normalised text in order; long Chinese words come with the shorter words inside them."""
    from rjieba import cut_for_search

    found: list[str] = []
    for match in _RUN.finditer(text):
        chinese, other = match.groups()
        found.extend(cut_for_search(chinese) if chinese else [other])
    return found


def bigrams(text: str) -> list[str]:
    """Pairs of neighbouring Chinese characters of a normalised text, in order."""
    return [
        run[position : position + 2]
        for run in (match.group(1) for match in _RUN.finditer(text))
        if run
        for position in range(len(run) - 1)
    ]


def characters(text: str) -> list[str]:
    """Single Chinese characters of a normalised text, in order."""
    return [character for match in _RUN.finditer(text) if (run := match.group(1)) for character in run]


def index_tokens(text: str) -> list[str]:
    """Everything under which a text can be found: words, character pairs and single characters.

    A pair that is also a word counts twice, which is what it should. Single characters are there because a
    query's word may be one character long (鱼).
    """
    plain = normalise(text)
    found = words(plain)
    pairs = bigrams(plain)
    seen = {token for token in found if len(token) == 1}
    return [*found, *pairs, *(character for character in characters(plain) if character not in seen)]


def query_tokens(text: str) -> list[str]:
    """Distinct words and character pairs to look for; fillers only when there is nothing else."""
    plain = normalise(text)
    found = list(dict.fromkeys([*words(plain), *bigrams(plain)]))
    telling = [token for token in found if token not in _FILLERS]
    return (telling or found)[:MAX_QUERY_TOKENS]


def match_query(text: str) -> str | None:
    """An FTS5 ``MATCH`` expression that finds any token of ``text``; ``None`` when there is no token.

    Every token is a quoted string, so nothing a user types is ever an operator, a column or a wildcard.
    """
    quoted = ['"{}"'.format(token.replace('"', '""')) for token in query_tokens(text)]
    return " OR ".join(quoted) or None
