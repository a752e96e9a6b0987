"""One text against one right answer: a function for each kind of answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from fractions import Fraction
from typing import Any

from pilothouse.assistants.tutor.checking.answer import (
    Answer,
    Equation,
    Formula,
    Inequality,
    Letters,
    Named,
    Points,
    Polar,
    Quantity,
    Ratio,
    Remainder,
    Solutions,
    System,
    Words,
)
from pilothouse.assistants.tutor.checking.coordinates import judge_points, judge_region, judge_remainder
from pilothouse.assistants.tutor.checking.equations import judge_equation, judge_inequality, judge_system
from pilothouse.assistants.tutor.checking.interval import Region
from pilothouse.assistants.tutor.checking.letter import judge_letters
from pilothouse.assistants.tutor.checking.naming import judge_named
from pilothouse.assistants.tutor.checking.polar import judge_polar
from pilothouse.assistants.tutor.checking.proposal import Proposal, propose
from pilothouse.assistants.tutor.checking.quantity import match
from pilothouse.assistants.tutor.checking.reader import INFINITE, NO_SOLUTION
from pilothouse.assistants.tutor.checking.solving import judge_solutions
from pilothouse.assistants.tutor.checking.symbols import judge_formula
from pilothouse.assistants.tutor.checking.verdict import Check
from pilothouse.assistants.tutor.checking.words import judge_words
from pilothouse.assistants.tutor.problems.problem import Expected

Known = Set[Fraction]


def judge(text: str, answer: Answer, expected: Expected, known: Known) -> Check:
    """Judge a folded ``text``. ``known``: numbers everybody can see, not taken for guesses."""
    return _JUDGES[type(answer)](text, answer, expected, known)


def _quantity(text: str, answer: Quantity, expected: Expected, known: Known) -> Check:
    target = answer.value
    if target.units and any(dict(unit.dimension) == {"s": 1} for unit in target.units):
        text = re.sub(r"(?<![0-9:])([0-2]?[0-9]):([0-5][0-9])(?![0-9:])", r"\1时\2分", text)
    proposal = propose(text, frozenset(), known - ({target.value} if target.value is not None else set()))
    if NO_SOLUTION.search(text) and proposal.chosen is None:
        return Check("wrong", "value", said=text[:40])
    return judge_value(text, proposal, answer, expected)


def judge_value(text: str, proposal: Proposal, answer: Quantity, expected: Expected) -> Check:
    """Judge the one value a text proposes."""
    said = proposal.chosen
    if said is None:
        heard = proposal.heard or (proposal.found is not None and proposal.found.relations)
        return Check("unclear" if heard else "none")
    words = text[said.start : said.end]
    target = answer.value
    if target.name and said.name and target.name.lower() != said.name.rstrip("0123456789").lower():
        return Check("unclear", said=words)
    tolerance = expected.tolerance
    found = match(said, target, tolerance=tolerance, rounded=answer.rounded, unit_needed=expected.unit_needed)
    if found.undecided or (found.right and said.false):
        return Check("unclear", said=words)
    if found.right and said.open and not target.open:
        return Check("partial", "form", said=words)
    return Check("right" if found.right else "wrong", found.error, said=words)


def _ratio(text: str, answer: Ratio, expected: Expected, known: Known) -> Check:
    text = re.sub(r"(?<=[0-9])\s+to\s+(?=[0-9])", ":", text)
    found = [
        m
        for m in re.finditer(r"[0-9./]+(?:\s?(?::|比)\s?[0-9./]+){1,4}", text)
        if not re.search("不是\\s?$", text[: m.start()])
    ]
    if not found:
        if len(answer.terms) != 2 or answer.terms[0].value is None or not answer.terms[1].value:
            return Check("none" if not propose(text).heard else "unclear")
        proposal = propose(text, frozenset(), known)
        if proposal.chosen is None:
            return Check("unclear" if proposal.heard else "none")
        if any(unit.label == "时" for unit in proposal.chosen.units):  # 8点半 for 8:30
            clock = answer.terms[0].value + answer.terms[1].value / 60
            fits = proposal.chosen.value in (clock, clock - 12)
            return Check("right" if fits else "wrong", "" if fits else "value", said=text[:40])
        said = text[proposal.chosen.start : proposal.chosen.end]
        quotient = answer.terms[0].value / answer.terms[1].value
        if proposal.chosen.value == quotient and not proposal.chosen.false:
            return Check("right", "form", said=said)
        if proposal.chosen.value and proposal.chosen.value * quotient == 1:
            return Check("wrong", "reciprocal", said=said)
        return Check("wrong", "value", said=said)
    if len({m[0] for m in found}) > 1:
        return Check("unclear")
    said = found[-1][0]
    try:
        terms = [Fraction(part.strip()) for part in re.split(":|比", said)]
    except (ValueError, ZeroDivisionError):
        return Check("unclear", said=said)
    right = [term.value for term in answer.terms]
    if any(not term for term in (*terms, *right)) or len(terms) != len(right):
        return Check("wrong", "value", said=said)
    scales = {a / b for a, b in zip(terms, right, strict=True) if b}
    if len(scales) == 1:
        return Check("right", "" if scales == {Fraction(1)} else "form", said=said)
    turned = {a / b for a, b in zip(reversed(terms), right, strict=True) if b}
    return Check("wrong", "reciprocal" if len(turned) == 1 else "value", said=said)


def _solutions(text: str, answer: Solutions, expected: Expected, known: Known) -> Check:
    return judge_solutions(text, answer, expected, known, INFINITE, NO_SOLUTION)


_JUDGES: dict[type[Any], Callable[[str, Any, Expected, Known], Check]] = {
    Quantity: _quantity,
    Named: judge_named,
    Solutions: _solutions,
    Points: judge_points,
    Ratio: _ratio,
    Remainder: judge_remainder,
    Formula: judge_formula,
    Equation: judge_equation,
    System: judge_system,
    Inequality: judge_inequality,
    Letters: judge_letters,
    Polar: judge_polar,
    Words: judge_words,
    Region: judge_region,
}
