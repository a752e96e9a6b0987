"""Menus and corrupted sentences for ``repair.py``: whose names, which characters are misheard, and how.

Only confusable characters come from the public tables; ``random`` puts any common character in their place.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pypinyin import Style, lazy_pinyin
from rjieba import suggest_freq

from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.lexicon import Lexicon

DATA = Path("/work/shared/data")
KINDS = ("homophone", "tone", "near", "shape")
_HAN = re.compile(r"[\u4e00-\u9fff]+")
_SWAPS = (
    ("zh", "z"), ("ch", "c"), ("sh", "s"), ("n", "l"), ("f", "h"), ("r", "l"), ("b", "p"), ("d", "t"),
    ("g", "k"), ("j", "q"),
)  # fmt: skip
_ENDS = (
    ("ing", "in"), ("eng", "en"), ("iang", "ian"), ("uang", "uan"), ("ang", "an"), ("uo", "e"), ("uo", "o"),
    ("ong", "eng"), ("ue", "ie"),
)  # fmt: skip
_STARTS = (
    "", "", "", "我要", "我想要", "给我来份", "来一份", "再来两份", "来个", "请问", "你们有", "有没有",
    "帮我点一份", "老板，来份", "麻烦加一个", "今天", "那就", "我想问一下", "还有没有", "听说你们家的", "你好，",
    "两份", "中午想吃", "不要米饭，要", "先来碗汤，再来份",
)  # fmt: skip
_FINISHES = (
    "", "吧", "多少钱", "多少钱一份", "怎么卖", "还有吗", "有吗", "辣不辣", "里面有什么", "里有没有花生",
    "好吃吗", "谢谢", "，不要香菜", "，少放点盐", "要等多久", "能做微辣吗", "卖完了吗", "和一碗米饭", "，快一点",
    "是用什么做的", "贵不贵", "今天还有没有", "打包", "一共几块", "大份的", "，另外再拿两瓶水",
)  # fmt: skip
_HESITATIONS = ("", "", "", "", "", "嗯", "呃，", "那个那个", "我我", "嗯那个，")


@dataclass(frozen=True)
class Menu:
    name: str
    lexicon: Lexicon
    names: list[str]
    absent: list[str]


@dataclass(frozen=True)
class Case:
    kind: str
    slips: int
    text: str
    meant: str
    said: str


def menus(rng: random.Random) -> Iterator[Menu]:
    path = DATA / "menus/howtocook.jsonl"
    if path.exists():
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        rows = [row for row in rows if _HAN.fullmatch(row["name"]) and 1 < len(row["name"]) < 10]
        rng.shuffle(rows)
        yield _menu("howtocook", rows, 60)
    else:
        print(f"howtocook skipped: {path} is absent", file=sys.stderr)
    path = DATA / "crosswoz/restaurant_db.json"
    if path.exists():
        found = {dish for _, place in json.loads(path.read_text("utf-8")) for dish in place.get("推荐菜") or []}
        names = sorted(dish for dish in found if _HAN.fullmatch(dish) and 1 < len(dish) < 10)
        rng.shuffle(names)
        yield _menu("crosswoz", [{"name": name, "ingredients": []} for name in names[:900]], 300)
        yield _menu("crosswoz-1000", [{"name": name, "ingredients": []} for name in names[900:2200]], 300)
    else:
        print(f"crosswoz skipped: {path} is absent", file=sys.stderr)


def _menu(name: str, rows: list[dict[str, Any]], held: int) -> Menu:
    kept = rows[held:]
    dishes = [
        Dish(id=f"d{at}", name=row["name"], category=row.get("category", ""), ingredients=tuple(row["ingredients"]))
        for at, row in enumerate(kept)
    ]
    names = [row["name"] for row in kept]
    spoken = {_folded(name) for name in names}  # what sounds like a dish is that dish, spelt otherwise (臊子面, 哨子面)
    absent = [
        other
        for other in (row["name"] for row in rows[:held])
        if len(other) > 2 and _folded(other) not in spoken and not any(name in other or other in name for name in names)
    ]
    return Menu(name, Lexicon.build(dishes, [], version=f"{name}-{hash(tuple(names))}"), names, absent)


def _folded(name: str) -> str:
    return re.sub("(?<=[zcs])h", "", " ".join(lazy_pinyin(name)))


@cache
def _common() -> list[str]:
    chars = [bytes([high, low]).decode("gb2312", "ignore") for high in range(0xB0, 0xD8) for low in range(0xA1, 0xFF)]
    return [char for char in chars if char and suggest_freq(char) > 100]


@cache
def _by_sound() -> dict[str, list[str]]:
    table: dict[str, list[str]] = defaultdict(list)
    for char in _common():
        table[lazy_pinyin(char, style=Style.TONE3, neutral_tone_with_five=True)[0]].append(char)
    return table


@cache
def _table(name: str) -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    for line in (DATA / "csc_asr" / name).read_text("utf-8").splitlines():
        fields = line.split("\t")
        if line.startswith("#") or len(fields) < 2:
            continue
        if name == "same_pinyin.txt":
            table[fields[0]] = list(fields[1])
        else:
            for one in fields:
                table.setdefault(one, []).extend(other for other in fields if other != one and other in _common())
    return table


@cache
def slips_of(char: str, reading: str, kind: str) -> tuple[str, ...]:
    """Characters that may be written for ``char``."""
    plain = reading.rstrip("12345")
    if kind == "random":
        return tuple(other for other in _common() if other != char)
    if kind == "shape":
        return tuple(sorted({*_table("same_stroke.txt").get(char, ())}))
    if kind == "homophone":
        return tuple(sorted({*_by_sound().get(reading, ()), *_table("same_pinyin.txt").get(char, ())} - {char}))
    if kind == "tone":
        return tuple(c for tone in "1234" if f"{plain}{tone}" != reading for c in _by_sound().get(f"{plain}{tone}", ()))
    others: set[str] = set()
    for one, other in (*_SWAPS, *(pair[::-1] for pair in _SWAPS)):
        if plain.startswith(one) and not (len(one) == 1 and plain[1:2] == "h"):
            others.add(other + plain[len(one) :])
    for one, other in (*_ENDS, *(pair[::-1] for pair in _ENDS)):
        if plain.endswith(one):
            others.add(plain[: -len(one)] + other)
    return tuple(c for other in sorted(others) for tone in "1234" for c in _by_sound().get(f"{other}{tone}", ()))


def corrupt(name: str, kind: str, count: int, rng: random.Random) -> str | None:
    """``name`` with ``count`` characters misheard."""
    spoken = lazy_pinyin(name, style=Style.TONE3, neutral_tone_with_five=True)
    places = [at for at in range(len(name)) if slips_of(name[at], spoken[at], kind)]
    if len(places) < count:
        return None
    chars = list(name)
    for at in rng.sample(places, count):
        chars[at] = rng.choice(slips_of(name[at], spoken[at], kind))
    return "".join(chars)


def sentence(name: str, rng: random.Random) -> str:
    text = f"{rng.choice(_HESITATIONS)}{rng.choice(_STARTS)}{name}{rng.choice(_FINISHES)}"
    return f"{text}，{rng.choice(('还有', '另外要'))}可乐" if rng.random() < 0.08 else text


def cases(menu: Menu, each: int, rng: random.Random) -> Iterator[Case]:
    pool = [name for name in menu.names if len(name) > 2]
    long = [name for name in pool if len(name) > 3]
    for name in rng.sample(pool, min(each, len(pool))):
        yield Case("clean", 0, sentence(name, rng), name, name)
    short = [name for name in menu.names if len(name) == 2]
    for kind, source, counts in (
        *((kind, pool, (1, 2)) for kind in KINDS),
        ("homophone2", short, (1,)),
        ("random", long, (1,)),
    ):
        for count in counts:
            made = 0
            for _ in range(each * 30):
                name = rng.choice(source) if source else ""
                said = corrupt(name, kind.rstrip("2"), count, rng)
                if said and said != name and said not in menu.names and made < each:
                    made += 1
                    yield Case(kind, count, sentence(said, rng), name, said)


def clean_texts() -> dict[str, list[str]]:
    """Correct sentences that have nothing to do with the menu."""
    found: dict[str, list[str]] = {}
    for path in sorted((DATA / "csc_asr").glob("*.jsonl")):
        found[path.stem] = [json.loads(line)["right"] for line in path.read_text("utf-8").splitlines()]
    if (path := DATA / "speech_zh/manifest.jsonl").exists():
        found["speech_zh"] = [json.loads(line)["text"] for line in path.read_text("utf-8").splitlines()]
    if (path := DATA / "crosswoz/dialogues.jsonl").exists():
        found["crosswoz"] = list(_user_turns(path))
    return found


def _user_turns(path: Path) -> Iterator[str]:
    for line in path.read_text("utf-8").splitlines():
        yield from (turn["content"] for turn in json.loads(line)["messages"] if turn.get("role") == "usr")
