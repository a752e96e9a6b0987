"""Names without a model number: 眠川云枕, 白麓儿童防晒霜. Told by where they stand and how often, not by what they are.

A run of Chinese that begins where names begin (a title, a list item, behind 用了 or 推荐) and comes back in other
sentences and pages is a name when its beginning is no word of the dictionary, or when it stands in a list of names.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from pilothouse.assistants.shopping.evidence.naming.vocabulary import common_han
from pilothouse.assistants.shopping.evidence.naming.word import (
    DOING,
    GRAMMAR,
    by_length,
    judging,
    odd,
    pieces_of,
    stripped,
)
from pilothouse.assistants.shopping.evidence.opinion.lexicon import words
from pilothouse.assistants.shopping.evidence.sheet import Place, Sheet

LONGEST = 9
ENOUGH = 6.5
_RUN = re.compile(r"[\u3400-\u9fff]{2,}")
_TAKEN = re.compile(
    r"(?:买|入手|用|换|选|推荐|回购|种草|试|囤|涂|穿|喝|吃|戴|养|睡|比|和|跟|\\+1\\s?)(?:了|过|的|的是|成|回|上)?$"
)
_INSIDE_WORDS = """
户外 儿童 家用 专业 旗舰 学生 老人 宝宝 夏季 冬季 经典 基础 标准 高端 升级 静音 便携 迷你 一号 二号 三号
"""
_INSIDE = frozenset(_INSIDE_WORDS.split())
"""Common words that are part of names too (海棠湾户外金瓶)."""
_OPENS_WORDS = """
买 买了 买的 入手 入 用 用了 用过 用的 换 换了 换成 换回 推荐 选 选了 选择 试 试了 试过 是 和 跟 与 比 对比 回购
种草 的 了 回 别买 不如 还有 包括 首选 囤 养 喝 吃 涂 穿 戴 睡 睡过 没睡过 铲
"""
_OPENS = frozenset(_OPENS_WORDS.split())
_BEHIND = re.compile(
    r"(?:这款|这支|这个|这双|这把|这瓶|这盒|这张|这条|这件|这台|这只|用了|用过|睡了|穿了|喝了|吃了|涂了|"
    r"戴了|到手|评测|测评|怎么样|好用|吧[,，。]|[:：(（,，、]|$|\d+\s?(?:元|块))"
)
_NUMBERED = ("一号", "二号", "三号")


Run = tuple[str, tuple[str, ...], bool, str]
"""A run of Chinese that may be a name, the kinds of its context, whether what follows closes it, and what follows."""


@dataclass(slots=True)
class Phrase:
    """Where a run of Chinese was seen: ``contexts`` of its kind, pages and sentences."""

    contexts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    pages: set[int] = field(default_factory=set)
    sentences: set[str] = field(default_factory=set)
    behind: set[str] = field(default_factory=set)


def phrases(sheets: Sequence[Sheet], kinds: Collection[str], known: Iterable[str]) -> list[str]:
    """Names found, longest first; ``known``: brands that are found already, whose names aren't looked for again."""
    read: dict[str, tuple[int, tuple[Run, ...]]] = {}
    for sheet in sheets:
        for s in sheet.sentences:
            if s.plain not in read:
                read[s.plain] = (sheet.index, _runs(s.plain, s.place, s.head if s.first else None))
    taken = tuple(known)
    seen = {text: item for text, item in _varied(read).items() if not text.startswith(taken)}
    likely = {text: item for text, item in seen.items() if _likely(text, item, kinds)}
    heads = {text for text in likely if odd(stripped(text, kinds))} | set(taken)
    named = len(set(taken)) > 2  # where products have model numbers, the words between them are mostly none
    found = {
        text: item
        for text, item in likely.items()
        if _name(text, item, kinds, named) and _pure(text, read) and _listed(text, item, heads, kinds)
    }
    names = _settled(found)
    return sorted({*names, *_siblings(sheets, kinds, (*names, *taken))}, key=by_length)


_HEAD = re.compile(r"([\u3400-\u9fff]{3,10})\s?[:(]")


def _siblings(sheets: Sequence[Sheet], kinds: Collection[str], named: tuple[str, ...]) -> list[str]:
    """Names that stand at the head of a list among others that are known to be names: 白鲸膨润土：除臭最好。"""
    found: set[str] = set()
    for sheet in sheets:
        heads = [
            (s, m[1]) for s in sheet.sentences if s.first and s.place != "title" and (m := _HEAD.match(s.plain, s.head))
        ]
        firsts = [s for s in sheet.sentences if s.first and s.plain.startswith(named, s.head)] if named else []
        if len(firsts) < 2:
            continue
        for sentence, head in heads:
            pieces = pieces_of(head)
            if (
                (
                    not head.startswith(named)
                    and not judging(head)
                    and head not in kinds
                    and not any(common_han(piece) for piece in pieces)
                )
                and sentence.place == firsts[0].place
                and head[0] not in DOING
                and head[0] not in GRAMMAR
            ):
                found.add(head)
    return list(found)


def _varied(read: Mapping[str, tuple[int, tuple[Run, ...]]]) -> dict[str, Phrase]:
    """What different things follow: the others, most by far, are parts of something longer, or stand once only."""
    behind: dict[str, str] = {}
    varied: set[str] = set()
    for _, runs in read.values():
        for text, _, _, next_one in runs:
            if behind.setdefault(text, next_one) != next_one:
                varied.add(text)
    found: dict[str, Phrase] = {}
    for plain, (page, runs) in read.items():
        for text, context, closed, next_one in runs:
            if text in varied:
                item = found.setdefault(text, Phrase())
                for kind in context:
                    item.contexts[kind] += 1
                if closed:
                    item.contexts["closed"] += 1
                item.behind.add(next_one)
                item.pages.add(page)
                item.sentences.add(plain)
    return found


@lru_cache(maxsize=4096)
def _runs(plain: str, place: Place, head: int | None) -> tuple[Run, ...]:
    """What may be a name in a folded sentence; ``head`` as in ``Sentence``, of the first of its line."""
    return tuple(_collect(plain, place, head))


def _collect(plain: str, place: Place, head: int | None) -> Iterator[Run]:
    for run in _RUN.finditer(plain):
        pieces = pieces_of(run.group())
        at = run.start()
        before = ""
        for number, word in enumerate(pieces):
            edge = number == 0
            if (edge or before in _OPENS or common_han(before)) and _begins(word, edge):
                context = _context(plain, place, head, at, edge, before)
                for end in range(at + 2, _reach(pieces[number:], at) + 1):
                    yield plain[at:end], context, _BEHIND.match(plain, end) is not None, plain[end : end + 1]
            before = word
            at += len(word)


def _reach(pieces: Sequence[str], at: int) -> int:
    """Where a name that begins at ``at`` ends at the latest: before a common word. A word's first character counts
    to it, because the cutter may have torn it off (净喵豆腐|砂用|了)."""
    end = at
    for word in pieces:
        if end > at and word not in _INSIDE and common_han(word) and (len(word) > 1 or word in GRAMMAR):
            break
        end += len(word)
        if end - at >= LONGEST:
            return at + LONGEST
    return end


def _begins(word: str, edge: bool) -> bool:
    if word[0] in GRAMMAR or (common_han(word) and not (edge and len(word) == 1)):
        return False
    return word not in words()


def _context(plain: str, place: Place, head: int | None, at: int, edge: bool, before: str) -> tuple[str, ...]:
    found = []
    if place == "title" and edge:
        found.append("title")
    if place in ("item", "heading") and head is not None and at - head <= 1:
        found.append("item")
    if edge and plain[at - 1 : at] in tuple('【《「["'):
        found.append("bracket")
    if (before in _OPENS and before not in ("的", "了", "是")) or _TAKEN.search(plain, max(0, at - 5), at):
        found.append("object")
    if edge:
        found.append("edge")
    return tuple(found)


def _likely(text: str, item: Phrase, kinds: Collection[str]) -> bool:
    """Whether a run is worth a closer look."""
    bare = stripped(text, kinds)
    if len(item.sentences) < 2 or len(item.behind) < 2 or len(bare) < 2 or text in kinds or bare in kinds:
        return False
    shown = item.contexts
    return any(shown[kind] for kind in ("title", "item", "bracket", "object")) and not judging(text)


def _name(text: str, item: Phrase, kinds: Collection[str], named: bool) -> bool:
    pages, count, shown = len(item.pages), len(item.sentences), item.contexts
    bare = stripped(text, kinds)
    if pages < 2 and not (shown["title"] and count >= 3):
        return False
    if len(text) == 2 or (named and len(bare) == 2 == len(text)):
        return not named and shown["title"] > 0 and shown["object"] > 0 and shown["closed"] > 1 and odd(text)
    score = (
        1.5 * min(shown["title"], 2)
        + 1.5 * min(shown["item"], 2)
        + 1.5 * min(shown["bracket"], 2)
        + min(shown["object"], 2)
    )
    score += min(pages, 3) + min(count, 5) * 0.5 + min(shown["closed"], 3) * 0.5 + (1.5 if bare != text else 0.0)
    score += 2.0 if text.endswith(_NUMBERED) else 0.0
    return score + (2.0 if odd(bare) else 0.0) >= (ENOUGH + 2 if named else ENOUGH)


def _listed(text: str, item: Phrase, heads: Collection[str], kinds: Collection[str]) -> bool:
    """Whether a name that begins with a word of the dictionary stands among names that don't: 2. 软豆枕 3. 半山枕."""
    if odd(stripped(text, kinds)):
        return True
    return item.contexts["item"] > 0 and item.contexts["closed"] > 1 and len(heads) > 0 and len(item.pages) > 1


def _pure(text: str, read: Collection[str]) -> bool:
    """Whether ``text`` nearly always begins where names begin; the kind of product has words before it (静音打氧泵)."""
    begun = whole = 0
    for plain in read:
        at = plain.find(text)
        while at >= 0:
            whole += 1
            before = plain[max(0, at - 4) : at]
            run = re.search(r"[\u3400-\u9fff]*$", before)
            piece = run.group() if run else ""
            begun += not piece or common_han(pieces_of(piece)[-1]) or piece[-1] in GRAMMAR
            at = plain.find(text, at + 1)
    return begun >= 0.75 * whole


def _settled(found: dict[str, Phrase]) -> list[str]:
    """Of names that begin alike the longest that is often enough written out."""
    kept: set[str] = set()
    for text in found:
        if any(text != other and text.startswith(other) for other in found):
            continue
        name = text
        while longer := [
            other
            for other in found
            if other != name
            and other.startswith(name)
            and len(found[other].sentences) >= 0.34 * len(found[name].sentences)
        ]:
            name = max(longer, key=lambda other: (len(found[other].sentences), len(other)))
        kept.add(name)
    names = [name for name in kept if not any(name != other and name in other for other in kept)]
    return sorted(names, key=by_length)


def brand_of(name: str, others: Collection[str], kinds: Collection[str]) -> str:
    """The brand that a name begins with: what other names begin with too, else its first word."""
    shared = [
        name[:size]
        for size in range(len(name) - 1, 1, -1)
        if any(o != name and o.startswith(name[:size]) for o in others)
    ]
    if shared:
        return shared[0]
    first = pieces_of(stripped(name, kinds))[0]
    return first if len(first) > 1 else name[:2]
