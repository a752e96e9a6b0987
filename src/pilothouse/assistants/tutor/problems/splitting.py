"""The questions of a problem text: numbered ones, or several question sentences (T4)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pilothouse.sentences import split as sentences

MOST = 20  # parts; more numbers than that are no questions
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_HAN = "一二三四五六七八九十"

# What stands before a number that is no question's: 三(1)班, f(2), 2×(3)
_NOT_BEFORE = r"(?<![A-Za-z0-9一二三四五六七八九十年级班第图表式+\-×÷*/=^<>≤≥(（])"
_NOT_AFTER = r"(?!\s*[班年组号中队点]|\s*[+\-×÷*/=^<>≤≥])"

_MARKERS: tuple[tuple[str, Callable[[str], int]], ...] = (
    (_NOT_BEFORE + r"[(（]\s*(\d{1,2})\s*[)）]" + _NOT_AFTER, int),
    (_NOT_BEFORE + r"[(（]([一二三四五六七八九十])[)）]" + _NOT_AFTER, lambda s: _HAN.index(s) + 1),
    (f"([{_CIRCLED}])", lambda s: _CIRCLED.index(s) + 1),
    (r"第\s*([一二三四五六七八九十]|\d{1,2})\s*(?:小?问|小题|题)(?!题)\s*[:：、,，.．]?", lambda s: _ordinal(s)),
    (r"(?:小?问题?|[Qq]uestion|[Pp]art|Q)\s*([1-9一二三四五六七八九十])\s*[:：、.．)）]", lambda s: _ordinal(s)),
    (r"(?:(?<=\n)|(?<=^)|(?<=[。？！?!；;]))\s*(\d{1,2})\s*(?:[.．](?!\d)|[、)）])", int),
    (r"(?:(?<=\n)|(?<=^)|(?<=[\s。？！?!；;]))[(（]?([a-h])[)）](?=\s*\S)", lambda s: ord(s) - 96),
)
_ASKING = re.compile(
    r"多少|几|什么|谁|哪|怎[么样]|如何|为何|是否|能否|吗|呢|多[长高大远久重宽深快厚]|求|"
    r"\b(?:how|what|which|who|whom|whose|when|where|why|is|are|was|were|does|did|do|can|will|find)\b",
    re.IGNORECASE,
)
_RHETORIC = re.compile(
    r"^(?:你|您)?(?:们)?(?:知道|会算|会做|会|能算出来|能算|能帮帮?[他她它你我]?们?忙?|明白|看懂了?|懂了|记得|猜得?[到出]来?|"
    r"能解决|算算看)(?:了|它|他|她|吗|么|么|算)*[吗么]?[?？]+$|^(?:怎么办|好不好|对吗|是吗|行吗|好吗|可以吗)[?？]+$|"
    r"^(?:do you know|can you (?:help|solve (?:it|this)))\W*$",
    re.IGNORECASE,
)
_LEAD = re.compile(r"^\s*(?:(?:请?问|问题|求)\s*[:：]|[:：、.．,，])\s*")
_ORDERS = re.compile(
    r"忽略.{0,12}(?:指令|提示|规则|要求|设定)|无视.{0,8}(?:指令|规则)|系统提示|提示词|(?:直接|马上|立刻)(?:把|给|告诉|说出?|公布|输出).{0,8}答案|"
    r"你现在是|扮演|我是(?:你的?)?(?:老师|管理员|开发者|家长)|(?:ignore|disregard|forget).{0,30}(?:instruction|rule|prompt|above)|system\s*(?:prompt|:)|"
    r"(?:give|tell|show) me the (?:final )?answer|you are now|developer mode|<\|?/?(?:system|user|assistant|im_)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Divided:
    """``stem``: what holds for all parts; ``parts``: the questions, at least one, each as it was written. ``numbered``:
    they stand under numbers; questions that only follow each other often go on from what the one before said."""

    stem: str
    parts: tuple[str, ...]
    numbered: bool = False


def split(text: str) -> list[str]:
    """The questions of a problem, in order; ``[text]`` when it has but one.

    >>> split("一辆车每小时行60千米。(1)3小时行多少千米？(2)行420千米要几小时？")
    ['3小时行多少千米？', '行420千米要几小时？']
    """
    return list(divide(text).parts)


def divide(text: str) -> Divided:
    """The common beginning and the questions."""
    text = text.strip()
    marks = max((_marks(text, pattern, number) for pattern, number in _MARKERS), key=len)
    if len(marks) >= 2:
        ends = [start for start, _ in marks[1:]] + [len(text)]
        parts = [_LEAD.sub("", text[begin:end]).strip() for (_, begin), end in zip(marks, ends, strict=True)]
        if all(len(part) >= 2 for part in parts):
            return Divided(text[: marks[0][0]].strip(), tuple(parts), numbered=True)
    return _asked(text)


def orders(sentence: str) -> bool:
    """Whether a sentence wants something of the tutor instead of belonging to the problem. It stays in the statement as
    the data that it is, and is no question of it."""
    return _ORDERS.search(sentence) is not None


def _marks(text: str, pattern: str, number: Callable[[str], int]) -> list[tuple[int, int]]:
    """Where the numbers 1, 2, 3 … stand, each as (begin, end)."""
    found: list[tuple[int, int]] = []
    for match in re.finditer(pattern, text):
        if len(found) < MOST and number(match[1]) == len(found) + 1:
            found.append(match.span())
    return found


def _asked(text: str) -> Divided:
    """The parts of a text without numbers: its question sentences, with the facts before each."""
    stem: list[str] = []
    parts: list[str] = []
    facts: list[str] = []
    known: set[str] = set()
    for sentence in sentences(text):
        plain = sentence.strip()
        if not _question(plain):
            (facts if parts else stem).append(sentence)
            continue
        bare = re.sub(r"\W", "", _LEAD.sub("", plain))
        if bare in known:
            continue
        known.add(bare)
        parts.append("".join([*facts, _LEAD.sub("", sentence)]).strip())
        facts = []
    if len(parts) < 2:
        return Divided("", (text,))
    parts[-1] = "".join([parts[-1], *(fact for fact in facts if not orders(fact))]).strip()
    return Divided("".join(stem).strip(), tuple(parts))


def _question(sentence: str) -> bool:
    """Whether a sentence asks for something; "你知道吗" behind a fact, or "能帮帮他吗", asks for nothing."""
    if not sentence.rstrip("”’」』）)").endswith(("?", "？")) or orders(sentence):
        return False
    pieces = [piece for piece in re.split(r"(?<!\d)[,，;；]", _LEAD.sub("", sentence)) if piece.strip()]
    if _RHETORIC.search(pieces[-1].strip()):
        return any(re.search(r"多少|几(?!何)", piece) for piece in pieces[:-1])
    return _ASKING.search(sentence) is not None


def _ordinal(text: str) -> int:
    return int(text) if text.isdecimal() else _HAN.index(text) + 1


__all__: Sequence[str] = ["MOST", "Divided", "divide", "orders", "split"]
