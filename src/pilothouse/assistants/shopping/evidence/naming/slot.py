"""Coined Chinese names without digits (砾爪, 棉小朵), told by the places where they stand.

A name stands alone where names stand: with a figure in a list, first in an answer of a thread, behind 首选 or 换成,
before a verdict. What is measured or praised stands there too (结块): it gives itself away behind 不 and 易, before 性
and 效果, or in a list of such words.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from pilothouse.assistants.shopping.evidence.naming.vocabulary import common_han
from pilothouse.assistants.shopping.evidence.naming.word import coined, judging
from pilothouse.assistants.shopping.evidence.sheet import PAGES, Sentence, Sheet
from pilothouse.websearch.canonical import domain

_STRONG = frozenset(("answer", "object", "figures"))
ENOUGH = 3  # places of at least two sites
_HAN = "\u3400-\u9fff"
_VERDICT = (
    "第[一二三四五六七八九]|最[低高好差强轻静稳贵慢快]|其次|还行|还可以|还不错|不错|千万别|垫底|排第|"
    "偏[软硬贵大小轻重慢吵]|很[一-龥]|挺[一-龥]|太[一-龥]|也(?:行|可以|不错|还行)|比|就是|用了|修过|买了|打[败平]"
)
_LEADS = re.compile(
    rf"(?<=[\n\x01\x02、,;。:!?(\"])([{_HAN}]{{2,5}}?)"
    rf"(?:(?P<figure>\s?\d)|(?P<plus>\s?\+\s?1)|(?P<close>[、,;。!:()\n])|(?P<verdict>{_VERDICT}))"
)
_OBJECTS = re.compile(
    rf"(?=[首推就改选入买别不直换用上比输如])(?:首选|推荐|就选|改选|选了|选|入手|买了|别买|不买|就买|直接买|换成|换了|换回|用回|上|比不了|比不上|不如|输给|(?<![一-龥])如|(?<![有怎么])用)"
    rf"([{_HAN}]{{2,5}}?)(?=[、,;。!+()\n]|但|的时候|吧)"
)
_BRACKETS = re.compile(r"\([^()\n]{1,80}\)")
_LISTS = re.compile(rf"(?<![{_HAN}])[{_HAN}]{{2,5}}\s?(?:\d[\d.]*)?(?:、[{_HAN}]{{2,5}}\s?(?:\d[\d.]*)?)+(?![{_HAN}])")
_ELEMENT = re.compile(rf"([{_HAN}]{{2,5}})\s?(\d?)")
_PROPERTY_BEFORE = "不无没难好易会能零低高防抗除更很太可速快"
_PROPERTY_BEHIND = re.compile(r"[性度力率值感款型类]|强度|效果|能力|速度|时间|成本|问题|表现|测试|情况|系列")


@dataclass(slots=True)
class Slots:
    """Places where one run of Chinese stands as names do."""

    pages: set[int] = field(default_factory=set)
    places: int = 0
    strong: int = 0  # in an answer, behind a verb of choice, with a figure in a list
    beside: set[str] = field(default_factory=set)


@lru_cache(maxsize=PAGES)
def _page(sentences: tuple[Sentence, ...]) -> tuple[str, tuple[tuple[str, str], ...], tuple[tuple[str, ...], ...]]:
    """The page as one text, names with the kind of their place, and the lists of names in it."""
    lines = []
    for sentence in sentences:
        mark = "\x01" if sentence.place == "voice" else "\x02"
        lines.append(mark + sentence.plain[sentence.head :] if sentence.first else sentence.plain)
    text = "\n" + "\n".join(lines) + "\n"
    found: list[tuple[str, str]] = []
    for match in _LEADS.finditer(text):
        answer = text[match.start() - 1] == "\x01" and not match["figure"]
        found.append((match[1], "answer" if answer or match["plus"] else match.lastgroup or ""))
    found.extend((match[1], "object") for match in _OBJECTS.finditer(text))
    lists: list[tuple[str, ...]] = []
    for match in _LISTS.finditer(_BRACKETS.sub("", text)):
        elements = tuple(_ELEMENT.findall(match.group()))
        names = tuple(name for name, _ in elements)
        figured = sum(bool(figure) for _, figure in elements) > 1
        lists.append(names)
        found.extend((name, "figures" if figured else "list") for name in names)
    return text, tuple(found), tuple(lists)


def coinages(sheets: Sequence[Sheet], kinds: Collection[str], known: Collection[str], modelled: int = 0) -> list[str]:
    """Names found. ``known``: names and brands that are found already; ``modelled``: brands with model numbers: where
    there are more than two, names without are rare."""
    sure = 2 if modelled > 2 else 1
    read: dict[str, tuple[int, tuple[tuple[str, str], ...], tuple[tuple[str, ...], ...]]] = {}
    for sheet in sheets:  # of copies word for word one counts
        text, found, lists = _page(sheet.sentences)
        read.setdefault(text, (sheet.index, found, lists))
    often = Counter(name for _, found, _ in read.values() for name, _ in found)
    slots: dict[str, Slots] = defaultdict(Slots)
    for page, found, lists in read.values():
        for name, kind in found:
            if often[name] >= ENOUGH or lists:
                item = slots[name]
                item.pages.add(page)
                item.places += 1
                item.strong += kind in _STRONG
        for names in lists:
            for name in names:
                slots[name].beside.update(names)
    sites = {sheet.index: domain(sheet.page.url) for sheet in sheets}
    held = tuple(known)
    likely = {
        name
        for name, item in slots.items()
        if item.strong
        and item.places >= ENOUGH * sure
        and len({sites[page] for page in item.pages}) > sure
        and not name.startswith(held)
        and not _worded(name, kinds)
        and coined(name, kinds)
    }
    likely |= _company([names for _, _, lists in read.values() for names in lists], likely, held, kinds)
    kept = [name for name in likely if not _property(name, slots[name], read)]
    return sorted(kept, key=lambda name: (-len(name), name))


def _company(
    lists: Sequence[tuple[str, ...]], likely: Collection[str], held: tuple[str, ...], kinds: Collection[str]
) -> set[str]:
    """Names that stand in a list of which two others at least are names."""
    found: set[str] = set()
    for names in lists:
        named = sum(name in likely or name.startswith(held) for name in names)
        if named > 1:
            found |= {
                name for name in names if not name.startswith(held) and not _worded(name, kinds) and coined(name, kinds)
            }
    return found


def _worded(name: str, kinds: Collection[str]) -> bool:
    """Whether it is a word of the language, of the kind of product or of judging."""
    return (
        common_han(name)
        or judging(name)
        or any(name in kind or kind in name or (name[-1] == kind[-1] and len(name) > 2) for kind in kinds)
    )


def _property(name: str, item: Slots, texts: Collection[str]) -> bool:
    """Whether it is something that is measured, praised or done."""
    beside = item.beside - {name}
    if beside and sum(judging(other) or common_han(other) for other in beside) * 2 >= len(beside):
        return True
    told = 0
    whole = 0
    for text in texts:
        at = text.find(name)
        while at >= 0:
            whole += 1
            told += text[at - 1] in _PROPERTY_BEFORE or _PROPERTY_BEHIND.match(text, at + len(name)) is not None
            at = text.find(name, at + 1)
    return told * 6 > whole or item.places * 3 < whole
