"""How spicy a reply says a dish is, or can be had."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pilothouse.assistants.menu.verification.evidence import Card
from pilothouse.assistants.menu.verification.reading import Segment
from pilothouse.retrieval.tokenizer import normalise

SPICE = re.compile(
    r"(?:不太|不怎么|有点儿?|有些|微微|稍微|很|特别|非常|超|比较|偏|够|极|不会|不)?(?:不辣|微辣|中辣|特辣|辣度|麻辣|香辣|酸辣|免辣|辣味|辣椒|辣子|辣酱|辣)|\b(?:not (?:very |too |that )?|non-|isn't (?:very |too )?|extra |very |extremely |really |quite |slightly |a (?:little|bit) )spicy\b|\b(?:mild(?:ly)?|medium)(?: spicy| hot)?\b|\bspicy\b"  # noqa: E501
)
_OPTION = re.compile(
    r"可以|可选|能|可(?=做|调|选)|选项|选择|有.{0,14}(?:可选|几种|三种|两种)|做(?:成)?|调|options?|choose|can be|available|from"  # noqa: E501
)
_CANNOT = re.compile(
    r"(?:做不了|做不到|不能|不可以|无法|没法|不提供|没有|不支持|can't|cannot|can not|no|not available in)[^,]{0,10}$"
)
_CANNOT_AFTER = re.compile(r"^[^,]{0,4}?(?:做不了|不能|不可以|不行|没法|没有|is not available)")
_LEVEL = {"不辣": "不辣", "免辣": "不辣", "微辣": "微辣", "中辣": "中辣", "特辣": "特辣"}


def problems(segment: Segment, card: Card) -> Iterator[str]:
    """Levels that the dish neither has nor offers."""
    text = segment.text
    name, default = card.row["name"], card.row["spice"]
    options = {level for taste in card.row["tastes"] for level in re.findall(r"不辣|微辣|中辣|特辣", normalise(taste))}
    listed = [match[0] for match in re.finditer(r"不辣|微辣|中辣|特辣|免辣", text)]
    optional = bool(_OPTION.search(segment.before + text)) or segment.heading or len(listed) > 1
    for match in SPICE.finditer(text):
        word = match[0]
        level = next((_LEVEL[key] for key in _LEVEL if key in word), None)
        if level is not None:
            can = level in options or level == default
            if _CANNOT.search(text[: match.start()]) or _CANNOT_AFTER.match(text[match.end() :]):
                if can:
                    yield f"{name} can be {level}."
            elif not (can if optional else level == default):
                yield f"No result says that {name} is {level}."
            continue
        if word.endswith(("辣度", "辣椒", "辣子", "辣酱", "辣味", "麻辣", "香辣", "酸辣")):
            continue  # traced as an ordinary word
        yield from _loose_spice(word, text, match.start(), card, options)


def _loose_spice(word: str, text: str, at: int, card: Card, options: set[str]) -> Iterator[str]:
    """很辣, 有点辣, mild, very spicy: held against the default level or the options."""
    default = card.row["spice"]
    words = word.strip()
    if words.startswith(("不太", "不怎么", "不会", "不", "not", "non", "isn't")):
        right = {"不辣"} | ({"微辣"} if words.startswith(("不太", "不怎么")) else set())
    elif words.startswith(("有点", "有些", "微微", "稍微", "slightly", "a little", "a bit", "mild")):
        right = {"微辣"}
    elif words.startswith("medium"):
        right = {"中辣"}
    elif words.startswith(("很", "特别", "非常", "超", "够", "极", "very", "extremely", "extra")):
        right = {"中辣", "特辣"} if words.startswith(("很", "够", "very")) else {"特辣"}
    else:
        right = {"微辣", "中辣", "特辣"}
    if words in ("辣", "spicy") and re.search(r"[吗不没]$|how |能吃|吃不了|会不会", text[:at]):
        return
    can = right & ({default} | options if _OPTION.search(text) else {default})
    if default is None and not options:
        yield f"No result says how spicy {card.row['name']} is."
    elif not can:
        yield f"{card.row['name']} is not “{words}”."
