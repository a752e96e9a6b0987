"""What a sentence thinks: one opinion for each thing it judges."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from pilothouse.assistants.shopping.evidence.opinion import mood
from pilothouse.assistants.shopping.evidence.opinion.clause import clauses
from pilothouse.assistants.shopping.evidence.opinion.degree import degree
from pilothouse.assistants.shopping.evidence.opinion.direction import directions
from pilothouse.assistants.shopping.evidence.opinion.lexicon import (
    MASK,
    Aspect,
    Pattern,
    aspect_scanner,
    aspects,
    patterns,
    piece_scanner,
    word_scanner,
    words,
)
from pilothouse.assistants.shopping.evidence.opinion.negation import negation
from pilothouse.assistants.shopping.evidence.opinion.sarcasm import mocked, scare_quoted
from pilothouse.assistants.shopping.evidence.sheet import PAGES


@dataclass(frozen=True, slots=True)
class Opinion:
    """``start`` and ``end`` of the judging word; ``clause``: the span it stands in; ``sign`` +1 or -1. ``case``: for
    whom or when it holds, where that is said (小个子选 X): it is no advice to others."""

    aspect: str
    sign: int
    strength: float
    start: int
    end: int
    clause: tuple[int, int]
    case: str = ""


_HEARD = ("静音", "效果", "")
_NOUNLIKE_WORDS = """
静音 安静 便宜 稳定 舒适 防水 透气 护眼 推荐 首选 性价比 故障 干净 毛病 缺点 短板 不足 异味 异响 light cheap quiet
silent fast best like
"""
_NOUNLIKE = frozenset(_NOUNLIKE_WORDS.split())
_NOUN_AFTER = re.compile(
    r"(?:效果|模式|电机|设计|性能|功能|款|性(?!价)|度|方面|表现|系列|类|档|技术|要求|需求|与否|和|、|与|"
    r"推荐|榜|桌|键盘|鼠标|空|加湿|程度|测试|指数|之|首选|理由|名单|率|级|第一|区|卡|码|套|小风扇|风扇|"
    r"的标准)|"
    r"[\u4e00-\u9fff]{0,3}(?:机|器|扇|泵|锅|灯|椅|床|车)(?!都|很|还|也)"
)
_NOUN_BEFORE = re.compile(
    r"(?:很|非常|真|挺|够|更|最|超|太|特别|相当|十分|确实|真的|算|又|还|都|也|比较|极其|极|有点|出奇|"
    r"无比|绝对)(?:的)?\s?$"
)
_NOT_ADVICE = re.compile(r"(?:求|跪求|请|有没有|有什么|有啥|谁能|麻烦|帮忙|被|系统|算法|给我|搜)\s?$")
_MORE_THAN_GOOD = frozenset(["惊喜", "惊艳", "完美", "惊人", "excellent", "amazing", "perfect", "outstanding"])
"""Praise whose denial blames little: 没有惊喜."""
_COUNTED = frozenset(["毛病", "缺点", "短板", "不足", "遗憾", "硬伤"])


@dataclass(frozen=True, slots=True)
class Marks:
    """What stands in a sentence: spans of opinion words, of aspect words, and of turns of phrase."""

    words: list[tuple[int, int]]
    terms: list[tuple[int, int]]
    phrases: list[tuple[int, int, Pattern, str]]


@lru_cache(maxsize=PAGES)
def read(plains: tuple[str, ...]) -> tuple[tuple[Opinion, ...], ...]:
    """The opinions of each folded sentence of a page, names masked; the next sentence may answer a question."""
    following = [*plains[1:], ""] if plains else []
    return tuple(
        tuple(_sentence(plain, marks, after)) if marks.words or marks.terms or marks.phrases else ()
        for plain, marks, after in zip(plains, _marks(plains), following, strict=True)
    )


def opinions(plain: str, following: str = "") -> tuple[Opinion, ...]:
    """The opinions of one folded sentence; ``following``: the next one."""
    return read((plain, following))[0]


def _marks(plains: Sequence[str]) -> list[Marks]:
    """The marks of all sentences of a page, found at once: the page is searched, not each sentence."""
    joined = "。".join(plains)
    found = [Marks([], [], []) for _ in plains]
    starts = [0]
    for plain in plains:
        starts.append(starts[-1] + len(plain) + 1)

    def place(start: int) -> int:
        return bisect_right(starts, start) - 1

    phrases = _phrased(joined, starts)
    taken = [(start, end) for start, end, _, _ in phrases]
    for start, end, pattern, case in phrases:
        at = place(end - 1)
        if start >= starts[at]:
            found[at].phrases.append((start - starts[at], end - starts[at], pattern, case))
    for start, end in word_scanner().find(joined):
        near = bisect_right(taken, (end, 0)) - 1
        if not any(a < end and start < b for a, b in taken[max(0, near - 1) : near + 1]):
            at = place(start)
            found[at].words.append((start - starts[at], end - starts[at]))
    for start, end in aspect_scanner().find(joined):
        at = place(start)
        found[at].terms.append((start - starts[at], end - starts[at]))
    return found


def _sentence(plain: str, marks: Marks, following: str) -> list[Opinion]:
    if mood.promised(plain):
        found = list(_opinions(plain, marks))
        return [replace(item, sign=-1) for item in found if item.sign > 0] or found
    if mood.asked(plain):
        return _answered(list(_opinions(mood.unturned(plain), marks)), following)
    found = list(_opinions(plain, marks))
    blamed = any(item.sign < 0 for item in found)
    kept = []
    for item in found:
        if item.sign > 0 and mocked(plain, item.start, item.end, blamed, item.aspect in _HEARD, item.clause):
            item = replace(item, sign=-1)
        elif item.sign > 0 and scare_quoted(plain, item.start, item.end):
            continue
        kept.append(item)
    return _distinct(kept)


_NO = re.compile(
    r"\W*(?:no\b|nope|not (?:really|at all)|不(?![错过])|没有|并不|并没|想多了|不存在|才怪|呵呵|完全没|当然不|根本不)"
)
_YES = re.compile(r"\W*(?:yes\b|yep|absolutely|definitely|是的|对[,，。]|当然(?!不)|确实|没错|肯定)")


def _answered(found: list[Opinion], following: str) -> list[Opinion]:
    if len({item.aspect for item in found}) != 1:
        return []
    if _NO.match(following):
        return [replace(found[-1], sign=-found[-1].sign, strength=found[-1].strength * 0.8)]
    return [found[-1]] if _YES.match(following) else []


def _opinions(plain: str, marks: Marks) -> Iterator[Opinion]:
    hits, terms, phrased = marks.words, marks.terms, marks.phrases
    if mood.generic(plain):
        return
    carried: Aspect | None = None
    for clause in clauses(plain):
        inside = [hit for hit in hits if clause[0] <= hit[0] < clause[1]]
        judged = [hit for hit in inside if _judges(plain, hit, clause)]
        named = [(a, b, aspects()[plain[a:b]]) for a, b in terms if clause[0] <= a < clause[1] and (a, b) not in judged]
        if not inside and not named and not carried and not phrased:
            continue
        text = plain[clause[0] : clause[1]]
        whole = [item for item in phrased if item[2].strength and clause[0] < item[1] <= clause[1]]
        yield from _clause(
            plain, clause, judged, named or ([(clause[0], clause[0], carried)] if carried else []), whole
        )
        carried = named[-1][2] if named and len(text.strip()) <= 8 and not judged else None


def _clause(
    plain: str,
    clause: tuple[int, int],
    judged: list[tuple[int, int]],
    named: list[tuple[int, int, Aspect]],
    phrased: list[tuple[int, int, Pattern, str]],
) -> Iterator[Opinion]:
    raw = [(a, b, word.sign, word.strength, word.aspect) for a, b in judged if (word := words()[plain[a:b]])]
    raw += [(a, b, sign, 0.5, aspect.name) for a, b, sign, aspect in directions(plain, clause, named, judged)]
    if not raw and not phrased:
        return
    text = plain[clause[0] : clause[1]]
    share = mood.weight(text)
    if share == 0:
        return
    wished = mood.wish(text, plain)
    if not wished and mood.conditional(text) and not _ADVISED.search(text):
        return
    for start, end, pattern, case in phrased:
        own = (0.5 if pattern.strength > 0.4 else 1.0) if wished else share
        yield Opinion(
            pattern.aspect or _near(named, start),
            -1 if wished else pattern.sign,
            pattern.strength * own,
            start,
            end,
            clause,
            case,
        )
    for start, end, sign, strength, aspect in sorted(raw):
        turned, left = negation(plain, clause[0], start, end)
        if turned and plain[start:end] in _COUNTED:
            left = 0.9
        if turned:
            sign, left = -sign, 0.4 if plain[start:end] in _MORE_THAN_GOOD else left
        if wished:
            sign, left = -1, 0.6
        name = aspect or _near(named, start)
        if sign < 0 and _FOR_SOME.search(text):
            left *= 0.5
        strength = min(1.0, strength * left * share * degree(plain, start, end, clause[0]))
        yield Opinion(name, sign, round(strength, 3), start, end, clause)


def _phrased(joined: str, starts: Sequence[int]) -> list[tuple[int, int, Pattern, str]]:
    """Turns of phrase by place; of two that overlap the first in the list. ``starts``: of each sentence and the end."""
    found: list[tuple[int, int, Pattern, str]] = []
    covered = bytearray(len(joined))
    holding: dict[str, set[int]] = {}
    for at, piece in piece_scanner().every(joined):
        holding.setdefault(piece, set()).add(bisect_right(starts, at) - 1)
    named = holding.get(MASK, set())
    for pattern in patterns():
        sentences = set().union(*(holding.get(piece, ()) for piece in pattern.pieces))
        if not pattern.pieces:
            sentences = set(range(len(starts) - 1))
        for sentence in sorted(sentences & named if pattern.named else sentences):
            for match in pattern.expression.finditer(joined, starts[sentence], starts[sentence + 1]):
                start, end = match.span()
                if not any(covered[start:end]):
                    covered[start:end] = b"\x01" * (end - start)
                    found.append((start, end, pattern, _case(match)))
    return sorted(found, key=lambda item: item[0])


def _case(match: re.Match[str]) -> str:
    """For whom or when a turn of phrase says that it holds; empty where it holds for all."""
    named = match.groupdict()
    said = (named.get("case") or named.get("other") or "").strip(" :,的、")
    return "" if _FOR_ALL.fullmatch(said) else said


_FOR_ALL = re.compile(
    r"(?:结论|总结|建议|推荐|答|所以|综合|总分|总体|整体|总的来说|个人|最后|最终|我|我们|编辑|本刊|年度|今年|如果|"
    r"真要|非要|只能|一定要|现在|再|"
    r"overall|me|us|most (?:people|of us|buyers|users)|everyone|anyone|sure|the money)*[:,]?"
    r"(?:结论|推荐|我|我们|还是|会|就|都|的|是|真心|强烈|力|只|\s)*"
)
_FOR_SOME = re.compile(
    r"(?:要|想|需要|如果|如|若|追求|喜欢)[^,。;]{1,12}(?:就|的|的话)[^,。;]{0,3}(?:别买|不推荐|别选|慎|不建议|不合适)"
)
_ADVISED = re.compile(
    r"别买|不推荐|慎|劝退|放心|闭眼|可以(?:买|入|冲|考虑|选)|推荐|首选|就(?:它|选|买)|适合|recommend|"
    r"[选认买]\s?\ue000|替代|avoid|skip|go for|get (?:the|this|it)|the one to"
)


def _near(named: list[tuple[int, int, Aspect]], start: int) -> str:
    before = [aspect.name for _, end, aspect in named if end <= start]
    return before[-1] if before else named[0][2].name if named else ""


def _judges(plain: str, hit: tuple[int, int], clause: tuple[int, int]) -> bool:
    start, end = hit
    word = plain[start:end]
    if not words()[word].sign:
        return False
    if word == "推荐" and _NOT_ADVICE.search(plain[max(clause[0], start - 4) : start]):
        return False
    if word in _NOUNLIKE and not word.isascii():
        nouns = _NOUN_AFTER.match(plain, end)
        return not nouns or bool(_NOUN_BEFORE.search(plain[max(0, start - 4) : start]))
    return not (word == "like" and not re.search(r"\bi (?:really |do )?$", plain[max(0, start - 12) : start]))


def _distinct(found: list[Opinion]) -> list[Opinion]:
    """One opinion for each aspect and sign of a clause: the strongest."""
    best: dict[tuple[str, int, tuple[int, int]], Opinion] = {}
    for item in found:
        key = (item.aspect, item.sign, item.clause)
        if key not in best or item.strength > best[key].strength:
            best[key] = item
    return sorted(best.values(), key=lambda item: item.start)
