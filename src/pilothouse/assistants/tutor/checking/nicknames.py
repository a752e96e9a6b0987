"""What the unknowns of a rule are called: names that hold a number (2元, 5元) stand in brackets there and get a plain
name while the rule is read; common things are known by their Chinese and their English name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_STANDS = ("甲类", "乙类", "丙类", "丁类")
_WORDS = {
    "鸡": "chickens? hens? cocks? roosters?", "兔": "rabbits? bunny bunnies hares?", "鸭": "ducks?",
    "鹅": "goose geese", "羊": "sheep goats?", "牛": "cows?", "猪": "pigs?", "狗": "dogs?", "猫": "cats?",
    "蜘蛛": "spiders?", "龟": "turtles? tortoises?", "鹤": "cranes?",
    "大船": "(?:big|large)(?:ger|r)? boats?", "小船": "small(?:er)? boats?",
    "大盒": "(?:big|large)(?:ger|r)? boxe?s?", "小盒": "small(?:er)? boxe?s?",
    "男生": "boys?", "女生": "girls?", "男": "boys?", "女": "girls?",
    "自行车": "bicycles? bikes?", "三轮车": "tricycles?", "汽车": "cars?",
    "成人票": "adult(?:s'?|'s)?(?: tickets?)?", "学生票": "student(?:s'?|'s)?(?: tickets?)?",
    "儿童票": "child(?:ren)?(?:'s)?(?: tickets?)?",
    "笔记本": "notebooks?", "钢笔": "pens?", "铅笔": "pencils?", "苹果": "apples?", "梨": "pears?",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Nicknames:
    """``stands``: the plain name of each bracketed one."""

    stands: tuple[tuple[str, str], ...] = ()

    @staticmethod
    @lru_cache(maxsize=256)
    def of(rule: str) -> Nicknames:
        found = list(dict.fromkeys(re.findall(r"\[([^\[\]]+)\]", rule)))
        return Nicknames(tuple(zip(found[: len(_STANDS)], _STANDS, strict=False)))

    def plain(self, rule: str) -> str:
        """The rule with plain names; a bracketed name that is none of them loses its brackets."""
        for name, stand in self.stands:
            rule = rule.replace(f"[{name}]", stand)
        return re.sub(r"[\[\]]", "", rule)

    def real(self, text: str) -> str:
        """Plain names back as the rule has them."""
        for name, stand in self.stands:
            text = text.replace(stand, name)
        return text

    def told(self, text: str, names: Sequence[str]) -> str:
        """What the pupil said, with the names of the rule."""
        for name, stand in self.stands:
            spelled = r"\s*".join(map(re.escape, re.findall(r"[\d.]+|[^\d.]", name)))
            text = re.sub(rf"(?<![\d.+×*]){spelled}(?:一?张)?的?", stand, text)
        if not any(name in text for name in names):
            for name in names:  # 男24女12, 大3小7
                if len(name) > 1 and not name.isascii() and sum(name[0] in other for other in names) == 1:
                    text = re.sub(rf"{name[0]}(?=\s*[:：是有为]?\s*\d)", name, text)
        for name in names:
            if name in text:
                continue
            for words in _english(name):
                text = re.sub(rf"\b(?:{words})\b", name, text, flags=re.IGNORECASE)
            if name.isascii() and (han := _chinese(name)):
                text = re.sub(rf"(?:{'|'.join(han)})子?", f" {name} ", text)
                words = "|".join(pattern for each in han for pattern in _english(each))
                text = re.sub(rf"\b(?:{words})\b", name, text, flags=re.IGNORECASE)
        return text


def _english(name: str) -> list[str]:
    words = _WORDS.get(name) or _WORDS.get(name.removesuffix("子").removeprefix("小"), "")
    return [words if "(" in words else "|".join(words.split())] if words else []


@lru_cache(maxsize=256)
def _chinese(name: str) -> tuple[str, ...]:
    return tuple(
        han
        for han in _WORDS
        for words in _english(han)
        if re.fullmatch(words if "(" in words else f"(?:{words})", name.replace("_", " "), re.IGNORECASE)
    )
