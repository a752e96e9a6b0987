"""What the pupil stands for: which of the numbers in a sentence he says is the answer. Denials, guesses and
asides are told apart."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from pilothouse.assistants.tutor.checking.candidate import Candidate, Found, find

Stand = Literal["said", "denied", "vague", "asked_why", "supposed"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """``chosen``: the one value proposed, ``None`` when there is none or several. ``all``: everything put
    forward.

    ``guess``: several values are put forward, ``heard``: some number was read, whatever its standing.
    """

    chosen: Candidate | None
    all: tuple[Candidate, ...] = ()
    guess: bool = False
    heard: bool = False
    found: Found | None = None


_MASK = re.compile(
    r"会不会|该不会|不会(?=是?[^，。,.;；]{0,12}吧)|(?:isn't|aren't|is\s+it\s+not|is\s+not)(?=[^.;。]{0,20}\?)|是不是|(?<!不)对不对|是否|能不能|行不行|可不可以|有没有|(?:不是|不对|没)(?=[^，。,.;；]{0,12}(?:吗|\?|？))|(?:如果|要是|若)?(?:不对|错了?)的话|不知道|不确定|不太?清楚|没错|不错"
)
_DENY_BEFORE = re.compile(
    r"(?:不(?:是|等于|可能(?:是|有|为)?|会是|会有|应该?是|该是|选|能是|为|得|止|到|足|满)|并非|绝非|没有?|排除|别说|≠"
    r"|(?:\bnot|n't|\bnever|\bneither|\bnor|\bwithout)(?:\s+(?:equal|to|be|the|answer|is|it|a|exactly|just))*)\s*[^\s0-9，,]{0,3}$",
    re.IGNORECASE,
)
_DENY_AFTER = re.compile(
    r"[\s.…]*[的个只条]?\s*(?:改[成为]|(?:这个(?:答案|数)?)?(?:肯定|应该|好像|也|都|是|就|可能)?\s*(?:不对|不是(?!吗)|是?错|不行|不可能|不正确|(?:is|are|was)\s+(?:not|wrong|incorrect)|isn't|wrong))",
    re.IGNORECASE,
)
_VAGUE_BEFORE = re.compile(
    r"(?:大于|小于|超过|不到|不足|多于|少于|高于|低于|不止|多过|[^比]比|介于|在|从"
    r"|\b(?:more|less|fewer|greater|smaller|bigger|larger)\s+than|\bover|\bunder|\babove|\bbelow|\bbetween|\bfrom)\s*$|^比\s*$",
    re.IGNORECASE,
)
_VAGUE_AFTER = re.compile(
    r"\s*(?:以上|以下|以内|之内|之间|多(?=[个只条元米。，,吧\s]|$)|几(?![何点])|来[个只条]|or\s+(?:more|less|so)|到底)|\s*(?:至|~|到)\s*[0-9]"
)
_THOUGHT = re.compile(r"(?:以为(?:是|有)?|[算写看]成了?)\s*$")  # 我以为是13，后来发现是12
_VAGUE_ON = re.compile(r"\s*(?:and|to|和|与|到|至|~|[大小多少高低长短重轻快慢]了?)\s*")  # between 34 and 36; 比34大1
_DIGIT = re.compile(
    r"位数字|第[一二两三四0-9]位|首位|个位|十位|百位|末位|最后一位|开头|结尾|\bdigits?\b|\bstarts?\s+with|\bends?\s+(?:with|in)",
    re.IGNORECASE,
)
_WHY = re.compile(
    r"为什么|为啥|为何|怎么(?!样|算都|看都)|咋|哪来|什么意思|\bwhy\b|\bhow\s+(?:did|do|come|is|can|to)\b|\bexplain\b|\bwhat\s+(?:is|does|if)\b",
    re.IGNORECASE,
)
_SUPPOSE = re.compile(
    r"(?:如果|假如|要是|假设|若|设|假定|\bif|\bsuppose|\bassume)(?:答案|结果|它|鸡|兔|the\s+answer|it)?(?:'s|\s+is|\s+was|是|为|等于|有)?\s*$",
    re.IGNORECASE,
)
_RETRACT = re.compile(
    r"\s*(?:哦|啊|呃|嗯|噢|等等|等一下|oh|wait|no|sorry|oops|actually)?\s*[,，]?\s*(?:不对|不|错了|算错了|不是|说错了|我错了|更正|改一下|no|wait|wrong|no\s*wait)\s*(?:了|啊|，|,)?\s*$",
    re.IGNORECASE,
)
_OR = re.compile(r"或|还是|要么|也可能|\bor\b|\bmaybe\b.*\bmaybe\b|^\s*(?:[/~～至到]|to)\s*$", re.IGNORECASE)
_EITHER = re.compile(r"不是[^。；;\n]{1,20}就是")
_ANSWER = re.compile(
    r"(?:正确|最终|最后)?(?:的)?答案(?:应该|就|可能|大概)?|答\s*[:：]|(?:最终|最后)?结果|\b(?:final\s+)?answer\b|\bresult\b",
    re.IGNORECASE,
)
_THUS = re.compile(
    r"所以|因此|故此?|于是|综上|可得|解得|就(?:是|有)|\bso\b|\btherefore\b|\bthus\b|\bhence\b", re.IGNORECASE
)
_TOTAL = re.compile(
    r"一共|总共|共有|共|合计|等于|得到|得出|(?<![觉记值懂晓])得|还剩|剩下?|\bin\s+total\b|\baltogether\b|\btotal\b|\bequals?\b|\bmakes?\b|\bgives?\b|\bget\b|\bleft\b",
    re.IGNORECASE,
)
_PROOF = re.compile(r"[，。；,;！!\s](?:我|再|来|可以)*(?:检验|验算|检查|验证|[代带][入回]|check\b)", re.IGNORECASE)
_FAILED = re.compile(r"不对|不是|不成立|不行|应该|错|改|\bwrong\b|\bshould\b", re.IGNORECASE)
_BREAK = re.compile(r"[，。；;！!？?\n]|,(?![0-9]{3}(?![0-9]))|\.(?=\s|$)")


_WORDS = re.compile(r"[A-Za-z\u4e00-\u9fff]")


def propose(text: str, letters: frozenset[str] = frozenset(), known: Set[Fraction] = frozenset()) -> Proposal:
    """Read ``text`` (folded). ``known``: numbers of the statement and the steps; said beside one new number
    they are no guess."""
    found = _found(text, letters)
    if found.full:
        return Proposal(None, (), True, True, found)
    if not found.candidates:
        return Proposal(None, found=found)
    stands = _stands(text, found.candidates)
    _parts_of(text, found)
    said = [candidate for candidate, stand in zip(found.candidates, stands, strict=True) if stand == "said"]
    said = _before_proof(text, said)
    free = [c for c in said if (c.start, c.end) not in found.operands] or (said if len(said) == 1 else [])
    chosen, guess = _choose(text, free, known)
    return Proposal(chosen, tuple(free), guess, True, found)


def _before_proof(text: str, said: list[Candidate]) -> list[Candidate]:
    """x=5，检验：3×5+2=17: what is said in a proof is none of the answers before it."""
    proof = _PROOF.search(text)
    if proof is None or any(cue.search(text, proof.end()) for cue in (_THUS, _ANSWER, _FAILED)):
        return said
    return [candidate for candidate in said if candidate.end <= proof.start()] or said


def _parts_of(text: str, found: Found) -> None:
    """24的一半是12: 24 and a half are what 12 is made of."""
    spans = [(c.start, c.end) for c in found.candidates]
    for a, b in pairwise(spans):
        if len(spans) > 2 and text[a[1] : b[0]].strip() in ("的", "of"):
            found.operands.update((a, b))


@lru_cache(maxsize=512)
def _found(text: str, letters: frozenset[str]) -> Found:
    return find(text, letters)


def _mask(text: str) -> str:
    return _MASK.sub(lambda match: "·" * len(match[0]), text)


def _stands(text: str, candidates: list[Candidate]) -> list[Stand]:
    """How each candidate is meant, in the order of the text."""
    masked = _mask(text)
    breaks = sorted({0, len(text), *(match.end() for match in _BREAK.finditer(text))})
    spans = [(c.start, c.end) for c in candidates]
    stands: list[Stand] = []
    for at, (start, end) in enumerate(spans):
        left = max((b for b in breaks if b <= start), default=0)
        right = min((b for b in breaks if b >= end), default=len(text))
        previous = spans[at - 1][1] if at and spans[at - 1][1] <= start else 0
        following = next((s for s, _ in spans[at + 1 :] if s >= end), len(text))
        if at and stands[-1] == "denied" and masked[previous:start].strip(" ，,") == "就是":  # 不是12就是13
            stands[-1:] = ["said", "said"]
            continue
        if at >= 2 and masked[spans[at - 2][1] : spans[at - 1][0]].strip() == "比" and stands[-1] == "vague":
            stands[-2:] = ["vague", "vague"]  # 35比34大1: 1 is what is said
        elif at and stands[-1] == "vague" and _VAGUE_ON.fullmatch(masked[previous:start]):
            stands.append("vague")
            continue
        before, after = masked[max(left, previous) : start], masked[end : min(right, following)]
        stand = _stand(before, after, masked[left:right])
        stands.append("denied" if stand == "said" and at + 1 < len(spans) and _THOUGHT.search(before) else stand)
    for left, right in pairwise(breaks):
        clause = masked[left:right].rstrip("，。；;！!,. \n")
        if _RETRACT.fullmatch(clause) and not any(left <= s < right for s, _ in spans):
            stands = ["denied" if spans[i][0] < left and stand == "said" else stand for i, stand in enumerate(stands)]
    return stands


def _stand(before: str, after: str, clause: str) -> Stand:
    if _SUPPOSE.search(before):
        return "supposed"
    if _WHY.search(clause) and not re.search(r"(?:所以|是不是|=)", clause):
        return "asked_why"
    if _DENY_BEFORE.search(before) or (_DENY_AFTER.match(after)):
        return "denied"
    if _VAGUE_BEFORE.search(before) or _VAGUE_AFTER.match(after) or _DIGIT.search(clause):
        return "vague"
    return "said"


def _choose(text: str, free: list[Candidate], known: Set[Fraction]) -> tuple[Candidate | None, bool]:
    if not free:
        return None, False
    if _one(free):
        return _best(free), False
    if _EITHER.search(text) or any(_OR.search(text[a.end : b.start]) and not _alike(a, b) for a, b in pairwise(free)):
        return None, True
    answers = _scopes(text, free, _ANSWER)
    if answers:
        return _settled(text, answers, known)
    thus = _scopes(text, free, _THUS)
    if thus:
        last = thus[-1]
        earlier = [c for group in thus[:-1] for c in group]
        if all(_explained(c, free, known) for c in earlier):
            return _settled(text, [last], known)
        return None, True
    return _single(text, free, known)


def _settled(text: str, groups: list[list[Candidate]], known: Set[Fraction]) -> tuple[Candidate | None, bool]:
    """The value the groups (what follows "the answer is", each time it is said) agree on."""
    picks = [_single(text, group, known)[0] for group in groups]
    if any(pick is None for pick in picks):
        return None, True
    chosen = [pick for pick in picks if pick is not None]
    return (chosen[-1], False) if _one(chosen) else (None, True)


def _scopes(text: str, free: list[Candidate], cue: re.Pattern[str]) -> list[list[Candidate]]:
    places = [match.end() for match in cue.finditer(text)]
    groups = []
    for at, place in enumerate(places):
        end = places[at + 1] if at + 1 < len(places) else len(text) + 1
        if group := [c for c in free if place <= c.end and c.end <= end and c.end > place]:
            groups.append(group)
    return groups


def _single(text: str, group: list[Candidate], known: Set[Fraction]) -> tuple[Candidate | None, bool]:
    if _one(group):
        return _best(group), False
    last = group[-1]
    rest = [c for c in group if not _alike(c, last)]
    if last.worked and all(_explained(c, group, known) for c in rest):
        return last, False
    cues = _scopes(text, group, _TOTAL)
    if len(cues) == 1 and _one(cues[0]) and cues[0][-1] is last:
        return last, False
    if any(not _WORDS.search(text[a.end : b.start]) for a, b in pairwise(group)):
        return None, True  # a bare list: 35，12
    plain = [c for c in group if not (c.units and c.units[0].counts and text[c.start] in "一二两三四五六七八九")]
    if plain and len(plain) < len(group):  # 每换一张，多付17元
        return _single(text, plain, known)
    fresh = [c for c in group if c.value is None or c.value not in known]
    return (_best(fresh), False) if fresh and _one(fresh) else (None, True)


def _explained(candidate: Candidate, group: list[Candidate], known: Set[Fraction]) -> bool:
    """Whether a number is there for a reason: it is known, or a later calculation goes on with it."""
    value = candidate.value
    return value is not None and (
        value in known or any(value in c.operands for c in group if c.start > candidate.start)
    )


def _one(group: list[Candidate]) -> bool:
    return all(_alike(candidate, group[0]) for candidate in group[1:])


def _alike(a: Candidate, b: Candidate) -> bool:
    same = a.value == b.value and (a.value is not None or a.node == b.node)
    return (same and (not a.units or not b.units or a.units == b.units) and a.name == b.name) or (
        same and not (a.name and b.name)
    )


def _best(group: list[Candidate]) -> Candidate:
    """Of equal candidates the one that says most: a result before a calculation that is still open, one with
    its unit."""
    return max(group, key=lambda c: (not c.open, not c.false, bool(c.units), c.start))
