"""The menu's words laid out for search by likeness: one row of costs per character that is said."""

from __future__ import annotations

import math
import re
from collections import Counter, OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pilothouse.assistants.menu import ontology, shapes
from pilothouse.assistants.menu import syllables as sounds
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.plausible import surprise

_HAN = re.compile(r"[\u4e00-\u9fff]")
_PLAIN = re.compile(r"[\u4e00-\u9fff]{2,6}")
_LONGEST = 14
_SLIP = 5.5  # nats: that a character was misheard at all, and which of the characters of one sound was written
_SHAPE, _ALIKE, _LEAST = 14.0, 9.0, 0.34
FAR = 1000.0
_TORN = 6.0  # 火少 for 炒
_SMUDGE = 10.0  # half a character: what is left of it may stand for anything
_FISH = frozenset("鱼鸟")
_NO_FOOD = frozenset("鲜鲸鲁鳄岛鸣呜枭袅")
_FOODS = frozenset(
    "虾肋背膀蟹蛤蛏蚝螺蚬蚌蛙蜜蛰蜇鸽鹌鹑驴鹿猴骨脊腔胗舌耳心肾脑髓膀颈脖脯腩腱排翼爪掌尾筒膘膏籽"
    "葱姜芹菠韭萝卜葫芦薯菌耳莓莲苋荠菊蒿菱芽苗藻葵菌茄豌豇芸芥蕨蒜苔薹荷茭茴苕葛蕉莴苣椰枣杏桃梨橘橙柚柠檬荔枝桂榴芒杨梅葡萄栗榛瓜谷米麦糯荞玉笋竹"
    "野串卷碴眼鼻馄饨饵饽馍馕馒糍粑糕糖粽粥羹酪酥酵醪豉腐浆渣泡布丁派塔挞堡肠培根咖喱芝士碱"
)
_COOKS = frozenset(
    "炒烧烤蒸煮炖焖煎炸卤拌爆熘溜烩煨煲涮焗腌熏烫滑扒炝汆灼氽熬焙烘糟醉粘扯拉削刨切撕剁捞泼淋贴夹酿酱浇烙煸㸆靠"
)
_TASTES = frozenset("辣麻酸甜苦咸鲜香酱醋蒜葱姜椒盐油红白黄绿黑青金银紫冰热冷凉焦脆嫩软糯圆")
_PLACES = frozenset("韩日泰法意美英德俄京川湘粤闽徽鲁沪港台渝蜀")
_COUNTS = frozenset("一二两三四五六七八九十百千")


class Alignment(NamedTuple):
    """``start:end`` of the tokens read as ``term``; ``dropped``: position in the term or ``added``: in the text."""

    start: int
    end: int
    term: int
    cost: float
    dropped: int = -1
    added: int = -1


class Vocabulary:
    """Terms of one lexicon. ``prior`` is what a term costs as a word of a guest's sentence, in nats."""

    def __init__(self, lexicon: Lexicon) -> None:
        named = (*lexicon.names, *lexicon.aliases)
        dishes = [term for term in named if _HAN.search(term) and 1 < len(term) <= _LONGEST]
        sorts = {term for term in (*lexicon.categories, *lexicon.ingredients) if _PLAIN.fullmatch(term)}
        others = sorted(sorts - {*dishes})
        self.terms = (*dict.fromkeys(dishes), *others)
        base = math.log(len(dishes) + 20) + 2.0
        self.prior = [base] * (len(self.terms) - len(others)) + [math.log(len(others) + 20) + 4.0] * len(others)
        self.dishes = len(self.terms) - len(others)
        self.alphabet = {char: at for at, char in enumerate(sorted({char for term in self.terms for char in term}))}
        self.sizes = np.array([len(term) for term in self.terms], dtype=np.int64)
        self._pad = len(self.alphabet)
        width = max((len(term) for term in self.terms), default=1)
        self._spelt = np.full((len(self.terms), width), self._pad, dtype=np.int64)
        for at, term in enumerate(self.terms):
            self._spelt[at, : len(term)] = [self.alphabet[char] for char in term]
        self._need = np.where(self.sizes < 4, 1, np.maximum(2, self.sizes - 3))
        self._sounds, self._looks = sounds.Sounds(self.alphabet), shapes.Looks(self.alphabet)
        self._count = Counter(char for term in self.terms[: self.dishes] for char in term)
        self._all = max(1, self._count.total())
        self._rows: dict[str, npt.NDArray[np.float32]] = {}

    def common(self, token: str) -> float:
        """Nats by which ``token`` is likelier in the name of a dish than elsewhere: another dish may be meant."""
        usual = surprise(token) if len(token) == 1 else None
        if usual is None:
            return 0.0
        inside = -math.log((self._count[token] + (2.0 if telling(token) else 0.01)) / (self._all + 100.0))
        return min(6.0, max(0.0, usual - inside))

    def row(self, token: str) -> npt.NDArray[np.float32]:
        """What it costs to read ``token`` as each character of the menu."""
        row = self._rows.get(token)
        if row is None:
            if len(self._rows) > 8192:
                self._rows.clear()
            row = self._rows[token] = self._measure(token)
        return row

    def _measure(self, token: str) -> npt.NDArray[np.float32]:
        row = np.full(len(self.alphabet) + 1, FAR, dtype=np.float32)
        if len(token) > 1:
            if shapes.bare(token[0]):
                row[: self._pad] = _SMUDGE
            if (whole := shapes.joined(*token)) in self.alphabet:
                row[self.alphabet[whole]] = _TORN
        elif _HAN.match(token):
            near = {char: _SLIP + far for char, far in self._sounds.near(token).items()}
            for char, alike in self._looks.near(token, _LEAST).items():
                near[char] = min(near.get(char, FAR), _SHAPE - _ALIKE * alike)
            for char, cost in near.items():
                if not different(token, char):
                    row[self.alphabet[char]] = cost
        if token in self.alphabet:
            row[self.alphabet[token]] = 0.0
        row[self._pad] = FAR
        return row

    def find(self, tokens: Sequence[str], limit: float) -> tuple[list[Alignment], list[Alignment]]:
        """Terms that stand in the text, and terms that it may mean at a cost below ``limit``."""
        if not tokens or not self.terms:
            return [], []
        costs = np.stack([self.row(token) for token in tokens])
        least = costs.min(axis=0)
        near = (least < FAR)[self._spelt].sum(axis=1)
        exact = (least == 0.0)[self._spelt].sum(axis=1)
        broken = (self.sizes >= 4) & (exact >= self.sizes - 1)
        kept = np.flatnonzero(((near == self.sizes) | broken) & (exact >= self._need))
        standing: list[Alignment] = []
        meant: list[Alignment] = []
        for term in kept.tolist():
            size = int(self.sizes[term])
            grid = costs[:, self._spelt[term, :size]]
            plain = self._straight(grid, term, limit)
            standing.extend(item for item in plain if item.cost == 0.0)
            meant.extend(item for item in plain if item.cost > 0.0)
            if broken[term] and not plain:
                meant.extend(self._bent(grid, term))
        return standing, meant

    def _straight(self, grid: npt.NDArray[np.float32], term: int, limit: float) -> list[Alignment]:
        length, size = grid.shape
        if length < size:
            return []
        span = length - size + 1
        total = np.zeros(span, dtype=np.float32)
        hits = np.zeros(span, dtype=np.int64)
        for at in range(size):
            column = grid[at : at + span, at]
            total += column
            hits += column == 0.0
        good = np.flatnonzero((total < limit) & (hits >= self._need[term]))
        return [Alignment(at, at + size, term, float(total[at])) for at in good.tolist()]

    def _bent(self, grid: npt.NDArray[np.float32], term: int) -> list[Alignment]:
        """Said exactly, but with one character of the term lost, or one said too many."""
        exact = grid == 0.0
        length, size = exact.shape
        found: list[Alignment] = []
        for start in np.flatnonzero(exact[:, 0]).tolist():
            cut = 1
            while cut < size and start + cut < length and exact[start + cut, cut]:
                cut += 1
            rest = range(cut + 1, size)
            if len(rest) and start + size - 1 <= length and all(exact[start + at - 1, at] for at in rest):
                found.append(Alignment(start, start + size - 1, term, 0.0, dropped=cut))
            if cut < size and start + size < length and all(exact[start + at + 1, at] for at in range(cut, size)):
                found.append(Alignment(start, start + size + 1, term, 0.0, added=start + cut))
        return found


def different(said: str, meant: str) -> bool:
    """True when both say something about food and don't sound the same: then both may be right."""
    if said in _COUNTS and meant in _COUNTS:
        return True
    return telling(said) and telling(meant) and not sounds.same(said, meant)


@lru_cache(maxsize=16384)
def telling(character: str) -> bool:
    """True for a character that names food, a way of cooking, a taste, or where a dish comes from."""
    return character in _COOKS or character in _TASTES or character in _PLACES or food(character)


def food(character: str) -> bool:
    """True for a character that names something to eat."""
    if character in ontology.food_heads() or character in _FOODS:
        return True
    _, direct = shapes.parts().get(character, ("", ""))
    return character not in _NO_FOOD and any(part in _FISH for part in direct)


_CACHE: OrderedDict[tuple[str, int, int, frozenset[str]], Vocabulary] = OrderedDict()
_KEPT = 8


def vocabulary(lexicon: Lexicon) -> Vocabulary:
    """The vocabulary of a lexicon, kept for the last few menu versions."""
    named = frozenset() if lexicon.version else frozenset((*lexicon.names, *lexicon.aliases, *lexicon.categories))
    key = (lexicon.version, len(lexicon.names), len(lexicon.aliases), named)
    found = _CACHE.pop(key, None) or Vocabulary(lexicon)
    _CACHE[key] = found
    while len(_CACHE) > _KEPT:
        _CACHE.popitem(last=False)
    return found
