"""Words and their pieces: what the dictionary knows, what is coined, what judges."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from pilothouse.assistants.shopping.evidence.naming.vocabulary import common_han
from pilothouse.assistants.shopping.evidence.opinion.lexicon import aspect_scanner, word_scanner, words

DOING = frozenset("打测掉拆煮洗吹喷吸拖扫充插拔推拉装卸修换买卖用开关听看拍照走跑跳吃喝睡坐穿戴涂抹擦刷挂贴放拿切磨")
GRAMMAR = frozenset(
    "的了是我你他她它这那买用被把比跟从对在有也都就还再才只但而却又很太更最不没别要会能可给让叫请如若因"
    "所为以于与和或及等吗呢吧啊呀嘛哦嗯一二两三四五六七八九十几每各某该此先后上下里外前中"
)


def by_length(text: str) -> tuple[int, str]:
    """Orders longest first, and always alike."""
    return -len(text), text


def judging(text: str) -> bool:
    """Whether a run begins with something that is judged, or judges."""
    return any(start == 0 and end >= 2 for start, end in aspect_scanner().find(text)) or any(
        words()[text[start:end]].sign and end - start > 1 for start, end in word_scanner().find(text)
    )


def stripped(text: str, kinds: Collection[str]) -> str:
    """``text`` without the kind of product at its end."""
    for kind in sorted(kinds, key=by_length):
        if text.endswith(kind) and len(text) > len(kind):
            return text[: -len(kind)]
    return text


def odd(text: str) -> bool:
    """Whether a name begins with what no dictionary has: 眠川, 颜棠."""
    first = pieces_of(text)[0]
    if text[0] in DOING:
        return False  # 测血糖, 掉涂层
    return not known_word(text[:2] if len(first) == 1 else first) or proper(first)


def coined(text: str, kinds: Collection[str]) -> bool:
    """Whether a name, the kind of product apart, begins with what no dictionary has."""
    bare = stripped(text, kinds)
    if len(bare) < 2 or bare[0] in GRAMMAR or bare[-1] in GRAMMAR or bare[-1] in DOING:
        return False
    return odd(bare) and not common_han(pieces_of(bare)[0]) and bare[0] not in "去来到在往"


def torn(plain: str, start: int) -> bool:
    """Whether the Chinese at ``start`` begins in the middle of a word: 松间 in 放松间隙."""
    before = plain[start - 1] if start else ""
    return (
        "\u3400" <= before <= "\u9fff"
        and "\u3400" <= plain[start] <= "\u9fff"
        and before not in GRAMMAR
        and before not in DOING
        and known_word(plain[start - 1 : start + 1])
    )


@lru_cache(maxsize=16384)
def known_word(word: str) -> bool:
    from rjieba import has_word

    return bool(has_word(word))


@lru_cache(maxsize=65536)
def pieces_of(run: str) -> tuple[str, ...]:
    from rjieba import cut

    return tuple(cut(run))


@lru_cache(maxsize=4096)
def proper(word: str) -> bool:
    """Whether the dictionary has it as a name of a person or place (海棠湾)."""
    from rjieba import tag

    return len(word) > 2 and tag(word)[0][1] in ("nr", "ns", "nt", "nz")
