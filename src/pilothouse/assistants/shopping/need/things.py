"""Things named anywhere in a Chinese sentence: what a kind may be where no word beside it says so."""

from __future__ import annotations

import re

from rjieba import tag

from pilothouse.assistants.shopping.need.lexicon import situations, wishes
from pilothouse.assistants.shopping.need.phrase import KEEP_END

_SONS = re.compile(r"[箱椅鞋裙裤帽杯被柜桌瓶袋毯垫刷锅笔镜凳梯袜褥席筐盆勺筷壶罐剪夹尺钳锤篮屉]子$")
_NOUN = re.compile(r"n(?!r|s|t)|vn|b|an")
_THING = re.compile(r"n(?!r|s|t)|vn|an|b|zg|q|j|l|i|eng|x")
_WISHED = re.compile(
    r"(?:别|不要|不能|要|得|必须|最好|能|会|就|有|哪|什么|该|怎么|推荐|好(?!了)|吗|呢)|[，,。.！!？?；;\s]|$"
)
_OBJECT = re.compile(r"(?:一整?[个台只件条间屋柜]|[拎塞装放倒铺洗晒叠堆坐躺踩看打开关]了?)$")
_WHOLE = frozenset(["整个", "同一", "所有", "一般", "一样", "主要"])
LEAST, WISHED, LATER = 1.2, 0.6, 0.05


def things(text: str) -> list[tuple[str, float]]:
    """Each thing with what speaks for it: that something is asked of it, and that it comes late."""
    found: list[tuple[str, float]] = []
    run: list[str] = []
    at = 0
    for word, kind in [*tag(text), ("", "x")]:
        if word and _NOUN.match(kind) and word not in _WHOLE and not (len(word) > 1 and wishes().fullmatch(word)):
            run.append(word)
        elif word and run and len(word) == 1 and KEEP_END.fullmatch(word):
            run.append(word)  # 瑜伽|垫, 手冲|壶: cut off by its class
        else:
            name = "".join(run)
            if len(name) > 1 and not _person(name) and (KEEP_END.search(name) or _SONS.search(name)):
                start = at - len(name)
                score = LEAST + LATER * len(found)
                score += WISHED if _WISHED.match(text[at:]) and not _OBJECT.search(text[:start]) else 0.0
                found.append((name, score))
            run = []
        at += len(word)
    return found


def action(name: str) -> bool:
    """Whether a phrase names nothing, but says what somebody does or how: 来回切换, 又不."""
    if not name or name[0] < "\u3400":
        return False
    kinds = [kind for _, kind in tag(name)]
    empty = not any(_THING.match(kind) for kind in kinds) and not KEEP_END.search(name)
    return empty or ("t" in kinds and "v" in kinds)


def _person(word: str) -> bool:
    return any(entry.good.fullmatch(word) for entry in situations())
