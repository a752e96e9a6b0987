"""Choice letters: B, 选B, "the answer is b", ABD; "A或B" is a guess and "不选A" no choice of A."""

from __future__ import annotations

import re
from collections.abc import Set
from fractions import Fraction

from pilothouse.assistants.tutor.checking.answer import Letters
from pilothouse.assistants.tutor.checking.verdict import Check
from pilothouse.assistants.tutor.checking.words import NOTHING, said
from pilothouse.assistants.tutor.problems.problem import Expected

_LETTER = re.compile(r"(?<![A-Za-z])([A-Ha-h](?:\s?[、,，和与]?\s?[A-Ha-h])*)(?![A-Za-z'])")
_WHOLE = re.compile(r"[\s(]*([A-Ha-h](?:[\s、,，和与]*[A-Ha-h])*)[\s).。吧呢啊?!吗]*")
_PICK = re.compile(
    r"(?:选|答案|应该|是|就|填|[:=]|\b(?:answer|option|choose|choice|pick|select|is|it's)\b)\s*(?:是|应该是|is|选)?\s*\(?$",
    re.IGNORECASE,
)
_NOT = re.compile(r"(?:不选|不是|排除|不会是|不可能是|不能选|除了|没选|\bnot|n't\s+\w{0,6})\s*\(?$", re.IGNORECASE)
_NOT_AFTER = re.compile(
    r"\)?\s*(?:选?项)?\s*(?:都|肯定|明显)?\s*(?:不对|错|不[是选](?!\s?[A-Ha-h])|不行|is\s+(?:not|wrong)|isn't|wrong)",
    re.IGNORECASE,
)
_OR = re.compile(r"或|还是|要么|\bor\b|/", re.IGNORECASE)
_ASKED = re.compile(r"为什么|为啥|为何|\bwhy\b|怎么(?:会|就)?(?:选|是)", re.IGNORECASE)
_ARTICLE = re.compile(r"\s(?!(?:is|because|since)\b)[a-z]")
_MASK = re.compile("是不是|对不对|是否")


def judge_letters(text: str, answer: Letters, expected: Expected, known: Set[Fraction]) -> Check:
    """Letters count when they stand alone or are chosen."""
    masked = _MASK.sub("···", text)
    chosen, guess = _chosen(masked)
    if not chosen:
        if answer.text and said(text, answer.text):
            return Check("right", said=text[:40])
        silent = NOTHING.search(text) or len(text) < 2 or text.rstrip().endswith("?")
        return Check("none" if silent else "unclear")
    letters, words = frozenset(chosen), "".join(sorted(set(chosen)))
    if guess or _ASKED.search(masked) or (len(answer.letters) == 1 and len(letters) > 1):
        return Check("unclear", said=words)
    if letters == answer.letters:
        return Check("right", said=words)
    if letters < answer.letters:
        return Check("partial", "incomplete", said=words)
    return Check("wrong", "extra" if letters > answer.letters else "value", said=words)


def _chosen(text: str) -> tuple[list[str], bool]:
    letters: list[str] = []
    guess, end, whole = False, 0, bool(_WHOLE.fullmatch(text))
    for match in _LETTER.finditer(text):
        before, after = text[: match.start()], text[match.end() :]
        picked = whole or bool(_PICK.search(before))
        article = match[1] == "A" and bool(_ARTICLE.match(after))  # "A man …"
        if not picked and (match[1].islower() or article):
            continue
        if not (_NOT.search(before) or _NOT_AFTER.match(after)):
            guess = guess or bool(letters and _OR.search(text[end : match.start()]))
            letters += [char for char in match[1].upper() if char.isascii() and char.isalpha()]
        end = match.end()
    return letters, guess
