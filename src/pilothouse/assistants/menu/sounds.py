"""How a word sounds: pinyin without tones, with what dialects and recognition confuse folded together."""

from __future__ import annotations

from functools import lru_cache

_FOLDS = (("zh", "z"), ("ch", "c"), ("sh", "s"), ("ing", "in"), ("eng", "en"), ("ang", "an"), ("iong", "ong"))


@lru_cache(maxsize=65536)
def sound(text: str) -> tuple[str, ...]:
    """Folded syllables of ``text`` (zh/z, n/l, in/ing …); equal for words that are easily misheard for each other."""
    from pypinyin import lazy_pinyin

    return tuple(_fold(syllable) for syllable in lazy_pinyin(text))


def _fold(syllable: str) -> str:
    for long, short in _FOLDS:
        syllable = syllable.replace(long, short)
    return f"l{syllable[1:]}" if syllable.startswith("n") and len(syllable) > 1 else syllable
