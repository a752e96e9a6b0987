"""Key phrases: of each group one has to be said, and not denied or offered beside another."""

from __future__ import annotations

import re
from collections.abc import Set
from fractions import Fraction
from functools import lru_cache

from pilothouse.assistants.tutor.checking.answer import Words
from pilothouse.assistants.tutor.checking.verdict import Check
from pilothouse.assistants.tutor.problems.problem import Expected

NOTHING = re.compile(
    r"不知道|不会|不懂|没思路|想不出|不明白|提示|帮帮?我|告诉我|随便|为什么|怎么"
    r"|\bhint\b|\bhelp\b|\bno\s+idea\b|don'?t\s+(?:know|understand)|\bdunno\b|\btell\s+me\b|\bwhy\b|\bhow\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"(?:不(?:是|能|会|可以|可能|太|应该)?|没有?|无|非|并非|未|别|\bnot|n't|\bno|\bnever|\bwithout)\s*(?:a\s+|the\s+|in\s+|at\s+|for\s+)?$",
    re.IGNORECASE,
)
_POSITIVE = re.compile(r"是不是|不是吗|不仅|不但|not\s+only")
_SIDE = re.compile(r"\s*(?:[,，、/]|或者?|还是|和|与|\bor\b|\band\b|,\s*(?:or|and)\b)\s*(?:是|the\b|a\b)?\s*")
_OR_AFTER = re.compile(r"\s*[色的]?\s*(?:或|还是|要么|\bor\b)")
_OR_BEFORE = re.compile(r"(?:或者?|还是|要么|\bor\b)\s*(?:the\s|a\s)?\s*$")
_WEEK = re.compile(r"(?:周|礼拜|星期)([一二三四五六日天1-6])")
_DAYS = str.maketrans("天123456", "日一二三四五六")
_SYMBOLS = {
    ">": ("大于", "大", "greater", "more"), "<": ("小于", "小", "less", "fewer"), "=": ("等于", "相等", "一样",
    "equal"),
}  # fmt: skip


def judge_words(text: str, answer: Words, expected: Expected, known: Set[Fraction]) -> Check:
    """All groups there: right; some: partial. A long text without them can't be judged by code."""
    if not answer.groups or not re.search(r"\w|[<>=]", text):
        return Check("none")
    lacking = tuple(group[0] for group in answer.groups if not any(said(text, phrase) for phrase in group))
    words = text[:80]
    if not lacking:
        return Check("unclear" if _alternatives(text, answer) else "right", said=words)
    if len(lacking) < len(answer.groups):
        return Check("partial", "incomplete", said=words, missing=lacking)
    denied = any(_pattern(phrase).search(_plain(text)) for group in answer.groups for phrase in group)
    if NOTHING.search(text) or (text.rstrip().endswith("?") and not denied):
        return Check("none")
    return Check("unclear", said=words) if len(text) > 40 or denied else Check("wrong", "value", said=words)


def offered(text: str, right: Words, wrong: Words) -> bool:
    """Whether a text puts a right phrase and a wrong one forward side by side: "red or yellow"."""
    plain = _plain(text)
    good = [place for group in right.groups for phrase in group for place in said(text, phrase)]
    bad = [place for group in wrong.groups for phrase in group for place in said(text, phrase)]
    gaps = [(min(a[1], b[1]), max(a[0], b[0])) for a in good for b in bad]
    return any(start <= end and _SIDE.fullmatch(plain[start:end]) for start, end in gaps)


def said(text: str, phrase: str) -> list[tuple[int, int]]:
    """Where ``phrase`` is said and not denied right before it."""
    own = bool(_NEGATION.search(phrase[:1])) or phrase.lower().startswith(("not", "no "))
    masked = _POSITIVE.sub(lambda match: "·" * len(match[0]), _plain(text))
    places = [match.span() for match in _pattern(phrase).finditer(masked)]
    return [place for place in places if own or not _NEGATION.search(masked[max(0, place[0] - 12) : place[0]])]


def _alternatives(text: str, answer: Words) -> bool:
    """Whether a right phrase stands beside "or": red or blue, 是红色还是蓝色."""
    plain = _plain(text)
    places = [place for group in answer.groups for phrase in group for place in said(text, phrase)]
    return any(
        _OR_AFTER.match(plain, end) or _OR_BEFORE.search(plain[max(0, start - 6) : start]) for start, end in places
    )


def _plain(text: str) -> str:
    return _WEEK.sub(lambda match: "星期" + match[1].translate(_DAYS), text.lower())


@lru_cache(maxsize=2048)
def _pattern(phrase: str) -> re.Pattern[str]:
    folded = _plain(phrase.strip())
    if folded in _SYMBOLS:
        return re.compile("|".join(re.escape(option) for option in (folded, *_SYMBOLS[folded])))
    pieces = re.findall(r"[a-z]+|[0-9.]+|[^\sa-z0-9.]", folded)
    parts = [
        rf"(?<![a-z]){piece}(?:s|es|'s)?(?![a-z])" if piece.isalpha() and piece.isascii() else re.escape(piece)
        for piece in pieces
    ]
    if pieces and pieces[0][0].isdigit():
        parts[0] = r"(?<![0-9.])" + parts[0]
    if pieces and pieces[-1][-1].isdigit():
        parts[-1] += r"(?![0-9]|\.[0-9])"
    return re.compile(r"[\s，,、的]*".join(parts) or r"(?!)")
