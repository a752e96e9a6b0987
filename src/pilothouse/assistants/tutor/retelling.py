"""Whether the pupil says again what the problem says, or another problem, instead of an answer."""

from __future__ import annotations

import re

from pilothouse.assistants.tutor.problems.free import is_problem
from pilothouse.assistants.tutor.problems.problem import Problem

NUMBER = re.compile(r"\d+(?:\.\d+)?")
_RETELLS = re.compile(
    r"已知|题目(?:里|中)?(?:告诉|给|说了)|要求的?是|要我们求|问的是|\bgiven\b|\bwe know\b", re.IGNORECASE
)
_CONCLUDES = re.compile(
    r"\d\s*[-+−×÷*/]\s*\d[^=＝]*[=＝]\s*\d|所以|因此|答案|结果是|\b(?:so|therefore|answer)\b", re.IGNORECASE
)
_WORKED = re.compile(
    r"[=＝≈]|\d\s*[-+−×÷*/:：]\s*\(?\d|等于|答案|结果|得|剩下?\d|就?是\s*\d+[^\d，,]{0,3}$|\d.{0,2}[和或]\s*\d|"
    r"\b(?:equals?|answer|result|get|got|left)\b",
    re.IGNORECASE,
)


def stated(text: str, problem: Problem) -> bool:
    """Whether all numbers of ``text`` stand in the problem."""
    numbers = set(NUMBER.findall(text))
    return bool(numbers) and numbers <= set(NUMBER.findall(" ".join([problem.statement, *problem.given])))


def retells(text: str, problem: Problem) -> bool:
    """Whether ``text`` says what is given or asked, and no number of its own: 34 in "已知有 34 人" is no answer."""
    told = set(NUMBER.findall(" ".join([problem.statement, *problem.given])))
    if set(NUMBER.findall(text)) - told or _CONCLUDES.search(text):
        return False
    tight = re.sub(r"\s", "", text)
    if _RETELLS.search(text) or any(re.sub(r"\s", "", fact) in tight for fact in problem.given):
        return True
    several = len(set(NUMBER.findall(text))) > 1
    # An answer of several numbers may well be put together of numbers that the problem gives.
    single = all(len(NUMBER.findall(part.expected.answer)) == 1 for part in problem.parts)
    return several and single and not _WORKED.search(text)


def another(text: str, problem: Problem) -> bool:
    """Whether ``text`` is a problem that shares no number with this one."""
    numbers = set(NUMBER.findall(text))
    shared = numbers & set(NUMBER.findall(" ".join([problem.statement, *problem.given])))
    return len(numbers) > 1 and not shared and is_problem(text)
