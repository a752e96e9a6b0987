"""The answer checker (T8): is what the pupil says right, and how is it wrong if it isn't. All by code, nothing
he writes is run.

>>> check("所以一共有35只", Expected(answer="35只")).verdict
'right'
>>> check("53", Expected(answer="35只")).error
'digits'
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from pilothouse.assistants.tutor.checking.answer import Formula, Named, Quantity, Solutions, Words
from pilothouse.assistants.tutor.checking.candidate import find
from pilothouse.assistants.tutor.checking.judging import judge
from pilothouse.assistants.tutor.checking.proposal import propose
from pilothouse.assistants.tutor.checking.reader import read_answer
from pilothouse.assistants.tutor.checking.scan import scan
from pilothouse.assistants.tutor.checking.spelling import LONGEST, fold
from pilothouse.assistants.tutor.checking.verdict import Check, Verdict
from pilothouse.assistants.tutor.checking.words import offered
from pilothouse.assistants.tutor.problems.problem import Expected, Mistake

_ASKED = re.compile(r"(?:老师\s?[,，]?\s?)?是不是\s?([-+*/^=().\w\s]*[a-z][-+*/^=().\w\s]*)[?？。]?", re.ASCII)


def check(
    text: str,
    expected: Expected,
    *,
    others: Mapping[str, Expected] = {},
    mistakes: Sequence[Mistake] = (),
    given: Sequence[str] = (),
    steps: Sequence[Expected] = (),
) -> Check:
    """Judge a pupil's ``text``.

    ``others``: the answers of other parts by their id, ``mistakes``: typical wrong answers, ``given``: facts of
    the statement (their numbers), ``steps``: what the steps find. They tell how a wrong answer is wrong, and
    which numbers beside the answer are no guesses. A right verdict may carry a remark in ``error``: ``unit``
    (asked for and missing) or ``form`` (2/6 for 1/3).
    """
    folded = fold(text)
    if "!" not in expected.answer:
        folded = folded.rstrip("! ")  # x=7! is joy, no factorial
    if not folded:
        return Check("none")
    if len(folded) > LONGEST:
        return Check("unclear")
    numbers = _numbers(tuple(given))
    seen = numbers | _values(tuple(steps)) | _values(tuple(others.values()))
    result = _best(folded, expected, seen)
    if result.verdict == "none" and (asked := _ASKED.fullmatch(folded)):
        told = _best(asked[1], expected, seen)
        result = told if told.verdict == "right" else result
    if result.verdict == "right" and _both(folded, expected, mistakes):
        return Check("unclear", said=result.said)
    if result.verdict == "right":
        return replace(result, verdict="partial", error="form") if _echo(folded, expected, given) else result
    if result.verdict == "none":
        return result
    return _classified(folded, result, expected, others, mistakes, steps, numbers, seen)


def equal(a: str, b: str, tolerance: float = 0.0) -> bool:
    """Whether two written answers are the same (``"1/2"`` and ``"50%"``, ``"2 m"`` and ``"200 cm"``)."""
    return check(a, Expected(answer=b, tolerance=tolerance)).verdict == "right"


def answers_in(text: str) -> list[str]:
    """What ``text`` puts forward as answers, as it is written there, in order. Denied and questioned numbers
    are left out."""
    folded = fold(text)[:LONGEST]
    return list(dict.fromkeys(folded[c.start : c.end] for c in propose(folded).all))


def _best(text: str, expected: Expected, seen: frozenset[Fraction]) -> Check:
    """The verdict on the answer or one of its accepted alternatives, the best of them."""
    results = []
    for option in (expected.answer, *expected.accept):
        answer = read_answer(option, expected.kind)
        own = frozenset(seen) - _values((Expected(answer=option, kind=expected.kind),))
        results.append(judge(text, answer, expected, own))
        if results[-1].verdict == "right":
            return results[-1]
    if any(result.verdict == "partial" for result in results):
        return next(result for result in results if result.verdict == "partial")
    return results[0]


def _classified(
    text: str, result: Check, expected: Expected, others: Mapping[str, Expected], mistakes: Sequence[Mistake],
    steps: Sequence[Expected], numbers: frozenset[Fraction], seen: frozenset[Fraction],
) -> Check:  # fmt: skip
    """Say how a wrong answer is wrong. The problem's own knowledge goes before arithmetic kinship, except a
    plain unit slip."""
    if mistake := _typical(text, expected, mistakes, seen):
        verdict: Verdict = "partial" if result.verdict == "partial" and result.error == "incomplete" else "wrong"
        return Check(verdict, "mistake", mistake.pattern, result.said or text[:40], mistake.hint, result.missing)
    if result.verdict == "partial":
        return result
    if result.error == "unit":
        return result
    for other in others.values():
        if _is(text, other, seen):
            return Check("wrong", "other_part", said=result.said or text[:40])
    if any(_is(text, step, seen) and not _same_answer(step, expected) for step in steps):
        return Check("wrong", "intermediate", said=result.said or text[:40])
    if result.verdict != "wrong" or result.error in ("sign", "percent", "conversion", "incomplete", "extra"):
        return result
    said = propose(text, frozenset(), seen).chosen
    if said is not None and said.value in numbers and isinstance(read_answer(expected.answer, expected.kind), Quantity):
        return replace(result, error="given")
    return result


def _typical(text: str, expected: Expected, mistakes: Sequence[Mistake], seen: frozenset[Fraction]) -> Mistake | None:
    """The typical mistake a wrong answer is: one written the same way rather than one that is only equal to it."""
    plain = _bare(text)
    for mistake in mistakes:
        if plain == _bare(fold(mistake.answer)):
            return mistake
    for mistake in mistakes:
        if _is(text, Expected(answer=mistake.answer, kind=expected.kind), seen):
            return mistake
    return None


def _both(text: str, expected: Expected, mistakes: Sequence[Mistake]) -> bool:
    """Whether words put the right answer and a typical mistake forward together."""
    right = read_answer(expected.answer, expected.kind)
    return isinstance(right, Words) and any(
        isinstance(wrong := read_answer(mistake.answer, expected.kind), Words) and offered(text, right, wrong)
        for mistake in mistakes
    )


def _is(text: str, expected: Expected, seen: frozenset[Fraction]) -> bool:
    return _best(text, expected, seen).verdict == "right"


def _same_answer(a: Expected, b: Expected) -> bool:
    return a.answer == b.answer or _best(fold(a.answer), b, frozenset()).verdict == "right"


def _echo(text: str, expected: Expected, given: Sequence[str]) -> bool:
    """Whether an expression is only copied from the statement (化简 2x+3x: "2x+3x")."""
    answer = read_answer(expected.answer, expected.kind)
    if not isinstance(answer, Formula):
        return False
    plain, target = _bare(text), _bare(fold(expected.answer))
    return plain != target and any(len(plain) > 2 and plain in _bare(fold(fact)) for fact in given)


def _bare(text: str) -> str:
    return "".join(char for char in text if char not in " *·×")


@lru_cache(maxsize=512)
def _numbers(texts: tuple[str, ...]) -> frozenset[Fraction]:
    tokens = [token for text in texts for token in scan(fold(text)) if token.kind == "num"]
    return frozenset(value for token in tokens for value in (token.value, *token.parts))


@lru_cache(maxsize=512)
def _values(answers: tuple[Expected, ...]) -> frozenset[Fraction]:
    values: set[Fraction] = set()
    for expected in answers:
        answer = read_answer(expected.answer, expected.kind)
        if isinstance(answer, Quantity):
            candidates = [answer.value]
        elif isinstance(answer, Named):
            candidates = [candidate for _, candidate in answer.items]
        elif isinstance(answer, Solutions):
            candidates = list(answer.values)
        else:
            candidates = find(fold(expected.answer)).candidates if isinstance(answer, Words) else []
        values |= {candidate.value for candidate in candidates if candidate.value is not None}
    return frozenset(values)


__all__ = ["answers_in", "check", "equal"]
