"""Hesitation in spoken sentences: sounds that mean nothing, and words said twice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from pilothouse.assistants.menu.plausible import surprise

FillerKind = Literal["filler", "repetition"]
_PAUSE = r"[，,、。.…~～\s]*"
_GO = r"(?=我|来|给|请|帮|你们|有没有|能不能|可以|想|再|要|那|这|就是|嗯|呃|额|，|,|$)"
_OPEN = r"(?:(?<=^)|(?<=[，,。\s]))"
_SOUND = re.compile(
    rf"(?:嗯+[呢哪]?|呃+(?!逆)|唔+|{_OPEN}额+{_GO}|\s?(?<![a-z])(?:e+m+|u+m+|u+h+)(?![a-z])|{_OPEN}[啊哎](?!不|呀){_GO}){_PAUSE}"
)
_WORD = re.compile(
    rf"(?:那个|这个|内个){{2,}}(?:嘛|啊|呢)?{_PAUSE}"
    rf"|{_OPEN}(?:那个|这个|内个|怎么说呢|那个啥)(?:[，,、…]+\s*|(?=请问|你们|老板|服务员))"  # 那个我要两份: a dish
    rf"|{_OPEN}(?:就是说?|然后就是)(?:那个|这个)?{_PAUSE}(?=我|来|给|请|帮|你们|有没有|能不能|想|就是)"
)
_STUTTER = re.compile(
    r"((?:我|你|您|他|来|要|给|有|请|就|那|这|再|帮|能|点|份|多|吃)|"
    r"我想要?|我要|想要|给我|帮我|有没有|来个|来份|来一[份个碗]|再来|请问|你们|多少|可以|可不可以|能不能|一份|一个|这个|那个)\1+"
)
_LONG = re.compile(r"([\u4e00-\u9fff])\1{2,}")
_LAUGH = frozenset("哈呵嘿嘻啦一二三四五六七八九十零〇")


class Cut(NamedTuple):
    """What of the text to leave out: ``start:end`` becomes ``kept``."""

    start: int
    end: int
    kept: str
    kind: FillerKind


def cuts(text: str, names: Sequence[tuple[int, int]]) -> list[Cut]:
    """Fillers and repetitions outside ``names``, left to right, never overlapping."""
    found: list[Cut] = []
    for pattern in (_SOUND, _WORD):
        found.extend(Cut(*match.span(), "", "filler") for match in pattern.finditer(text) if match[0])
    for pattern in (_STUTTER, _LONG):
        for match in pattern.finditer(text):
            if match[1] not in _LAUGH and not _natural(text, match):
                found.append(Cut(*match.span(), match[1], "repetition"))
    chosen: list[Cut] = []
    for cut in sorted(found, key=lambda item: (item.start, -item.end)):
        if any(cut.start < end and start < cut.end for start, end in names):
            continue
        if not chosen or cut.start >= chosen[-1].end:
            chosen.append(cut)
    left = "".join(cut.kept for cut in chosen)
    if chosen and sum(cut.end - cut.start for cut in chosen) == len(text) and not left:
        return []  # a bare 嗯 is an answer
    return chosen


def _natural(text: str, match: re.Match[str]) -> bool:
    """谢谢, 多多, 点点: a doubled character that is a word stays."""
    said, once = match[0], match[1]
    if len(said) == 2 * len(once) and (surprise(said) is not None or _within_word(text, match.start(), match.end())):
        return True
    return len(once) == 1 and len(said) == 2 and _crosses(text, match.start(), match.end())


def _within_word(text: str, start: int, end: int) -> bool:
    return any(
        surprise(text[left:right]) is not None
        for left in range(max(0, start - 2), start + 1)
        for right in range(end, min(len(text), end + 2) + 1)
        if right - left > end - start
    )


def _crosses(text: str, start: int, end: int) -> bool:
    """The second character begins the next word (都来|来宾), or the first ends the word before (想要|要点)."""
    after, before = text[end - 1 : end + 1], text[max(0, start - 1) : start + 1]
    return (len(after) == 2 and surprise(after) is not None and after[0] not in "我来给你") or (
        len(before) == 2 and surprise(before) is not None and before[1] not in "我来给你"
    )
